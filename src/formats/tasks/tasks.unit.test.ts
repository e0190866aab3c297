import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import * as edits from "./edits.ts";
import { parseTasks, progressOf, type Section, type Task, wordsOf } from "./tasks.ts";

const textOf = (text: string): Text => Text.of(text.split("\n"));
const sectionsOf = (text: string) => parseTasks(text.split("\n"));
const tasksOf = (text: string) => sectionsOf(text).flatMap(({ tasks }) => tasks);

const task = (text: string, words: string): Task => {
  const found = tasksOf(text).find(({ source }) => wordsOf(source) === words);
  if (!found) throw new Error(`No task has the title ${words}.`);
  return found;
};

const section = (text: string, at: number): Section => {
  const found = sectionsOf(text)[at];
  if (!found) throw new Error(`No section ${at}.`);
  return found;
};

const after = (text: string, make: (doc: Text) => edits.Edit[]): string => {
  const doc = textOf(text);
  return ChangeSet.of(make(doc), doc.length).apply(doc).toString();
};

const PLAN = `- [ ] first due:2026-12-01

# Doing
Some words.

- [x] second @[Ann](user:u-1) !high due:2026-11-30
  - [ ] below
    more of it
  1. [X] numbered
* [ ] third
\`\`\`
- [ ] code
\`\`\`

## Later
`;

test("groups tasks by heading, nests them by indentation and ignores code", () => {
  expect(sectionsOf(PLAN).map(({ title, line, tasks }) => [title, line, tasks.map(({ source, level }) => [wordsOf(source), level])])).toEqual([
    ["", null, [["first", 0]]],
    ["Doing", 3, [["second @Ann", 0], ["below", 1], ["numbered", 1], ["third", 0]]],
    ["Later", 15, []],
  ]); // oxfmt-ignore
  const second = task(PLAN, "second @Ann");
  expect(second).toMatchObject({
    line: 6,
    end: 9,
    isDone: true,
    due: "2026-11-30",
    priority: "high",
    people: [{ id: "u-1", name: "Ann" }],
  });
  const progress = parseTasks(PLAN.split("\n")).flatMap(({ tasks }) => [...progressOf(tasks)]);
  expect(progress.map(([{ line }, done]) => [line, done])).toEqual([[6, [1, 2]]]);
});

test("returns one section for an empty text", () => {
  expect(sectionsOf("")).toEqual([{ line: null, title: "", end: 0, tasks: [] }]);
});

test.each<[string, string, (doc: Text, text: string) => edits.Edit[], string]>([
  ["completes a task", "- [ ] a\n- [ ] b", (doc, t) => edits.setDone(doc, task(t, "b"), true), "- [ ] a\n- [x] b"],
  ["reopens a task", "1. [X] a", (doc, t) => edits.setDone(doc, task(t, "a"), false), "1. [ ] a"],
  ["sets a due date", "- [ ] a", (doc, t) => edits.setDue(doc, task(t, "a"), "2026-12-01"), "- [ ] a due:2026-12-01"],
  ["changes a due date", "- [ ] a due:2026-12-01 !low", (doc, t) => edits.setDue(doc, task(t, "a"), "2027-01-02"), "- [ ] a due:2027-01-02 !low"],
  ["removes a due date", "- [ ] a due:2026-12-01 !low", (doc, t) => edits.setDue(doc, task(t, "a"), null), "- [ ] a !low"],
  ["sets a priority", "- [ ] a", (doc, t) => edits.setPriority(doc, task(t, "a"), "high"), "- [ ] a !high"],
  ["changes a priority", "- [ ] a !HIGH b", (doc, t) => edits.setPriority(doc, task(t, "a b"), "low"), "- [ ] a !low b"],
  ["assigns a person", "- [ ] a due:2026-12-01 !low", (doc, t) => edits.assign(doc, task(t, "a"), { id: "u-2", name: "B [x]" }), String.raw`- [ ] a @[B \[x\]](user:u-2) due:2026-12-01 !low`],
  ["does not assign a person twice", "- [ ] a @[A](user:u-1)", (doc, t) => edits.assign(doc, task(t, "a @A"), { id: "u-1", name: "A" }), "- [ ] a @[A](user:u-1)"],
  ["unassigns a person", "- [ ] a @[A](user:u-1) b", (doc, t) => edits.unassign(doc, task(t, "a @A b"), "u-1"), "- [ ] a b"],
  ["keeps the name of an unassigned person as the title", "- [ ] @[A](user:u-1)", (doc, t) => edits.unassign(doc, task(t, "@A"), "u-1"), "- [ ] A"],
  ["rewords a task and keeps people and dates", "- [ ] ask @[A](user:u-1) due:2026-12-01", (doc, t) => edits.setWords(doc, task(t, "ask @A"), "tell @A all"), "- [ ] tell @[A](user:u-1) all due:2026-12-01"],
  ["removes people by rewording", "- [ ] ask @[A](user:u-1) !low", (doc, t) => edits.setWords(doc, task(t, "ask @A"), "ask"), "- [ ] ask !low"],
  ["keeps words when none are given", "- [ ] a", (doc, t) => edits.setWords(doc, task(t, "a"), " "), "- [ ] a"],
  ["adds a task after the last one", "# A\n- [ ] a\n  more\n\n# B\n", (doc, t) => edits.add(doc, section(t, 0), "b\nc"), "# A\n- [ ] a\n  more\n- [ ] b c\n\n# B\n"],
  ["adds a task below a heading", "# A\n\n# B", (doc, t) => edits.add(doc, section(t, 0), "b"), "# A\n- [ ] b\n\n# B"],
  ["adds a task below text", "# A\nwords\n", (doc, t) => edits.add(doc, section(t, 0), "b"), "# A\nwords\n\n- [ ] b\n"],
  ["adds a task to an empty list", "", (doc, t) => edits.add(doc, section(t, 0), "b"), "- [ ] b"],
  ["adds a subtask", "1. [ ] a\n2. [ ] b", (doc, t) => edits.addBelow(doc, task(t, "a"), "c"), "1. [ ] a\n   - [ ] c\n2. [ ] b"],
  ["removes a task with its subtasks", "- [ ] a\n  - [ ] b\n- [ ] c", (doc, t) => edits.remove(doc, task(t, "a")), "- [ ] c"],
  ["removes the last task", "- [ ] a\n- [ ] b", (doc, t) => edits.remove(doc, task(t, "b")), "- [ ] a"],
  ["removes the only task", "- [ ] a", (doc, t) => edits.remove(doc, task(t, "a")), ""],
  ["moves a task up with its subtasks", "- [ ] a\n- [ ] b\n  - [ ] c", (doc, t) => edits.move(doc, task(t, "b"), { section: section(t, 0), before: task(t, "a") }), "- [ ] b\n  - [ ] c\n- [ ] a"],
  ["moves a subtask to the top level", "- [ ] a\n  - [ ] b\n- [ ] c", (doc, t) => edits.move(doc, task(t, "b"), { section: section(t, 0), before: task(t, "c") }), "- [ ] a\n- [ ] b\n- [ ] c"],
  ["moves a task to the end of another section", "# A\n- [ ] a\n- [ ] b\n# B\n- [ ] c", (doc, t) => edits.move(doc, task(t, "a"), { section: section(t, 1), before: null }), "# A\n- [ ] b\n# B\n- [ ] c\n- [ ] a"],
  ["moves a task to an empty section", "- [ ] a\n# B", (doc, t) => edits.move(doc, task(t, "a"), { section: section(t, 1), before: null }), "# B\n- [ ] a"],
  ["does not move a task into itself", "- [ ] a\n  - [ ] b", (doc, t) => edits.move(doc, task(t, "a"), { section: section(t, 0), before: task(t, "b") }), "- [ ] a\n  - [ ] b"],
  ["indents a task with its subtasks", "- [ ] a\n- [ ] b\n  - [ ] c", (doc, t) => edits.shift(doc, tasksOf(t), task(t, "b"), true), "- [ ] a\n  - [ ] b\n    - [ ] c"],
  ["outdents a task", "- [ ] a\n  - [ ] b", (doc, t) => edits.shift(doc, tasksOf(t), task(t, "b"), false), "- [ ] a\n- [ ] b"],
  ["does not indent the first task", "- [ ] a\n- [ ] b", (doc, t) => edits.shift(doc, tasksOf(t), task(t, "a"), true), "- [ ] a\n- [ ] b"],
])("edits a task list: %s", (_, text, make, expected) => {
  expect(after(text, (doc) => make(doc, text))).toBe(expected);
}); // oxfmt-ignore

test("merges a change of one task with another user's change of another task", () => {
  const text = "- [ ] a\n- [ ] b";
  const doc = textOf(text);
  const mine = ChangeSet.of(edits.setDue(doc, task(text, "a"), "2026-12-01"), doc.length);
  const theirs = ChangeSet.of(edits.setWords(doc, task(text, "b"), "b more"), doc.length);
  expect(theirs.map(mine).apply(mine.apply(doc)).toString()).toBe("- [ ] a due:2026-12-01\n- [ ] b more");
});
