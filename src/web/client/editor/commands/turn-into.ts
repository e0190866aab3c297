/** Turns the selected blocks into another kind, or back into paragraphs if they already are of that kind. */
import { EditorState, type Text, type TransactionSpec } from "@codemirror/state";
import { documentLanguage } from "../language.ts";
import {
  type Block,
  blockAt,
  CALLOUT,
  isList,
  kindAfter,
  kindBefore,
  lastLineOf,
  type ListKind,
  needsGap,
  selectedBlocks,
} from "./blocks.ts";
import { Draft } from "./draft.ts";
import { itemMark, listMarks } from "./list-marks.ts";
import { type Change, remarkItems, strip } from "./strip.ts";

export type CalloutKind = "note" | "tip" | "important" | "warning" | "caution";
/** Blocks without a level or a kind of their own. */
export type PlainTarget = "paragraph" | "quote" | "code" | ListKind;

export type Target =
  | { readonly kind: PlainTarget }
  | { readonly kind: "heading"; readonly level: number }
  | { readonly kind: "callout"; readonly callout: CalloutKind };

/** A block being converted: its range in the draft's text, narrowed to the affected lines. */
type Unit = { from: number; to: number };

const calloutOf = (state: EditorState, block: Block) =>
  CALLOUT.exec(state.doc.lineAt(block.from).text)?.[1]?.toLowerCase() ?? null;

function isTarget(state: EditorState, block: Block, target: Target): boolean {
  if (block.kind !== target.kind) return false;
  if (target.kind === "heading") return block.level === target.level;
  return target.kind !== "callout" || calloutOf(state, block) === target.callout;
}

export const isTurnedInto = (state: EditorState, target: Target): boolean =>
  selectedBlocks(state).every((block) => isTarget(state, block, target));

const FIXED: readonly Block["kind"][] = ["rule", "table", "math", "html", "inline-html", "comment", "definition"];
const WRAPPED: readonly Block["kind"][] = ["quote", "callout", "code"];

const isWrapper = (target: Target) => WRAPPED.includes(target.kind);

function* lines(doc: Text, from: number, to: number) {
  for (let pos = from; pos <= to;) {
    const line = doc.lineAt(pos);
    yield line;
    pos = line.to + 1;
  }
}

/** If the selection touches several lines of a paragraph, each is converted separately. */
function unitsOf(state: EditorState, blocks: readonly Block[], target: Target): Unit[] {
  const { from, to: end } = state.selection.main;
  const { to } = lastLineOf(state, from, end);
  return blocks.flatMap((block): Unit[] => {
    if (block.kind !== "paragraph" || isWrapper(target)) return [{ from: block.from, to: block.to }];
    const touched = [...lines(state.doc, block.from, block.to)].filter((line) => line.to >= from && line.to <= to);
    const whole = target.kind !== "heading" && touched.length < 2;
    return whole ? [{ from: block.from, to: block.to }] : touched.map((line) => ({ from: line.from, to: line.to }));
  });
}

const leading = (text: string) => /^[ \t]*/.exec(text)?.[0].length ?? 0;

function makeHeadings(draft: Draft, units: readonly Unit[], level: number): void {
  const marks = units.map(({ from }): Change => {
    const { text } = draft.doc.lineAt(from);
    const space = leading(text);
    const insert = `${"#".repeat(level)} `;
    return space > 3 ? { from, to: from + space, insert } : { from: from + space, insert };
  });
  draft.apply(marks);
}

const nextMark = (marks: Generator<string, never>, kind: ListKind, isDone: boolean) => {
  const mark = marks.next().value;
  return { mark: kind === "task" ? `${mark} [${isDone ? "x" : " "}] ` : `${mark} `, width: mark.length + 1 };
};

function makeItems(draft: Draft, units: readonly Unit[], kind: ListKind, marks: Generator<string, never>): void {
  const changes = units.flatMap(({ from, to }) => {
    const { mark, width } = nextMark(marks, kind, false);
    return [...lines(draft.doc, from, to)].flatMap((line): Change[] => {
      if (line.from === from) return [{ from: from + leading(line.text), insert: mark }];
      return line.text.trim() === "" ? [] : [{ from: line.from, insert: " ".repeat(width) }];
    });
  });
  draft.apply(changes);
}

/** The indentation shared by all lines, if they are inside a list. */
function commonIndent(doc: Text, from: number, to: number, indent: string): string {
  const all = [...lines(doc, from, to)];
  return all.every(({ text }) => text.trim() === "" || text.startsWith(indent)) ? indent : "";
}

function quote(draft: Draft, { from, to }: Unit, indent: string, title: string | null): void {
  const changes = [...lines(draft.doc, from, to)].map((line): Change => {
    const isEmpty = line.text.length <= indent.length && line.text.trim() === "";
    const head = line.from === from && title !== null ? `> [!${title}]\n${indent}` : "";
    const mark = isEmpty && line.to < to ? ">" : "> ";
    return { from: line.from + (isEmpty ? line.length : indent.length), insert: head + mark };
  });
  draft.apply(changes);
}

function fence(draft: Draft, { from, to }: Unit, indent: string): void {
  const longest = Math.max(2, ...[...draft.doc.sliceString(from, to).matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = "`".repeat(longest + 1);
  const end = draft.apply({ from, insert: `${indent}${ticks}\n` }).mapPos(to, 1);
  draft.apply({ from: end, insert: `\n${indent}${ticks}` }, -1);
}

/**
 * Adds blank lines where the converted blocks would merge with their neighbours. Paragraph lines may merge: each is
 * displayed on its own line, and a heading made from one of them can be turned back without a trace.
 */
function addGaps(draft: Draft, region: Unit, [above, first]: Kinds, [last, below]: Kinds): void {
  if (needsGap(last, below) && (last !== "paragraph" || below !== "paragraph"))
    draft.apply({ from: region.to, insert: "\n" }, -1);
  if (needsGap(above, first) && (first !== "paragraph" || above !== "paragraph"))
    draft.apply({ from: region.from, insert: "\n" });
}

/** The kinds of the first and last block of what was in a quote or fence. */
function kindsOf(doc: Text, { from, to }: Unit): Kinds {
  const content = EditorState.create({ doc: doc.slice(from, to), extensions: [documentLanguage] });
  return [blockAt(content, 0).kind, blockAt(content, content.doc.length).kind];
}

type Kinds = readonly [Block["kind"], Block["kind"]];

/** An empty list item cannot start directly below a paragraph. */
const listGap = (above: Block["kind"], block: Block, kind: Block["kind"]): Block["kind"] =>
  block.kind === "blank" && isList(kind) && above === "paragraph" ? "html" : above;

function convertLists(draft: Draft, state: EditorState, items: readonly Block[], kind: ListKind): void {
  const marks = listMarks(state, kind, items[0]?.from ?? 0);
  const next = new Map(items.map((item) => [item, nextMark(marks, kind, itemMark(state, item).isDone)]));
  draft.apply(remarkItems(state, items, (item) => next.get(item) ?? null));
}

function convert(draft: Draft, state: EditorState, blocks: readonly Block[], target: Target): Unit | null {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return null;
  if (isList(target.kind) && blocks.every(({ kind }) => isList(kind))) {
    convertLists(draft, state, blocks, target.kind);
    return { from: first.from, to: draft.doc.length };
  }
  let units = unitsOf(state, blocks, target);
  const isStripped = ({ kind }: Block) => !isWrapper(target) || WRAPPED.includes(kind);
  const moved = draft.apply(strip(state, blocks.filter(isStripped)));
  units = units.map(({ from, to }) => ({ from: moved.mapPos(from, -1), to: moved.mapPos(to, 1) }));
  const region = { from: units[0]?.from ?? 0, to: units.at(-1)?.to ?? 0 };
  const tail = draft.doc.length - region.to;
  const around = isList(first.kind) ? state.sliceDoc(first.from, first.node?.from) : "";
  const indent = commonIndent(draft.doc, region.from, region.to, around);
  if (target.kind === "heading") makeHeadings(draft, units, target.level);
  if (isList(target.kind)) makeItems(draft, units, target.kind, listMarks(state, target.kind, first.from));
  if (target.kind === "quote") quote(draft, region, indent, null);
  if (target.kind === "callout") quote(draft, region, indent, target.callout);
  if (target.kind === "code") fence(draft, region, indent);
  return { from: region.from, to: draft.doc.length - tail };
}

export function turnInto(state: EditorState, asked: Target): TransactionSpec | null {
  const all = selectedBlocks(state);
  const target: Target = all.every((block) => isTarget(state, block, asked)) ? { kind: "paragraph" } : asked;
  const blocks = isWrapper(target) ? all : all.filter(({ kind }) => !FIXED.includes(kind));
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return null;
  const draft = new Draft(state);
  const units = unitsOf(state, blocks, target);
  const [start, end] = [units[0]?.from ?? first.from, units.at(-1)?.to ?? last.to];
  const region = convert(draft, state, blocks, target);
  if (region === null || draft.isEmpty) return null;
  const above = listGap(kindBefore(state, start), first, target.kind);
  const listed = isList(target.kind) && blocks.every(({ kind }) => isList(kind));
  const [top, bottom] = target.kind === "paragraph" ? kindsOf(draft.doc, region) : [target.kind, target.kind];
  if (!listed) addGaps(draft, region, [above, top], [bottom, kindAfter(state, end)]);
  return draft.spec("input.block");
}
