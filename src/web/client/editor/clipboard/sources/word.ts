/** Cleans up HTML from Word, desktop and web: lists are paragraphs with a level, styles are classes. */
import type { Element, ElementContent } from "hast";
import {
  attribute,
  descendants,
  element,
  elementsOf,
  find,
  hasClass,
  type HastParent,
  remove,
  rewrite,
  styleOf,
  textOf,
} from "../hast.ts";
import { gatherItems, type ListedItem } from "./lists.ts";

export const isWord = (html: string): boolean =>
  /urn:schemas-microsoft-com:office:word|class="?Mso|mso-list:|ListContainerWrapper|OutlineElement/.test(html);

const isMarker = (node: Element): boolean => styleOf(node).get("mso-list") === "ignore";

/** `mso-list: l0 level2 lfo1`; the marker before the text tells whether the list is numbered. */
function desktopItem(node: Element): ListedItem[] | null {
  const level = /level(\d+)/.exec(styleOf(node).get("mso-list") ?? "")?.[1];
  if (level === undefined) return null;
  const marker = find(node, isMarker);
  const isOrdered = marker !== null && /^\s*\(?(\d+|[a-z]{1,4})[.)]/i.test(textOf(marker));
  remove(node, isMarker);
  return [{ level: Number(level), isOrdered, content: node.children }];
}

/** Word for the web creates a separate list for each item, with its level. */
function webItems(node: Element): ListedItem[] | null {
  if (!hasClass(node, "ListContainerWrapper")) return null;
  const items: ListedItem[] = [];
  for (const list of descendants(node)) {
    if (list.tagName !== "ul" && list.tagName !== "ol") continue;
    for (const item of elementsOf(list)) {
      if (item.tagName !== "li") continue;
      const level = Number(attribute(item, "dataAriaLevel") || attribute(item, "ariaLevel") || 1);
      items.push({ level, isOrdered: list.tagName === "ol", content: item.children });
    }
  }
  return items;
}

function styledParagraph(node: Element): Element | ElementContent[] {
  if (node.tagName !== "p") return node;
  const heading = /^(?:MsoHeading|Heading)(\d)$/i.exec(attribute(node, "className"))?.[1];
  const level = heading ?? (/^\d$/.test(attribute(node, "ariaLevel")) ? attribute(node, "ariaLevel") : undefined);
  if (level !== undefined) return element(`h${Math.min(6, Number(level))}`, node.children);
  if (hasClass(node, "MsoTitle")) return element("h1", node.children);
  if (hasClass(node, "MsoSubtitle")) return element("h2", node.children);
  if (hasClass(node, /^Mso(Intense)?Quote$/)) return element("blockquote", [node]);
  return node;
}

export function cleanWord(tree: HastParent): void {
  // `o:p` contains only a space; `v:` and `w:` are drawings and settings.
  rewrite(tree, (node) => {
    if (node.tagName === "o:p") return textOf(node).trim() === "" ? null : node.children;
    if (/^[vwm]:/.test(node.tagName)) return null;
    // Page numbers and margin notes: links within the original document.
    if (node.tagName === "a" && attribute(node, "href").startsWith("#_")) return node.children;
    return node;
  });
  gatherItems(tree, (node) => desktopItem(node) ?? webItems(node));
  rewrite(tree, styledParagraph);
}
