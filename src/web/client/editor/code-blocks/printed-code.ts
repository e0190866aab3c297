/** Highlights the code of a printed page, for readers without an editor. */
import type { Parser } from "@lezer/common";
import { highlightCode } from "@lezer/highlight";
import { element } from "../../ui/dom.ts";
import { languageOfTitle } from "../code/code-language.ts";
import { loadParser } from "./languages.ts";
import { tokenColours } from "./token-colours.ts";

/** Longer code is not highlighted. */
const LONGEST = 100_000;

type Line = { readonly element: HTMLElement; readonly texts: readonly Text[]; readonly text: string };

/** The text of a line, without hidden quote marks and indentation. */
function readLine(line: HTMLElement): Line {
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && node.parentElement?.closest(".md-x, .md-m, .md-marker") === null) texts.push(node);
  return { element: line, texts, text: texts.map(({ data }) => data).join("") };
}

async function colour(block: Element): Promise<void> {
  const info = block.querySelector(".md-fence .md-info")?.textContent ?? "";
  const lines = [...block.querySelectorAll<HTMLElement>(".md-code:not(.md-fence)")].map(readLine);
  const code = lines.map(({ text }) => text).join("\n");
  if (info === "" || code.length > LONGEST) return;
  const parser = await loadParser(info);
  if (parser !== null) colourLines(lines, parser);
}

function colourLines(lines: readonly Line[], parser: Parser): void {
  const code = lines.map(({ text }) => text).join("\n");
  let line = 0;
  let pieces: (Node | string)[] = [];
  const flush = (): void => {
    const [first, ...others] = lines[line++]?.texts ?? [];
    first?.replaceWith(...pieces);
    for (const other of others) other.remove();
    pieces = [];
  };
  highlightCode(
    code,
    parser.parse(code),
    tokenColours,
    (text, classes) => {
      pieces.push(classes === "" ? text : element("span", { class: classes }, text));
    },
    flush,
  );
  flush();
}

/** Like `colourPrintedCode`, for a page of code in the language indicated by its title. */
export async function colourCodePage(print: ParentNode, title: string): Promise<void> {
  const lines = [...print.querySelectorAll<HTMLElement>(".cm-line")].map(readLine);
  if (lines.reduce((all, { text }) => all + text.length, 0) > LONGEST) return;
  // Code is readable without colours.
  const support = await languageOfTitle(title)
    ?.load()
    .catch(() => undefined);
  if (support) colourLines(lines, support.language.parser);
}

/** Resolves once every fence is highlighted. Lines are not replaced, only their text is wrapped. */
export async function colourPrintedCode(print: ParentNode): Promise<void> {
  for (const block of print.querySelectorAll("pre:has(.md-fence .md-info):not([data-marked])")) await colour(block);
}
