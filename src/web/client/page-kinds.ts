/** What the types of page are called where people read. */
import type { ProcessingStatus } from "../../features/files/contract.ts";
import type { PageType } from "../../features/pages/contract.ts";

type Kind = { readonly label: string; readonly glyph: string; readonly placeholder: string };

const MARKDOWN = "Write here. Markdown is welcome.";

/** In the order in which a person is offered them. The glyph is decoration: the label says the same in words. */
export const KINDS: Readonly<Record<PageType, Kind>> = {
  DOCUMENT: { label: "Document", glyph: "¶", placeholder: MARKDOWN },
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

export const isMonospaced = (type: PageType): boolean => type === "CODE" || type === "SHEET" || type === "CANVAS";

/** How far a file has been read. */
export const READING: Readonly<Record<ProcessingStatus, string>> = {
  pending: "Waiting to be read",
  processing: "Being read…",
  completed: "Ready",
  failed: "Could not be read",
};
