/** What the types of page are called where people read. */
import type { PageType } from "../../features/pages/contract.ts";
import { words } from "../messages/kinds.ts";

type Kind = { readonly label: string; readonly glyph: string };

const kind = (glyph: string, label: () => string): Kind => ({
  glyph,
  // As the language is when it is asked for.
  get label() {
    return label();
  },
});

/** In the order in which a person is offered them. The glyph is decoration: the label says the same in words. */
export const KINDS: Readonly<Record<PageType, Kind>> = {
  DOCUMENT: kind("¶", () => words.document),
  FOLDER: kind("/", () => words.folder),
  TASK_LIST: kind("✓", () => words.taskList),
  SHEET: kind("=", () => words.sheet),
  CODE: kind("{}", () => words.code),
  CANVAS: kind("<>", () => words.canvas),
  CHANNEL: kind("#", () => words.channel),
  AI_CHAT: kind("AI", () => words.aiChat),
  FILE: kind("↓", () => words.file),
};

/** Types a person makes by name; a FILE comes from an upload. */
export const CREATABLE: readonly PageType[] = [
  "DOCUMENT",
  "FOLDER",
  "TASK_LIST",
  "SHEET",
  "CODE",
  "CANVAS",
  "CHANNEL",
  "AI_CHAT",
];

/** Whose text is written line by line as it stands; other texts are written as they read. */
const AS_IT_STANDS: ReadonlySet<string> = new Set<PageType>(["CODE", "CANVAS", "SHEET"]);

export const isSource = (type: string): boolean => AS_IT_STANDS.has(type);

/** The name of a file whose language is that of the page's text. */
export const languageName = (type: string, title: string): string =>
  type === "CANVAS" ? "canvas.html" : type === "SHEET" ? "" : title;
