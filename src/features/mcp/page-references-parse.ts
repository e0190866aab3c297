/** Finds what could refer to a page in free text: mention links, page URLs, page ids and `/drive-slug/Title/Title` paths. */

import { decodePath, decodeSegment, fromComparable } from "../../kernel/page-path.ts";

/** Most references looked at in one request; what comes after them in the texts is not reported. */
export const MAX_REFERENCES = 100;
/** Most different strings looked up as titles in one request; paths beyond them find nothing. */
export const MAX_TITLES = 2_000;
/** Longest title, and how many places within one segment a title is tried to end at, counted from its start. */
const TITLE_LENGTH = 255;
const ENDS = 24;
const MAX_SEGMENTS = 64;

type At = {
  readonly start: number;
  readonly match: string;
};
/** Something that names one page by its id. */
type ById = At & { readonly kind: "mention" | "url" | "id"; readonly pageId: string };
/**
 * A path. Titles may hold spaces, so its end is known only when it is compared with the titles there are: `tail` is
 * everything that could belong to it, after the slug. `match` is the path up to the first space, for when none fits.
 * `readings` are the tail decoded, and as it stands if that differs: a title may look like an escape.
 */
export type ByPath = At & {
  readonly kind: "path";
  readonly slug: string;
  readonly tail: string;
  readonly tailStart: number;
  readonly readings: readonly Reading[];
};
export type Reading = ReturnType<typeof decodePath>;
export type ReferenceCandidate = ById | ByPath;

const UUID = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";
/** Every repetition is bounded or ends at a character that nothing before it can match, so the time is linear. */
const PATTERN = new RegExp(
  [
    String.raw`@\[(?:\\[^\n]|[^\n\[\]\\]){0,300}\]\((?<target>page|user):(?<mentioned>[0-9A-Za-z_-]{1,64})\)`,
    String.raw`(?<url>https?:\/\/[^\s<>"'\u0060()\[\]{}]+)`,
    String.raw`(?<![\p{L}\p{N}_/.:~%-])\/pages\/(?<linked>${UUID})(?![\p{L}\p{N}_-])`,
    String.raw`(?<![\p{L}\p{N}_-])(?<id>${UUID})(?![\p{L}\p{N}_-])`,
    String.raw`(?<![\p{L}\p{N}_/.:~%-])\/(?<slug>(?:[\p{L}\p{N}\p{M}-]|%[0-9A-Fa-f]{2}){1,240})\/(?=[^\s/])`,
  ].join("|"),
  "gu",
);
const PAGE_URL = /^\/pages\/([0-9A-Za-z_-]{1,64})(?![0-9A-Za-z_-])/;
const TRAILING = new Set(".,;:!?)]}>'\"`*");

/** Candidates in the order they start, at most `most`. `origin` is where our own page URLs begin. */
export function findCandidates(text: string, origin: string, most: number): ReferenceCandidate[] {
  const found: ReferenceCandidate[] = [];
  for (const match of text.matchAll(PATTERN)) {
    if (found.length >= most) break;
    const candidate = readMatch(text, match, origin);
    if (candidate) found.push(candidate);
  }
  return found;
}

function readMatch(text: string, match: RegExpExecArray, origin: string): ReferenceCandidate | null {
  const { target, mentioned, url, linked, id, slug } = match.groups ?? {};
  const start = match.index;
  if (mentioned) return target === "page" ? { kind: "mention", start, match: match[0], pageId: mentioned } : null;
  if (url) return readUrl(url, start, origin);
  const named = linked ?? id;
  if (named) return { kind: linked ? "url" : "id", start, match: match[0], pageId: named.toLowerCase() };
  if (!slug) return null;
  const tailStart = start + match[0].length;
  const tail = readTail(text, tailStart);
  const word = trimEnd(/^\S+/.exec(tail)?.[0] ?? tail);
  const decoded = decodePath(tail);
  return {
    kind: "path",
    start,
    match: match[0] + word,
    slug: decodeSegment(slug).normalize("NFC").toLowerCase(),
    tail,
    tailStart,
    readings: decoded.offsets === null ? [decoded] : [decoded, { text: tail, offsets: null }],
  };
}

/** A URL of another site is nobody's page, whatever its path looks like. */
function readUrl(url: string, start: number, origin: string): ById | null {
  if (!url.startsWith(origin)) return null;
  const pageId = PAGE_URL.exec(url.slice(origin.length))?.[1];
  return pageId === undefined ? null : { kind: "url", start, match: trimEnd(url), pageId };
}

/** To the end of the line, or to the space before the next path. */
function readTail(text: string, from: number): string {
  const rest = /[^\n\r]*/.exec(text.slice(from))?.[0] ?? "";
  const next = rest.search(/\s\//);
  return (next === -1 ? rest : rest.slice(0, next)).trimEnd();
}

/** Without the punctuation of the sentence around it; at least one character stays. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 1 && TRAILING.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** True where a title may end: at the end, or before anything that is not part of a word. */
export function endsWord(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  return code === undefined || !/[\p{L}\p{N}\p{M}_]/u.test(String.fromCodePoint(code));
}

/**
 * Every string in the tail, as `decodePath` reads it, that could be a title: from the start of a segment to one of the
 * first word ends in it, and the whole segment.
 */
export function titlesIn(tail: string): string[] {
  return tail
    .split("/")
    .slice(0, MAX_SEGMENTS)
    .flatMap((segment) => {
      const titles: string[] = [];
      const whole = segment.trim();
      if (whole !== "" && whole.length <= TITLE_LENGTH) titles.push(whole);
      const longest = Math.min(segment.length, TITLE_LENGTH);
      for (let end = 1; end <= longest && titles.length < ENDS; end += 1) {
        if (segment.charAt(end - 1).trim() !== "" && endsWord(segment, end)) titles.push(segment.slice(0, end));
      }
      return titles.map(fromComparable);
    });
}

/** How many titles the longest of these paths can have. */
export const countSegments = (tail: string): number => Math.min(MAX_SEGMENTS, tail.split("/").length);
