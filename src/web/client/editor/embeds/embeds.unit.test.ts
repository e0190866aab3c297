import { syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { blockEmbedding, embedsOf } from "./block-embeds.ts";
import { readReply } from "./diagram/messages.ts";
import { diagramName } from "./drawn.ts";
import { blockEmbeds, inlineFormulas } from "./find-embeds.ts";
import { seededFractions } from "../../../../../test/support/seeded.ts";
import { parsed as readWhole } from "../commands/testing.ts";

const random = seededFractions(20_261);

function stateOf(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: documentLanguage });
  return readWhole(state);
}

const blocksOf = (doc: string) => blockEmbeds(stateOf(doc), { from: 0, to: doc.length });

const PIECES = [
  "$$\n",
  "$$\nx\n$$\n",
  "```mermaid\ngraph TD\n```\n",
  "```\n",
  "\n",
  "\n\n",
  "words\n",
  "> ",
  "- ",
  "$",
  "  ",
];

const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? "";

test("draws the same embeds after any change as in a newly opened document", () => {
  const open = (doc: string) => EditorState.create({ doc, extensions: [documentLanguage, blockEmbedding()] });
  for (let round = 0; round < 40; round++) {
    let state = open(Array.from({ length: 12 }, () => pick(PIECES)).join(""));
    for (let step = 0; step < 25; step++) {
      const from = Math.floor(random() * (state.doc.length + 1));
      const to = Math.min(state.doc.length, from + (random() < 0.5 ? 0 : Math.floor(random() * 9)));
      const before = state.sliceDoc();
      const insert = random() < 0.3 ? "" : pick(PIECES);
      // A second change after the first, as when several people's edits arrive at once.
      const end = Math.min(state.doc.length, to + Math.floor(random() * 30));
      const changes = [{ from, to, insert }, ...(random() < 0.5 ? [{ from: end, insert: pick(PIECES) }] : [])];
      state = state.update({ changes }).state;
      const anew = open(state.sliceDoc());
      // The parser pauses when it takes too long.
      const parsed = Math.min(...[state, anew].map((each) => syntaxTree(each).length));
      const known = (each: EditorState) =>
        embedsOf(each).filter((embed) => embed.to < parsed || parsed === each.doc.length);
      expect(known(state), JSON.stringify({ before, changes })).toEqual(known(anew));
      if (parsed < state.doc.length) state = anew;
    }
  }
});

test("finds formulas and diagrams with their complete lines", () => {
  const doc = "a $x^2$ costs $5\n\n$$\n\\frac{1}{2}\n$$\n\n```mermaid\ngraph TD\n  A-->B\n```\n\n```js\n$y$\n```\n";
  const state = stateOf(doc);
  expect(blocksOf(doc).map(({ kind, from, to, source }) => [kind, source, doc.slice(from, to)])).toEqual([
    ["math", "\\frac{1}{2}", "$$\n\\frac{1}{2}\n$$"],
    ["diagram", "graph TD\n  A-->B", "```mermaid\ngraph TD\n  A-->B\n```"],
  ]);
  expect(inlineFormulas(state, 0, doc.length).map(({ tex }) => tex)).toEqual(["x^2"]);
});

test.each([
  ["> $$\n> x\n>\n>   y\n> $$", "math", "x\n  y", "md-d1 md-q1"],
  ["- item\n\n  ```mermaid\n  graph TD\n    A-->B\n  ```", "diagram", "graph TD\n  A-->B", "md-d1"],
  ["> [!tip]\n> 1. item\n>    > $$\n>    > x\n>    > $$", "math", "x", "md-d3 md-q1 md-callout md-tip md-q3"],
])("draws the embed in %j inside its list or quote", (doc, kind, source, place) => {
  expect(blocksOf(doc).map((each) => [each.kind, each.source, each.place])).toEqual([[kind, source, place]]);
});

test.each([
  "```mermaid\ngraph TD",
  "$$\nx",
  "$$\n\n$$",
  // Starting on the list marker's line.
  "- ```mermaid\n  graph TD\n  ```",
  "1. $$\n   x\n   $$",
  // The quote ends before the formula does.
  "> $$\n> x\n\n$$",
])("shows %j as source text", (doc) => {
  expect(blocksOf(doc)).toEqual([]);
});

test("names a diagram for screen readers", () => {
  expect(diagramName("graph TD\n A-->B")).toBe("Diagram: graph");
  expect(diagramName("%% note\nsequenceDiagram\n  accTitle: Who asks whom\n")).toBe("Who asks whom");
  expect(diagramName("pie title Pets\n")).toBe("Diagram: pie");
  expect(diagramName("---\nconfig: {}\n---\ngantt\n  title A plan\n")).toBe("A plan");
});

test("accepts a frame's reply only in the expected format", () => {
  expect(readReply({ id: 1, svg: "<svg/>", width: 10, height: 20, more: 1 })).toEqual({
    id: 1,
    svg: "<svg/>",
    width: 10,
    height: 20,
  });
  expect(readReply({ id: 1, error: "x".repeat(999) })).toEqual({ id: 1, error: "x".repeat(300) });
  for (const svg of ["<img>", " <svg/>", 5])
    expect(readReply({ id: 1, svg, width: 1, height: 1 }), String(svg)).toBeNull();
  for (const side of [0, -1, Infinity, Number.NaN, 1e6, "10"])
    expect(readReply({ id: 1, svg: "<svg/>", width: side, height: 10 }), String(side)).toBeNull();
  expect(readReply("x")).toBeNull();
  expect(readReply({ svg: "<svg/>" })).toBeNull();
});
