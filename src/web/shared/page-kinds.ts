/** Names and glyphs of the page types. */
import type { PageType } from "../../features/pages/contract.ts";
import { words } from "../../words/kinds.ts";

type Kind = { readonly label: string; readonly glyph: string };

const kind = (glyph: string, label: () => string): Kind => ({
  glyph,
  // A getter, because the language is only known at run time.
  get label() {
    return label();
  },
});

/** In the order in which they are offered. The glyph is decorative: the label says the same in words. */
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

/** Types that a user can create by name; a FILE is created by an upload. */
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

/** Types whose text is edited as source, line by line; others are edited as rendered text. */
const AS_IT_STANDS: ReadonlySet<string> = new Set<PageType>(["CODE", "CANVAS", "SHEET"]);

export const isSource = (type: string): boolean => AS_IT_STANDS.has(type);

/** A file name whose language is that of the page's text. */
export const languageName = (type: string, title: string): string =>
  type === "CANVAS" ? "canvas.html" : type === "SHEET" ? "" : title;
