/** How a foreign file is imported: the page type based on its name, its title, and text valid for the type. */
import { importedAs, PAGE_TYPES, type PageType } from "../../kernel/page-type.ts";
import { isCodeName } from "../code-names.ts";
import { plainText } from "../markdown/inline.ts";
import { readFrontMatter } from "./front-matter.ts";
import { extensionOf, baseName } from "./paths.ts";

const MAX_TITLE_LENGTH = 255;

const TYPES: ReadonlyMap<string, PageType> = new Map(
  PAGE_TYPES.flatMap((type) => (importedAs(type)?.extensions ?? []).map((extension) => [extension, type] as const)),
);

/** The page type for a file name; FILE for anything that is not text of another type. */
export const typeOfFile = (path: string): PageType =>
  TYPES.get(extensionOf(path)) ?? (isCodeName(baseName(path)) ? "CODE" : "FILE");

/** The id that Notion appends to every name. */
const NOTION_ID = / ?[0-9a-f]{32}$/;

export const withoutNotionId = (name: string): string => name.replace(NOTION_ID, "");

/** Converts a name to a title: one line, limited in length, without the id that Notion appends. */
export function titleOfName(name: string): string {
  const tidy = (text: string): string => cut(text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ").trim());
  return tidy(withoutNotionId(name)) || tidy(name) || "Untitled";
}

function cut(title: string): string {
  if (title.length <= MAX_TITLE_LENGTH) return title;
  const end = /[\ud800-\udbff]/.test(title[MAX_TITLE_LENGTH - 1] ?? "") ? MAX_TITLE_LENGTH - 1 : MAX_TITLE_LENGTH;
  return title.slice(0, end).trim();
}

/** The title in the text itself: from its front matter, or from the first heading if Notion truncated the name. */
export function titleInText(stem: string, text: string): string | null {
  const front = readFrontMatter(text);
  const own = front?.title ?? (NOTION_ID.test(stem) ? headingTitle(text.slice(front?.end ?? 0)) : null);
  return own === null || own.trim() === "" ? null : titleOfName(own);
}

/** A note for a text whose front matter cannot be parsed; null otherwise. */
export const frontMatterFault = (text: string): string | null =>
  readFrontMatter(text)?.isBroken === true ? "Its front matter could not be read: it is kept as text." : null;

const headingTitle = (text: string): string | null => {
  const heading = /^\s*# +(.+)/.exec(text.slice(0, 2_000))?.[1];
  return heading === undefined ? null : plainText(heading);
};
