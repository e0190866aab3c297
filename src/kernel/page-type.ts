/** The types of pages. Every page is text: one string whose lines have a meaning. */
import * as z from "zod";

export const PAGE_TYPES = [
  "DOCUMENT",
  "FOLDER",
  "AI_CHAT",
  "CHANNEL",
  "CANVAS",
  "FILE",
  "SHEET",
  "TASK_LIST",
  "CODE",
] as const;

export const PageType = z.enum(PAGE_TYPES);
export type PageType = z.infer<typeof PageType>;

/** Whether its conversation is stored as messages. */
export const hasMessages = (type: PageType): boolean => type === "CHANNEL" || type === "AI_CHAT";

/** Whether users edit its text. The text of other types comes from a file, or accompanies messages. */
export const isTextEditable = (type: PageType): boolean => type !== "FILE" && !hasMessages(type);
