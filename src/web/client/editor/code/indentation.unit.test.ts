/** Detection of indentation from the text. */
import { expect, test } from "vitest";
import { indentationOf } from "./indentation.ts";

test("a level is what the text adds most often", () => {
  expect(indentationOf("if x:\n    a\n    if y:\n        b\n")).toBe("    ");
  expect(indentationOf("a {\n  b {\n    c\n  }\n}")).toBe("  ");
  expect(indentationOf("a {\n\tb {\n\t\tc\n\t}\n}")).toBe("\t");
});

test("the stars of a comment are no level", () => {
  expect(indentationOf("/*\n * a\n */\nf {\n    b\n}\n/*\n * a\n */")).toBe("    ");
});

test("text without any has two spaces", () => {
  expect(indentationOf("a\nb")).toBe("  ");
});
