import { expect, test } from "vitest";
import { readStatuses } from "../../../formats/tasks/statuses.ts";
import { parseTasks, wordsOf } from "../../../formats/tasks/tasks.ts";
import { boardColumns, type Column, type Grouping, listGroups, type Row, withKeys } from "./columns.ts";
import { isShown, NO_CONDITIONS, type Shown, shownRows } from "./filters.ts";

const SHOWN: Shown = { ...NO_CONDITIONS, userId: "u1", today: "2026-01-10" };

const sectionsOf = (text: string) =>
  withKeys(parseTasks(text.split("\n")), ({ line }) => String(line), readStatuses(text));
const rowsOf = (text: string): Row[] => sectionsOf(text).flatMap(({ tasks }) => [...tasks]);
const titles = (rows: readonly Row[]): string => rows.map(({ source }) => wordsOf(source)).join(" ");

test.each([
  ["cafe", true],
  ["CAFÉ", true],
  ["strasse", true],
  ["tea", false],
])("filters tasks by %j without regard to case and accents: %j", (text, expected) => {
  const rows = rowsOf("- [ ] Sweep the café in Main Straße");
  expect(rows.filter((row) => isShown(row, { ...SHOWN, text }))).toHaveLength(Number(expected));
});

const STATUSES = "---\nstatuses:\n  todo: To do\n  doing: Doing\n  done: Done, done\n---\n";
const LIST = `${STATUSES}- [ ] a due:2026-01-09 #x !low id:a1
  - [x] a2
- [ ] b @[Ann](user:u1) status:doing due:2026-01-12 after:a1,gone
# Later
- [ ] c status:lost !high
- [x] d status:doing after:a1
- [ ] e due:2026-01-10
  More about it.
`;

const drawn = (columns: readonly Column[]): string[] => columns.map(({ title, rows }) => `${title}: ${titles(rows)}`);

test.each<[string, readonly Column[], string[]]>([
  ["a board by status", boardColumns(sectionsOf(LIST), readStatuses(LIST), null), ["To do: a a2 e", "Doing: b @Ann", "Done: d", "lost: c"]],
  ["a board by heading", boardColumns(sectionsOf(LIST), readStatuses(LIST), "heading"), ["Tasks without a heading: a a2 b @Ann", "Later: c d e"]],
  ["a board without statuses", boardColumns(sectionsOf("- [ ] a\n- [x] b"), [], "status"), ["Open: a", "Done: b"]],
  ["a list by heading", listGroups(sectionsOf(LIST), readStatuses(LIST), null), ["Tasks without a heading: a a2 b @Ann", "Later: c d e"]],
  ["a list by status", listGroups(sectionsOf(LIST), readStatuses(LIST), "status"), ["To do: a a2 e", "Doing: b @Ann", "Done: d", "lost: c"]],
  ["a list without groups", listGroups(sectionsOf(LIST), readStatuses(LIST), "none"), ["All tasks: a a2 b @Ann c d e"]],
])("groups tasks: %s", (_, columns, expected) => {
  expect(drawn(columns)).toEqual(expected);
}); // oxfmt-ignore

test("knows which open tasks block a task, and which tasks have a description", () => {
  expect(rowsOf(LIST).flatMap(({ source, blockers }) => blockers.map((each) => `${wordsOf(source)} ${each}`))).toEqual(["b @Ann a"]); // oxfmt-ignore
  expect(titles(rowsOf(LIST).filter(({ isDescribed }) => isDescribed))).toBe("e");
});

test.each<[Partial<Shown>, string]>([
  [{ filter: "open" }, "a b @Ann c e"],
  [{ filter: "mine" }, "b @Ann"],
  [{ filter: "overdue" }, "a"],
  [{ who: "u1" }, "b @Ann"],
  [{ who: "" }, "a a2 c d e"],
  [{ label: "x" }, "a"],
  [{ status: "doing" }, "b @Ann"],
  [{ priority: "high" }, "c"],
  [{ due: "today" }, "a e"],
  [{ due: "week" }, "a b @Ann e"],
  [{ due: "none" }, "a2 c d"],
  [{ sort: "due" }, "a a2 e b @Ann c d"],
  [{ sort: "priority" }, "c a a2 b @Ann d e"],
])("shows the tasks that %j chooses", (shown, expected) => {
  const group: Grouping = "none";
  const [column] = listGroups(sectionsOf(LIST), readStatuses(LIST), group);
  expect(titles(column ? shownRows(column, { ...SHOWN, ...shown }) : [])).toBe(expected);
});
