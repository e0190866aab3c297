/**
 * Cleans up HTML from Google Docs: wrapped in a `b` that is not bold, formatting in spans, lists next to their items.
 */
import { attribute, type HastParent, isElement, remove, rewrite } from "../hast.ts";
import { taskItem } from "./lists.ts";

export const isGoogleDocs = (html: string): boolean => html.includes("docs-internal-guid-");

export function cleanGoogleDocs(tree: HastParent): void {
  rewrite(tree, (node) => {
    if (node.tagName === "li" && attribute(node, "role") === "checkbox") {
      remove(node, (each) => each.tagName === "img");
      return taskItem(attribute(node, "ariaChecked") === "true", node.children);
    }
    if (/^(p|h\d|li|div|td)$/.test(node.tagName)) return node;
    return attribute(node, "id").startsWith("docs-internal-guid-") ? withoutGaps(node.children) : node;
  });
  tree.children = withoutGaps(tree.children.filter((each) => each.type !== "doctype"));
  rewrite(tree, (node) => (node.tagName === "body" ? { ...node, children: withoutGaps(node.children) } : node));
}

/** Unwraps the tracking redirects in links of published documents and emails. */
export function directLinks(tree: HastParent): void {
  rewrite(tree, (node) => {
    if (node.tagName !== "a") return node;
    const href = attribute(node, "href");
    const url = URL.canParse(href) ? new URL(href) : null;
    if (url?.hostname !== "www.google.com" || url.pathname !== "/url") return node;
    node.properties.href = url.searchParams.get("q") ?? url.searchParams.get("url") ?? href;
    return node;
  });
}

/** Breaks between blocks are empty lines used for spacing. */
function withoutGaps<T extends { type: string }>(children: T[]): T[] {
  const hasBlocks = children.some((each) => isElement(each) && /^(p|h\d|ul|ol|div|table)$/.test(each.tagName));
  return hasBlocks ? children.filter((each) => !(isElement(each) && each.tagName === "br")) : children;
}
