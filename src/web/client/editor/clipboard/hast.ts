/** Helpers for cleaning pasted HTML: reading attributes and inline styles, and rewriting elements. */
import type { Element, ElementContent, Properties, Root } from "hast";

export type HastParent = Root | Element;

export const element = (tagName: string, children: ElementContent[], properties: Properties = {}): Element => ({
  type: "element",
  tagName,
  properties,
  children,
});

export const RAW = "octavo-raw";

/** Text copied to the Markdown unchanged: the conversion recognizes the element by its name. */
export const rawText = (value: string): Element => element(RAW, [{ type: "text", value }], { value });

export const isElement = (node: { type: string } | undefined): node is Element => node?.type === "element";

export const elementsOf = (node: HastParent): Element[] =>
  node.children.flatMap((each) => (each.type === "element" ? [each] : []));

/** All descendant elements, parents first. */
export function* descendants(node: HastParent): Generator<Element> {
  for (const child of elementsOf(node)) {
    yield child;
    yield* descendants(child);
  }
}

export function find(node: HastParent, matches: (each: Element) => boolean): Element | null {
  for (const each of descendants(node)) if (matches(each)) return each;
  return null;
}

/** An attribute as text; lists such as classes are joined with spaces. */
export function attribute(node: Element, name: string): string {
  const value = node.properties[name];
  if (Array.isArray(value)) return value.join(" ");
  return value === null || value === undefined ? "" : String(value);
}

export const hasClass = (node: Element, name: string | RegExp): boolean =>
  attribute(node, "className")
    .split(/\s+/)
    .some((each) => (typeof name === "string" ? each === name : name.test(each)));

/** The declarations of the `style` attribute, with names and values in lower case. */
export function styleOf(node: Element): ReadonlyMap<string, string> {
  const declarations = attribute(node, "style")
    .toLowerCase()
    .split(";")
    .map((each): [string, string] => {
      const colon = each.indexOf(":");
      return [each.slice(0, colon).trim(), each.slice(colon + 1).trim()];
    });
  return new Map(declarations);
}

export function textOf(node: HastParent | ElementContent): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  return node.children.map((child) => (child.type === "doctype" ? "" : textOf(child))).join("");
}

/**
 * Rewrites the tree bottom-up. `change` returns an element's replacement: `null` removes it, an array replaces it (its
 * own children unwrap it), the element itself keeps it.
 */
export function rewrite(node: HastParent, change: (each: Element) => ElementContent[] | Element | null): void {
  node.children = node.children.flatMap((child): ElementContent[] => {
    if (child.type !== "element") return child.type === "doctype" ? [] : [child];
    rewrite(child, change);
    const changed = change(child);
    if (changed === null) return [];
    return Array.isArray(changed) ? changed : [changed];
  });
}

/** Removes elements with their descendants. */
export const remove = (node: HastParent, matches: (each: Element) => boolean): void =>
  rewrite(node, (each) => (matches(each) ? null : each));
