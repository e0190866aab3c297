/** Task lines: what they say, and that a change changes nothing else. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readTask, type Task } from "./task.ts";
import { withAssignee, withDone, withDue, withoutAssignee, withPriority, withTitle } from "./task-edits.ts";
import { TASK_LIST } from "./task-list.ts";

const FULL = "- [ ] Write the report @[Ann](user:u1) due:2026-12-01 !high";

test("a task says what, who, when and how urgent", () => {
  expect(readTask(FULL)).toEqual({
    done: false,
    title: "Write the report",
    assignees: [{ id: "u1", label: "Ann" }],
    due: "2026-12-01",
    priority: "high",
  });
});

const said = (line: string): Partial<Task> | null => readTask(line);

test.each<[string, Partial<Task> | null]>([
  ["* [x] a", { done: true, title: "a" }],
  ["12. [X] a", { done: true, title: "a" }],
  ["\t+ [ ] a", { title: "a" }],
  ["- a", null],
  ["- [ ]a", null],
  ["- [ ] ", null],
  ["- [link](http://a)", null],
  ["- [ ] due:2026-02-29 a", { due: null, title: "due:2026-02-29 a" }],
  ["- [ ] due:2028-02-29 a", { due: "2028-02-29", title: "a" }],
  ["- [ ] a due:2026-01-01 due:2026-01-02", { due: "2026-01-01", title: "a" }],
  ["- [ ] overdue:2026-01-01", { due: null, title: "overdue:2026-01-01" }],
  ["- [ ] a due:2026-01-01.", { due: null }],
  ["- [ ] a `due:2026-01-01 !high`", { due: null, priority: null, title: "a `due:2026-01-01 !high`" }],
  ["- [ ] a `b !high c`", { priority: null, title: "a `b !high c`" }],
  ["- [ ] a !URGENT now", { priority: "urgent", title: "a now" }],
  ["- [ ] wow!high !higher", { priority: null }],
  [
    "- [ ] @[Ann](user:u1) @[Bob](user:u2) a",
    {
      title: "a",
      assignees: [
        { id: "u1", label: "Ann" },
        { id: "u2", label: "Bob" },
      ],
    },
  ],
  [
    "- [ ] Ask @[Ann](user:u1) about it",
    { title: "Ask @[Ann](user:u1) about it", assignees: [{ id: "u1", label: "Ann" }] },
  ],
  ["- [ ] a @[Ann](user:u1) @[A](user:u1)", { title: "a", assignees: [{ id: "u1", label: "Ann" }] }],
  ["- [ ] Read @[Plan](page:p1)", { title: "Read @[Plan](page:p1)", assignees: [] }],
  ["- [ ] `@[Ann](user:u1)`", { assignees: [] }],
])("%s", (line, expected) => {
  if (expected === null) expect(said(line)).toBeNull();
  else expect(said(line)).toMatchObject(expected);
});

test("indentation makes parts of tasks, whatever it is made of", () => {
  const text = [
    "# Plan",
    "- [ ] a",
    "  - [ ] b",
    "    note",
    "      - [x] c",
    "  - [ ] d",
    "\t- [ ] e",
    "",
    "- [ ] f",
    "    - [ ] g",
    "Text",
    "  - [ ] h",
    "```",
    "- [ ] not one",
    "```",
  ].join("\n");
  const list = TASK_LIST.parse(text);
  expect(list.tasks.map(({ title, line, parent, depth }) => [title, line, parent, depth])).toEqual([
    ["a", 2, null, 0],
    ["b", 3, 2, 1],
    ["c", 5, 3, 2],
    ["d", 6, 2, 1],
    ["e", 7, 6, 2],
    ["f", 9, null, 0],
    ["g", 10, 9, 1],
    ["h", 12, null, 0],
  ]);
  expect(TASK_LIST.print(list)).toBe(text);
});

test.each([
  [withDone("- [ ] a", true), "- [x] a"],
  [withDone("- [X] a", true), "- [X] a"],
  [withDone("- [X] a", false), "- [ ] a"],
  [withDue("- [ ] a", "2026-12-01"), "- [ ] a due:2026-12-01"],
  [withDue("- [ ] a due:2026-01-01 b  ", "2026-12-01"), "- [ ] a due:2026-12-01 b  "],
  [withDue("- [ ] a due:2026-01-01 b due:2026-01-02", null), "- [ ] a b"],
  [withDue("- [ ] due:2026-01-01 a", null), "- [ ] a"],
  [withPriority(FULL, "low"), FULL.replace("!high", "!low")],
  [withPriority(FULL, null), FULL.replace(" !high", "")],
  [withAssignee("- [ ] a  ", { id: "u1", label: "A]nn" }), "- [ ] a @[A\\]nn](user:u1)  "],
  [withAssignee(FULL, { id: "u1", label: "Anna" }), FULL],
  [withoutAssignee(FULL, "u1"), "- [ ] Write the report due:2026-12-01 !high"],
  [withoutAssignee("- [ ] Ask @[Ann](user:u1) about it", "u1"), "- [ ] Ask Ann about it"],
  [withTitle(FULL, "New\ntitle"), "- [ ] New title @[Ann](user:u1) due:2026-12-01 !high"],
  [withDue("no task", "2026-12-01"), "no task"],
])("%s", (changed, expected) => {
  expect(changed).toBe(expected);
});

test("what cannot be written is refused", () => {
  const invalid = expect.objectContaining({ code: "invalid_content" });
  expect(() => withDue(FULL, "2026-02-30")).toThrow(invalid);
  expect(() => withDue(FULL, "tomorrow")).toThrow(invalid);
  expect(() => withTitle(FULL, " \n ")).toThrow(invalid);
  expect(() => withAssignee(FULL, { id: "a b", label: "x" })).toThrow(invalid);
});

const words = fc.array(
  fc.constantFrom(
    "write",
    "`due:2026-01-01`",
    "`",
    "[x](y)",
    "[",
    "]",
    "@[Bob](user:u2)",
    "@[Eve](user:u3)",
    "!low",
    "!urgent",
    "due:2027-01-01",
    "due:x",
    "\\",
    "<!--",
    "é",
    "**b**",
    "@[P](page:p1)",
  ),
  { minLength: 1, maxLength: 8 },
);
const prefix = fc.constantFrom("- [ ] ", "  * [x] ", "\t1. [X]  ");
const taskLine = fc
  .tuple(prefix, words, fc.constantFrom("", "  ", "\t"))
  .map(([start, body, end]) => `${start}go ${body.join(" ")}${end}`);

test("each change says what it says and leaves all else said as it was", () => {
  const due = fc.constantFrom(null, "2026-12-01");
  const priority = fc.constantFrom(null, "high" as const);
  fc.assert(
    fc.property(taskLine, due, priority, fc.boolean(), (line, date, level, done) => {
      const before = readTask(line);
      if (!before) throw new Error("every such line is a task");
      expect(readTask(withDone(line, done))).toEqual({ ...before, done });
      expect(readTask(withDue(line, date))).toEqual({ ...before, due: date });
      expect(readTask(withPriority(line, level))).toEqual({ ...before, priority: level });
      const added = { id: "u9", label: "Zoë [z] `" };
      const assigned = readTask(withAssignee(line, added));
      expect(assigned).toMatchObject({ done: before.done, due: before.due, priority: before.priority });
      expect(assigned?.assignees).toEqual([...before.assignees, added]);
      const without = readTask(withoutAssignee(line, "u2"));
      expect(without).toMatchObject({ done: before.done, due: before.due, priority: before.priority });
      expect(without?.assignees).toEqual(before.assignees.filter(({ id }) => id !== "u2"));
      const retitled = readTask(withTitle(line, "a new title"));
      expect(retitled).toMatchObject({ title: "a new title", due: before.due, priority: before.priority });
    }),
    { numRuns: 500 },
  );
});

test("changes leave the line breaks, the indentation and the trailing spaces of any line", () => {
  fc.assert(
    fc.property(fc.oneof(taskLine, fc.string()), (line) => {
      for (const change of [
        (text: string) => withDone(text, true),
        (text: string) => withDue(text, "2026-12-01"),
        (text: string) => withPriority(text, null),
        (text: string) => withoutAssignee(text, "u2"),
      ]) {
        const changed = change(line);
        if (readTask(line) === null) expect(changed).toBe(line);
        expect(/^\s*/.exec(changed)?.[0]).toBe(/^\s*/.exec(line)?.[0]);
        expect(/\s*$/.exec(changed)?.[0]).toBe(/\s*$/.exec(line)?.[0]);
      }
    }),
  );
});
