import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import { parseTasks } from "../../../formats/tasks/tasks.ts";
import { groupsOf, MyTasksView, type OwnTask } from "./my-tasks-view.tsx";

const own = (source: string): OwnTask => {
  const task = parseTasks([`- [ ] ${source}`])[0]?.tasks[0];
  if (!task) throw new Error("No task.");
  return { page: { id: "p", title: "List" }, canEdit: true, task };
};

test("groups the user's tasks by day, and lists reminders from their day on", () => {
  const tasks = [
    "undated",
    "far due:2027-01-01",
    "late due:2026-11-01",
    "tomorrow due:2026-11-30",
    "now due:2026-11-29",
    "friday due:2026-12-04",
    "reminded due:2026-12-24 remind:4w",
    "reminded later due:2026-12-24 remind:1d",
    "no such day due:2027-02-31 remind:1d",
  ].map(own);
  expect(
    groupsOf(tasks, "2026-11-29").map(({ title, own: found }) => [
      title,
      found.map(({ task }) => task.source.replace(/ (?:due|remind):.*/, "")),
    ]),
  ).toEqual([
    ["Overdue", ["late"]],
    ["Due today", ["now"]],
    ["Reminders", ["reminded"]],
    ["Tomorrow", ["tomorrow"]],
    ["Friday 4 December", ["friday"]],
    ["Later", ["reminded later", "far", "no such day"]],
    ["No due date", ["undated"]],
  ]);
});

test("disables the boxes of tasks in lists that the user may not edit", () => {
  const found = [own("mine due:2026-11-29"), { ...own("theirs due:2026-11-29"), canEdit: false }];
  const html = renderToString(h(MyTasksView, { found, today: "2026-11-29" }));
  const boxes = [...html.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
  expect(boxes.map((box) => [/aria-label="([^"]*)"/.exec(box)?.[1], / disabled/.test(box)])).toEqual([
    ["mine", false],
    ["theirs", true],
  ]);
});
