/** The part of a document that a preview shows. */
import { expect, test } from "vitest";
import { textAround } from "./text-around.ts";

const paragraph = (name: string, length = 300): string => `${name} ${"word ".repeat(length / 5)}`.trim();

test("shows a short text as a whole", () => {
  expect(textAround("# Plan\n\nAll of it.\n", 3)).toBe("# Plan\n\nAll of it.\n");
});

test("shows the block at the place under its heading, and blocks around it", () => {
  const before = Array.from({ length: 9 }, (_, at) => paragraph(`before${at}`)).join("\n\n");
  const after = Array.from({ length: 9 }, (_, at) => paragraph(`after${at}`)).join("\n\n");
  const text = `# First\n\n${paragraph("other")}\n\n## Second\n\n${before}\n\nHere @[Ann](user:1).\n\n${after}`;
  const shown = textAround(text, text.indexOf("](user:1)"));
  expect(shown).toMatch(/^## Second\n\n/);
  expect(shown).toContain("Here @[Ann](user:1).");
  expect(shown).toContain("before8");
  expect(shown).toContain("after0");
  expect(shown).not.toMatch(/before0|after8|other|First/);
  expect(shown.length).toBeLessThan(1_400);
});

test("shows whole lines of a block that is too long", () => {
  const text = `# List\n\n${Array.from({ length: 500 }, (_, at) => `- [ ] item ${at} end`).join("\n")}`;
  const shown = textAround(text, text.indexOf("item 250 "));
  expect(shown).toMatch(/^# List\n\n- \[ \] item 2\d\d end\n/);
  expect(shown).toContain("item 250 end");
  expect(shown).toMatch(/end$/);
  expect(shown.length).toBeLessThan(1_400);
});

test("shows the beginning, and the end", () => {
  const text = Array.from({ length: 40 }, (_, at) => paragraph(`part${at}`)).join("\n\n");
  expect(textAround(text, 0)).toMatch(/^part0 /);
  expect(textAround(text, text.length)).toContain("part39");
});

test("shows a part of a text that takes too long to draw", () => {
  const shown = textAround(`${"[".repeat(300_000)} end`, 300_004);
  expect(shown.length).toBeLessThan(1_400);
  expect(shown.endsWith("[ end")).toBe(true);
});
