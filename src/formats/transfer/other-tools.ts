/** What a file from elsewhere becomes: its page type by its name, its title, and a text that the type can hold. */
import type { PageType } from "../../kernel/page-type.ts";
import { isCodeName } from "../code-names.ts";
import { plainText } from "../markdown/inline.ts";
import { readFrontMatter } from "./front-matter.ts";
import { extensionOf, baseName } from "./paths.ts";

const MAX_TITLE_LENGTH = 255;

/** The type of page a file becomes by its name; FILE for all that is no text of a page. */
export function typeOfFile(path: string): PageType {
  switch (extensionOf(path)) {
    // A picture, though its text is one of the languages that CODE knows.
    case ".svg":
      return "FILE";
    case ".md":
    case ".markdown":
    case ".mdx":
    case ".txt":
    case ".text":
      return "DOCUMENT";
    case ".csv":
    case ".tsv":
    case ".tab":
      return "SHEET";
    case ".html":
    case ".htm":
    case ".xhtml":
      return "CANVAS";
    default:
      return isCodeName(baseName(path)) ? "CODE" : "FILE";
  }
}

/** What Notion adds to every name. */
const NOTION_ID = / ?[0-9a-f]{32}$/;

/** A name as a title: one line, no more than a title may have, without the id that Notion puts behind it. */
export function titleOfName(name: string): string {
  const tidy = (text: string): string => cut(text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim());
  return tidy(name.replace(NOTION_ID, "")) || tidy(name) || "Untitled";
}

function cut(title: string): string {
  if (title.length <= MAX_TITLE_LENGTH) return title;
  const end = /[\ud800-\udbff]/.test(title[MAX_TITLE_LENGTH - 1] ?? "") ? MAX_TITLE_LENGTH - 1 : MAX_TITLE_LENGTH;
  return title.slice(0, end).trim();
}

/** The title a text gives itself: in its front matter, or in the first heading where Notion cut the name short. */
export function titleInText(stem: string, text: string): string | null {
  const front = readFrontMatter(text);
  const own = front?.title ?? (NOTION_ID.test(stem) ? headingTitle(text.slice(front?.end ?? 0)) : null);
  return own === null || own.trim() === "" ? null : titleOfName(own);
}

/** What is told of a text whose front matter is none that can be read; null for any other. */
export const frontMatterFault = (text: string): string | null =>
  readFrontMatter(text)?.isBroken === true ? "Its front matter could not be read: it is kept as text." : null;

const headingTitle = (text: string): string | null => {
  const heading = /^\s*# +(.+)/.exec(text.slice(0, 2_000))?.[1];
  return heading === undefined ? null : plainText(heading);
};
