/** The kinds of page there are. Every one of them is text: one string whose lines mean something. */
import { z } from "zod";

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
