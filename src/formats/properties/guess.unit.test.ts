import { expect, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";
import { propertyOf } from "./guess.ts";
import { newProperty } from "./schema.ts";

const guessed = (line: string, schema = [] as readonly ReturnType<typeof newProperty>[]): string => {
  const [entry] = readFrontMatter(`---\n${line}\n---\n`)?.entries ?? [];
  if (!entry) throw new Error(`There is no entry in ${line}.`);
  return propertyOf(schema, entry).type;
};

test.each([
  ["a: words", "text"],
  ["a:", "text"],
  ["a: 1200", "number"],
  ["a: 00123", "text"],
  ["a: true", "checkbox"],
  ["a: yes", "text"],
  ["a: 2026-12-01/2026-12-03", "date"],
  ["a: 2026-13-01", "text"],
  ["a: https://example.com", "address"],
  ["a: ann@example.com", "address"],
  ["a: plan.pdf", "text"],
  ["a: [x, y]", "choices"],
  ['a: ["@[Ann](user:u1)"]', "people"],
  ['a: "[Plan](page:p1)"', "page"],
  ['a: ["[Plan](page:p1)", other]', "choices"],
])("displays %s as %s", (line, type) => {
  expect(guessed(line)).toBe(type);
});

test("a declaration decides, whatever the case of the name", () => {
  expect(guessed("due: 5", [newProperty("Due", "date")])).toBe("date");
});
