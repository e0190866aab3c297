import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { linkedPage, pageOf, toPage, toTask } from "./convert.ts";
import type { Edit } from "./edits.ts";
import { parseTasks, type Task } from "./tasks.ts";

const first = (text: string): Task => {
  const task = parseTasks(text.split("\n"))[0]?.tasks[0];
  if (!task) throw new Error("No task.");
  return task;
};

const after = (text: string, make: (doc: Text, task: Task) => Edit[]): string => {
  const doc = Text.of(text.split("\n"));
  return ChangeSet.of(make(doc, first(text)), doc.length)
    .apply(doc)
    .toString();
};

const LIST = `- [ ] Ask @[Bo \\[x\\]](user:u2) about the [hall] @[Ann](user:u1) due:2026-12-01 #venue
  One

      code
  - [x] two
    three
- [ ] next`;
const LINKED = String.raw`- [ ] @[Ask @Bo \[x\] about the \[hall\]](page:p1) @[Bo \[x\]](user:u2) @[Ann](user:u1) due:2026-12-01 #venue
- [ ] next`;

test("turns a task into a page and keeps its facts on the line", () => {
  const doc = Text.of(LIST.split("\n"));
  const page = pageOf(doc, first(LIST));
  expect(page).toEqual({ title: "Ask @Bo [x] about the [hall]", content: "One\n\n    code\n- [x] two\n  three" });
  expect(after(LIST, (text, task) => toPage(text, task, { id: "p1", title: page?.title ?? "" }))).toBe(LINKED);
});

test("turns a page that a task links to into its description and subtasks", () => {
  expect(linkedPage(first(LINKED))).toBe("p1");
  const page = { title: "Ask about the hall", content: "---\na: b\n---\nOne\n\n    code\n- [x] two\n  three\n" };
  expect(after(LINKED, (doc, task) => toTask(doc, task, page))).toBe(
    "- [ ] Ask about the hall @[Bo \\[x\\]](user:u2) @[Ann](user:u1) due:2026-12-01 #venue\n  One\n\n      code\n  - [x] two\n    three\n- [ ] next",
  );
});

test.each(["a @[P](page:p1)", "@[P](page:p1) @[Q](page:p2)", "a", "[P](page:p1)"])(
  "finds no page that %j is",
  (text) => {
    expect(linkedPage(first(`- [ ] ${text}`))).toBe(null);
  },
);
