/** Formatted text of another program as Markdown. Loaded when somebody first pastes some. */
import type { Element, Root as HastRoot } from "hast";
import { fromHtml } from "hast-util-from-html";
import { type Handle, toMdast } from "hast-util-to-mdast";
import type { BlockContent, Nodes, PhrasingContent, Root } from "mdast";
import { attribute, find, RAW, rewrite } from "./hast.ts";
import { printMarkdown, tidy } from "./markdown.ts";
import { isCodeEditor, isPlainFile } from "./sources/code-editor.ts";
import { formulas, writtenFormulas } from "./sources/formulas.ts";
import { cleanGoogleDocs, directLinks, isGoogleDocs } from "./sources/google-docs.ts";
import { adoptNestedLists } from "./sources/lists.ts";
import { cleanNotion, isNotion } from "./sources/notion.ts";
import { raisedText } from "./sources/raised-text.ts";
import { cleanTables, isSpreadsheet } from "./sources/spreadsheet.ts";
import { styledText } from "./sources/styled-text.ts";
import { cleanWebPage } from "./sources/web-page.ts";
import { cleanWord, isWord } from "./sources/word.ts";

export type Piece = {
  readonly markdown: string;
  /** Whether it begins, and ends, with running text that may join what stands there. */
  readonly startsInline: boolean;
  readonly endsInline: boolean;
};

const raw: Handle = (_, node: Element) => ({ type: "html", value: attribute(node, "value") });
const marked: Handle = (state, node: Element) => ({
  type: "emphasis",
  data: { isHighlight: true },
  // The library answers whatever the children become; in a line that is phrasing.
  children: state.all(node) as PhrasingContent[],
});
const nothing: Handle = () => undefined;

/** Spaces that only kept a browser from breaking or joining are spaces; comments say nothing to a reader. */
function normalise(tree: HastRoot | Element): void {
  tree.children = tree.children.filter(({ type }) => type !== "comment" && type !== "doctype") as typeof tree.children;
  for (const child of tree.children) {
    if (child.type === "text")
      child.value = child.value.replaceAll("\u00A0", " ").replaceAll(/[\u200B\u2060\uFEFF]/g, "");
    if (child.type === "element") normalise(child);
  }
}

/** What a browser puts around a copied piece. */
function fragmentOf(tree: HastRoot): HastRoot {
  const body = find(tree, (node) => node.tagName === "body");
  const children = (body?.children ?? tree.children).filter(({ type }) => type !== "doctype");
  return { type: "root", children };
}

function cleaned(html: string): HastRoot {
  const tree = fragmentOf(fromHtml(html));
  normalise(tree);
  formulas(tree);
  if (isNotion(html)) writtenFormulas(tree);
  if (isWord(html)) cleanWord(tree);
  if (isGoogleDocs(html)) cleanGoogleDocs(tree);
  directLinks(tree);
  cleanWebPage(tree);
  raisedText(tree);
  cleanNotion(tree);
  styledText(tree, { highlights: isGoogleDocs(html) || isWord(html) });
  adoptNestedLists(tree);
  cleanTables(tree, isSpreadsheet(html));
  // Between blocks a break is an empty line.
  rewrite(tree, (node) =>
    node.tagName === "br" && /interchange/i.test(String(node.properties.className ?? "")) ? null : node,
  );
  return tree;
}

const isInline = (node: Nodes | undefined): boolean =>
  node === undefined ||
  /^(paragraph|text|strong|emphasis|delete|highlight|inlineCode|link|image|break)$/.test(node.type);

/** Nothing but text in it: formatting was lost already, or there was none. */
const isBare = (node: Nodes): boolean =>
  node.type === "text" ||
  node.type === "break" ||
  (/^(root|paragraph)$/.test(node.type) && "children" in node && node.children.every(isBare));

/** Lines as somebody writes them who writes Markdown. */
const looksLikeMarkdown = (text: string): boolean =>
  /^(#{1,6} \S|[-*+] \S|\d+[.)] \S|> ?\S|```|~~~|\|.+\|\s*$|- \[[ xX]\] )|\*\*\S[^*\n]*\*\*|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`/m.test(
    text,
  );

function codePiece(text: string, language: string | null): Piece {
  const isLine = !text.trim().includes("\n");
  const value = isLine ? text.trim() : text.replace(/\n+$/, "");
  const node: BlockContent = isLine
    ? { type: "paragraph", children: [{ type: "inlineCode", value }] }
    : { type: "code", lang: language, value };
  return { markdown: printMarkdown({ type: "root", children: [node] }), startsInline: isLine, endsInline: isLine };
}

/**
 * Null where the plain text that came with it says it better: it has no formatting, or is Markdown itself.
 * `language` is what a code editor said of itself.
 */
export function htmlToMarkdown(html: string, plain: string, language: string | null): Piece | null {
  const parsed = fromHtml(html);
  if (language !== null || isCodeEditor(parsed)) {
    if (plain === "" || language === "markdown" || language === "plaintext") return null;
    return codePiece(plain, language);
  }
  if (isPlainFile(parsed)) return null;
  const result = toMdast(cleaned(html), {
    handlers: { [RAW]: raw, mark: marked, iframe: nothing, base: nothing },
  });
  const root: Root = result.type === "root" ? result : { type: "root", children: [] };
  tidy(root);
  if (
    isBare(root) &&
    plain !== "" &&
    (root.children.every(({ type }) => type !== "paragraph") || root.children.length < 2)
  )
    return null;
  if (isBare(root) && looksLikeMarkdown(plain)) return null;
  const markdown = printMarkdown(root);
  if (markdown === "") return null;
  return { markdown, startsInline: isInline(root.children.at(0)), endsInline: isInline(root.children.at(-1)) };
}
