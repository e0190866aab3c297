/** Cleans up HTML of any web page: removes invisible elements, scripts and tracking pixels. */
import type { Element } from "hast";
import {
  attribute,
  descendants,
  element,
  elementsOf,
  type HastParent,
  hasClass,
  rewrite,
  styleOf,
  textOf,
} from "../hast.ts";

const DROPPED = new Set(
  "script style noscript template head meta link title base iframe frame object embed applet svg canvas audio video source track button select textarea dialog map area".split(
    " ",
  ),
);

function isHidden(node: Element): boolean {
  const style = styleOf(node);
  return (
    node.properties.hidden === true ||
    attribute(node, "hidden") === "hidden" ||
    style.get("display") === "none" ||
    style.get("visibility") === "hidden" ||
    style.get("mso-hide") === "all" ||
    (attribute(node, "ariaHidden") === "true" && node.tagName !== "math")
  );
}

/** A one-pixel image is a tracking pixel. */
function isPixel(node: Element): boolean {
  if (node.tagName !== "img") return false;
  const style = styleOf(node);
  const size = (name: string): number => Number.parseFloat(attribute(node, name) || (style.get(name) ?? "")) || 9999;
  return Math.min(size("width"), size("height")) <= 2;
}

/** `<div class="highlight highlight-source-ts"><pre>`: marks the language in the way that the conversion expects. */
function namedCode(node: Element): Element | null {
  const language = /\bhighlight-(?:source|text)-(\w+)/.exec(attribute(node, "className"))?.[1];
  const pre = elementsOf(node).find((each) => each.tagName === "pre");
  if (language === undefined || pre === undefined) return null;
  const code = element("code", [{ type: "text", value: textOf(pre) }], { className: [`language-${language}`] });
  return element("pre", [code]);
}

/** A table with one cell, or one that contains blocks, was used for layout. */
function isLayout(table: Element): boolean {
  if (attribute(table, "role") === "presentation") return true;
  const inside = [...descendants(table)];
  if (inside.filter(({ tagName }) => tagName === "td" || tagName === "th").length < 2) return true;
  return inside.some(({ tagName }) => /^(table|h[1-6]|pre|blockquote|hr)$/.test(tagName));
}

const unwrapTable = (table: Element): Element => {
  rewrite(table, (node) => (/^(t[rdh]|tbody|thead|tfoot)$/.test(node.tagName) ? element("div", node.children) : node));
  return element("div", table.children);
};

export function cleanWebPage(tree: HastParent): void {
  rewrite(tree, (node) => {
    if (DROPPED.has(node.tagName) || isHidden(node) || isPixel(node)) return null;
    // Citation numbers and edit links of an encyclopedia.
    if (hasClass(node, /^(mw-editsection|reference)$/)) return null;
    if (node.tagName === "table" && isLayout(node)) return unwrapTable(node);
    return namedCode(node) ?? node;
  });
}
