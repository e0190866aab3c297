/** Changes that two people make to one task at once in the task view: statuses, dates, labels, text and places. */
import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { setDescription } from "../../src/formats/tasks/description.ts";
import * as edits from "../../src/formats/tasks/edits.ts";
import { addStatus, changeStatus, moveStatus, readStatuses } from "../../src/formats/tasks/statuses.ts";
import { parseTasks, type Section, type Task } from "../../src/formats/tasks/tasks.ts";
import { mergeChanges } from "../../src/realtime/merge.ts";
import { changeBetween } from "../../src/realtime/word-alignment.ts";

const HEAD = "---\nstatuses:\n  todo: To do, gray\n  doing: Doing, amber, limit 3\n  done: Done, green, done\n---\n\n";
const PAGE = `${HEAD}- [ ] Book the hall @[Ann](user:u1) due:2026-12-01 est:2h #venue
  Ask for a ramp.
- [ ] Print the programme status:doing
- [ ] Water the plants due:2026-12-05 every:2w
`;

type Make = (doc: Text, task: Task, section: Section) => edits.Edit[] | null;

/** The text after an edit of the task at an index. */
function after(at: number, make: Make): string {
  const doc = Text.of(PAGE.split("\n"));
  const [section] = parseTasks(PAGE.split("\n"));
  const task = section?.tasks[at];
  if (!section || !task) throw new Error(`No task ${at}.`);
  return ChangeSet.of(make(doc, task, section) ?? [], doc.length)
    .apply(doc)
    .toString();
}

const status =
  (key: string, isDone = false): Make =>
  (doc, task) =>
    edits.setStatus(doc, task, { key, isDone });
const due = (date: string | null): Make => (doc, task) => edits.setDue(doc, task, date); // oxfmt-ignore
const label = (name: string): Make => (doc, task) => edits.addLabel(doc, task, name); // oxfmt-ignore
const toTop: Make = (doc, task, section) => edits.move(doc, task, { section, before: section.tasks[0] ?? null });
const statuses = (make: (text: string) => edits.Edit[] | null): Make => (doc) => make(doc.toString()); // oxfmt-ignore
const doing = readStatuses(PAGE)[1];
if (!doing) throw new Error("No status.");

const [FIRST, SECOND, THIRD] = PAGE.slice(HEAD.length).split(/\n(?=- )/).map((each) => each.trimEnd()); // oxfmt-ignore

/** In both orders of merging. The expected text is that of the list after the front matter, with one task per item. */
test.each<[string, number, Make, Make, readonly string[]]>([
  ["status and date", 0, status("doing"), due("2026-12-24"), ["- [ ] Book the hall @[Ann](user:u1) due:2026-12-24 est:2h #venue status:doing\n  Ask for a ramp."]],
  ["status and label", 1, status("done", true), label("print"), ["- [x] Print the programme status:done #print"]],
  ["a tick and a status of an open column", 1, (doc, task) => edits.setDone(doc, task, true), status("todo"), ["- [x] Print the programme status:todo"]],
  ["a date and its removal", 0, due("2026-12-24"), due(null), ["- [ ] Book the hall @[Ann](user:u1) due:2026-12-24 est:2h #venue\n  Ask for a ramp.", "- [ ] Book the hall @[Ann](user:u1) est:2h #venue due:2026-12-24\n  Ask for a ramp."]],
  ["two statuses", 1, status("todo"), status("done", true), ["- [x] Print the programme status:todo", "- [x] Print the programme status:done"]],
  ["two dates", 0, due("2026-12-24"), due("2026-12-31"), ["- [ ] Book the hall @[Ann](user:u1) due:2026-12-24 est:2h #venue\n  Ask for a ramp.", "- [ ] Book the hall @[Ann](user:u1) due:2026-12-31 est:2h #venue\n  Ask for a ramp."]],
  ["two labels", 1, label("a"), label("b"), ["- [ ] Print the programme status:doing #a #b", "- [ ] Print the programme status:doing #b #a"]],
  ["two ticks of a recurring task", 2, (doc, task) => edits.complete(doc, task, "2026-12-05"), (doc, task) => edits.complete(doc, task, "2026-12-05"), ["- [ ] Water the plants due:2026-12-19 every:2w last:2026-12-05"]],
  ["text and status", 1, (doc, task) => edits.setWords(doc, task, "Print the big programme"), status("done", true), ["- [x] Print the big programme status:done"]],
  ["description and status", 0, (doc, task, { tasks }) => setDescription(doc, tasks, task, "Ask for a ramp and a stage."), status("doing"), ["- [ ] Book the hall @[Ann](user:u1) due:2026-12-01 est:2h #venue status:doing\n  Ask for a ramp and a stage."]],
])("merges changes of one task: %s", (_, at, one, other, expected) => {
  const [a, b] = [after(at, one), after(at, other)];
  for (const [mine, theirs] of [[a, b], [b, a]] as const) {
    const merged = mergeChanges(PAGE, changeBetween(PAGE, mine), changeBetween(PAGE, theirs), "markdown");
    const tasks = [FIRST, SECOND, THIRD].map((task, place) => (place === at ? expected : [task]));
    expect(tasks[at]?.map((task) => `${HEAD}${[FIRST, SECOND, THIRD].with(at, task).join("\n")}\n`)).toContain(merged);
  }
}); // oxfmt-ignore

test.each<[string, Make, string]>([
  ["gets a status", status("done", true), "- [x] Print the programme status:done"],
  ["gets a date", due("2026-12-24"), "- [ ] Print the programme status:doing due:2026-12-24"],
  ["gets a label", label("print"), "- [ ] Print the programme status:doing #print"],
])("merges a moved card with its change by another user: %s", (_, change, line) => {
  const [moved, changed] = [after(1, toTop), after(1, change)];
  for (const [mine, theirs] of [[moved, changed], [changed, moved]] as const) {
    const merged = mergeChanges(PAGE, changeBetween(PAGE, mine), changeBetween(PAGE, theirs), "markdown");
    expect(merged).toBe(`${HEAD}${[line, FIRST, THIRD].join("\n")}\n`);
  }
}); // oxfmt-ignore

test("merges changes of two statuses, and of one status with a card that enters its column", () => {
  const pairs: readonly (readonly [Make, Make, (text: string) => unknown, unknown])[] = [
    [statuses((text) => changeStatus(text, doing, { color: "blue" })), statuses((text) => addStatus(text, "Review")), (text) => readStatuses(text).map(({ key, color }) => `${key} ${color}`), ["todo gray", "doing blue", "review pink", "done green"]],
    [statuses((text) => moveStatus(text, "doing", "todo")), status("doing"), (text) => [readStatuses(text)[0]?.key, parseTasks(text.split("\n"))[0]?.tasks[0]?.status], ["doing", "doing"]],
    [statuses((text) => changeStatus(text, doing, { label: "Busy" })), statuses((text) => changeStatus(text, doing, { limit: 5 })), (text) => readStatuses(text)[1], { ...doing, label: "Busy", limit: 5 }],
  ]; // oxfmt-ignore
  for (const [one, other, read, expected] of pairs)
    for (const [mine, theirs] of [[after(0, one), after(0, other)], [after(0, other), after(0, one)]] as const)
      expect(read(mergeChanges(PAGE, changeBetween(PAGE, mine), changeBetween(PAGE, theirs), "markdown"))).toEqual(expected); // oxfmt-ignore
});
