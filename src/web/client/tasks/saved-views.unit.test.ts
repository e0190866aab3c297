import { expect, test } from "vitest";
import { applyEdits } from "../../../formats/properties/front-matter-edits.ts";
import { NO_CONDITIONS } from "../../shared/tasks/filters.ts";
import type { Choices } from "../../shared/tasks/props.ts";
import { choicesOf, conditionsOf, removeSavedView, saveView } from "./saved-views.ts";

const LIST = "- [ ] a\n- [ ] b";
const CHOICES: Choices = {
  ...NO_CONDITIONS,
  layout: "board",
  isText: false,
  filter: "open",
  who: "u1",
  label: 'say "x"',
  due: "week",
  sort: "due",
  group: "status",
  query: "Estimate > 1 or Title contains a",
};
const save = (text: string, choices: Choices): string =>
  applyEdits(text, saveView(text, "Soon", choices, conditionsOf(choices, [], "u1")) ?? []);

const SAVED = `${LIST}

\`\`\`view
name: Soon
as: board
by: Status
of: tasks
sort: Due
where: not Done
where: Assignee has me
where: Labels has "say \\"x\\""
where: Due <= today+7d
where: Estimate > 1 or Title contains a
\`\`\`
`;

test("saves a view at the end of the text, and reads it", () => {
  expect(save(LIST, CHOICES)).toBe(SAVED);
  expect(choicesOf(SAVED, "Soon")).toEqual({
    ...NO_CONDITIONS,
    layout: "board",
    isText: false,
    group: "status",
    sort: "due",
    query:
      '(not Done) and (Assignee has me) and (Labels has "say \\"x\\"") and (Due <= today+7d) and (Estimate > 1 or Title contains a)',
  });
  expect(choicesOf(SAVED, "Later")).toBe(null);
});

test("replaces a view of the same name, and removes it", () => {
  const next = save(SAVED, { ...NO_CONDITIONS, layout: "calendar", isText: false });
  expect(next).toBe(`${LIST}\n\n\`\`\`view\nname: Soon\nas: calendar\nof: tasks\n\`\`\`\n`);
  expect(applyEdits(next, removeSavedView(next, "Soon") ?? []).trimEnd()).toBe(LIST);
});
