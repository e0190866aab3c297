/** The beginning of a page's text without markup and properties, to help recognize the page. */
import { spanOfMatter } from "../../../formats/properties/delimiters.ts";
import { renderedText } from "../../../formats/markdown/rendered-text.ts";

/** Characters of Markdown read per character shown, since marks and addresses are omitted. */
const READ = 6;

export function excerptOf(content: string, most: number): string {
  const body = content.slice(spanOfMatter(content)?.end ?? 0);
  const source = Array.from(body.slice(0, most * READ * 2))
    .slice(0, most * READ)
    .join("");
  // Image descriptions are not useful here.
  const words = renderedText(source, { goesOn: source.length < body.length, pictures: false });
  const characters = Array.from(words);
  return characters.length <= most ? words : `${characters.slice(0, most).join("").trimEnd()}…`;
}
