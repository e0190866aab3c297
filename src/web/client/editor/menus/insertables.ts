/** The entries of the slash menu. Other parts of the editor add theirs through the facet. */
import { Facet } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { foldName } from "../../../../kernel/fold.ts";
import { words } from "../../../../words/editor-commands.ts";
import { blockCommands, calloutCommands, insertCommands } from "../commands/index.ts";
import { type EditorCommand } from "../commands/command.ts";
import { insertTable } from "../tables/commands.ts";

export type Section = "turnInto" | "insert" | "callouts";

export type Insertable = {
  /** Replaces an entry with the same id. */
  readonly id: string;
  readonly title: string;
  readonly section: Section;
  /** Two or three characters drawn before the title. */
  readonly glyph: string;
  /** Search terms in addition to the title, including the English one. */
  readonly keywords?: readonly string[];
  /** The Markdown for it. */
  readonly hint?: string;
} & (
  | { readonly command: EditorCommand }
  /** Called after the slash and the query were removed from the text. */
  | { readonly run: (view: EditorView) => void }
);

export const insertables = Facet.define<Insertable>();

const DETAILS: Readonly<Record<string, { glyph: string; keywords: readonly string[]; hint?: string }>> = {
  paragraph: { glyph: "T", keywords: ["text", "paragraph", "plain"] },
  "heading-1": { glyph: "H1", keywords: ["heading 1", "h1", "title"], hint: "#" },
  "heading-2": { glyph: "H2", keywords: ["heading 2", "h2"], hint: "##" },
  "heading-3": { glyph: "H3", keywords: ["heading 3", "h3"], hint: "###" },
  "bullet-list": { glyph: "•", keywords: ["bulleted list", "bullets", "ul", "unordered"], hint: "-" },
  "numbered-list": { glyph: "1.", keywords: ["numbered list", "ol", "ordered"], hint: "1." },
  "task-list": { glyph: "☑", keywords: ["task list", "todo", "to-do", "checkbox"], hint: "- [ ]" },
  quote: { glyph: "❝", keywords: ["quote", "blockquote", "citation"], hint: ">" },
  "code-block": { glyph: "{ }", keywords: ["code block", "pre", "snippet"], hint: "```" },
  rule: { glyph: "—", keywords: ["divider", "rule", "hr", "line", "separator"], hint: "---" },
  math: { glyph: "∑", keywords: ["formula", "math", "equation", "latex", "katex"], hint: "$$" },
  diagram: { glyph: "◇", keywords: ["mermaid diagram", "chart", "flowchart", "graph"], hint: "mermaid" },
  table: { glyph: "⊞", keywords: ["table", "t", "grid"], hint: "/t 3x4" },
  footnote: { glyph: "¹", keywords: ["footnote", "reference", "note"], hint: "[^1]" },
  date: { glyph: "31", keywords: ["date", "today", "day"] },
  "date-time": { glyph: "12", keywords: ["date and time", "now", "clock"] },
  "callout-note": { glyph: "ℹ", keywords: ["note", "callout", "info"] },
  "callout-tip": { glyph: "✦", keywords: ["tip", "callout", "hint"] },
  "callout-important": { glyph: "!", keywords: ["important", "callout"] },
  "callout-warning": { glyph: "▲", keywords: ["warning", "callout", "attention"] },
  "callout-caution": { glyph: "⊘", keywords: ["caution", "callout", "danger"] },
};

export const glyphOf = (id: string): string => DETAILS[id]?.glyph ?? "";

const entries = (commands: readonly EditorCommand[], section: Section): Insertable[] =>
  commands.map((command) => {
    const details = DETAILS[command.id] ?? { glyph: "", keywords: [] };
    return { id: command.id, title: command.title, section, command, ...details };
  });

const own = (): readonly Insertable[] => [
  ...entries(blockCommands, "turnInto"),
  ...entries(insertCommands, "insert"),
  ...entries(calloutCommands, "callouts"),
];

const tableOf = (columns: number, rows: number): Insertable => ({
  id: "table-sized",
  title: words.tableOf(columns, rows),
  section: "insert",
  glyph: "⊞",
  command: { id: "table-sized", title: words.table, run: (state) => insertTable(state, columns, rows) },
});

const SIZE = /^(\p{L}+)\s*(\d{1,2})\s*[x×*]\s*(\d{1,3})$/u;

const isTable = (word: string): boolean => ["table", words.table.toLowerCase()].some((name) => name.startsWith(word));

/** How well an entry matches the query: lower is better, null is no match. */
function rank({ title, keywords = [] }: Insertable, query: string): number | null {
  const name = foldName(title);
  if (name === query || keywords.includes(query)) return 0;
  if (name.startsWith(query)) return 1;
  if (keywords.some((word) => word.startsWith(query))) return 2;
  const parts = [name.replaceAll("-", " "), ...keywords].flatMap((each) => each.split(" "));
  if (parts.some((part) => part.startsWith(query))) return 3;
  return null;
}

/** The entries for the text after the slash, best match first; all in order if there is none. */
export function insertablesFor(query: string, added: readonly Insertable[]): readonly Insertable[] {
  const ids = new Set(added.map(({ id }) => id));
  const all = [...own().filter(({ id }) => !ids.has(id)), ...added];
  const typed = query.trim().toLowerCase();
  if (typed === "") return all;
  const [, word, columns, rows] = SIZE.exec(typed) ?? [];
  if (word !== undefined && isTable(word) && columns !== undefined && rows !== undefined)
    return [tableOf(Number(columns), Number(rows))];
  const wanted = foldName(typed);
  if (wanted === "") return [];
  return all
    .map((entry) => ({ entry, at: rank(entry, wanted) }))
    .filter((each): each is { entry: Insertable; at: number } => each.at !== null)
    .toSorted((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
