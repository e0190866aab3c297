/**
 * 36 pairs of concurrent edits to one task list. Word-level merging lost, duplicated or broke a task in 12 of them; merging
 * by parts of lines, in 5; tracking moved and removed tasks as a whole, in 1.
 */
import { expect, test } from "vitest";
import { parseTasks } from "../../src/formats/tasks/tasks.ts";
import { damagedCases, type Case, type Edit, type Reading, type Thing } from "./judge.ts";

const PAGE = `---
statuses:
  todo: To do, gray
  doing: Doing, amber, limit 3
  review: Review, blue
  done: Done, green, done
---

- [ ] T1 Book the hall for the spring meeting @[Ann](user:u1) due:2026-12-01 !high est:2h #venue
  Ask for a ramp at the side door.
- [ ] T2 Print the programme @[Ben](user:u2) due:2026-12-05 #print
- [ ] T3 Invite the speakers @[Ann](user:u1) due:2026-11-30 !medium est:5h status:doing
  Send the list to Cleo first.
- [ ] T4 Order name badges #print status:doing
- [ ] T5 Check the budget @[Cleo](user:u3) due:2026-12-02 !low est:1h status:review
- [x] T6 Choose a date @[Ann](user:u1) due:2026-11-20
`;

const FACTS: Readonly<Record<string, RegExp>> = {
  due: / due:(\S+)/g,
  priority: / !(\S+)/g,
  estimate: / est:(\S+)/g,
  status: / status:(\S+)/g,
};

function readTask(source: string, below: readonly string[], isDone: boolean): { thing: Thing; fault: string | null } {
  let title = ` ${source}`;
  const take = (pattern: RegExp): string[] => {
    const found = [...title.matchAll(pattern)].map(([, value = ""]) => value);
    title = title.replace(pattern, "");
    return found;
  };
  const people = take(/ @\[[^\]]*\]\(user:(\w+)\)/g);
  const labels = take(/ #([a-z]+)/g);
  const facts = Object.entries(FACTS).map(([key, pattern]) => [key, take(pattern)] as const);
  const isBroken =
    /user:|due:|est:|status:|!|\d{4}/.test(title) ||
    facts.some(
      ([key, values]) =>
        values.length > 1 || (key === "due" && values.some((value) => !/^\d{4}-\d\d-\d\d$/.test(value))),
    );
  const [description, subtasks] = [false, true].map((isTask) =>
    below.filter((line) => line.startsWith("- [") === isTask),
  );
  return {
    thing: {
      title: title.trim(),
      done: String(isDone),
      people,
      labels,
      subtasks: subtasks ?? [],
      description: description?.join("\n") ?? null,
      ...Object.fromEntries(facts.map(([key, [value = null]]) => [key, value])),
    },
    fault: isBroken ? source : null,
  };
}

function read(text: string): Reading {
  const lines = text.split("\n");
  const things = new Map<string, Thing>();
  const faults: string[] = [];
  const put = (name: string, thing: Thing): void => {
    if (things.has(name)) faults.push(`${name} is there twice`);
    things.set(name, thing);
  };
  const end = lines.indexOf("---", 1);
  for (const line of lines.slice(2, end)) {
    const [, key = "", value = ""] = /^ {2}([a-z]+): (.+)$/.exec(line) ?? [];
    const [name = "", ...rest] = value.split(", ");
    const limits = rest.filter((word) => word.startsWith("limit "));
    const colors = rest.filter((word) => /^[a-z]+$/.test(word) && word !== "done");
    if (key === "" || limits.length > 1 || colors.length !== 1) faults.push(`status ${line}`);
    put(`status ${key}`, { name, color: colors[0] ?? null, limit: limits[0] ?? null });
  }
  for (const { line, end: last, level, source, isDone } of parseTasks(lines).flatMap((section) => section.tasks)) {
    if (level > 0) continue;
    const below = lines.slice(line, last).map((each) => each.trim());
    const { thing, fault } = readTask(source, below, isDone);
    put(/^T\d/.exec(source)?.[0] ?? source, thing);
    const status = thing["status"];
    if (fault !== null) faults.push(fault);
    if (typeof status === "string" && !things.has(`status ${status}`)) faults.push(`${source} has no status`);
  }
  return { things, faults };
}

const find = (lines: readonly string[], name: string): [start: number, end: number] => {
  const start = lines.findIndex((line) => line.includes(`] ${name} `) || line.startsWith(`  ${name}: `));
  let end = start + 1;
  while (!/^ {2}/.test(lines[start] ?? "") && /^ {2}/.test(lines[end] ?? "")) end += 1;
  return [start, end];
};
const change =
  (name: string, edit: (line: string) => string): Edit =>
  (lines) =>
    lines.map((line, i) => (i === find(lines, name)[0] ? edit(line) : line));
const cut =
  (name: string, before: string | null): Edit =>
  (lines) => {
    const [start, end] = find(lines, name);
    const rest = lines.toSpliced(start, end - start);
    return before === null ? rest : rest.toSpliced(find(rest, before)[0], 0, ...lines.slice(start, end));
  };
const below =
  (name: string, text: string, isFirst = false): Edit =>
  (lines) => {
    const [start, end] = find(lines, name);
    return isFirst && end > start + 1 ? lines.with(start + 1, text) : lines.toSpliced(end, 0, text);
  };
const after = (name: string, text: string): Edit => below(name, text);
const fact = (name: string, pattern: RegExp, text: string): Edit =>
  change(name, (line) => (pattern.test(line) ? line.replace(pattern, text) : line + text));
const due = (name: string, text: string): Edit => fact(name, / due:\S+/, text === "" ? "" : ` due:${text}`);
const priority = (name: string, text: string): Edit => fact(name, / !\w+/, ` !${text}`);
const box = (name: string, mark: string): Edit => change(name, (line) => line.replace(/\[.\]/, `[${mark}]`));
const then =
  (...edits: readonly Edit[]): Edit =>
  (lines) =>
    edits.reduce((now, edit) => edit(now), lines);
const status = (name: string, to: string): Edit =>
  then(
    box(name, to === "done" ? "x" : " "),
    fact(name, / status:\S+|$/, to === "todo" || to === "done" ? "" : ` status:${to}`),
  );
const add = (name: string, text: string): Edit => change(name, (line) => line + text);
const person = (name: string, text: string): Edit =>
  change(name, (line) => line.replace(/(?= #| status:|$)/, ` @[X](user:${text})`));
const word = (name: string, one: string, other: string): Edit => change(name, (line) => line.replace(one, other));

const CASES: readonly Case[] = [
  ["different tasks: status, date", status("T1", "doing"), due("T2", "2026-12-09")],
  ["status, date", status("T1", "doing"), due("T1", "2026-12-09")],
  ["status, title", status("T1", "doing"), word("T1", "the hall", "the large hall")],
  [
    "status, title in other words",
    status("T3", "review"),
    word("T3", "Invite the speakers", "Call everybody by phone"),
  ],
  ["status, description", status("T3", "review"), below("T3", "  Send the final list to Cleo first, by Friday.", true)],
  ["status, new description", status("T2", "doing"), below("T2", "  On recycled paper.")],
  ["status, new subtask", status("T3", "review"), below("T3", "  - [ ] Ask Dan")],
  ["status, person", status("T4", "review"), person("T4", "u4")],
  ["the same status", status("T1", "doing"), status("T1", "doing")],
  ["two statuses, none before", status("T1", "doing"), status("T1", "review")],
  ["two statuses, one before", status("T3", "review"), status("T3", "todo")],
  ["two statuses, done", status("T5", "doing"), status("T5", "done")],
  ["done, another status", status("T3", "done"), status("T3", "review")],
  ["done, date", status("T3", "done"), due("T3", "2026-12-24")],
  ["done, deleted", box("T3", "x"), cut("T3", null)],
  ["two dates", due("T1", "2026-12-09"), due("T1", "2027-01-10")],
  ["date set, date taken away", due("T1", "2026-12-09"), due("T1", "")],
  ["two priorities", priority("T1", "low"), priority("T1", "medium")],
  ["first priority, first estimate", priority("T4", "low"), add("T4", " est:3h")],
  ["two labels", add("T1", " #spring"), add("T1", " #money")],
  ["two people", person("T4", "u1"), person("T4", "u4")],
  ["one person off, another on", word("T1", " @[Ann](user:u1)", ""), person("T1", "u4")],
  ["moved, title", cut("T2", "T1"), word("T2", "the programme", "the short programme")],
  ["moved twice to the same place", cut("T4", "T3"), cut("T4", "T3")],
  ["two moved", cut("T4", "T3"), cut("T2", "T1")],
  ["moved, status", cut("T4", "T3"), status("T4", "review")],
  ["moved with another status, date", then(status("T2", "doing"), cut("T2", "T3")), due("T2", "2026-12-06")],
  ["two new tasks", after("T4", "- [ ] T7 Rent chairs status:doing"), after("T4", "- [ ] T8 Rent tables status:doing")],
  ["statuses: two limits", word("doing", "limit 3", "limit 4"), word("doing", "limit 3", "limit 5")],
  ["statuses: limit, color", add("review", ", limit 2"), word("review", "blue", "purple")],
  ["statuses: limit, name of the next", word("doing", "limit 3", "limit 4"), word("review", "Review", "Checking")],
  ["statuses: two new", after("doing", "  blocked: Blocked, red"), after("doing", "  waiting: Waiting, teal")],
  ["statuses: moved, limit", cut("review", "doing"), add("review", ", limit 2")],
  ["statuses: moved, a task's status", cut("review", "doing"), status("T3", "review")],
  ["statuses: renamed, a task's status", word("doing", "Doing", "Working"), status("T1", "doing")],
  [
    "statuses: removed, a task's status",
    then(cut("review", null), word("T5", " status:review", "")),
    status("T1", "review"),
  ],
];

test("damages one of 36 merged pairs of task changes", () => {
  expect(CASES).toHaveLength(36);
  // A status removed while a task is set to it becomes an unknown status, for a reader to resolve.
  expect(Object.keys(damagedCases(PAGE, CASES, read))).toEqual(["statuses: removed, a task's status"]);
});

/** Similar cases that involve more lines. */
const MORE: readonly Case[] = [
  ["moved to different places", cut("T4", "T1"), cut("T4", "T2")],
  [
    "moved with its description, which is reworded",
    cut("T3", "T1"),
    below("T3", "  Send the short list to Cleo first.", true),
  ],
  ["moved, a new subtask", cut("T1", "T4"), below("T1", "  - [ ] Ask Dan")],
  ["moved, ticked and moved to the same place", cut("T4", "T3"), then(cut("T4", "T3"), box("T4", "x"))],
  ["several moved, one of them dated", then(cut("T4", "T1"), cut("T5", "T1")), due("T5", "2027-01-01")],
  ["moved, the one above reworded", cut("T4", "T3"), word("T3", "speakers", "guests")],
  ["deleted, a new subtask", cut("T3", null), below("T3", "  - [ ] Ask Dan")],
  ["deleted, description reworded", cut("T1", null), below("T1", "  Ask for two ramps.", true)],
  ["both reorder everything, one ticks", then(cut("T5", "T1"), cut("T4", "T5")), then(cut("T2", "T1"), box("T3", "x"))],
  [
    "date and person, priority and label",
    then(due("T1", "2027-01-01"), person("T1", "u4")),
    then(priority("T1", "low"), add("T1", " #x")),
  ],
];

test("keeps changes to a task that the other side moved or removed", () => {
  expect(damagedCases(PAGE, MORE, read)).toEqual({});
});
