/** HTML of code editors: a box of fixed width whose lines are coloured. Its text is the code. */
import { attribute, elementsOf, find, type HastParent, styleOf } from "../hast.ts";

const MONOSPACE = /mono|consolas|menlo|monaco|courier/;

/** Whether all of it stands in one such box, as VS Code and the editors of JetBrains write it. */
export function isCodeEditor(tree: HastParent): boolean {
  const body = find(tree, (node) => node.tagName === "body") ?? tree;
  const [box, ...others] = elementsOf(body).filter(({ tagName }) => !/^(meta|style|br)$/.test(tagName));
  if (box === undefined || others.length > 0 || attribute(box, "style") === "") return false;
  const style = styleOf(box);
  const isFixed = MONOSPACE.test(style.get("font-family") ?? "");
  return isFixed && (box.tagName === "pre" || (style.get("white-space") ?? "").startsWith("pre"));
}

/** A raw file in a browser's window: a box that keeps white space, and nothing else. */
export function isPlainFile(tree: HastParent): boolean {
  const body = find(tree, (node) => node.tagName === "body") ?? tree;
  const boxes = elementsOf(body).filter(({ tagName }) => tagName !== "meta");
  return (
    boxes.length === 1 &&
    boxes.every((box) => (styleOf(box).get("white-space") ?? "").startsWith("pre") && elementsOf(box).length === 0)
  );
}
