/** Every command, on any text with any selection, neither throws nor leaves a selection outside the text. */
import { EditorSelection, EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinAbove, joinBelow } from "../../src/web/client/editor/block-edges.ts";
import { documentLanguage } from "../../src/web/client/editor/language.ts";
import { continueMarkup, indent, outdent, removeLevel } from "../../src/web/client/editor/list-keys.ts";
import { closeFence, applyInputRule } from "../../src/web/client/editor/input-rules.ts";
import { textCommands } from "../../src/web/client/editor/commands/text-commands.ts";
import { parsed } from "../../src/web/client/editor/commands/testing.ts";

const LINES = [
  "",
  "words and *more*",
  "# Heading",
  "- item",
  "  - nested",
  "1. one",
  "- [ ] task",
  "> quote",
  "> - in a quote",
  "> [!note] Title",
  "```js",
  "```",
  "$$",
  "| a | b |",
  "| - | - |",
  "---",
  "![alt](/x.png)",
  "[link](https://example.com)",
  "    code",
  "[^1]: note",
];

const KEYS = { joinAbove, joinBelow, continueMarkup, indent, outdent, removeLevel, closeFence };

const cases = fc.record({
  lines: fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 8 }),
  anchor: fc.double({ min: 0, max: 1, noNaN: true }),
  head: fc.double({ min: 0, max: 1, noNaN: true }),
  typed: fc.constantFrom("`", "$", " ", "-", "x"),
});

test("never throws in any command for any selection", () => {
  fc.assert(
    fc.property(cases, ({ lines, anchor, head, typed }) => {
      const doc = lines.join("\n");
      const at = (share: number) => Math.round(share * doc.length);
      for (const selection of [EditorSelection.range(at(anchor), at(head)), EditorSelection.cursor(at(head))]) {
        const state = parsed(EditorState.create({ doc, selection, extensions: [documentLanguage] }));
        for (const command of textCommands) {
          const spec = command.edit(state);
          if (spec !== null) state.update(spec);
        }
        const right = selection.empty ? applyInputRule(state, selection.head, typed) : null;
        if (right !== null) state.update(right);
        for (const run of Object.values(KEYS))
          run({ state, dispatch: (tr) => expect(tr.newDoc.length).toBeGreaterThan(-1) });
      }
    }),
    { numRuns: 200 },
  );
});
