/** Sign-in link rules that need no database. */
import { isPrefetch, looksLikeBrowser } from "../../../kernel/browser.ts";
import { isReservedName } from "../../../kernel/reserved-names.ts";

/** `literal`: opening always signs in; `confirm`: always asks; `adaptive`: asks when the visitor may not be a person. */
type LinkMode = "literal" | "adaptive" | "confirm";

/** Who opens a sign-in link: a person's browser, a program, or a prefetcher. */
export type LinkVisitor = "looking-ahead" | "browser" | "program";

/** Based on Fetch Metadata (W3C) and the older prefetch headers, so that link scanners and previews do not use links up. */
export function linkVisitorOf(method: string, headers: Headers): LinkVisitor {
  if (method !== "GET" || isPrefetch(headers)) return "looking-ahead";
  const destination = headers.get("Sec-Fetch-Dest");
  if (destination !== null) return destination === "document" ? "browser" : "looking-ahead";
  // Node's `fetch` sends Sec-Fetch-Mode but no other Fetch Metadata.
  const isNavigation = headers.get("Sec-Fetch-Mode") === "navigate" || headers.get("Sec-Fetch-Site") !== null;
  return isNavigation || looksLikeBrowser(headers) ? "browser" : "program";
}

type ConsumeEvidence = {
  readonly opening: Exclude<LinkVisitor, "looking-ahead">;
  /** The link is opened in the browser that requested it. */
  readonly bound: boolean;
  /** The user pressed the button on the confirm page. */
  readonly confirmed: boolean;
  /** One of this mailbox's links was recently opened automatically. */
  readonly mailboxOpensLinks: boolean;
};

/** Whether opening the link signs in without confirmation. */
export function mayConsume(mode: LinkMode, evidence: ConsumeEvidence): boolean {
  if (evidence.confirmed || mode === "literal") return true;
  if (mode === "confirm" || evidence.mailboxOpensLinks) return false;
  return evidence.bound || evidence.opening === "program";
}

/** `a•••@example.com`: enough for its owner to recognize, too little for anyone else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** Default display name of a new user. */
export function nameFromEmail(email: string): string {
  const name = email.slice(0, email.lastIndexOf("@")).slice(0, 100).toWellFormed();
  return name === "" || isReservedName(name) ? "Someone" : name;
}
