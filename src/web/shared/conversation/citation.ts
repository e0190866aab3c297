/** Links to lines of a page as it was when an agent read it: `[1](/pages/ID?revision=7#L3-L5 "the quoted words")`. */

export type LineRange = { readonly first: number; readonly last: number };

export type Citation = LineRange & {
  readonly pageId: string;
  readonly revision: number | null;
  /** The words that the agent quotes; empty if it quotes none. */
  readonly quote: string;
};

/** An address that does not exist, for reading those without a host. */
export const OURS = "https://ours.invalid";

const PAGE = /^\/pages\/([\w-]{1,64})$/;
const LINES = /^#L(\d{1,7})(?:-L?(\d{1,7}))?$/;
const TITLE = /(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|\(((?:\\.|[^()\\])*)\))\s*\)$/s;

/** The lines in an address's fragment, such as `#L3` or `#L3-L5`. */
export function linesIn(fragment: string): LineRange | null {
  const [whole, first, last = first] = LINES.exec(fragment) ?? [];
  if (whole === undefined || Number(first) < 1) return null;
  return { first: Number(first), last: Math.max(Number(first), Number(last)) };
}

/** `written` is the Markdown of the whole link. Null if the address names no lines of a page. */
export function citationIn(written: string, address: string): Citation | null {
  if (!address.startsWith("/") || !URL.canParse(address, OURS)) return null;
  const url = new URL(address, OURS);
  if (url.origin !== OURS) return null;
  const lines = linesIn(url.hash);
  const [, pageId] = PAGE.exec(url.pathname) ?? [];
  if (pageId === undefined || lines === null) return null;
  const revision = /^\d{1,15}$/.exec(url.searchParams.get("revision") ?? "")?.[0];
  const [, double, single, round] = TITLE.exec(written) ?? [];
  const quote = (double ?? single ?? round ?? "").replaceAll(/\\(.)/g, "$1");
  return { pageId, ...lines, revision: revision === undefined ? null : Number(revision), quote };
}

/** The letters and digits of a text, without its markup. */
export const wordsOf = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim();

/** Whether the quoted words are still on the lines, whatever their markup and spacing. */
export const isStillThere = (lines: readonly string[], quote: string): boolean =>
  wordsOf(lines.join("\n")).toLowerCase().includes(wordsOf(quote).toLowerCase());

type Address = { readonly pathname: string; readonly search: string; readonly hash: string };

/** Names the quoted words of a citation that is followed, in the session's storage: its address does not contain them. */
export const keyOfQuote = ({ pathname, search, hash }: Address): string => `quote ${pathname}${search}${hash}`;
