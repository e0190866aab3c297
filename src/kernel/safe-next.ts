/** Where a browser may be led by an address that came with a request. */

/** Characters, percent-encoded: the address travels in mailed links. */
const MAX_NEXT_LENGTH = 512;

/**
 * What pages people see are at. Nothing below /api/ and /auth/ is: there, a GET may do something. No escapes, which
 * anyone who reads the path next may decode to another one.
 */
const PAGE_PATH = /^\/(?!(?:api|auth)(?![\w-]))[\w.~/-]*$/i;

/**
 * A page of our own, or "/". Judged by what `URL` makes of it, because browsers read
 * backslashes, tabs and double slashes more generously than a pattern would.
 */
export function safeNext(next: string | undefined, origin: string): string {
  if (!next || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  for (const char of next) if (char <= " " || char === "\\" || char === "\u007f") return "/";
  const url = URL.parse(next, origin);
  // Stryker disable next-line all: no text that came so far is another site's address to `URL`; this is the second lock.
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search + url.hash;
  // Judged again once dot segments are gone: `/.//host` has become `//host`, which is another site's address.
  const isPage = PAGE_PATH.test(url.pathname) && !url.pathname.includes("//");
  return isPage && path.length <= MAX_NEXT_LENGTH ? path : "/";
}
