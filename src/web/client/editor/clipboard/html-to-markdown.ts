/** Converts formatted text from other programs to Markdown. Loaded on the first such paste. */
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
  /** Whether it starts, and ends, with inline text that may join the adjacent text. */
  readonly startsInline: boolean;
  readonly endsInline: boolean;
};

const raw: Handle = (_, node: Element) => ({ type: "html", value: attribute(node, "value") });
const marked: Handle = (state, node: Element) => ({
  type: "emphasis",
  data: { isHighlight: true },
  // The library's type allows any content; within a line it is phrasing content.
  children: state.all(node) as PhrasingContent[],
});
const nothing: Handle = () => undefined;

/** Replaces non-breaking spaces with spaces and removes zero-width characters and comments. */
function normalize(tree: HastRoot | Element): void {
  tree.children = tree.children.filter(({ type }) => type !== "comment" && type !== "doctype") as typeof tree.children;
  for (const child of tree.children) {
    if (child.type === "text")
      child.value = child.value.replaceAll("\u00A0", " ").replaceAll(/[\u200B\u2060\uFEFF]/g, "");
    if (child.type === "element") normalize(child);
  }
}

/** Strips what a browser puts around a copied fragment. */
function fragmentOf(tree: HastRoot): HastRoot {
  const body = find(tree, (node) => node.tagName === "body");
  const children = (body?.children ?? tree.children).filter(({ type }) => type !== "doctype");
  return { type: "root", children };
}

function cleaned(html: string): HastRoot {
  const tree = fragmentOf(fromHtml(html));
  normalize(tree);
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
  // Between blocks, this break is just an empty line.
  rewrite(tree, (node) =>
    node.tagName === "br" && /interchange/i.test(String(node.properties.className ?? "")) ? null : node,
  );
  return tree;
}

const isInline = (node: Nodes | undefined): boolean =>
  node === undefined ||
  /^(paragraph|text|strong|emphasis|delete|highlight|inlineCode|link|image|break)$/.test(node.type);

/** Contains only text: the formatting was already lost, or there was none. */
const isBare = (node: Nodes): boolean =>
  node.type === "text" ||
  node.type === "break" ||
  (/^(root|paragraph)$/.test(node.type) && "children" in node && node.children.every(isBare));

/** Recognizes lines typed as Markdown. */
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
 * Returns null if the accompanying plain text is better, because there is no formatting or it is already Markdown.
 * `language` is the one that a code editor put on the clipboard.
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
