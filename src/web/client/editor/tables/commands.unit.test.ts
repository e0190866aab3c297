import { EditorState, type StateCommand, type Transaction } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { blockSeparation } from "../block-separation.ts";
import * as commands from "./commands.ts";
import * as lines from "./line-commands.ts";
import { tableAt, tables } from "./table-widget.ts";

/** Opens a document; `^` marks the caret. */
function open(marked: string) {
  const anchor = marked.indexOf("^");
  const beside = {
    endsAt: (at: EditorState, position: number) => tableAt(at, position) !== null,
    startsAt: () => false,
  };
  let state = EditorState.create({
    doc: marked.replace("^", ""),
    selection: { anchor },
    extensions: [documentLanguage, tables(), commands.missingColumn, blockSeparation(beside)],
  });
  const target = {
    get state() {
      return state;
    },
    dispatch(tr: Transaction) {
      ({ state } = tr);
    },
  };
  const shown = () => {
    const { head } = state.selection.main;
    return `${state.sliceDoc(0, head)}^${state.sliceDoc(head)}`;
  };
  return { target, shown };
}

const after = (marked: string, ...run: StateCommand[]) => {
  const { target, shown } = open(marked);
  for (const command of run) command(target);
  return shown();
};

test("moves through the cells with Tab, and adds a row after the last", () => {
  const doc = "| a^ | b |\n|---|---|\n| 1 | 2 |";
  expect(after(doc, commands.nextCell)).toBe("| a | b^ |\n|---|---|\n| 1 | 2 |");
  expect(after(doc, commands.nextCell, commands.nextCell)).toBe("| a | b |\n|---|---|\n| 1^ | 2 |");
  const added = after(doc, ...Array.from({ length: 4 }, () => commands.nextCell));
  expect(added).toBe("| a | b |\n|---|---|\n| 1 | 2 |\n| ^  |   |");
  expect(after(doc, commands.previousCell)).toBe(doc);
});

test("places the caret in a cell that its row lacks, without changing the text", () => {
  const { target, shown } = open("| a | b | c |\n|---|---|---|\n| 1^ |");
  commands.nextCell(target);
  expect(commands.activeCell(target.state)?.place).toEqual({ row: 1, column: 1 });
  commands.nextCell(target);
  expect(commands.activeCell(target.state)?.place).toEqual({ row: 1, column: 2 });
  expect(shown()).toBe("| a | b | c |\n|---|---|---|\n| 1 |^");
});

test("finds no active cell for a selection across cells or beyond the table", () => {
  const { target } = open("| a^ | b |\n|---|---|\n\nend");
  const select = (anchor: number, head: number) =>
    commands.activeCell(target.state.update({ selection: { anchor, head } }).state);
  expect(select(2, 3)?.place).toEqual({ row: 0, column: 0 });
  expect(select(2, 7)).toBeNull();
  expect(select(2, 24)).toBeNull();
  expect(select(24, 2)).toBeNull();
});

test("moves and deletes rows and columns with the caret", () => {
  const doc = "| a | b |\n|---|---|\n| 1 | 2^ |\n| 3 | 4 |";
  expect(after(doc, commands.moveRowDown)).toBe("| a | b |\n|---|---|\n| 3 | 4 |\n| 1 | 2^ |");
  expect(after(doc, commands.moveColumnLeft)).toBe("| b | a |\n|---|---|\n| 2^ | 1 |\n| 4 | 3 |");
  expect(after(doc, commands.deleteRow)).toBe("| a | b |\n|---|---|\n| 3 | 4^ |");
  expect(after(doc, commands.deleteColumn)).toBe("| a |\n|---|\n| 1^ |\n| 3 |");
  expect(after(doc, commands.deleteTable)).toBe("^");
});

test("leaves a table to a new line after or before it", () => {
  const leave: StateCommand = (target) => commands.leaveTable(target);
  const table = "| a |\n|---|\n| 1 |";
  const caret = table.replace("1", "1^");
  expect(after(caret, leave)).toBe(`${table}\n\n^`);
  expect(after(`${caret}\n`, leave)).toBe(`${table}\n\n^`);
  expect(after(`${caret}\n\n`, leave)).toBe(`${table}\n\n^`);
  expect(after(`${caret}\n\nend`, leave)).toBe(`${table}\n\n^end`);
  expect(after(`top\n\n${caret}`, (target) => commands.leaveTable(target, "before"))).toBe(`top\n^\n${table}`);
});

test("inserts a table on its own lines", () => {
  const insert: StateCommand = ({ state, dispatch }) => {
    dispatch(state.update(commands.insertTable(state, 2, 2)));
    return true;
  };
  const table = "| ^    |     |\n| --- | --- |\n|     |     |";
  expect(after("^", insert)).toBe(table);
  expect(after("a^b\nc", insert)).toBe(`ab\nc\n\n${table}`);
  expect(after("a\n\n^\n\nb", insert)).toBe(`a\n\n${table}\n\nb`);
});

test("pastes rows starting at the caret's cell", () => {
  const paste: StateCommand = (target) =>
    commands.pasteRows(target, [
      ["x", "y"],
      ["z", "a|b"],
    ]);
  expect(after("| a | b^ |\n|---|---|\n\nend", paste)).toBe("| a | x | y |\n|---|---| --- |\n|  | z | a\\|b^ |\n\nend");
});

test("starts a paragraph for text written on the line below a table", () => {
  const write: StateCommand = ({ state, dispatch }) => {
    dispatch(state.update(state.replaceSelection("x"), { userEvent: "input.type" }));
    return true;
  };
  expect(after("| a |\n|---|\n^\nend", write)).toBe("| a |\n|---|\n\nx^\nend");
  expect(after("| a |\n|---|\n\n^end", write)).toBe("| a |\n|---|\n\nx^end");
});

const FOUR = "| a | b | c |\n|---|:-:|---|\n| 1^ | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |";

test("moves a row or column across several others in one change, with the caret", () => {
  expect(after(FOUR, lines.moveRowBy(2))).toBe(
    "| a | b | c |\n|---|:-:|---|\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |\n| 1^ | 2 | 3 |",
  );
  expect(after(FOUR, lines.moveRowBy(2), lines.moveRowBy(-2))).toBe(FOUR);
  expect(after(FOUR, lines.moveColumnBy(2), lines.moveColumnBy(-1))).toBe(
    "| b | a | c |\n|:-:|---|---|\n| 2 | 1^ | 3 |\n| 5 | 4 | 6 |\n| 8 | 7 | 9 |",
  );
  let dispatched = 0;
  const { target } = open(FOUR);
  lines.moveRowBy(2)({ state: target.state, dispatch: () => void dispatched++ });
  expect(dispatched).toBe(1);
});

test("does not move a row or column beyond the table's edge or above its header", () => {
  expect(after(FOUR, lines.moveRowBy(3))).toBe(FOUR);
  expect(after(FOUR, lines.moveRowBy(-1))).toBe(FOUR);
  expect(after(FOUR, lines.moveColumnBy(-1))).toBe(FOUR);
});

test("duplicates a row, and clears the cells of a row or column", () => {
  expect(after("> | a |\n> |---|\n> | 1^ |", lines.duplicateRow)).toBe("> | a |\n> |---|\n> | 1 |\n> | 1^ |");
  expect(after("| a | b |\n|---|---|\n| 1^ | 2 |", lines.clearRow)).toBe("| a | b |\n|---|---|\n| ^ |  |");
  expect(after("| a | b |\n|---|---|\n| 1^ | 2 |", lines.clearColumn)).toBe("|  | b |\n|---|---|\n| ^ | 2 |");
});
