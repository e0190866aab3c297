import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import * as edits from "./edits.ts";
import { descriptionOf, setDescription } from "./description.ts";
import { nextDue } from "./recurrence.ts";
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

test("reads a task's facts, of which the last of each kind counts", () => {
  const text =
    "- [ ] Book #1 the hall @[Ann](user:u-1) due:2026-12-01 est:2h #venue status:todo every:2w remind:1d id:b3f after:a1,a2 #big status:doing due:2026-12-02";
  expect(tasksOf(text)[0]).toMatchObject({
    due: "2026-12-02",
    status: "doing",
    estimate: "2h",
    every: "2w",
    remind: "1d",
    id: "b3f",
    after: ["a1", "a2"],
    labels: ["venue", "big"],
  });
  expect(tasksOf(text).map(({ source }) => wordsOf(source))).toEqual(["Book #1 the hall @Ann"]);
});

test("keeps words that resemble facts as text", () => {
  const text = "- [ ] Ask #venue about note:x est:soon every:never due:tomorrow #42";
  expect(tasksOf(text)[0]).toMatchObject({ due: null, estimate: null, every: null, labels: [] });
  expect(wordsOf(tasksOf(text)[0]?.source ?? "")).toBe("Ask #venue about note:x est:soon every:never due:tomorrow #42");
});

test("finds no tasks and headings in front matter", () => {
  const text = "---\nstatuses:\n  todo: To do\n# Note\nlist:\n- [ ] no\n---\n- [ ] yes";
  expect(sectionsOf(text).map(({ title, tasks }) => [title, tasks.map(({ line, box }) => [line, box])])).toEqual([["", [[8, 3]]]]);
}); // oxfmt-ignore

test.each([
  ["1d", "2026-11-28", "2026-11-30"],
  ["2w", "2026-12-03", "2026-12-17"],
  ["2w", "2026-10-01", "2026-12-10"],
  ["m", "2026-10-31", "2026-11-30"],
  ["1m", "2027-01-31", "2027-02-28"],
  ["1y", "2024-02-29", "2027-02-28"],
  ["weekday", "2026-11-27", "2026-11-30"],
  ["mon,thu", "2026-11-30", "2026-12-03"],
  ["1w", null, "2026-12-06"],
  ["0d", "2026-11-28", null],
  ["d", "9999-12-31", null],
  ["m", "9999-12-31", null],
  ["999y", "9001-01-01", null],
  ["weekday", "9999-12-31", null],
  ["1y", "9998-02-28", "9999-02-28"],
])("moves a date that recurs every %s from %s to %s", (every, due, expected) => {
  expect(nextDue(every, due, "2026-11-29")).toBe(expected);
});

test("reads the description above the subtasks", () => {
  const text = "- [ ] a\n  One\n\n    two\n  - [ ] b\n    three\n- [ ] c";
  const lines = text.split("\n");
  expect(tasksOf(text).map((each) => descriptionOf(lines, tasksOf(text), each))).toEqual(["One\n\n  two", "three", ""]);
});

test("reads and changes a line of 500 KB of facts", () => {
  const text = `- [ ] a${" due:2026-12-01".repeat(20_000)}${" #b".repeat(60_000)}`;
  const long = task(text, "a");
  expect(long.labels).toEqual(["b"]);
  const doc = textOf(text);
  expect(edits.setDue(doc, long, "2027-01-02")).toHaveLength(20_000);
  expect(edits.removeLabel(doc, long, "b")).toHaveLength(60_000);
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
  ["changes the last of two dates and removes the other", "- [ ] a due:2026-12-01 due:2026-12-02", (doc, t) => edits.setDue(doc, task(t, "a"), "2027-01-02"), "- [ ] a due:2027-01-02"],
  ["removes facts at the start", "- [ ] due:2026-12-01 !low a", (doc, t) => edits.setFacts(doc, task(t, "a"), { due: null, "!": null }), "- [ ]  a"],
  ["keeps a fact that is the only text", "- [ ] due:2026-12-01", (doc, t) => edits.setDue(doc, task(t, ""), null), "- [ ] due:2026-12-01"],
  ["sets a status with the box of its kind", "- [ ] a status:doing !low", (doc, t) => edits.setStatus(doc, task(t, "a"), { key: "done", isDone: true }), "- [x] a status:done !low"],
  ["completes a task and keeps its status", "- [ ] a status:doing", (doc, t) => edits.complete(doc, task(t, "a"), "2026-11-29"), "- [x] a status:doing"],
  ["moves a recurring task on", "- [ ] a due:2026-11-28 every:1w status:doing", (doc, t) => edits.complete(doc, task(t, "a"), "2026-11-29"), "- [ ] a due:2026-12-05 every:1w last:2026-11-29"],
  ["starts a recurrence today", "- [ ] a", (doc, t) => edits.setEvery(doc, task(t, "a"), "2w", "2026-11-29"), "- [ ] a every:2w due:2026-11-29"],
  ["sets an estimate and a reminder", "- [ ] a est:1h", (doc, t) => [...edits.setEstimate(doc, task(t, "a"), "2h"), ...edits.setRemind(doc, task(t, "a"), "1d")], "- [ ] a est:2h remind:1d"],
  ["adds a blocking task", "- [ ] a after:x1", (doc, t) => edits.setAfter(doc, task(t, "a"), "x2", true), "- [ ] a after:x1,x2"],
  ["removes the last blocking task", "- [ ] a after:x1 !low", (doc, t) => edits.setAfter(doc, task(t, "a"), "x1", false), "- [ ] a !low"],
  ["adds a label", "- [ ] a #b !low", (doc, t) => edits.addLabel(doc, task(t, "a"), "c"), "- [ ] a #b !low #c"],
  ["removes a label", "- [ ] a #b !low #c", (doc, t) => edits.removeLabel(doc, task(t, "a"), "b"), "- [ ] a !low #c"],
  ["rewords a task and keeps all facts", "- [ ] a est:2h #b status:doing", (doc, t) => edits.setWords(doc, task(t, "a"), "c"), "- [ ] c est:2h #b status:doing"],
  ["assigns a person before labels", "- [ ] a @[A](user:u-1) #b", (doc, t) => edits.assign(doc, task(t, "a @A"), { id: "u-2", name: "B" }), "- [ ] a @[A](user:u-1) @[B](user:u-2) #b"],
  ["adds a description", "- [ ] a\n  - [ ] b", (doc, t) => setDescription(doc, tasksOf(t), task(t, "a"), "One\n\n two "), "- [ ] a\n  One\n\n   two\n  - [ ] b"],
  ["changes a description", "1. [ ] a\n   One two\n- [ ] b", (doc, t) => setDescription(doc, tasksOf(t), task(t, "a"), "One three"), "1. [ ] a\n   One three\n- [ ] b"],
  ["removes a description", "- [ ] a\n  One\n\n  - [ ] b", (doc, t) => setDescription(doc, tasksOf(t), task(t, "a"), " "), "- [ ] a\n  - [ ] b"],
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
