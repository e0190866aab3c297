/** Converts page mentions in a text to relative links between files, and back. Linear in the text. */
import { holdsMarkdown, syntaxOf, type PageType } from "../../kernel/page-type.ts";
import { joinLeaf, leavesOf } from "../markdown/blocks.ts";
import { scanInline } from "../markdown/inline.ts";
import { unescape } from "../markdown/references.ts";
import { findMentions } from "../mentions.ts";
import { fieldsOf } from "../sheet/csv.ts";

/** `text.slice(start, end)` is the link as written. */
export type Link = {
  readonly start: number;
  readonly end: number;
  /** `wiki` is `[[target]]`, `embed` is `![[target]]`; an image displays its target. */
  readonly kind: "link" | "image" | "wiki" | "embed";
  /** As written, with markup and escapes; for a wiki link the text after the bar, null if there is none. */
  readonly label: string | null;
  /** Without the markup around it; for a wiki link the text before the bar. */
  readonly target: string;
};

/** The links of a text or field, with offsets relative to it. */
function linksIn(source: string): Link[] {
  const { links, hidden } = scanInline(source);
  const found: Link[] = links.map(({ isImage, start, labelEnd, end }) => ({
    start,
    end,
    kind: isImage ? "image" : "link",
    label: source.slice(start + 1, labelEnd),
    target: targetOf(source.slice(labelEnd + 2, end - 1)),
  }));
  const wikis = !source.includes("[[")
    ? []
    : [...source.matchAll(WIKI)].map(({ 0: whole, 1: mark, 2: target = "", 3: label, index }): Link => ({
        start: index,
        end: index + whole.length,
        kind: mark === "" ? "wiki" : "embed",
        label: label ?? null,
        target,
      }));
  return withoutOverlaps([...found, ...wikis], hidden);
}

const WIKI = /(?<!\\)(!?)\[\[([^[\]\n|\\]+)(?:\\?\|([^[\]\n]*))?\]\]/g;

/** The address of `<address> "title"`, without escapes (CommonMark §6.3). */
function targetOf(inside: string): string {
  const trimmed = inside.trim();
  const bare = trimmed.startsWith("<") ? trimmed.slice(1, trimmed.indexOf(">")) : (trimmed.split(/\s/)[0] ?? "");
  return unescape(bare);
}

type Range = { readonly start: number; readonly end: number };

/** Sorts links, and drops those in code or HTML, or that begin inside another link. */
function withoutOverlaps(links: readonly Link[], hidden: readonly Range[]): Link[] {
  const kept: Link[] = [];
  let covered = 0;
  let next = 0;
  for (const link of links.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while ((hidden[next]?.end ?? Infinity) <= link.start) next++;
    const isHidden = (hidden[next]?.start ?? Infinity) <= link.start;
    if (isHidden || link.start < covered) continue;
    kept.push(link);
    covered = link.end;
  }
  return kept;
}

/** In order of their offsets; empty for page types whose text has no links. */
function findLinks(type: PageType, text: string): Link[] {
  if (!text.includes("](") && !text.includes("[[")) return [];
  if (holdsMarkdown(type)) return leavesOf(text).flatMap((leaf) => inLeaf(text, joinLeaf(text, leaf)));
  return syntaxOf(type) === "csv" ? inFields(text) : [];
}

function inLeaf(text: string, { joined, offsetOf }: ReturnType<typeof joinLeaf>): Link[] {
  if (!joined.includes("[")) return [];
  return linksIn(joined).map((link) => {
    const start = offsetOf(link.start);
    // A label that spans lines includes each line's prefix, which the leaf does not have.
    const isOfLines = link.label?.includes("\n") ?? false;
    const label = isOfLines ? text.slice(start + 1, offsetOf(link.start + 1 + (link.label?.length ?? 0))) : link.label;
    return { ...link, start, end: offsetOf(link.end), label };
  });
}

function inFields(text: string): Link[] {
  const links: Link[] = [];
  let offset = 0;
  for (const line of text.split("\n")) {
    for (const field of line.includes("[") ? fieldsOf(line) : []) {
      if (field.text.startsWith("=")) continue;
      const at = offset + field.start;
      for (const link of linksIn(line.slice(field.start, field.end)))
        links.push({ ...link, start: at + link.start, end: at + link.end });
    }
    offset += line.length + 1;
  }
  return links;
}

/** Replaces page mentions that `addressOf` resolves with links; other mentions stay. */
export function mentionsToLinks(type: PageType, text: string, addressOf: (pageId: string) => string | null): string {
  const edits = findMentions(type, text).flatMap(({ kind, id, start, end }) => {
    // After an exclamation mark it would become an image.
    const address = kind === "page" && text[start - 1] !== "!" ? addressOf(id) : null;
    if (address === null) return [];
    return [{ start, end, written: `${text.slice(start + 1, end - `page:${id})`.length)}${address})` }];
  });
  return edited(text, edits);
}

/** Matches `](/api/files/ID/view` and the like, with a query or fragment. */
const FILE_ADDRESS = /\]\(<?\/api\/files\/([0-9A-Za-z_-]{1,64})\/(?:view|download)(?:[?#][^\s()<>]*)?>?(?=[\s)])/g;

/** Replaces file addresses that `addressOf` resolves, in links and in linked pictures. */
export function filesToLinks(type: PageType, text: string, addressOf: (fileId: string) => string | null): string {
  if (!text.includes("](/api/files/") && !text.includes("](</api/files/")) return text;
  return replaceLinks(type, text, ({ start, end }) =>
    text.slice(start, end).replace(FILE_ADDRESS, (whole, id: string) => {
      const address = addressOf(id);
      return address === null ? whole : `](${address}`;
    }),
  );
}

export const viewOfFile = (fileId: string): string => `/api/files/${fileId}/view`;

/** Replaces links for which `replace` returns a string. */
export function replaceLinks(type: PageType, text: string, replace: (link: Link) => string | null): string {
  const edits = findLinks(type, text).flatMap((link) => {
    const written = replace(link);
    return written === null ? [] : [{ start: link.start, end: link.end, written }];
  });
  return edited(text, edits);
}

type Edit = Range & { readonly written: string };

/** `edits` must be in order and must not overlap. */
function edited(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, written } of edits) {
    parts.push(text.slice(at, start), written);
    at = end;
  }
  return parts.join("") + text.slice(at);
}
