/** Validation of redirect targets that come with a request. */

/** Maximum number of characters, percent-encoded: the address is part of mailed links. */
const MAX_NEXT_LENGTH = 512;

/**
 * Paths of pages for people. Excludes /api/ and /auth/, where a GET may have side effects, and escapes, which the next
 * reader of the path may decode to a different one.
 */
const PAGE_PATH = /^\/(?!(?:api|auth)(?![\w-]))[\w.~/-]*$/i;

/**
 * A page on our own origin, or "/". Checked after parsing with `URL`, because browsers interpret backslashes, tabs and
 * double slashes more leniently than a pattern would.
 */
export function safeNext(next: string | undefined, origin: string): string {
  if (!next || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  for (const char of next) if (char <= " " || char === "\\" || char === "\u007f") return "/";
  const url = URL.parse(next, origin);
  // Stryker disable next-line all: no text that came so far is another site's address to `URL`; this is the second lock.
  if (url?.origin !== origin) return "/";
  const path = url.pathname + url.search + url.hash;
  // Checked again after dot segments are resolved: `/.//host` has become `//host`, the address of another site.
  const isPage = PAGE_PATH.test(url.pathname) && !url.pathname.includes("//");
  return isPage && path.length <= MAX_NEXT_LENGTH ? path : "/";
}
