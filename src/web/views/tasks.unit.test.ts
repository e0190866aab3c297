/** Long task lists and hostile text in them: all words are rendered, but most rows are not. */
import { h } from "preact";
import { renderToString } from "preact-render-to-string";
import { expect, test } from "vitest";
import type { BodyProps } from "./sheet.tsx";
import { TasksBody } from "./tasks.tsx";

const print = (content: string, layout: "list" | "board"): string =>
  renderToString(
    h(TasksBody, {
      page: { id: "p", content } as unknown as BodyProps["page"],
      writes: false,
      choices: { tasks: layout },
      userId: "u",
      now: 0,
    }),
  );

test.each(["list", "board"] as const)("prints a %s of many tasks up to the budget, and the rest as text", (layout) => {
  const html = print(Array.from({ length: 20_000 }, (_, at) => `- [ ] task ${at} end`).join("\n"), layout);
  expect(html.match(/type="checkbox"/g)).toHaveLength(3_000);
  for (const at of [0, 2_999, 3_000, 19_999]) expect(html).toContain(`task ${at} end`);
});

test("shows the number of completed subtasks on a board of any length", () => {
  const html = print("- [ ] a\n  - [x] b\n  - [ ] c\n".repeat(900), "board");
  expect(html.match(/title="1 of 2/g)).toHaveLength(900);
});

test.each(["[", "@[", "[a](http://a", "`", "**", "~~", "*a ", "due:2", " "])(
  "prints a task with many repetitions of %j",
  (unit) => {
    const html = print(`- [ ] first ${unit.repeat(200_000 / unit.length)} last`, "list");
    expect(html).toMatch(/first[^]*last/);
  },
);
