/** The beginning of a page's text as plain words, to tell pages apart by. */
import { renderedText } from "../../formats/markdown/rendered-text.ts";

/** Characters of Markdown read for each that is shown: marks and addresses are left out. */
const READ = 6;

export function excerptOf(content: string, most: number): string {
  const source = Array.from(content.slice(0, most * READ * 2))
    .slice(0, most * READ)
    .join("");
  // A picture says nothing here.
  const words = renderedText(source, { goesOn: source.length < content.length, pictures: false });
  const characters = Array.from(words);
  return characters.length <= most ? words : `${characters.slice(0, most).join("").trimEnd()}…`;
}
