/**
 * The page types. To add one, add it here and widen the check of the table `pages` in a migration; the compiler requires
 * its words and its views. Every page is text: one string whose lines have a meaning.
 */

/** The syntax of a page's text. `tasks` is Markdown in which a line that begins like a task must be one. */
export type TextSyntax = "markdown" | "tasks" | "csv" | "html" | "plain";

type Facts = {
  /** Its name in Lucide. */
  readonly icon: string;
  /** The color of its tile, by name (`styles/base.css`). */
  readonly hue: "moss" | "amber" | "clay" | "rose" | "plum" | "blue" | "stone";
  readonly syntax: TextSyntax;
  /**
   * The main content: text, other pages or messages below a descriptive text, or an uploaded file, from which the text is
   * extracted.
   */
  readonly holds: "text" | "pages" | "messages" | "file";
  /**
   * Imported files become pages of this type: those with these extensions, and for CODE also those with the name of a
   * programming language's file. Of several files with the same name, the lowest rank becomes the parent of the folder's pages.
   */
  readonly imported?: { readonly rank: number; readonly extensions: readonly string[] };
};

/**
 * In the order in which they are offered.
 *
 * - TASK_LIST: tasks are task items (GFM §5.3) with assignee, due date and priority:
 *   `- [ ] Report @[Ann](user:ID) due:2026-12-01 !high`.
 * - SHEET: CSV (RFC 4180), one row per line. A field that starts with `=` is a formula; `sheet/evaluate.ts` computes its
 *   value.
 * - CANVAS: HTML and CSS, shown in a sandboxed frame, so any content is allowed.
 * - FILE: only the processing pipeline writes its text. An SVG file is a picture, although CODE supports its source text.
 */
const TYPES = {
  DOCUMENT: {
    icon: "file-text",
    hue: "moss",
    syntax: "markdown",
    holds: "text",
    imported: { rank: 0, extensions: [".md", ".markdown", ".mdx", ".txt", ".text"] },
  },
  FOLDER: { icon: "folder", hue: "stone", syntax: "markdown", holds: "pages" },
  TASK_LIST: { icon: "list-checks", hue: "amber", syntax: "tasks", holds: "text" },
  SHEET: {
    icon: "table-2",
    hue: "blue",
    syntax: "csv",
    holds: "text",
    imported: { rank: 2, extensions: [".csv", ".tsv", ".tab"] },
  },
  CODE: { icon: "code-xml", hue: "stone", syntax: "plain", holds: "text", imported: { rank: 3, extensions: [] } },
  CANVAS: {
    icon: "shapes",
    hue: "plum",
    syntax: "html",
    holds: "text",
    imported: { rank: 1, extensions: [".html", ".htm", ".xhtml"] },
  },
  CHANNEL: { icon: "hash", hue: "clay", syntax: "markdown", holds: "messages" },
  AI_CHAT: { icon: "sparkles", hue: "moss", syntax: "markdown", holds: "messages" },
  FILE: { icon: "file", hue: "rose", syntax: "plain", holds: "file", imported: { rank: 4, extensions: [".svg"] } },
} satisfies Record<string, Facts>;

export type PageType = keyof typeof TYPES;

export const PAGE_TYPES = Object.keys(TYPES) as PageType[]; // the keys of the type above

const FACTS: Readonly<Record<PageType, Facts>> = TYPES;

export const iconOf = (type: PageType): string => FACTS[type].icon;

export const typeHue = (type: PageType): Facts["hue"] => FACTS[type].hue;

export const syntaxOf = (type: PageType): TextSyntax => FACTS[type].syntax;

export const holdsMarkdown = (type: PageType): boolean => ["markdown", "tasks"].includes(syntaxOf(type));

/** Whether its conversation is stored as messages. */
export const hasMessages = (type: PageType): boolean => FACTS[type].holds === "messages";

/** Whether it is created by uploading a file, from which its text is extracted. */
export const hasFile = (type: PageType): boolean => FACTS[type].holds === "file";

/** Whether its text describes the pages or messages below it. */
export const isDescribed = (type: PageType): boolean => hasMessages(type) || FACTS[type].holds === "pages";

/** Whether users edit its text. The text of other types comes from a file, or accompanies messages. */
export const isTextEditable = (type: PageType): boolean => !hasFile(type) && !hasMessages(type);

/** Types that a user can create by name; the others are created by an upload. */
export const CREATABLE_TYPES = PAGE_TYPES.filter((type) => !hasFile(type));

/** Types that consist only of text, which can be created offline. */
export const TEXT_TYPES = PAGE_TYPES.filter((type) => FACTS[type].holds === "text");

export const importedAs = (type: PageType): Facts["imported"] => FACTS[type].imported;
