/** Renumbers ordered lists: consecutive items stay consecutive when items are added or removed; custom numbers are kept. */
import { ensureSyntaxTree } from "@codemirror/language";
import type { ChangeSet, EditorState, Extension } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { nodeAround } from "./line-lead.ts";
import { listMove } from "./list-keys.ts";

/** In ms: if parsing takes longer, the numbers are left as they are. */
const PARSING = 50;

type Numbered = { readonly item: SyntaxNode; readonly mark: SyntaxNode; readonly number: number };

function itemsOf(state: EditorState, list: SyntaxNode): Numbered[] {
  return list.getChildren("ListItem").flatMap((item) => {
    const mark = item.getChild("ListMark");
    return mark ? [{ item, mark, number: Number.parseInt(state.sliceDoc(mark.from, mark.to), 10) }] : [];
  });
}

const isCounted = (state: EditorState, list: SyntaxNode): boolean =>
  itemsOf(state, list).every(({ number }, index, [first]) => number === (first?.number ?? 0) + index);

/** The ordered list of an item, and the one it is nested in. */
const listsOf = (item: SyntaxNode | null): SyntaxNode[] =>
  [item?.parent, item?.parent?.parent?.parent].filter((each): each is SyntaxNode => each?.name === "OrderedList");

/** `changes` indent or outdent items; returns them with the renumbering of the affected lists added. */
function moveCounted(state: EditorState, items: readonly SyntaxNode[], changes: ChangeSet): ChangeSet {
  if (!items.flatMap(listsOf).every((list) => isCounted(state, list))) return changes;
  const moved = state.update({ changes }).state;
  if (!ensureSyntaxTree(moved, changes.mapPos(items.at(-1)?.to ?? 0, 1), PARSING)) return changes;
  const starts = new Set(items.map(({ from }) => changes.mapPos(from, 1)));
  const lists = new Map<number, SyntaxNode>();
  for (const start of starts) {
    const item = nodeAround(moved, start, /^ListItem$/, 1);
    for (const list of [...listsOf(item), item?.getChild("OrderedList")]) if (list) lists.set(list.from, list);
  }
  const numbers = [...lists.values()].flatMap((list) => {
    const numbered = itemsOf(moved, list);
    const [first] = numbered;
    const isNew = first !== undefined && (starts.has(first.item.from) || starts.has(list.parent?.from ?? -1));
    const start = isNew && list.parent?.name === "ListItem" ? 1 : (first?.number ?? 1);
    return numbered.flatMap(({ mark: { from, to }, number }, index) =>
      number === start + index ? [] : [{ from, to: to - 1, insert: String(start + index) }],
    );
  });
  return changes.compose(moved.changes(numbers));
}

export const listNumbers: Extension = listMove.of(moveCounted);
