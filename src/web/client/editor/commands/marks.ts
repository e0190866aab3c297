/** Applies and removes inline formatting: strong, emphasis, strikethrough, highlight, code. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { type Marked, markedAround, type Span, wholeThings, wordsIn } from "./inline.ts";
import type { Change } from "./strip.ts";

export type Mark = { readonly name: string; readonly text: string };

export const MARKS = {
  strong: { name: "StrongEmphasis", text: "**" },
  emphasis: { name: "Emphasis", text: "*" },
  strikethrough: { name: "Strikethrough", text: "~~" },
  highlight: { name: "Highlight", text: "==" },
  code: { name: "InlineCode", text: "`" },
} as const satisfies Record<string, Mark>;

const ONLY_MARKS = /^[\s*_~=`]*$/;

const isMarkless = (state: EditorState, from: number, to: number) =>
  from >= to || ONLY_MARKS.test(state.doc.sliceString(from, to));

function trim(state: EditorState, { from, to }: Span): Span {
  const text = state.doc.sliceString(from, to);
  const before = text.length - text.trimStart().length;
  return {
    from: from + Math.min(before, text.length),
    to: Math.max(from + before, to - (text.length - text.trimEnd().length)),
  };
}

/** The spans to format: the selected text, or the word at the caret. */
function spansFor(state: EditorState): Span[] {
  const { from, to, empty, head } = state.selection.main;
  const range = empty ? state.wordAt(head) : { from, to };
  return range
    ? wordsIn(state, range.from, range.to)
        .map((span) => trim(state, span))
        .filter((span) => !isMarkless(state, span.from, span.to))
    : [];
}

function isCovered(state: EditorState, span: Span, mark: Mark): boolean {
  const own = markedAround(state, span).filter(({ name }) => name === mark.name);
  let at = span.from;
  for (const { from, to } of own) {
    if (!isMarkless(state, at, Math.min(from, span.to))) return false;
    at = Math.max(at, to);
  }
  return own.length > 0 && isMarkless(state, at, span.to);
}

/** The formatted span that contains the caret. */
const markedAtCaret = (state: EditorState, mark: Mark): Marked | undefined => {
  const { head } = state.selection.main;
  return markedAround(state, { from: head, to: head }).find(
    ({ name, start, end }) => name === mark.name && start <= head && head <= end,
  );
};

export function isMarked(state: EditorState, mark: Mark): boolean {
  if (state.selection.main.empty) return markedAtCaret(state, mark) !== undefined;
  const spans = spansFor(state);
  return spans.length > 0 && spans.every((span) => isCovered(state, span, mark));
}

/** Other marks that a position would split: closed before it and reopened after it, so that marks nest. */
function cut(state: EditorState, pos: number, pieces: readonly Marked[]) {
  const inner = pieces.filter(({ start, end }) => start < pos && pos < end);
  const text = ({ from, start }: Marked) => state.doc.sliceString(from, start);
  return { close: inner.toReversed().map(text).join(""), open: inner.map(text).join("") };
}

const spaceBefore = (state: EditorState, pos: number) =>
  pos - (/\s*$/.exec(state.doc.sliceString(Math.max(0, pos - 80), pos))?.[0].length ?? 0);
const spaceAfter = (state: EditorState, pos: number) =>
  pos + (/^\s*/.exec(state.doc.sliceString(pos, pos + 80))?.[0].length ?? 0);

/** The marks at the start (`opens`) or end (`closes`) of a formatted span. Spaces stay outside all marks. */
function edge(
  state: EditorState,
  pos: number,
  text: string,
  crossing: readonly Marked[],
  side: "opens" | "closes",
): Change[] {
  const { close, open } = cut(state, pos, crossing);
  const [closeAt, openAt] = side === "opens" ? [spaceBefore(state, pos), pos] : [pos, spaceAfter(state, pos)];
  const [before, after] = side === "opens" ? [close, text + open] : [close + text, open];
  if (closeAt === openAt) return [{ from: pos, insert: before + after }];
  return [
    { from: closeAt, insert: before },
    { from: openAt, insert: after },
  ].filter(({ insert }) => insert !== "");
}

/** Moves an edge that is just inside another mark out of it if the other edge is outside. */
function widen(span: Span, others: readonly Marked[]): Span {
  let { from, to } = span;
  for (const { from: start, to: end, start: inner, end: innerEnd } of others.toReversed()) {
    if (from === inner && to > innerEnd) from = start;
    if (to === innerEnd && from < inner) to = end;
  }
  return { from, to };
}

const ticksAround = (text: string) =>
  "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);

function setCode(state: EditorState, span: Span): Change[] {
  const { from, to } = wholeThings(state, span, true);
  const text = state.doc.sliceString(from, to);
  const ticks = ticksAround(text);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return [
    { from, insert: ticks + space },
    { from: to, insert: space + ticks },
  ];
}

function set(state: EditorState, asked: Span, mark: Mark): Change[] {
  if (mark.name === MARKS.code.name) return setCode(state, asked);
  const around = markedAround(state, asked);
  const others = around.filter(({ name }) => name !== mark.name && name !== MARKS.code.name);
  const span = widen(wholeThings(state, asked, false), others);
  const own = around.filter(({ name }) => name === mark.name);
  const left = own.find(({ from, to }) => from < span.from && to >= span.from);
  const right = own.find(({ from, to }) => to > span.to && from <= span.to);
  const changes: Change[] = own.flatMap((piece) => [
    ...(piece === left ? [] : [{ from: piece.from, to: piece.start }]),
    ...(piece === right ? [] : [{ from: piece.end, to: piece.to }]),
  ]);
  const crossesStart = others.filter(({ to }) => to <= span.to);
  const crossesEnd = others.filter(({ from }) => from >= span.from);
  if (!left) changes.push(...edge(state, span.from, mark.text, crossesStart, "opens"));
  if (!right) changes.push(...edge(state, span.to, mark.text, crossesEnd, "closes"));
  return changes;
}

/** The opening and closing marks of a span, including the spaces that separate code from a backtick at its edge. */
function marksOf(state: EditorState, { name, from, to, start, end }: Marked): [Change, Change] {
  const isPadded = name === MARKS.code.name && /^ (?=.*`).* $/s.test(state.doc.sliceString(start, end));
  const padding = isPadded ? 1 : 0;
  return [
    { from, to: start + padding },
    { from: end - padding, to },
  ];
}

/** Removes formatting from part of a span; the rest on either side keeps it. */
function unset(state: EditorState, span: Span, piece: Marked): Change[] {
  const [open, close] = marksOf(state, piece);
  if (piece.name === MARKS.code.name) return [open, close];
  const text = state.doc.sliceString(piece.from, piece.start);
  const inner = markedAround(state, piece).filter(({ from, to }) => from >= piece.start && to <= piece.end);
  const out = widen({ from: Math.max(span.from, piece.start), to: Math.min(span.to, piece.end) }, inner);
  const keepsLeft = !isMarkless(state, piece.start, out.from);
  const keepsRight = !isMarkless(state, out.to, piece.end);
  return [
    ...(keepsLeft ? closeBefore(state, out.from, text, inner) : [open]),
    ...(keepsRight ? openBehind(state, out.to, text, inner) : [close]),
  ];
}

function closeBefore(state: EditorState, pos: number, text: string, inner: readonly Marked[]): Change[] {
  const { close, open } = cut(state, pos, inner);
  const at = spaceBefore(state, pos);
  return at === pos
    ? [{ from: pos, insert: close + text + open }]
    : [
        { from: at, insert: close + text },
        { from: pos, insert: open },
      ];
}

function openBehind(state: EditorState, pos: number, text: string, inner: readonly Marked[]): Change[] {
  const { close, open } = cut(state, pos, inner);
  const at = spaceAfter(state, pos);
  return at === pos
    ? [{ from: pos, insert: close + text + open }]
    : [
        { from: pos, insert: close },
        { from: at, insert: text + open },
      ];
}

/** A formatted span may cover several lines, and so several of the given spans. */
function unsetAll(state: EditorState, spans: readonly Span[], mark: Mark): Change[] {
  const all = { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
  const pieces = markedAround(state, all).filter(({ name }) => name === mark.name);
  return pieces.flatMap((piece) => {
    const own = spans.filter(({ from, to }) => to > piece.from && from < piece.to);
    const [first, last] = [own[0], own.at(-1)];
    return first && last ? unset(state, wholeThings(state, { from: first.from, to: last.to }, false), piece) : [];
  });
}

function toggleAtCaret(state: EditorState, mark: Mark): TransactionSpec | null {
  const { head } = state.selection.main;
  const size = mark.text.length;
  const [before, after] = [state.doc.sliceString(head - size, head), state.doc.sliceString(head, head + size)];
  if (before === mark.text && after === mark.text) {
    return { changes: { from: head - size, to: head + size }, userEvent: "input.format" };
  }
  const line = state.doc.lineAt(head);
  if (line.text.trim() !== "" && wordsIn(state, line.from, line.to).length === 0) return null;
  return {
    changes: { from: head, insert: mark.text + mark.text },
    selection: { anchor: head + size },
    userEvent: "input.format",
  };
}

/**
 * At the end of a formatted span the caret steps out of it or back in, so that what is typed next is formatted or not.
 */
function stepOver(state: EditorState, mark: Mark): TransactionSpec | null {
  const { head } = state.selection.main;
  const piece = markedAround(state, { from: head, to: head }).find(
    ({ name, start, end, to }) => name === mark.name && start < end && (head === end || head === to),
  );
  return piece ? { selection: { anchor: head === piece.end ? piece.to : piece.end } } : null;
}

export function toggleMark(state: EditorState, mark: Mark): TransactionSpec | null {
  const { main } = state.selection;
  const step = main.empty ? stepOver(state, mark) : null;
  if (step) return step;
  const piece = main.empty ? markedAtCaret(state, mark) : undefined;
  if (piece && piece.start < piece.end) {
    return { changes: marksOf(state, piece), userEvent: "input.format" };
  }
  const spans = spansFor(state);
  if (spans.length === 0) return main.empty ? toggleAtCaret(state, mark) : null;
  const isOn = spans.every((span) => isCovered(state, span, mark));
  const changes = isOn
    ? unsetAll(state, spans, mark)
    : spans.flatMap((span) => (isCovered(state, span, mark) ? [] : set(state, span, mark)));
  const map = state.changes(changes);
  const [from, to] = [map.mapPos(spans[0]?.from ?? main.from, 1), map.mapPos(spans.at(-1)?.to ?? main.to, -1)];
  const selection = main.empty
    ? { anchor: map.mapPos(main.head, main.head === spans[0]?.from ? 1 : -1) }
    : main.anchor <= main.head
      ? { anchor: from, head: Math.max(from, to) }
      : { anchor: Math.max(from, to), head: from };
  const spec = { changes, selection, userEvent: "input.format" };
  // Between a word and punctuation, or after a backslash, marks would be literal characters.
  return isOn || isMarked(state.update(spec).state, mark) ? spec : null;
}
