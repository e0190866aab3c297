import { EditorState } from "@codemirror/state";
import { syntaxTree } from "@codemirror/language";
import { expect, test } from "vitest";
import { documentLanguage } from "./language.ts";
import { tables, tablesBetween } from "./tables/table-widget.ts";
import { seededFractions } from "../../../../test/support/seeded.ts";

const random = seededFractions(20_261);

const open = (doc: string) => EditorState.create({ doc, extensions: [documentLanguage, tables()] });

/** Tables up to where the syntax is known: the parser pauses when it takes too long. */
const drawn = (state: EditorState, end: number) =>
  tablesBetween(state, 0, end).flatMap(({ from, to, source }) => (to < end ? [{ from, to, source }] : []));

const knownTo = (state: EditorState) => {
  const { length } = syntaxTree(state);
  return length === state.doc.length ? length + 1 : length;
};

/** Names and positions of the top-level blocks. */
function blocks(state: EditorState, end: number): string {
  const found: string[] = [];
  for (let node = syntaxTree(state).topNode.firstChild; node && node.from < end; node = node.nextSibling)
    found.push(`${node.name} ${node.from}`);
  return found.join();
}

const PIECES = [
  "| a | b |\n|---|---|\n| 1 | 2 |\n",
  "\n",
  "\n\n",
  "words\n",
  "> ",
  "```\n",
  "- ",
  "|",
  "---|---\n",
  "  ",
];

const pick = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("empty");
  return found;
};

test("draws the same tables after any change as in a newly opened document", () => {
  let compared = 0;
  for (let round = 0; round < 40; round++) {
    let state = open(Array.from({ length: 12 }, () => pick(PIECES)).join(""));
    for (let step = 0; step < 25; step++) {
      const from = Math.floor(random() * (state.doc.length + 1));
      const to = Math.min(state.doc.length, from + (random() < 0.5 ? 0 : Math.floor(random() * 9)));
      const before = state.doc.toString();
      const insert = random() < 0.3 ? "" : pick(PIECES);
      // A second change after the first, as when several people's edits arrive at once.
      const end = Math.min(state.doc.length, to + Math.floor(random() * 30));
      const changes = [{ from, to, insert }, ...(random() < 0.5 ? [{ from: end, insert: pick(PIECES) }] : [])];
      state = state.update({ changes }).state;
      const anew = open(state.doc.toString());
      const known = Math.min(knownTo(state), knownTo(anew));
      // The parser reuses parts of its previous tree, in rare cases stale ones: a quote that contains a table row.
      if (blocks(state, known) !== blocks(anew, known)) {
        state = anew;
        continue;
      }
      compared += 1;
      expect(drawn(state, known), JSON.stringify({ before, changes })).toEqual(drawn(anew, known));
      if (known <= state.doc.length) state = anew;
    }
  }
  expect(compared).toBeGreaterThan(900);
});
