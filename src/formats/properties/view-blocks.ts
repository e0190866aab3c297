/**
 * Views of a folder: fences with the word `view`, and one option per line (`name: Board`). Several `where:` lines all
 * apply; of other equal options the later counts. Unknown lines are kept. Pure.
 */
import type { Edit } from "../tasks/edits.ts";
import { foldKey, type Span } from "./front-matter.ts";

export const VIEW_KINDS = ["table", "board", "list", "calendar", "gallery", "timeline"] as const;
export type ViewKind = (typeof VIEW_KINDS)[number];

export type Sort = { readonly name: string; readonly isDescending: boolean };

/** A line `key: value` of a view, without its line ending. */
export type ViewLine = Span & { readonly key: string; readonly value: string; readonly valueAt: Span };

/** The whole fence, without its last line ending. */
export type View = Span & {
  /** The lines between the fences. */
  readonly inner: Span;
  readonly isClosed: boolean;
  readonly name: string;
  readonly kind: ViewKind;
  /** The property that makes columns or places pages on dates. */
  readonly by: string | null;
  readonly where: readonly string[];
  readonly sort: readonly Sort[];
  readonly columns: readonly string[];
  /** The folder that is shown; null for the page's own. */
  readonly fromId: string | null;
  readonly of: "pages" | "tasks";
  readonly lines: readonly ViewLine[];
};

export const MAX_VIEWS = 50;
const MAX_LINES = 100;

/** The flag s lets the rest match U+2028 too: without it, blanks before that character are tried in quadratic time. */
const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*(.*)$/s;
const LINE = /^([ \t]*)([\p{L}][\p{L}\p{N}_-]*):([ \t]*)(.*)$/su;

/** A view in a fence of another kind is that fence's text. */
export function readViews(text: string): readonly View[] {
  const views: View[] = [];
  let open: { readonly fence: string; readonly isView: boolean; readonly from: number; readonly inner: number } | null =
    null;
  for (let at = 0; at < text.length && views.length < MAX_VIEWS;) {
    const feed = text.indexOf("\n", at);
    const to = feed === -1 ? text.length : feed;
    const [, fence = "", info = ""] = FENCE.exec(text.slice(at, to)) ?? [];
    if (open === null) {
      // A fence of backticks has no backtick in the rest of its line (CommonMark §4.5).
      const isOpening = fence !== "" && !(fence.startsWith("`") && info.includes("`"));
      if (isOpening) open = { fence, isView: /^view\s*$/i.test(info), from: at, inner: to + 1 };
    } else if (fence.startsWith(open.fence) && info.trim() === "") {
      if (open.isView) views.push(viewOf(text, { from: open.from, to }, { from: open.inner, to: at }, true));
      open = null;
    }
    at = to + 1;
  }
  if (open?.isView && views.length < MAX_VIEWS) {
    const inner = { from: Math.min(open.inner, text.length), to: text.length };
    views.push(viewOf(text, { from: open.from, to: text.length }, inner, false));
  }
  return views;
}

/** The names of the views of a text, each once. */
export const viewNames = (text: string): readonly string[] => [
  ...new Set(readViews(text).flatMap(({ name }) => (name === "" ? [] : [name]))),
];

function viewOf(text: string, span: Span, inner: Span, isClosed: boolean): View {
  const lines = linesOf(text, inner);
  const last = (key: string): string | null => lines.findLast((line) => line.key === key)?.value ?? null;
  const kind = VIEW_KINDS.find((each) => each === last("as")?.toLowerCase());
  const fromId = /\(page:([\w-]+)\)$/.exec(last("from") ?? "")?.[1] ?? null;
  return {
    ...span,
    inner,
    isClosed,
    lines,
    name: last("name") ?? "",
    kind: kind ?? "table",
    by: last("by"),
    where: lines.flatMap(({ key, value }) => (key === "where" && value !== "" ? [value] : [])),
    sort: readSort(last("sort") ?? ""),
    columns: namesOf(last("columns") ?? ""),
    fromId,
    of: last("of")?.toLowerCase() === "tasks" ? "tasks" : "pages",
  };
}

function linesOf(text: string, { from, to }: Span): ViewLine[] {
  const lines: ViewLine[] = [];
  for (let at = from; at < to && lines.length < MAX_LINES;) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed;
    const line = text.slice(at, end);
    const [, lead = "", key = "", gap = "", value = ""] = LINE.exec(line) ?? [];
    const start = at + lead.length + key.length + 1 + gap.length;
    const valueAt = { from: start, to: start + value.trimEnd().length };
    if (key !== "") lines.push({ from: at, to: end, key: foldKey(key), value: value.trimEnd(), valueAt });
    at = end + 1;
  }
  return lines;
}

/** Longer values are not read further; it also bounds the search for brackets. */
const MAX_VALUE = 2000;

/** Names are separated by commas; one that contains a comma is written in brackets. */
const namesOf = (source: string): string[] =>
  (source.slice(0, MAX_VALUE).match(/\s*-?\[[^\]]*\]|[^,]+/g) ?? [])
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map(unbracketed);

const unbracketed = (name: string): string => name.replace(/^(-?)\[([^\]]*)\]$/, "$1$2");

/** Names with a minus sign in front sort descending. */
export const readSort = (source: string): readonly Sort[] =>
  namesOf(source).map((name) => ({ name: name.replace(/^-/, "").trim(), isDescending: name.startsWith("-") }));

const nameOf = (name: string): string => (/[,[\]]|^-/.test(name) ? `[${name.replaceAll(/[[\]]/g, "")}]` : name);

export const writeNames = (names: readonly string[]): string => names.map(nameOf).join(", ");

export const writeSort = (sort: readonly Sort[]): string =>
  sort.map(({ name, isDescending }) => (isDescending ? "-" : "") + nameOf(name)).join(", ");

export type ViewOption = "name" | "as" | "by" | "sort" | "columns" | "from" | "of";

const oneLine = (words: string): string => words.replaceAll(/\s+/g, " ").trim();

/** Sets one option, or removes it for null. */
export function setViewOption(text: string, view: View, key: ViewOption, value: string | null): Edit[] {
  const lines = view.lines.filter((line) => line.key === key);
  const last = lines.at(-1);
  if (value === null) return lines.map(({ from, to }) => removed(text, from, to));
  const next = oneLine(value);
  if (last === undefined) return [addedLine(text, view, `${key}: ${next}`)];
  if (last.value === next) return [];
  const space = text.charAt(last.valueAt.from - 1) === ":" ? " " : "";
  return [{ ...last.valueAt, insert: space + next }];
}

/** Replaces the conditions by position, so that a changed one keeps its line. */
export function setWhere(text: string, view: View, where: readonly string[]): Edit[] {
  const lines = view.lines.filter((line) => line.key === "where");
  const kept = lines.flatMap((line, n): Edit[] => {
    const next = where[n];
    if (next === undefined) return [removed(text, line.from, line.to)];
    return oneLine(next) === line.value ? [] : [{ ...line.valueAt, insert: oneLine(next) }];
  });
  const more = where.slice(lines.length).map((each) => `where: ${oneLine(each)}`);
  return more.length === 0 ? kept : [...kept, addedLine(text, view, more.join("\n"))];
}

const removed = (text: string, from: number, to: number): Edit =>
  to < text.length ? { from, to: to + 1 } : { from: Math.max(0, from - 1), to };

function addedLine(text: string, { inner, lines }: View, line: string): Edit {
  const last = lines.at(-1);
  if (last) return { from: last.to, insert: `\n${line}` };
  return { from: inner.from, insert: text.charAt(inner.from - 1) === "\n" ? `${line}\n` : `\n${line}` };
}

export type NewView = {
  readonly name: string;
  readonly kind: ViewKind;
  readonly by?: string | null;
  readonly of?: "pages" | "tasks";
};

/** Adds a view at the end of the text. */
export function addView(text: string, { name, kind, by = null, of = "pages" }: NewView): Edit[] {
  const lines = [
    "```view",
    `name: ${oneLine(name)}`,
    `as: ${kind}`,
    ...(by === null ? [] : [`by: ${oneLine(by)}`]),
    ...(of === "tasks" ? ["of: tasks"] : []),
    "```",
  ];
  const gap = text === "" || text.endsWith("\n\n") ? "" : text.endsWith("\n") ? "\n" : "\n\n";
  return [{ from: text.length, insert: `${gap}${lines.join("\n")}\n` }];
}

export const removeView = (text: string, { from, to }: View): Edit[] => [removed(text, from, to)];
