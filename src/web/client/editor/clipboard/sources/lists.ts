/** Creates lists from what only looks like lists: paragraphs with a level, and lists next to their item. */
import type { Element, ElementContent } from "hast";
import { element, elementsOf, type HastParent, isElement } from "../hast.ts";

export type ListedItem = { readonly level: number; readonly isOrdered: boolean; readonly content: ElementContent[] };

/** Nests consecutive items into lists; levels may be skipped. */
function nestItems(items: readonly ListedItem[]): Element[] {
  const top: Element[] = [];
  const open: { readonly level: number; readonly list: Element }[] = [];
  for (const { level, isOrdered, content } of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const tagName = isOrdered ? "ol" : "ul";
    let list = open.at(-1)?.level === level ? open.at(-1)?.list : undefined;
    if (list !== undefined && list.tagName !== tagName) {
      open.pop();
      list = undefined;
    }
    if (list === undefined) {
      list = element(tagName, []);
      const parent = open.at(-1)?.list;
      const lastItem = parent === undefined ? undefined : elementsOf(parent).at(-1);
      if (lastItem === undefined) top.push(list);
      else lastItem.children.push(list);
      open.push({ level, list });
    }
    list.children.push(element("li", content));
  }
  return top;
}

const isBlankText = (node: { type: string; value?: string }): boolean =>
  node.type === "comment" || (node.type === "text" && (node.value ?? "").trim() === "");

/** Replaces consecutive items, separated only by white space, with lists. */
export function gatherItems(parent: HastParent, itemsOf: (node: Element) => ListedItem[] | null): void {
  const children: ElementContent[] = [];
  let run: ListedItem[] = [];
  const flush = (): void => {
    children.push(...nestItems(run));
    run = [];
  };
  for (const child of parent.children) {
    if (child.type === "doctype") continue;
    const items = isElement(child) ? itemsOf(child) : null;
    if (items !== null) {
      run.push(...items);
      continue;
    }
    if (run.length > 0 && isBlankText(child)) continue;
    flush();
    if (isElement(child)) gatherItems(child, itemsOf);
    children.push(child);
  }
  flush();
  parent.children = children;
}

const isList = (node: ElementContent): node is Element =>
  isElement(node) && (node.tagName === "ul" || node.tagName === "ol");

/** `<ul><li>…</li><ul>…</ul></ul>`: moves the inner list into the preceding item. */
export function adoptNestedLists(parent: HastParent): void {
  for (const node of elementsOf(parent)) {
    adoptNestedLists(node);
    if (!isList(node)) continue;
    const items: ElementContent[] = [];
    for (const child of node.children) {
      const last = items.findLast(isElement);
      if (isList(child) && last?.tagName === "li") last.children.push(child);
      else if (isList(child)) items.push(...child.children);
      else items.push(child);
    }
    node.children = items;
  }
}

/** An item with a leading checkbox, as in task lists. */
export const taskItem = (checked: boolean, content: ElementContent[]): Element =>
  element("li", [element("input", [], { type: "checkbox", checked }), ...content]);
