/**
 * Mentions of people and pages in a page's text: `@[label](user:id)` and `@[label](page:id)`.
 *
 * Which text is searched depends on its syntax:
 * - Markdown: paragraphs and headings; not code spans, code blocks,
 *   HTML or its comments, nor the label of another link. An escaped `\@` is not a mention.
 * - CSV: every field that is not a formula.
 * - HTML, code and the extracted text of a file contain no mentions.
 *
 * Linear in the text; if there is no candidate, the cost is a search for two characters.
 */
import { AppError } from "../kernel/errors.ts";
import { looksLikeId } from "../kernel/ids.ts";
import { holdsMarkdown, syntaxOf, type PageType } from "../kernel/page-type.ts";
import { joinLeaf, leavesOf } from "./markdown/blocks.ts";
import { labelOf, scanInline } from "./markdown/inline.ts";
import { fieldsOf } from "./sheet/csv.ts";

export type MentionTarget = { readonly kind: "user" | "page"; readonly id: string };

/** `text.slice(start, end)` is the mention as written. */
type Mention = MentionTarget & { readonly label: string; readonly start: number; readonly end: number };

const CANDIDATE = "@[";
const TARGET = /\]\((?:user|page):/;

export function findMentions(type: PageType, text: string): Mention[] {
  if (holdsMarkdown(type)) return markdownMentions(text);
  return syntaxOf(type) === "csv" ? sheetMentions(text) : [];
}

/** In order of their offsets. Also for texts that are not pages: messages and comments. */
export function markdownMentions(text: string): Mention[] {
  if (!text.includes(CANDIDATE) || !TARGET.test(text)) return [];
  return leavesOf(text).flatMap((leaf) => mentionsIn(joinLeaf(text, leaf)));
}

function mentionsIn({ joined, offsetOf }: ReturnType<typeof joinLeaf>): Mention[] {
  if (!joined.includes(CANDIDATE)) return [];
  return scanInline(joined).mentions.map(({ kind, id, start, end, labelStart, labelEnd }) => ({
    kind,
    id,
    label: labelOf(joined.slice(labelStart, labelEnd)),
    start: offsetOf(start),
    end: offsetOf(end),
  }));
}

function sheetMentions(text: string): Mention[] {
  const mentions: Mention[] = [];
  for (let at = text.indexOf(CANDIDATE); at !== -1;) {
    const start = text.lastIndexOf("\n", at) + 1;
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    mentions.push(...rowMentions(text.slice(start, end), start));
    at = text.indexOf(CANDIDATE, end);
  }
  return mentions;
}

function rowMentions(line: string, offset: number): Mention[] {
  return fieldsOf(line).flatMap((field) => {
    if (field.text.startsWith("=") || !field.text.includes(CANDIDATE)) return [];
    const source = line.slice(field.start, field.end);
    return scanInline(source).mentions.map(({ kind, id, start, end, labelStart, labelEnd }) => {
      const written = source.slice(labelStart, labelEnd);
      return {
        kind,
        id,
        label: labelOf(source.startsWith('"') ? written.replaceAll('""', '"') : written),
        start: offset + field.start + start,
        end: offset + field.start + end,
      };
    });
  });
}

/**
 * Escapes a label so that Markdown shows it unchanged on one line. A backtick becomes a character reference, because
 * even an escaped backtick would close an open code span.
 */
export const escapeLabel = (label: string): string =>
  label
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/[\\*_[\]<>&~|!]/g, "\\$&")
    .replaceAll("`", "&#96;");

/** The mention's source text. Throws `invalid_content` for an invalid id. */
export function makeMention({ kind, id, label }: MentionTarget & { readonly label: string }): string {
  if (!looksLikeId(id))
    throw new AppError("invalid_content", "A mention must refer to a user or a page by a valid id.");
  return `@[${escapeLabel(label)}](${kind}:${id})`;
}
