/** The line structure of each page type: Markdown, the fields of a sheet, or plain characters. */
import type { PageType } from "../kernel/page-type.ts";

export type LineKind = "markdown" | "sheet" | "plain";

const KINDS: Readonly<Record<PageType, LineKind>> = {
  DOCUMENT: "markdown",
  FOLDER: "markdown",
  AI_CHAT: "markdown",
  CHANNEL: "markdown",
  TASK_LIST: "markdown",
  SHEET: "sheet",
  CANVAS: "plain",
  CODE: "plain",
  FILE: "plain",
};

export const lineKindOf = (type: PageType): LineKind => KINDS[type];
