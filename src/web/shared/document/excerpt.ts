/** The beginning of a page's text without markup and properties, to help recognize the page. */
import { spanOfMatter } from "../../../formats/properties/delimiters.ts";
import { renderedText } from "../../../formats/markdown/rendered-text.ts";

/** Characters of Markdown read per character shown, since marks and addresses are omitted. */
const READ = 6;

/** The views of a folder, which are closed fences; those that were cut off by the length are shown. */
const VIEW = /^(`{3,}|~{3,})[ \t]*view[ \t]*\n(?:.*\n)*?\1[ \t]*$/gim;

export function excerptOf(content: string, most: number): string {
  const body = content.slice(spanOfMatter(content)?.end ?? 0);
  const source = Array.from(body.slice(0, most * READ * 2))
    .slice(0, most * READ)
    .join("");
  // Image descriptions are not useful here.
  const words = renderedText(source.replaceAll(VIEW, ""), { goesOn: source.length < body.length, pictures: false });
  const characters = Array.from(words);
  return characters.length <= most ? words : `${characters.slice(0, most).join("").trimEnd()}…`;
}
