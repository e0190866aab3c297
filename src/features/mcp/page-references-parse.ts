/** Finds possible page references in free text: mention links, page URLs, page ids and `/drive-slug/Title/Title` paths. */

import { decodePath, decodeSegment, fromComparable } from "../../kernel/page-path.ts";

/** Maximum number of references per request; any further ones are not reported. */
export const MAX_REFERENCES = 100;
/** Maximum number of distinct strings looked up as titles per request; paths beyond that find nothing. */
export const MAX_TITLES = 2_000;
/** Maximum title length, and how many possible title ends are tried within a segment, from its start. */
const TITLE_LENGTH = 255;
const ENDS = 24;
const MAX_SEGMENTS = 64;

type At = {
  readonly start: number;
  readonly match: string;
};
/** A reference by page id. */
type ById = At & { readonly kind: "mention" | "url" | "id"; readonly pageId: string };
/**
 * A path. Titles may contain spaces, so its end is known only after comparison with existing titles: `tail` is
 * everything after the slug that could belong to it. `match` is the path up to the first space, used if nothing
 * matches. `readings` are the decoded tail, and also the literal one if different, because a title may look like an
 * escape sequence.
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
/** Every repetition is bounded or ends at a character that nothing before it can match, so matching takes linear time. */
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

/** At most `most` candidates, in order of their start. `origin` is the prefix of our own page URLs. */
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

/** A URL of another site never refers to a page, whatever its path. */
function readUrl(url: string, start: number, origin: string): ById | null {
  if (!url.startsWith(origin)) return null;
  const pageId = PAGE_URL.exec(url.slice(origin.length))?.[1];
  return pageId === undefined ? null : { kind: "url", start, match: trimEnd(url), pageId };
}

/** The text up to the end of the line, or to the space before the next path. */
function readTail(text: string, from: number): string {
  const rest = /[^\n\r]*/.exec(text.slice(from))?.[0] ?? "";
  const next = rest.search(/\s\//);
  return (next === -1 ? rest : rest.slice(0, next)).trimEnd();
}

/** Strips trailing punctuation of the surrounding sentence, but keeps at least one character. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 1 && TRAILING.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a title may end here: at the end of the text, or before a character that is not part of a word. */
export function endsWord(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  return code === undefined || !/[\p{L}\p{N}\p{M}_]/u.test(String.fromCodePoint(code));
}

/**
 * Every string in the tail (as decoded by `decodePath`) that could be a title: from the start of a segment to one of
 * its first word ends, and the whole segment.
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

/** The maximum number of titles in this path. */
export const countSegments = (tail: string): number => Math.min(MAX_SEGMENTS, tail.split("/").length);
