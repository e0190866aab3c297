/** Formatting and size checks of text that tools insert into pages. */
import { expect, test } from "vitest";
import { CONTENT_LIMIT_BYTES } from "../../../kernel/text.ts";
import { formatInserted } from "../../../formats/inserted.ts";
import { requireContentSize } from "./rules.ts";

test("normalizes inserted text and keeps Markdown line breaks", () => {
  expect(formatInserted("DOCUMENT", "a  \r\nb \rc\t\u0007\u2028d   \n  ", 1)).toBe("a  \nb\nc\t d  \n");
  expect(formatInserted("CODE", "a  \n\tb \t\n", 1)).toBe("a\n\tb\n");
  expect(formatInserted("DOCUMENT", "e\u0301", 1)).toBe("é");
  expect(formatInserted("CODE", "a\u2028b\vc\u0085d\fe\u2029", 1)).toBe("a b c d e");
});

test.each([
  ["SHEET", 'a,b\n"c', "Line 8: a quoted field is not closed."],
  ["SHEET", '"a"b', "Line 7: a quoted field goes on after its closing quote."],
  ["SHEET", 'a,b"c', "Line 7: an unquoted field contains a quote."],
  ["TASK_LIST", "text\n\n- [y] a", "Line 9: a task is written `- [ ] title` or `- [x] title`."],
  ["TASK_LIST", "- [ ]", "Line 7: a task is written `- [ ] title` or `- [x] title`."],
] as const)("rejects invalid %s content %j with the page's line number", (type, content, message) => {
  const line = Number(/\d+/.exec(message)?.[0]);
  expect(() => formatInserted(type, content, 7)).toThrow(
    expect.objectContaining({ code: "invalid_content", message, detail: { line } }),
  );
  expect(formatInserted("DOCUMENT", content, 7)).toBe(content);
});

test.each([
  ["SHEET", '=SUM(A1:B1),"a ""b"", c",\n,'],
  ["TASK_LIST", "# Plan\n- [ ] a\n  1. [X] b\n- [link](http://a)\n- [](http://a)\n- c"],
] as const)("accepts %s content %j", (type, content) => {
  expect(formatInserted(type, content, 1)).toBe(content);
});

test("limits the size of a page in bytes", () => {
  const half = "é".repeat(CONTENT_LIMIT_BYTES / 4);
  requireContentSize(half + half);
  expect(() => requireContentSize(`${half}${half}a`)).toThrow(expect.objectContaining({ code: "payload_too_large" }));
});
