/** The definitions that links and images by reference look up: `[label]: address`. */
import type { Tree } from "@lezer/common";
import { Source } from "./source.ts";

/** From a label as `labelKey` has it to the address defined for it. */
export type References = ReadonlyMap<string, string>;

/** Labels match without regard to case and runs of white space. */
export const labelKey = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase();

/** Every definition of a text. A text without `]:` has none, and most texts are such. */
export function findReferences(text: string, tree: Tree): References {
  const found = new Map<string, string>();
  if (!text.includes("]:")) return found;
  const source = new Source(text);
  tree.iterate({
    enter(node) {
      if (node.name !== "LinkReference") return !LEAVES.has(node.name);
      const label = node.node.getChild("LinkLabel");
      const address = node.node.getChild("URL");
      if (!label || !address) return false;
      const key = labelKey(source.slice(label.from + 1, label.to - 1));
      if (!found.has(key)) found.set(key, unwrap(source.slice(address.from, address.to)));
      return false;
    },
  });
  return found;
}

/** Blocks that hold no other blocks, so that their contents need no look. */
const LEAVES = new Set(["Paragraph", "FencedCode", "CodeBlock", "HTMLBlock", "Table", "Task", "BlockMath"]);

/** An address without the angle brackets it may stand in, and without the backslashes before punctuation. */
export const unwrap = (address: string): string =>
  (address.startsWith("<") && address.endsWith(">") ? address.slice(1, -1) : address).replace(
    /\\([!-/:-@[-`{-~])/g,
    "$1",
  );
