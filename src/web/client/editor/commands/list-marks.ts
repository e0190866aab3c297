/** The marker of a list item, and the indentation of the lines below it. */
import type { EditorState } from "@codemirror/state";
import { type Block, blockAt, type ListKind } from "./blocks.ts";

type ItemMark = {
  readonly from: number;
  /** End of the marker, including the space after it and the checkbox of a task. */
  readonly to: number;
  /** How many columns the item's lines are indented beyond its marker. */
  readonly width: number;
  readonly text: string;
  readonly isDone: boolean;
};

export function itemMark(state: EditorState, item: Block): ItemMark {
  const line = state.doc.lineAt(item.from);
  const [, text = "-", space = "", box = ""] =
    /^([-*+]|\d{1,9}[.)])([ \t]*)(\[[ xX]\](?:[ \t]|$))?/.exec(line.text.slice(item.indent.length)) ?? [];
  const isBlank = line.text.length === item.indent.length + text.length + space.length;
  // Five or more columns of space count as one, and the rest belongs to indented code.
  const after = isBlank ? Math.min(1, space.length) : space.length > 4 ? 1 : space.length;
  const from = line.from + item.indent.length;
  const isTask = item.kind === "task";
  return {
    from,
    to: from + text.length + after + (isTask ? box.length : 0),
    width: text.length + Math.max(1, after),
    text,
    isDone: isTask && /x/i.test(box),
  };
}

const numberOf = (mark: string) => Number.parseInt(mark, 10);

/** The last block that ends above a line. */
function blockAbove(state: EditorState, lineStart: number): Block | null {
  const written = state.doc.sliceString(0, lineStart).trimEnd().length;
  return written === 0 ? null : blockAt(state, written);
}

/** Yields markers for new items, continuing from the item above. */
export function* listMarks(state: EditorState, kind: ListKind, from: number): Generator<string, never> {
  const above = blockAbove(state, from);
  const mark = above?.node?.name === "ListItem" ? itemMark(state, above).text : null;
  if (kind !== "ordered") {
    const bullet = mark !== null && !/\d/.test(mark) ? mark : "-";
    while (true) yield bullet;
  }
  const isNumbered = mark !== null && /\d/.test(mark);
  const end = isNumbered ? mark.slice(-1) : ".";
  for (let next = isNumbered ? numberOf(mark) + 1 : 1; ; next++) yield `${next}${end}`;
}

const TAB = 4;

/** Removes columns from leading space; the rest of a split tab becomes spaces. */
export function outdent(space: string, columns: number): string {
  let column = 0;
  for (let at = 0; at < space.length; at++) {
    if (column >= columns) return " ".repeat(column - columns) + space.slice(at);
    column += space[at] === "\t" ? TAB - (column % TAB) : 1;
  }
  return " ".repeat(Math.max(0, column - columns));
}
