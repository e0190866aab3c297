/** Detection of indentation from the text. */
import { expect, test } from "vitest";
import { indentationOf } from "./indentation.ts";

test("detects the most frequent indentation", () => {
  expect(indentationOf("if x:\n    a\n    if y:\n        b\n")).toBe("    ");
  expect(indentationOf("a {\n  b {\n    c\n  }\n}")).toBe("  ");
  expect(indentationOf("a {\n\tb {\n\t\tc\n\t}\n}")).toBe("\t");
});

test("ignores the asterisks of a comment", () => {
  expect(indentationOf("/*\n * a\n */\nf {\n    b\n}\n/*\n * a\n */")).toBe("    ");
});

test("uses two spaces for text without indentation", () => {
  expect(indentationOf("a\nb")).toBe("  ");
});
