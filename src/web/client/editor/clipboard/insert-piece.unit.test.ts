import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { htmlToMarkdown, type Piece } from "./html-to-markdown.ts";
import { insertPiece, insertSource, isVerbatim } from "./insert-piece.ts";
import { insertPlainText } from "./plain-text.ts";
import { parsed } from "../commands/testing.ts";

const stateOf = (doc: string, from: number, to = from): EditorState => {
  const state = EditorState.create({ doc, selection: { anchor: from, head: to }, extensions: [documentLanguage] });
  return parsed(state);
};

/** `¦` marks the caret; two of them mark a selection. */
function at(marked: string): EditorState {
  const from = marked.indexOf("¦");
  const to = marked.lastIndexOf("¦");
  return stateOf(marked.replaceAll("¦", ""), from, to === from ? from : to - 1);
}

const pieceOf = (html: string): Piece => {
  const piece = htmlToMarkdown(html, "", null);
  if (piece === null) throw new Error(`nothing to paste in ${html}`);
  return piece;
};

function pasteInto(marked: string, html: string): string {
  const state = at(marked);
  const { from, to } = state.selection.main;
  return state.update(insertPiece(state, from, to, pieceOf(html))).state.doc.toString();
}

const LIST = "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>";

test.each([
  ["a phrase in a line", "one ¦ two", "<b>x</b>", "one **x** two"],
  ["inline text over a selection", "one ¦old¦ two", "<b>x</b>", "one **x** two"],
  ["a paragraph in a line", "one ¦two", "<p><b>x</b></p>", "one **x**two"],
  ["blocks in a line", "one¦ two", "<h2>x</h2>", "one\n\n## x\n\n two"],
  ["the text before a list into the line", "one ¦", `<p><b>x</b></p>${LIST}`, "one **x**\n\n- a\n- b\n  - c"],
  ["blocks on an empty line", "one\n\n¦\n\ntwo", "<h2>x</h2>", "one\n\n## x\n\ntwo"],
  ["blocks directly below text", "one\n¦\ntwo", "<h2>x</h2>", "one\n\n## x\n\ntwo"],
  ["items into an empty item", "- ¦", LIST, "- a\n- b\n  - c"],
  ["items below an item", "- one¦\n- two", LIST, "- one\n- a\n- b\n  - c\n- two"],
  ["items into a quote", "> ¦", LIST, "> - a\n> - b\n>   - c"],
  ["blocks into an item", "- one¦", "<p><b>x</b></p><p>y</p>", "- one**x**\n\n  y"],
  ["blocks into a quote", "> one¦", "<h2>x</h2>", "> one\n>\n> ## x"],
  ["a list into a table row", "| a | b |\n| - | - |\n| ¦ | d |", LIST, "| a | b |\n| - | - |\n| - a - b - c | d |"],
])("pastes %s", (_, marked, html, expected) => {
  expect(pasteInto(marked, html)).toBe(expected);
});

const TABLE = "<table><tr><th>a</th></tr><tr><td>b</td></tr></table>";
const MARKDOWN_TABLE = "| a |\n| - |\n| b |";

test.each([
  ["at the end of the text", "¦", TABLE, `${MARKDOWN_TABLE}\n\n¦`],
  ["before other text", "¦\n\nnext", TABLE, `${MARKDOWN_TABLE}\n\n¦\n\nnext`],
  ["directly above other text", "¦\nnext", TABLE, `${MARKDOWN_TABLE}\n\n¦\n\nnext`],
  ["in a quote", "> ¦", "<hr>", "> ---\n>\n> ¦"],
  ["code", "one\n\n¦", "<pre><code>x</code></pre>", "one\n\n```\nx\n```\n\n¦"],
])("adds a line below a pasted block without text: %s", (_, marked, html, expected) => {
  const state = at(marked);
  const { from, to } = state.selection.main;
  const { doc, selection } = state.update(insertPiece(state, from, to, pieceOf(html))).state;
  expect(`${doc.sliceString(0, selection.main.head)}¦${doc.sliceString(selection.main.head)}`).toBe(expected);
});

test.each([
  ["```\nco¦de\n```", true],
  ["a `co¦de` b", true],
  ["a `code`¦ b", false],
  ["a $x¦^2$ b", true],
  ["$$\nx¦\n$$", true],
  ["plain ¦text", false],
  ["**bo¦ld**", false],
])("decides whether text at %s is pasted verbatim: %s", (marked, expected) => {
  const state = at(marked);
  expect(isVerbatim(state, state.selection.main.head)).toBe(expected);
});

const plainInto = (marked: string, text: string): string | null => {
  const state = at(marked);
  const spec = insertPlainText(state, text);
  return spec === null ? null : state.update(spec).state.doc.toString();
};

test("pastes a URL over a selection as a link", () => {
  expect(plainInto("see ¦this¦.", "https://example.com/a_(b)\n")).toBe("see [this](<https://example.com/a_(b)>).");
  expect(plainInto("see ¦.", "https://example.com")).toBeNull();
  expect(plainInto("see ¦this¦.", "javascript:alert(1)")).toBeNull();
  expect(plainInto("see `a ¦this¦ b`.", "https://example.com")).toBeNull();
});

test("pastes tab-separated cells as a table, and no other text", () => {
  expect(plainInto("¦", "a\tb\r\n1\tx|y\r\n")).toBe("| a | b |\n| --- | --- |\n| 1 | x\\|y |\n\n");
  expect(plainInto("¦", 'a\tb\n"one\ntwo"\t"say ""hi"""')).toBe(
    '| a | b |\n| --- | --- |\n| one<br>two | say "hi" |\n\n',
  );
  expect(plainInto("¦", "a\tb")).toBeNull();
  expect(plainInto("¦", "a\tb\nc")).toBeNull();
  expect(plainInto("¦", "\tif a:\n\t\tb")).toBeNull();
  expect(plainInto("```\n¦\n```", "a\tb\n1\t2")).toBeNull();
});

const ROWS = "| a | b |\n| - | - |\n| c | d |";

test.each([
  ["a table", "¦", `${ROWS}\n`, `${ROWS}\n\n¦`],
  ["a table between two paragraphs", "one\n\n¦\n\ntwo", ROWS, `one\n\n${ROWS}\n\n¦\n\ntwo`],
  ["words and a picture", "¦", "one\n\n![x](y.png)", "one\n\n![x](y.png)\n\n¦"],
])("adds a line below %s pasted as Markdown", (_, marked, text, expected) => {
  const state = at(marked);
  const pasted = state.update(insertSource(state, text) ?? {}).state;
  const { head } = pasted.selection.main;
  expect(`${pasted.sliceDoc(0, head)}¦${pasted.sliceDoc(head)}`).toBe(expected);
});

test.each([
  ["paragraphs", "¦", "one\n\ntwo"],
  ["rows within a table", `${ROWS.slice(0, -3)}¦${ROWS.slice(-3)}`, ROWS],
  ["a table after text", "one ¦", ROWS],
])("pastes %s unchanged", (_, marked, text) => {
  expect(insertSource(at(marked), text)).toBeNull();
});
