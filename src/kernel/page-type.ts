/** The kinds of page there are. Every one of them is text: one string whose lines mean something. */
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

/** Whether what is said on it is kept as messages. */
export const hasMessages = (type: PageType): boolean => type === "CHANNEL" || type === "AI_CHAT";

/** Whether its text is written by hand: that of others is a file's, or stands aside of messages. */
export const isTextEditable = (type: PageType): boolean => type !== "FILE" && !hasMessages(type);
