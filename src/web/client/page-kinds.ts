/** What the types of page are called where people read. */
import type { ProcessingStatus } from "../../features/files/contract.ts";
import type { PageType } from "../../features/pages/contract.ts";

type Kind = { readonly label: string; readonly glyph: string; readonly placeholder: string };

/** In the order in which a person is offered them. The glyph is decoration: the label says the same in words. */
export const KINDS: Readonly<Record<PageType, Kind>> = {
  DOCUMENT: { label: "Document", glyph: "¶", placeholder: "Write, or press / for blocks" },
  FOLDER: { label: "Folder", glyph: "/", placeholder: "What belongs in this folder?" },
  TASK_LIST: { label: "Task list", glyph: "✓", placeholder: "- [ ] The first thing to do" },
  SHEET: { label: "Sheet", glyph: "=", placeholder: "name,amount\nApples,12" },
  CODE: { label: "Code", glyph: "{}", placeholder: "Paste or write code." },
  CANVAS: { label: "Canvas", glyph: "<>", placeholder: "<h1>HTML and CSS</h1>" },
  CHANNEL: { label: "Channel", glyph: "#", placeholder: "What is this channel about?" },
  AI_CHAT: { label: "AI chat", glyph: "AI", placeholder: "What is this chat for?" },
  FILE: { label: "File", glyph: "↓", placeholder: "" },
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

/** How far a file has been read. */
export const READING: Readonly<Record<ProcessingStatus, string>> = {
  pending: "Waiting to be read",
  processing: "Being read…",
  completed: "Ready",
  failed: "Could not be read",
};
