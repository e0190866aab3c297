/** The line structure of a page's text: Markdown, the fields of a sheet, or plain characters. */
import { holdsMarkdown, syntaxOf, type PageType } from "../kernel/page-type.ts";

export type LineKind = "markdown" | "sheet" | "plain";

export const lineKindOf = (type: PageType): LineKind =>
  holdsMarkdown(type) ? "markdown" : syntaxOf(type) === "csv" ? "sheet" : "plain";
