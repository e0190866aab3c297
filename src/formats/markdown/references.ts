/** The definitions of reference links and images: `[label]: address`. */
import type { Tree } from "@lezer/common";
import { Source } from "./source.ts";

/** Maps a label, normalized by `labelKey`, to its address. */
export type References = ReadonlyMap<string, string>;

/** Labels match regardless of case and runs of whitespace. */
export const labelKey = (label: string): string => label.trim().replace(/\s+/g, " ").toLowerCase();

/** Every definition of a text. Most texts do not contain `]:` and have none. */
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

/** Blocks without nested blocks, whose contents need not be searched. */
const LEAVES = new Set(["Paragraph", "FencedCode", "CodeBlock", "HTMLBlock", "Table", "Task", "BlockMath"]);

/** Removes an address's angle brackets, and the backslashes before punctuation. */
export const unwrap = (address: string): string =>
  unescape(address.startsWith("<") && address.endsWith(">") ? address.slice(1, -1) : address);

/** Removes the backslashes before punctuation. */
export const unescape = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
