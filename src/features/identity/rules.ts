/** Decisions of the magic link that need no database. */
import { isPrefetch } from "../../kernel/prefetch.ts";

/** Characters, percent-encoded: the address travels in the mailed link. */
const LONGEST_NEXT = 512;

/**
 * Where to go after sign-in: a path of our own, or "/". Judged by what `URL` makes of it, because browsers read
 * backslashes, tabs and double slashes more generously than a pattern would.
 */
export function safeNext(next: string | undefined, origin: string): string {
  if (!next || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  for (const char of next) if (char <= " " || char === "\\" || char === "\u007f") return "/";
  if (!URL.canParse(next, origin)) return "/";
  const url = new URL(next, origin);
  const path = url.pathname + url.search + url.hash;
  // Judged again once dot segments are gone: `/.//host` has become `//host`, which is another site's address.
  return url.origin === origin && !path.startsWith("//") && path.length <= LONGEST_NEXT ? path : "/";
}

/** `literal`: opening always signs in; `confirm`: always asks; `adaptive`: asks when it might not be a person. */
export type LinkMode = "literal" | "adaptive" | "confirm";

/** What a GET of a sign-in link is: a person, a program, or something that merely looks ahead. */
export type Opening = "looking-ahead" | "browser" | "program";

/** Judged by Fetch Metadata (W3C) and the older prefetch headers: link scanners and previews must not use links up. */
export function openingOf(method: string, headers: Headers): Opening {
  if (method !== "GET" || isPrefetch(headers)) return "looking-ahead";
  const destination = headers.get("Sec-Fetch-Dest");
  if (destination !== null && destination !== "document") return "looking-ahead";
  return headers.get("Sec-Fetch-Mode") === null && destination === null ? "program" : "browser";
}

/**
 * Whether a confirmation comes from the button on our confirm page, as far as the browser tells: anyone may fetch that
 * page for a link of their own and send the signed address on, which would sign a stranger in to their account.
 */
export function isFromOwnPage(headers: Headers): boolean {
  const site = headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin";
}

type Evidence = {
  readonly opening: Exclude<Opening, "looking-ahead">;
  /** The browser that asked for the link is the one that opens it. */
  readonly bound: boolean;
  /** The person pressed the button on the confirm page. */
  readonly confirmed: boolean;
  /** Something opened one of this mailbox's links on its own not long ago. */
  readonly mailboxOpensLinks: boolean;
};

/** Whether opening the link signs in at once, or asks first. */
export function mayConsume(mode: LinkMode, evidence: Evidence): boolean {
  if (evidence.confirmed || mode === "literal") return true;
  if (mode === "confirm" || evidence.mailboxOpensLinks) return false;
  return evidence.bound || evidence.opening === "program";
}

/** `a•••@example.com`: enough for its owner to know it, too little for a stranger. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** What we call a person until they say otherwise. */
export const nameFromEmail = (email: string): string =>
  email.slice(0, email.lastIndexOf("@")).slice(0, 100) || "Someone";
