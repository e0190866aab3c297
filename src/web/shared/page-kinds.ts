/** How the page types are shown. */
import { holdsMarkdown, TEXT_TYPES, type PageType } from "../../kernel/page-type.ts";
import { words } from "../../words/kinds.ts";

export const labelOf = (type: PageType): string => words.labels[type];

/** Types whose text is edited as source, line by line; others are edited as rendered text. */
const SOURCES: ReadonlySet<string> = new Set(TEXT_TYPES.filter((type) => !holdsMarkdown(type)));

export const isSource = (type: string): boolean => SOURCES.has(type);

/** A file name whose language is that of the page's text. */
export const languageName = (type: string, title: string): string =>
  type === "CANVAS" ? "canvas.html" : type === "SHEET" ? "" : title;
