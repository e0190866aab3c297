/** HTML of code editors: a monospace box with coloured lines. Its text is the code. */
import { attribute, elementsOf, find, type HastParent, styleOf } from "../hast.ts";

const MONOSPACE = /mono|consolas|menlo|monaco|courier/;

/** Whether everything is in a single such box, as VS Code and JetBrains editors write it. */
export function isCodeEditor(tree: HastParent): boolean {
  const body = find(tree, (node) => node.tagName === "body") ?? tree;
  const [box, ...others] = elementsOf(body).filter(({ tagName }) => !/^(meta|style|br)$/.test(tagName));
  if (box === undefined || others.length > 0 || attribute(box, "style") === "") return false;
  const style = styleOf(box);
  const isFixed = MONOSPACE.test(style.get("font-family") ?? "");
  return isFixed && (box.tagName === "pre" || (style.get("white-space") ?? "").startsWith("pre"));
}

/** A raw file shown by a browser: only boxes that preserve white space. */
export function isPlainFile(tree: HastParent): boolean {
  const body = find(tree, (node) => node.tagName === "body") ?? tree;
  const boxes = elementsOf(body).filter(({ tagName }) => tagName !== "meta");
  return (
    boxes.length === 1 &&
    boxes.every((box) => (styleOf(box).get("white-space") ?? "").startsWith("pre") && elementsOf(box).length === 0)
  );
}
