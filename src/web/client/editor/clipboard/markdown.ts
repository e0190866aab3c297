/** Writes pasted formatting: tidies an mdast tree and prints it in the Markdown dialect of documents. */
import type { Nodes, Parent, Parents, PhrasingContent, Root, RootContent } from "mdast";
import { gfmToMarkdown } from "mdast-util-gfm";
import { type Handle, toMarkdown } from "mdast-util-to-markdown";
import { isImageAddress, isLinkAddress } from "./addresses.ts";

/** `==marked==` */
interface Highlight extends Parent {
  type: "highlight";
  children: PhrasingContent[];
}

declare module "mdast" {
  interface EmphasisData {
    /** The conversion does not support highlighting, so highlights pass through it as emphasis. */
    isHighlight?: boolean;
  }
  interface PhrasingContentMap {
    highlight: Highlight;
  }
  interface RootContentMap {
    highlight: Highlight;
  }
}

declare module "mdast-util-to-markdown" {
  interface ConstructNameMap {
    highlight: "highlight";
  }
}

const SPANS = new Set(["strong", "emphasis", "delete", "highlight"]);

const isParent = (node: Nodes): node is Parents => "children" in node;
const textOf = (node: Nodes): string =>
  isParent(node)
    ? node.children.map(textOf).join("")
    : "value" in node
      ? node.value
      : node.type === "break"
        ? "\n"
        : "";

/** Children may be any nodes while they are rebuilt; each step keeps what its parent allows. */
const childrenOf = (node: Parents): RootContent[] => node.children as RootContent[];
const setChildren = (node: Parents, children: RootContent[]): void => {
  node.children = children as typeof node.children;
};

/** `**bold **text` is not bold: moves spaces out of spans and removes spans left empty. */
function hoistSpace(span: Parents): RootContent[] {
  const inner = childrenOf(span);
  const [first, last] = [inner.at(0), inner.at(-1)];
  const out: RootContent[] = [];
  if (first?.type === "text") {
    const space = /^\s+/.exec(first.value)?.[0] ?? "";
    first.value = first.value.slice(space.length);
    if (space !== "") out.push({ type: "text", value: space });
  }
  let after = "";
  if (last?.type === "text") {
    after = /\s+$/.exec(last.value)?.[0] ?? "";
    last.value = last.value.slice(0, last.value.length - after.length);
  }
  const breaks: RootContent[] = [];
  while (inner.at(-1)?.type === "break") breaks.push(...inner.splice(-1));
  setChildren(
    span,
    inner.filter((each) => each.type !== "text" || each.value !== ""),
  );
  if (childrenOf(span).length > 0) out.push(span as RootContent);
  if (after !== "") out.push({ type: "text", value: after });
  return [...out, ...breaks];
}

/** Moves spaces at the edges of inline code into the surrounding text. */
function hoistCodeSpace(value: string): RootContent[] {
  const [, before = "", code = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(value) ?? [];
  const text = (space: string): RootContent[] => (space === "" ? [] : [{ type: "text", value: space }]);
  return [...text(before), ...(code === "" ? [] : [{ type: "inlineCode" as const, value: code }]), ...text(after)];
}

/** Merges adjacent spans of the same kind, and adjacent text. */
function join(children: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (last?.type === "text" && child.type === "text") last.value += child.value;
    else if (last?.type === "inlineCode" && child.type === "inlineCode") last.value += child.value;
    else if (last?.type === child.type && SPANS.has(child.type) && isParent(last) && isParent(child))
      setChildren(last, join([...childrenOf(last), ...childrenOf(child)]));
    else joined.push(child);
  }
  return joined;
}

/** Removes addresses that are not allowed: the text of such links stays, such images are removed. */
function safe(node: RootContent): RootContent[] {
  if (node.type === "link") {
    if (textOf(node).trim() === "" && !node.children.some(({ type }) => type === "image")) return [];
    return isLinkAddress(node.url) ? [node] : node.children;
  }
  if (node.type === "image") return isImageAddress(node.url) ? [{ ...node, title: null }] : [];
  return node.type === "definition" ? [] : [node];
}

function tidyNode(node: RootContent, parent: Parents): RootContent[] {
  if (SPANS.has(node.type) && isParent(node)) {
    // A heading is bold anyway, and bold within bold has no effect.
    if (node.type === "strong" && (parent.type === "heading" || parent.type === "strong")) return childrenOf(node);
    return hoistSpace(node);
  }
  if (node.type === "inlineCode") return hoistCodeSpace(node.value);
  if (node.type === "heading" && textOf(node).trim() === "") return [];
  if (node.type === "paragraph") {
    while (node.children.at(-1)?.type === "break") node.children.pop();
    while (node.children.at(0)?.type === "break") node.children.shift();
    return node.children.every((each) => each.type === "text" && each.value.trim() === "") ? [] : [node];
  }
  if (node.type === "list" && node.children.length === 0) return [];
  if (node.type === "listItem")
    return [{ ...node, spread: node.children.filter(({ type }) => type !== "list").length > 1 }];
  return [node];
}

export function tidy(node: Parents): void {
  setChildren(
    node,
    childrenOf(node).map((each) =>
      each.type === "emphasis" && each.data?.isHighlight ? { type: "highlight", children: each.children } : each,
    ),
  );
  for (const child of childrenOf(node)) if (isParent(child)) tidy(child);
  const safeChildren = join(childrenOf(node).flatMap(safe));
  setChildren(
    node,
    join(
      safeChildren.flatMap((child) => {
        const tidied = tidyNode(child, node);
        return child.type === "list" ? tidied.map(tightened) : tidied;
      }),
    ),
  );
}

/** A list without loose items is tight: no blank lines between items. */
function tightened(list: RootContent): RootContent {
  return list.type === "list" ? { ...list, spread: list.children.some(({ spread }) => spread === true) } : list;
}

const highlight: Handle = (node: Highlight, _, state, info) => {
  const tracker = state.createTracker(info);
  const exit = state.enter("highlight");
  let value = tracker.move("==");
  value += tracker.move(state.containerPhrasing(node, { ...tracker.current(), before: value, after: "=" }));
  value += tracker.move("==");
  exit();
  return value;
};

export const printMarkdown = (root: Root): string =>
  toMarkdown(root, {
    bullet: "-",
    emphasis: "*",
    rule: "-",
    fences: true,
    listItemIndent: "one",
    handlers: { highlight },
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    unsafe: [
      { character: "=", after: "=", inConstruct: "phrasing" },
      { character: "$", after: String.raw`[^\s$]`, inConstruct: "phrasing" },
    ],
  }).trimEnd();
