/** Random changes of sheets, made by the functions of the sheet's editor: anchors stay on their cells. */
import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { moveCells, type Cell } from "../../src/anchors/cells.ts";
import { parseRow, printRow, withCell } from "../../src/formats/sheet/csv.ts";
import { moveChanges, orderChanges, shiftChanges } from "../../src/web/client/sheet/structure.ts";
import { seededFractions } from "../support/seeded.ts";

const SHEETS = Math.ceil(Number(process.env["PROOFS"] || 2_000) / 50);
const CHANGES = 12;

/** A sheet whose cells have ids: `ids[row][column]`. */
type Sheet = { text: string; ids: number[][] };

function makeSheet(random: () => number): Sheet {
  const pick = (values: readonly string[]) => values[Math.floor(random() * values.length)] ?? "";
  const rows = Array.from({ length: 15 + Math.floor(random() * 30) }, (_, row) => [
    pick(["north", "south", "east", "west"]),
    `item ${Math.floor(random() * 60)}`,
    String(Math.floor(random() * 40)),
    String(Math.floor(random() * 9)),
    `=C${row + 1}*D${row + 1}`,
    pick(["", "ok", "to, do"]),
  ]);
  let id = 1;
  return { text: rows.map(printRow).join("\n"), ids: rows.map((row) => row.map(() => id++)) };
}

const moveItems = <T>(items: T[], at: number, count: number, to: number) =>
  items.splice(to, 0, ...items.splice(at, count));

/** Makes one random change; false if there is none to make. */
function change(sheet: Sheet, random: () => number, fresh: () => number): boolean {
  const int = (end: number) => Math.floor(random() * end);
  const doc = Text.of(sheet.text.split("\n"));
  const { lines } = doc;
  const width = sheet.ids[0]?.length ?? 0;
  const apply = (changes: Parameters<typeof ChangeSet.of>[0]) => {
    sheet.text = ChangeSet.of(changes, doc.length).apply(doc).toString();
  };
  const kinds: readonly (() => boolean)[] = [
    () => {
      const [at, count] = [int(lines), 1 + int(3)];
      apply(shiftChanges(doc, { axis: "row", at, count }));
      sheet.ids.splice(at, 0, ...Array.from({ length: count }, () => Array.from({ length: width }, fresh)));
      return true;
    },
    () => {
      if (lines < 6) return false;
      const at = int(lines - 2);
      apply(shiftChanges(doc, { axis: "row", at, count: -1 }));
      sheet.ids.splice(at, 1);
      return true;
    },
    () => {
      const at = int(width);
      apply(shiftChanges(doc, { axis: "column", at, count: 1 }));
      for (const row of sheet.ids) row.splice(at, 0, fresh());
      return true;
    },
    () => {
      if (width < 4) return false;
      const at = int(width);
      apply(shiftChanges(doc, { axis: "column", at, count: -1 }));
      for (const row of sheet.ids) row.splice(at, 1);
      return true;
    },
    () => {
      const count = 1 + int(3);
      const [at, to] = [int(lines - count), int(lines - count)];
      apply(moveChanges(doc, { axis: "row", at, count, to }));
      moveItems(sheet.ids, at, count, to);
      return at !== to;
    },
    () => {
      const [at, to] = [int(width), int(width)];
      apply(moveChanges(doc, { axis: "column", at, count: 1, to }));
      for (const row of sheet.ids) moveItems(row, at, 1, to);
      return at !== to;
    },
    () => {
      const key = int(width);
      const slots = Array.from({ length: lines }, (_, row) => row);
      const values = sheet.text.split("\n").map((line) => parseRow(line)[key] ?? "");
      const order = slots.toSorted((a, b) => (values[a] ?? "").localeCompare(values[b] ?? ""));
      apply(orderChanges(doc, slots, order));
      sheet.ids = order.map((row) => sheet.ids[row] ?? []);
      return true;
    },
    () => {
      sheet.text = withCell(sheet.text, int(lines), int(width), `new ${int(100)}`);
      return true;
    },
  ];
  return kinds[int(kinds.length)]?.() ?? false;
}

/** `together` changes are read as one, as after a flush. */
function play(together: number): { right: number; wrong: number } {
  const tally = { right: 0, wrong: 0 };
  for (let seed = 1; seed <= SHEETS; seed++) {
    const random = seededFractions(seed);
    const sheet = makeSheet(random);
    let next = 1_000_000;
    let cells = Array.from({ length: 12 }, (): Cell & { id: number } => {
      const [row, column] = [Math.floor(random() * sheet.ids.length), Math.floor(random() * 6)];
      return { row, column, id: sheet.ids[row]?.[column] ?? 0 };
    });
    for (let i = 0; i < CHANGES; i++) {
      const before = sheet.text;
      for (let made = 0; made < together;) if (change(sheet, random, () => next++)) made++;
      const places = new Map(sheet.ids.flatMap((row, r) => row.map((id, c) => [id, { row: r, column: c }] as const)));
      const moved = moveCells(before, sheet.text, cells);
      cells = cells.flatMap((cell, c) => {
        const [place, found] = [places.get(cell.id), moved[c]];
        if (place?.row === found?.row && place?.column === found?.column) tally.right++;
        else tally.wrong++;
        return place === undefined ? [] : [{ ...place, id: cell.id }];
      });
    }
  }
  return tally;
}

test("a cell keeps its anchor whatever happens to rows and columns, in at least 99.9 % of all checks", () => {
  const { right, wrong } = play(1);
  expect(right).toBeGreaterThan(50 * SHEETS);
  expect(wrong / (right + wrong), `${wrong} of ${right + wrong}`).toBeLessThanOrEqual(0.001);
});

test("most cells keep their anchor if two changes are read as one", () => {
  const { right, wrong } = play(2);
  expect(wrong / (right + wrong), `${wrong} of ${right + wrong}`).toBeLessThanOrEqual(0.05);
});
