import type { StateCommand, TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { after } from "../commands/testing.ts";
import { endAndOut, leaveCode } from "./leave-code.ts";

const pressed = (text: string, command: StateCommand = leaveCode): string =>
  after(text, (state) => {
    let spec: TransactionSpec | null = null;
    command({ state, dispatch: ({ changes, selection }) => (spec = { changes, ...(selection && { selection }) }) });
    return spec;
  });

test.each([
  ["at the end of the text", "```\nco‸de\n```", "```\ncode\n```\n‸"],
  ["before an empty line", "```ts\ncode‸\n```\n\nnext", "```ts\ncode\n```\n‸\nnext"],
  ["before text", "```\ncode‸\n```\nnext", "```\ncode\n```\n‸\n\nnext"],
  ["an unclosed block", "```\ncode‸", "```\ncode\n```\n‸"],
  ["in a quote", "> ```\n> co‸de\n> ```", "> ```\n> code\n> ```\n> ‸"],
  ["in a list", "- ```\n  co‸de\n  ```", "- ```\n  code\n  ```\n  ‸"],
  ["a formula", "$$\nx‸\n$$", "$$\nx\n$$\n‸"],
])("leaves a code block: %s", (_, before, expected) => {
  expect(pressed(before)).toBe(expected);
});

test("ignores the shortcut outside code", () => {
  expect(pressed("wo‸rds")).toBe("wo‸rds");
});

test.each([
  ["at the end of the code", "```\ncode‸\n```", "```\ncode\n```\n‸"],
  ["at the end of a formula", "$$\nx‸\n$$", "$$\nx\n$$\n‸"],
  ["inside the code", "```\nco‸de\n```", "```\nco‸de\n```"],
  ["in a block that text follows", "```\ncode‸\n```\nnext", "```\ncode‸\n```\nnext"],
])("handles Mod-End %s", (_, before, expected) => {
  expect(pressed(before, endAndOut)).toBe(expected);
});
