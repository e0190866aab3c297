/** Cleans up HTML from Notion's clipboard and export: tasks, toggles and callouts; also GitHub's callouts. */
import type { Element, ElementContent } from "hast";
import {
  attribute,
  element,
  elementsOf,
  find,
  hasClass,
  type HastParent,
  isElement,
  rawText,
  rewrite,
  textOf,
} from "../hast.ts";
import { taskItem } from "./lists.ts";

/** GitHub's class names for `[!NOTE]` and the like. */
const ALERT = /^markdown-alert-(note|tip|important|warning|caution)$/;

/** Adds the line that names a callout to the start of its first paragraph. */
function callout(kind: string, children: ElementContent[]): Element {
  const name = rawText(`[!${kind.toUpperCase()}]\n`);
  const start = children.findIndex((each) => each.type !== "text" || each.value.trim() !== "");
  const first = children[start];
  if (isElement(first) && first.tagName === "p") {
    first.children.unshift(name);
    return element("blockquote", children);
  }
  const hasBlocks = children.some((each) => isElement(each) && /^(p|div|ul|ol|pre|h\d)$/.test(each.tagName));
  return element("blockquote", hasBlocks ? [element("p", [name]), ...children] : [element("p", [name, ...children])]);
}

/** On the clipboard, checkboxes are text. */
function textTask(item: Element): Element | null {
  const holder = isElement(item.children[0]) && item.children[0].tagName === "p" ? item.children[0] : item;
  const first = holder.children[0];
  const box = first?.type === "text" ? /^\s*\[([ xX])\]\s+/.exec(first.value) : null;
  if (first?.type !== "text" || box === null) return null;
  first.value = first.value.slice(box[0].length);
  return taskItem(box[1] !== " ", item.children);
}

/** In exports, checkboxes are elements. */
function drawnTask(item: Element): Element | null {
  const box = elementsOf(item).find((each) => hasClass(each, "checkbox"));
  if (box === undefined) return null;
  const content = item.children.filter((each) => each !== box);
  return taskItem(hasClass(box, "checkbox-on"), content);
}

/** Markdown has no toggles: the summary becomes an item, with the content below it. */
function toggle(details: Element): Element {
  const summary = find(details, (each) => each.tagName === "summary");
  const rest = details.children.filter((each) => each !== summary);
  return element("li", [element("p", summary?.children ?? []), ...rest]);
}

function change(node: Element): Element | ElementContent[] | null {
  if (node.tagName === "details") return element("ul", [toggle(node)]);
  if (node.tagName === "li") {
    const [only, ...others] = elementsOf(node);
    // A list of toggles has already been converted.
    if (only?.tagName === "ul" && others.length === 0 && textOf(node).trim() === textOf(only).trim())
      return only.children;
    return textTask(node) ?? drawnTask(node) ?? node;
  }
  if (node.tagName === "aside" || (node.tagName === "figure" && hasClass(node, "callout")))
    return callout("note", withoutIcon(node).children);
  const alert = attribute(node, "className")
    .split(" ")
    .map((each) => ALERT.exec(each)?.[1])
    .find((each) => each !== undefined);
  if (alert === undefined) return node;
  return callout(
    alert,
    node.children.filter((each) => !(isElement(each) && hasClass(each, "markdown-alert-title"))),
  );
}

/** Removes the icon of a callout, which is decoration. */
function withoutIcon(node: Element): Element {
  rewrite(node, (each) => (hasClass(each, "icon") ? null : each.tagName === "div" ? each.children : each));
  const first = find(node, (each) => each.tagName === "p") ?? node;
  const text = first.children[0];
  if (text?.type === "text") text.value = text.value.replace(/^\s*\p{Extended_Pictographic}\uFE0F?\s*/u, "");
  return node;
}

export const isNotion = (html: string): boolean => html.includes("<!-- notionvc:");

export const cleanNotion = (tree: HastParent): void => rewrite(tree, change);
