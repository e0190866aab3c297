/** The format of each page type. */
import type { PageType } from "../kernel/page-type.ts";
import { CANVAS } from "./canvas.ts";
import { CODE } from "./code.ts";
import { DESCRIPTION } from "./description.ts";
import { DOCUMENT } from "./document.ts";
import { FILE } from "./file.ts";
import type { Format } from "./format.ts";
import { SHEET } from "./sheet/sheet.ts";
import { TASK_LIST } from "./task-list.ts";

export const FORMATS = {
  DOCUMENT,
  FOLDER: DESCRIPTION,
  AI_CHAT: DESCRIPTION,
  CHANNEL: DESCRIPTION,
  CANVAS,
  FILE,
  SHEET,
  TASK_LIST,
  CODE,
} as const satisfies Readonly<Record<PageType, unknown>>;

/** What all formats can do; a type's own entry in FORMATS also parses. */
export const formatOf = (type: PageType): Omit<Format<unknown>, "parse" | "print"> => FORMATS[type];
