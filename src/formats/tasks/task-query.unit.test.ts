import { expect, test } from "vitest";
import { matchesTask, parseTaskQuery } from "./task-query.ts";
import { readStatuses } from "./statuses.ts";
import { parseTasks, wordsOf } from "./tasks.ts";

const LIST = `---
statuses:
  todo: To do
  doing: In progress
  done: Done, done
---
- [ ] Alpha due:2026-12-01 !high #venue est:90m
- [ ] Beta @[Ann Lee](user:u1) status:doing due:2026-12-20
- [x] Gamma #venue #print
`;
const statuses = readStatuses(LIST);
const tasks = parseTasks(LIST.split("\n")).flatMap((section) => section.tasks);

test.each([
  ["Status != Done", "Alpha Beta"],
  ["Status = In progress", "Beta"],
  ["Due <= today+7d and not Done", "Alpha"],
  ["Due is empty", "Gamma"],
  ["Labels has venue and Priority = high", "Alpha"],
  ['Assignee has me or Title contains "gam"', "Beta Gamma"],
  ["Estimate > 1", "Alpha"],
])("finds the tasks of %j", (source, expected) => {
  const query = parseTaskQuery(source, statuses);
  const context = { userId: "u1", today: "2026-11-29" };
  const found = tasks.filter((task) => matchesTask(query, task, statuses, context));
  expect(found.map(({ source: each }) => wordsOf(each).split(" ")[0]).join(" ")).toBe(expected);
});

test("names an unknown status", () => {
  expect(() => parseTaskQuery("Status = Blocked", statuses)).toThrow("it has To do, In progress, Done");
});
