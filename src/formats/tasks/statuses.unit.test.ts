import { expect, test } from "vitest";
import { applyEdits } from "../properties/front-matter-edits.ts";
import * as statuses from "./statuses.ts";
import { parseTasks } from "./tasks.ts";

const PAGE = `---
# Ask Ann before changing these.
statuses:
  todo: To do, gray
  doing: "Doing, amber, limit 3"
  review: In review
  done: Done, green, done
  dropped: Dropped, gray, done
other: [a, b]   # kept
---

- [ ] a
- [ ] b status:doing
- [ ] c status:Review
- [ ] d status:done
- [x] e
- [x] f status:dropped
- [x] g status:doing
- [ ] h status:someday
- [x] i status:someday
`;

const tasksOf = (text: string) => parseTasks(text.split("\n")).flatMap(({ tasks }) => tasks);
const columnsOf = (text: string): string[] => {
  const declared = statuses.readStatuses(text);
  return tasksOf(text).map((task) => `${task.source.charAt(0)} ${statuses.statusOf(declared, task)?.key ?? "-"}`);
};
const status = (text: string, key: string): statuses.Status => {
  const found = statuses.readStatuses(text).find((each) => each.key === key);
  if (!found) throw new Error(`No status ${key}.`);
  return found;
};
const after = (text: string, edits: ReturnType<typeof statuses.addStatus>): string => {
  if (edits === null) throw new Error("The edit is not possible.");
  return applyEdits(text, edits);
};

test("reads declared statuses in their order", () => {
  expect(statuses.readStatuses(PAGE)).toMatchObject([
    { key: "todo", label: "To do", color: "gray", limit: null, isDone: false },
    { key: "doing", label: "Doing", color: "amber", limit: 3, isDone: false },
    { key: "review", label: "In review", color: null, limit: null, isDone: false },
    { key: "done", label: "Done", color: "green", isDone: true },
    { key: "dropped", label: "Dropped", isDone: true },
  ]);
});

test("puts each task into the column of its word, or into the first of its box's kind", () => {
  expect(columnsOf(PAGE)).toEqual(["a todo", "b doing", "c review", "d todo", "e done", "f dropped", "g done", "h someday", "i done"]); // oxfmt-ignore
  const all = statuses.allStatuses(statuses.readStatuses(PAGE), tasksOf(PAGE));
  expect(all.at(-1)).toMatchObject({ key: "someday", label: "someday", isDeclared: false });
});

test("finds no status in a list without statuses", () => {
  expect(columnsOf("- [ ] a status:doing")).toEqual(["a -"]);
  expect(columnsOf("---\nstatuses:\n---\n- [ ] a")).toEqual(["a -"]);
});

test.each<[string, (text: string) => ReturnType<typeof statuses.addStatus>, string, string]>([
  ["adds one before those for done tasks", (t) => statuses.addStatus(t, "Waiting for Ann"), "  review: In review\n", "  review: In review\n  waiting-for-ann: Waiting for Ann, green\n"],
  ["adds one for done tasks", (t) => statuses.addStatus(t, "Done", true), "  dropped: Dropped, gray, done\n", "  dropped: Dropped, gray, done\n  done-2: Done, green, done\n"],
  ["renames one and keeps its key", (t) => statuses.changeStatus(t, status(t, "review"), { label: "Check" }), "  review: In review\n", "  review: Check\n"],
  ["changes a colour and keeps quotes", (t) => statuses.changeStatus(t, status(t, "doing"), { color: "blue" }), '"Doing, amber, limit 3"', '"Doing, blue, limit 3"'],
  ["sets a limit", (t) => statuses.changeStatus(t, status(t, "review"), { limit: 2 }), "  review: In review\n", "  review: In review, limit 2\n"],
  ["removes a limit", (t) => statuses.changeStatus(t, status(t, "doing"), { limit: null }), '"Doing, amber, limit 3"', '"Doing, amber"'],
  ["moves one", (t) => statuses.moveStatus(t, "review", "todo"), '  todo: To do, gray\n  doing: "Doing, amber, limit 3"\n  review: In review\n', '  review: In review\n  todo: To do, gray\n  doing: "Doing, amber, limit 3"\n'],
  ["removes one and keeps its tasks", (t) => statuses.removeStatus(t, "review"), "  review: In review\n", ""],
])("edits statuses: %s", (_, make, from, to) => {
  expect(after(PAGE, make(PAGE))).toBe(PAGE.replace(from, () => to));
}); // oxfmt-ignore

test("declares statuses in a list without any", () => {
  const lines = "statuses:\n  todo: Offen, gray\n  doing: In Arbeit, amber\n  done: Erledigt, green, done\n";
  const declare = (text: string): string =>
    after(text, statuses.declareStatuses(text, ["Offen", "In Arbeit", "Erledigt"]));
  expect(declare("- [ ] a")).toBe(`---\n${lines}---\n- [ ] a`);
  expect(declare("---\ntitle: x\n---\n- [ ] a")).toBe(`---\ntitle: x\n${lines}---\n- [ ] a`);
});

test("keeps the tasks of a removed status in a last column", () => {
  const text = after(PAGE, statuses.removeStatus(PAGE, "doing"));
  expect(columnsOf(text)).toContain("b doing");
  expect(statuses.allStatuses(statuses.readStatuses(text), tasksOf(text)).map(({ key }) => key)).toEqual(["todo", "review", "done", "dropped", "doing", "someday"]); // oxfmt-ignore
});

test("reads hostile declarations", () => {
  const many = Array.from({ length: 5_000 }, (_, n) => `  s${n}: S, limit ${n}`).join("\n");
  expect(statuses.readStatuses(`---\nstatuses:\n${many}\n---\n`).length).toBeLessThanOrEqual(statuses.MAX_STATUSES);
  for (const line of ["a b: x", "- x", "&a: b", "__proto__: x", `a: ${",".repeat(50_000)}`])
    expect(statuses.readStatuses(`---\nstatuses:\n  ${line}\n---\n`).length).toBeLessThanOrEqual(1);
});
