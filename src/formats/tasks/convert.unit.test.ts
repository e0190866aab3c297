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
  if (!page) throw new Error("No page.");
  expect(after(LIST, (text, task) => toPage(text, task, page, { id: "p1", title: page.title }))).toBe(LINKED);
});

test("turns a page that a task links to into its description and subtasks", () => {
  expect(linkedPage(first(LINKED))).toBe("p1");
  const page = {
    id: "p1",
    title: "Ask about the hall",
    content: "---\na: b\n---\nOne\n\n    code\n- [x] two\n  three\n",
  };
  expect(after(LINKED, (doc, task) => toTask(doc, task, page))).toBe(
    "- [ ] Ask about the hall @[Bo \\[x\\]](user:u2) @[Ann](user:u1) due:2026-12-01 #venue\n  One\n\n      code\n  - [x] two\n    three\n- [ ] next",
  );
});

test("leaves a task that was changed while its page was made", () => {
  const page = pageOf(Text.of(LIST.split("\n")), first(LIST));
  if (!page) throw new Error("No page.");
  for (const text of [LIST.replace("two", "2"), LIST.replace("about", "for"), LIST.replace("    three\n", "")])
    expect(after(text, (doc, task) => toPage(doc, task, page, { id: "p1", title: page.title }))).toBe(text);
});

test("leaves a task that no longer links to the page", () => {
  const page = { id: "p2", title: "Ask", content: "One" };
  expect(after(LINKED, (doc, task) => toTask(doc, task, page))).toBe(LINKED);
});

test("begins a page with the words that its title has no room for", () => {
  const long = `${"word ".repeat(50)}@[Bo](user:u2) end`;
  const text = `- [ ] ${long} due:2026-12-01\n  One`;
  const page = pageOf(Text.of(text.split("\n")), first(text));
  expect(page).toEqual({ title: "word ".repeat(40), content: `${long}\n\nOne` });
  expect(pageOf(Text.of([`- [ ] ${long}`]), first(`- [ ] ${long}`))?.content).toBe(long);
});

test.each(["a @[P](page:p1)", "@[P](page:p1) @[Q](page:p2)", "a", "[P](page:p1)"])(
  "finds no page that %j is",
  (text) => {
    expect(linkedPage(first(`- [ ] ${text}`))).toBe(null);
  },
);
