/** Decisions of the magic link that need no database. */
import { looksLikeBrowser } from "../../../kernel/browser.ts";
import { isPrefetch } from "../../../kernel/prefetch.ts";
import { isReservedName } from "../../../kernel/reserved-names.ts";

/** `literal`: opening always signs in; `confirm`: always asks; `adaptive`: asks when it might not be a person. */
type LinkMode = "literal" | "adaptive" | "confirm";

/** What a GET of a sign-in link is: a person, a program, or something that merely looks ahead. */
export type LinkVisitor = "looking-ahead" | "browser" | "program";

/** Judged by Fetch Metadata (W3C) and the older prefetch headers: link scanners and previews must not use links up. */
export function linkVisitorOf(method: string, headers: Headers): LinkVisitor {
  if (method !== "GET" || isPrefetch(headers)) return "looking-ahead";
  const destination = headers.get("Sec-Fetch-Dest");
  if (destination !== null) return destination === "document" ? "browser" : "looking-ahead";
  // `fetch` of Node sends its mode and nothing else of Fetch Metadata.
  const isNavigation = headers.get("Sec-Fetch-Mode") === "navigate" || headers.get("Sec-Fetch-Site") !== null;
  return isNavigation || looksLikeBrowser(headers) ? "browser" : "program";
}

type ConsumeEvidence = {
  readonly opening: Exclude<LinkVisitor, "looking-ahead">;
  /** The browser that asked for the link is the one that opens it. */
  readonly bound: boolean;
  /** The person pressed the button on the confirm page. */
  readonly confirmed: boolean;
  /** Something opened one of this mailbox's links on its own not long ago. */
  readonly mailboxOpensLinks: boolean;
};

/** Whether opening the link signs in at once, or asks first. */
export function mayConsume(mode: LinkMode, evidence: ConsumeEvidence): boolean {
  if (evidence.confirmed || mode === "literal") return true;
  if (mode === "confirm" || evidence.mailboxOpensLinks) return false;
  return evidence.bound || evidence.opening === "program";
}

/** `a•••@example.com`: enough for its owner to know it, too little for anybody else. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

/** What we call a person until they say otherwise. */
export function nameFromEmail(email: string): string {
  const name = email.slice(0, email.lastIndexOf("@")).slice(0, 100).toWellFormed();
  return name === "" || isReservedName(name) ? "Someone" : name;
}
