/**
 * Texts on which the regular expressions for Markdown, tasks and lines would take hours if they were quadratic. Nothing is
 * timed: with a regression, the test does not finish.
 */
import { expect, test } from "vitest";
import { formatOf } from "../../src/formats/formats.ts";
import { findMentions, markdownMentions } from "../../src/formats/mentions.ts";
import { assign, type Lines } from "../../src/formats/tasks/edits.ts";
import { parseTasks, wordsOf } from "../../src/formats/tasks/tasks.ts";

const ID = "abcdefghijklmnopqrst";
const MENTION = `@[Ann](user:${ID})`;
const LONG = 400_000;

test("keeps long runs of spaces inside a line and removes them at its end", () => {
  const blanks = " ".repeat(LONG);
  expect(formatOf("CODE").format(`a${blanks}b${blanks}\nc\t `)).toBe(`a${blanks}b\nc`);
  expect(formatOf("DOCUMENT").format(`a${blanks}\nb `)).toBe("a  \nb");
});

test("finds a mention after an unterminated link", () => {
  for (const before of ["[a](", "@[", "@[a", "[a](<b", '[a](b "', "`", "<!-- ", "<a b='"]) {
    const text = `w ${before}${" ".repeat(LONG)}x\n\nw ${before.repeat(LONG / before.length)}\n\n${MENTION}`;
    const found = findMentions("DOCUMENT", text);
    expect([before, found.map(({ id }) => id)]).toEqual([before, [ID]]);
  }
});

test.each([
  ['[a @[b](user:x)](c "d" )', 0],
  ['[a @[b](user:x)]( "d")', 0],
  ["[a @[b](user:x)](<c d>)", 1],
  ["[a @[b](user:x)]( )", 1],
])("finds a mention inside the label of %s", (text) => {
  // Links do not nest: only the inner one is a link.
  expect(markdownMentions(text)).toHaveLength(1);
});

test("reads a task's assignee after many opening brackets", () => {
  const source = `${"@[".repeat(LONG / 2)} ${MENTION}`;
  const task = parseTasks([`- [ ] ${source}`])[0]?.tasks[0];
  expect(task?.people).toEqual([{ id: ID, name: "Ann" }]);
  expect(wordsOf(source).endsWith("@Ann")).toBe(true);
});

const docOf = (line: string): Lines => ({
  length: line.length,
  lines: 1,
  line: () => ({ number: 1, from: 0, to: line.length, length: line.length, text: line }),
});

test.each([
  ["Report", " @[Bo](user:b)", 6],
  ["Report due:2026-12-01  !high ", " @[Bo](user:b)", 6],
  ["Report !high now", " @[Bo](user:b)", 16],
  [`Report${" !high".repeat(LONG / 6)} x`, " @[Bo](user:b)", 8 + 6 * Math.floor(LONG / 6)],
  [`a${" ".repeat(LONG)}b !low`, " @[Bo](user:b)", LONG + 2],
])("inserts an assignee after the task's words", (source, insert, at) => {
  const line = `- [ ] ${source}`;
  const task = parseTasks([line])[0]?.tasks[0];
  if (!task) throw new Error("no task");
  const [edit] = assign(docOf(line), task, { id: "b", name: "Bo" });
  expect(edit).toMatchObject({ insert });
  expect((edit?.from ?? 0) - line.indexOf(source.trim())).toBe(at);
});
