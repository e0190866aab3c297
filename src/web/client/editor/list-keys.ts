/** Enter, Backspace and Tab in lists, tasks and quotes, whose markers the caret cannot reach. */
import {
  type ChangeSet,
  type ChangeSpec,
  EditorSelection,
  EditorState,
  type Extension,
  Facet,
  type StateCommand,
} from "@codemirror/state";
import { keymap } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import type { ListedKey } from "../ui/listed-keys.ts";
import { type LineLead, lineLead, markOf, nodeAround } from "./line-lead.ts";

type ListMove = (state: EditorState, items: readonly SyntaxNode[], changes: ChangeSet) => ChangeSet;

/** Additional changes when items are indented or outdented: their numbers, once the code for that is loaded. */
export const listMove = Facet.define<ListMove, ListMove>({
  combine: ([first]) => first ?? ((_state, _items, changes) => changes),
});

/** Continues the list or quote; on an empty item, leaves it instead. */
export const continueMarkup: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  if (state.readOnly || state.selection.ranges.length > 1) return false;
  const lead = lineLead(state, main.from);
  if (!lead || main.from < lead.textFrom) return false;
  if (lead.mark === "" && !lead.before.includes(">")) return false;
  if (main.empty && lead.line.text.slice(lead.textFrom - lead.line.from).trim() === "")
    return leave({ state, dispatch }, lead);
  const insert = state.lineBreak + nextLead(lead);
  const changes: ChangeSpec[] = [{ from: main.from, to: main.to, insert }, ...renumber(state, lead, 1)];
  const anchor = main.from + insert.length;
  dispatch(state.update({ changes, selection: { anchor }, scrollIntoView: true, userEvent: "input" }));
  return true;
};

export function nextLead({ before, mark, space, task }: LineLead): string {
  if (mark === "") return before;
  const next = /\d/.test(mark) ? String(Number.parseInt(mark, 10) + 1) + mark.slice(-1) : mark;
  return before + next + (space === "" ? " " : space) + (task === "" ? "" : "[ ] ");
}

/** Renumbers the items after the one on this line, as long as they are consecutive. */
export function renumber(state: EditorState, { line, before, mark }: LineLead, by: number): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  if (!/\d/.test(mark)) return changes;
  let number = Number.parseInt(mark, 10);
  const item = nodeAround(state, line.from + before.length, /^ListItem$/, 1);
  for (let next = item?.nextSibling ?? null; next; next = next.nextSibling) {
    if (next.name !== "ListItem") continue;
    const found = next.getChild("ListMark");
    if (!found || Number.parseInt(state.sliceDoc(found.from, found.to), 10) !== ++number) break;
    changes.push({ from: found.from, to: found.to - 1, insert: String(number + by) });
  }
  return changes;
}

/** Removes one level when the caret is before the first character of the text. */
export const removeLevel: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  if (state.readOnly || !main.empty || state.selection.ranges.length > 1) return false;
  const heading = headingMark(state, main.head);
  if (heading) {
    dispatch(state.update({ changes: heading, userEvent: "delete.backward" }));
    return true;
  }
  const lead = lineLead(state, main.head);
  if (!lead || main.head !== lead.textFrom || lead.textFrom === lead.line.from) return false;
  const callout = /^\[!\w+\][ \t]*/.exec(lead.line.text.slice(lead.textFrom - lead.line.from))?.[0].length ?? 0;
  if (callout > 0) {
    // A callout becomes a quote first.
    const changes = { from: main.head, to: main.head + callout };
    dispatch(state.update({ changes, userEvent: "delete.backward" }));
    return true;
  }
  return leave({ state, dispatch }, lead);
};

/** The range of a `## ` before the caret. */
function headingMark(state: EditorState, at: number): { from: number; to: number } | null {
  const mark =
    nodeAround(state, at, /^ATXHeading\d$/, 1)?.firstChild ?? nodeAround(state, at, /^ATXHeading\d$/)?.firstChild;
  if (mark?.name !== "HeaderMark" || at < mark.from) return null;
  // The start of the line is left of the mark, which hangs in the margin.
  if (at === mark.from)
    return { from: at, to: at + (/^#+[ \t]*/.exec(state.sliceDoc(at, state.doc.lineAt(at).to))?.[0].length ?? 0) };
  return at > mark.to && state.sliceDoc(mark.to, at).trim() === "" ? { from: mark.from, to: at } : null;
}

/** A nested item moves out one level, a top-level item becomes text, and a quote loses its innermost mark. */
function leave(target: Parameters<StateCommand>[0], lead: LineLead): boolean {
  const { state, dispatch } = target;
  const { line, before, mark, textFrom } = lead;
  const item = mark === "" ? null : nodeAround(state, line.from + before.length, /^ListItem$/, 1);
  if (item && parentItem(item)) return outdent(target);
  const kept = mark === "" ? before.replace(/>[ \t]*$|[ \t]+$/, "") : before;
  // Without a blank line, the text or what is typed next would continue the previous item or quote.
  const previous = line.number > 1 ? state.doc.line(line.number - 1) : null;
  const parts = previous !== null && previous.text.slice(kept.length).trim() !== "";
  const insert = (parts ? kept.trimEnd() + state.lineBreak : "") + kept;
  dispatch(
    state.update({
      changes: { from: line.from, to: textFrom, insert },
      selection: { anchor: line.from + insert.length },
      scrollIntoView: true,
      userEvent: "delete.backward",
    }),
  );
  return true;
}

const parentItem = (item: SyntaxNode): SyntaxNode | null => {
  const list = item.parent;
  return list?.parent?.name === "ListItem" ? list.parent : null;
};

/** The items that contain a caret, or all items on the selected lines. */
function chosenItems(state: EditorState): SyntaxNode[] {
  const found = new Map<number, SyntaxNode>();
  for (const { from, to } of state.selection.ranges) {
    for (let at = state.doc.lineAt(from).from; at <= to; at = state.doc.lineAt(at).to + 1) {
      const lead = lineLead(state, at);
      const item = lead && nodeAround(state, Math.max(lead.textFrom, at), /^ListItem$/);
      const isInside = item && [...found.values()].some((outer) => outer.from <= item.from && outer.to >= item.to);
      if (item && !isInside) found.set(item.from, item);
    }
  }
  return [...found.values()];
}

/** The column of the item's marker; the item itself starts where its parent's text does. */
const columnOf = (state: EditorState, item: SyntaxNode): number => markOf(item) - state.doc.lineAt(markOf(item)).from;

/** Width from the marker of an item to its text. */
function widthOf(state: EditorState, item: SyntaxNode): number {
  const mark = item.getChild("ListMark");
  if (!mark) return 2;
  const spaces = /^[ \t]*/.exec(state.sliceDoc(mark.to, state.doc.lineAt(mark.to).to))?.[0].length ?? 1;
  return mark.to - mark.from + Math.min(Math.max(spaces, 1), 4);
}

/** `each` returns the change at the end of a line's indentation. */
function shiftLines(
  state: EditorState,
  item: SyntaxNode,
  each: (end: number, spaces: number) => ChangeSpec | null,
): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  const column = columnOf(state, item);
  for (let at = item.from; at <= item.to;) {
    const line = state.doc.lineAt(at);
    const before = /^(?:[ \t]*>)*[ \t]*/.exec(line.text.slice(0, column))?.[0] ?? "";
    const spaces = /[ \t]*$/.exec(before)?.[0].length ?? 0;
    const change = line.text.trim() === "" ? null : each(line.from + before.length, spaces);
    if (change) changes.push(change);
    at = line.to + 1;
  }
  return changes;
}

export const indent: StateCommand = ({ state, dispatch }) => {
  const items = chosenItems(state);
  if (state.readOnly || items.length === 0) return false;
  const changes = items.flatMap((item) => {
    let above = item.prevSibling;
    // Quote marks occur between items; neighbours that move as well cannot become the item's parent.
    while (above && (above.name !== "ListItem" || items.some((other) => other.from === above?.from)))
      above = above.prevSibling;
    if (!above) return [];
    const spaces = " ".repeat(Math.max(1, columnOf(state, above) + widthOf(state, above) - columnOf(state, item)));
    return shiftLines(state, item, (end) => ({ from: end, insert: spaces }));
  });
  if (changes.length > 0)
    dispatch(
      state.update({ changes: state.facet(listMove)(state, items, state.changes(changes)), userEvent: "input.indent" }),
    );
  return true;
};

export const outdent: StateCommand = ({ state, dispatch }) => {
  const items = chosenItems(state);
  if (state.readOnly || items.length === 0) return false;
  const changes = items.flatMap((item) => {
    const parent = parentItem(item);
    if (!parent) return [];
    const width = columnOf(state, item) - columnOf(state, parent);
    return shiftLines(state, item, (end, spaces) =>
      spaces === 0 ? null : { from: end - Math.min(width, spaces), to: end },
    );
  });
  if (changes.length > 0)
    dispatch(
      state.update({
        changes: state.facet(listMove)(state, items, state.changes(changes)),
        userEvent: "delete.dedent",
      }),
    );
  return true;
};

/** Keeps the caret out of a line's leading markup, where typing would break the list. */
const caretInText = EditorState.transactionFilter.of((tr) => {
  if (!tr.selection || tr.docChanged) return tr;
  let moved = false;
  const ranges = tr.selection.ranges.map((range) => {
    if (!range.empty) return range;
    const lead = lineLead(tr.startState, range.head);
    if (!lead || range.head >= lead.textFrom) return range;
    moved = true;
    return EditorSelection.cursor(lead.textFrom, 1);
  });
  return moved ? [tr, { selection: EditorSelection.create(ranges, tr.selection.mainIndex) }] : tr;
});

export const LIST_KEYS: readonly ListedKey<StateCommand>[] = [
  { key: "Enter", label: "nextItem", run: continueMarkup },
  { key: "Tab", label: "setIn", run: indent },
  { key: "Shift-Tab", label: "setOut", run: outdent },
];

export const listKeys: Extension = [caretInText, keymap.of([...LIST_KEYS, { key: "Backspace", run: removeLevel }])];
