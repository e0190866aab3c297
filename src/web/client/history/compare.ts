/** Two versions of a text, block by block: what stayed, what came, what went, and in a changed block which letters. */
import { diffArrays, diffWordsWithSpace } from "diff";
import { documentParser } from "../../../formats/markdown/syntax.ts";

/** Letters of the later text from `from` up to `to` are new, or `removed` stood before `from`. */
export type Change = { readonly from: number; readonly to: number; readonly removed: string };

export type ComparedBlock =
  | { readonly kind: "same" | "added" | "removed"; readonly text: string }
  | { readonly kind: "changed"; readonly text: string; readonly before: string; readonly changes: readonly Change[] };

/** The blocks at the top of a document, each with the lines it consists of; blank lines between them belong to none. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  for (let node = documentParser.parse(text).topNode.firstChild; node; node = node.nextSibling) {
    const start = text.lastIndexOf("\n", node.from - 1) + 1;
    const block = text.slice(start, node.to).trimEnd();
    if (block !== "") blocks.push(block);
  }
  return blocks;
}

/** Less in common than this share of the letters, and one block has taken the place of another. */
const ALIKE = 0.4;

export function compareTexts(before: string, after: string): ComparedBlock[] {
  const out: ComparedBlock[] = [];
  let gone: string[] = [];
  const dropGone = (): void => {
    for (const text of gone) out.push({ kind: "removed", text });
    gone = [];
  };
  for (const { removed, added, value } of diffArrays(blocksOf(before), blocksOf(after))) {
    if (removed) gone = value;
    else if (added) {
      for (const text of value) {
        const old = gone[0];
        const changes = old === undefined ? null : changesOf(old, text);
        if (old === undefined || changes === null) out.push({ kind: "added", text });
        else {
          gone.shift();
          out.push({ kind: "changed", text, before: old, changes });
        }
      }
      dropGone();
    } else {
      dropGone();
      for (const text of value) out.push({ kind: "same", text });
    }
  }
  dropGone();
  return out;
}

/** Null when the two have too little in common to be the same block. */
function changesOf(before: string, after: string): Change[] | null {
  const changes: Change[] = [];
  let at = 0;
  let kept = 0;
  let removed = "";
  const close = (to: number): void => {
    if (removed !== "" || to > at) changes.push({ from: at, to, removed });
    at = to;
    removed = "";
  };
  for (const part of diffWordsWithSpace(before, after)) {
    if (part.removed) removed += part.value;
    else if (part.added) close(at + part.value.length);
    else {
      close(at);
      at += part.value.length;
      kept += part.value.length;
    }
  }
  close(at);
  return kept >= ALIKE * Math.min(before.length, after.length) ? changes : null;
}
