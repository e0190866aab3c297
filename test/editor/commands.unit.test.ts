/** Editor commands on real Markdown with random selections: none throws, and none changes blocks outside the selection. */
import { globSync, readFileSync } from "node:fs";
import { EditorState, Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { markedAround } from "../../src/web/client/editor/commands/inline.ts";
import { type Mark, MARKS } from "../../src/web/client/editor/commands/marks.ts";
import { documentLanguage } from "../../src/web/client/editor/language.ts";
import { blocksIn } from "../../src/web/client/editor/commands/blocks.ts";
import { textCommands } from "../../src/web/client/editor/commands/text-commands.ts";

const RUNS = Number(process.env["PROOFS"] || 1_000);
const SIZE = 6_000;

const texts = globSync("node_modules/{@*/*,*}/README.md", { cwd: process.cwd() })
  .toSorted()
  .slice(0, 400)
  .map((file) => readFileSync(file, "utf8").replaceAll("\r\n", "\n").slice(0, SIZE))
  .filter((text) => text.length > 500);
const states = texts.map((doc) =>
  EditorState.create({ doc: Text.of(doc.split("\n")), extensions: [documentLanguage] }),
);

const place = fc.record({
  file: fc.nat(states.length - 1),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.constant(0), fc.nat(40), fc.nat(600)),
});

function stateAt({ file, at, length }: { file: number; at: number; length: number }): EditorState {
  const state = states[file] ?? EditorState.create();
  const anchor = Math.floor(at * state.doc.length);
  return state.update({ selection: { anchor, head: Math.min(state.doc.length, anchor + length) } }).state;
}

test("the corpus contains enough texts", () => {
  expect(states.length).toBeGreaterThan(100);
});

/** Commands that intentionally write outside the selected blocks. */
const ELSEWHERE = ["footnote", "move-up", "move-down"];

test("a command changes nothing outside its blocks", () => {
  fc.assert(
    fc.property(place, fc.constantFrom(...textCommands), (where, command) => {
      const state = stateAt(where);
      const spec = command.edit(state);
      if (spec === null || ELSEWHERE.includes(command.id)) return;
      const { changes } = state.update(spec);
      const { from, to } = state.selection.main;
      const blocks = blocksIn(state, from, to);
      const start = Math.min(from, ...blocks.map((block) => block.from));
      const end = Math.max(to, ...blocks.map((block) => block.to));
      changes.iterChanges((fromA, toA) => {
        const outside =
          state.doc.sliceString(fromA, Math.min(toA, start)) + state.doc.sliceString(Math.max(fromA, end), toA);
        expect(outside.trim(), command.id).toBe("");
      });
    }),
    { numRuns: RUNS },
  );
});

test("a move changes only the order of lines and the blank lines between them", () => {
  const moves = textCommands.filter(({ id }) => id.startsWith("move-"));
  const lines = (text: Text) => [...text.iterLines()].filter((line) => line.trim() !== "").toSorted();
  fc.assert(
    fc.property(place, fc.constantFrom(...moves), (where, command) => {
      const state = stateAt(where);
      const spec = command.edit(state);
      if (spec) expect(lines(state.update(spec).newDoc)).toEqual(lines(state.doc));
    }),
    { numRuns: RUNS },
  );
});

/** Running the command again would also remove the mark from words that already had it. */
function isPartlyMarked(state: EditorState, { name }: Mark): boolean {
  return markedAround(state, state.selection.main).some((each) => each.name === name);
}

test("a command applied twice restores the text, if the first run adds only its marks", () => {
  const toggles = textCommands.filter(({ id, isOn }) => isOn && id !== "paragraph");
  let tried = 0;
  fc.assert(
    fc.property(place, fc.constantFrom(...toggles), (where, command) => {
      const state = stateAt(where);
      const first = command.edit(state);
      const mark = Object.entries(MARKS).find(([id]) => id === command.id)?.[1];
      if (first === null || command.isOn?.(state) || (mark && isPartlyMarked(state, mark))) return;
      const once = state.update(first);
      let isPlain = true;
      once.changes.iterChanges((fromA, toA, _, __, inserted) => {
        const text = inserted.toString();
        // A selection that ends within another mark splits that mark.
        const isOwn = mark === undefined || mark.name === MARKS.code.name || text === mark.text;
        // A blank line that separates it from the text above or below stays.
        const isGap = /^\n(?! *`)|[-.)\]] \n$/.test(text);
        if (fromA !== toA || isGap || text === "" || !isOwn) isPlain = false;
      });
      const own = command.isOn?.(once.state) ?? false;
      if (!isPlain || !own) return;
      const second = command.edit(once.state);
      // At the end of the marked word, the caret leaves the mark.
      if (second && once.state.update(second).changes.empty && mark && once.state.selection.main.empty) return;
      tried++;
      expect(second && once.state.update(second).newDoc.toString(), command.id).toBe(state.doc.toString());
    }),
    { numRuns: RUNS },
  );
  expect(tried).toBeGreaterThan(RUNS / 5);
});
