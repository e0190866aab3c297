/** Pasting formatted text at random positions in real texts. */
import { globSync, readFileSync } from "node:fs";
import { EditorState } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { htmlToMarkdown, type Piece } from "../../src/web/client/editor/clipboard/html-to-markdown.ts";
import { insertPiece } from "../../src/web/client/editor/clipboard/insert-piece.ts";
import { documentLanguage } from "../../src/web/client/editor/language.ts";
import { parsed } from "../../src/web/client/editor/commands/testing.ts";

function stateOf(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: [documentLanguage] });
  return parsed(state);
}

function pieceOf(html: string): Piece {
  const piece = htmlToMarkdown(html, "", null);
  if (piece === null) throw new Error(`nothing to paste in ${html}`);
  return piece;
}

const LIST = "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>";

const READMES = globSync(
  "node_modules/{katex,preact,vite,hono,yjs,zod,fflate,uuid,drizzle-orm}/{README,readme}.md",
).map((file) => readFileSync(file, "utf8").slice(0, 20_000));
const PIECES = [
  LIST,
  "<b>x</b> y",
  "<h2>x</h2><p>y</p>",
  "<pre><code class='language-ts'>a\n\nb</code></pre>",
  "<table><tr><th>a</th></tr><tr><td>b</td></tr><tr><td>c</td></tr></table>",
  "<ol><li>a<p>b</p></li></ol><blockquote><p>c</p></blockquote>",
].map(pieceOf);

test("inserts pasted content at any position of any text, and changes nothing else", () => {
  expect(READMES.length).toBeGreaterThan(4);
  const states = READMES.map((doc) => stateOf(doc));
  fc.assert(
    fc.property(
      fc.constantFrom(...states),
      fc.nat(),
      fc.nat(30),
      fc.constantFrom(...PIECES),
      (state, seed, length, piece) => {
        const from = seed % (state.doc.length + 1);
        const to = Math.min(state.doc.length, from + length);
        const doc = state.doc.toString();
        const pasted = state.update(insertPiece(state, from, to, piece)).state.doc.toString();
        expect(pasted.startsWith(doc.slice(0, from))).toBe(true);
        expect(pasted.slice(from).endsWith(doc.slice(to))).toBe(true);
        expect(pasted.length).toBeGreaterThan(from + doc.length - to);
      },
    ),
    { numRuns: 300 },
  );
});
