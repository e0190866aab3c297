/** The commands of the slash menu that match what is typed after the slash. */
import { foldName } from "../../../../kernel/fold.ts";
import { words } from "../../../../words/editor-commands.ts";
import type { EditorCommand } from "../commands/command.ts";
import { insertTable } from "../tables/commands.ts";

const tableOf = (columns: number, rows: number): EditorCommand => ({
  id: "table-sized",
  label: () => words.tableOf(columns, rows),
  icon: "table-2",
  menu: "insert",
  edit: (state) => insertTable(state, columns, rows),
});

const SIZE = /^(\p{L}+)\s*(\d{1,2})\s*[x×*]\s*(\d{1,3})$/u;

const isTable = (word: string): boolean => ["table", words.table.toLowerCase()].some((name) => name.startsWith(word));

/** How well a command matches the query: lower is better, null is no match. */
function rank({ label, keywords = [] }: EditorCommand, query: string): number | null {
  const name = foldName(label());
  if (name === query || keywords.includes(query)) return 0;
  if (name.startsWith(query)) return 1;
  if (keywords.some((word) => word.startsWith(query))) return 2;
  const parts = [name.replaceAll("-", " "), ...keywords].flatMap((each) => each.split(" "));
  if (parts.some((part) => part.startsWith(query))) return 3;
  return null;
}

const MENUS: ReadonlySet<EditorCommand["menu"]> = new Set(["turnInto", "insert", "callouts"]);

/** The commands for the text after the slash, best match first; all in order if there is none. */
export function slashMatches(query: string, commands: readonly EditorCommand[]): readonly EditorCommand[] {
  const all = commands.filter(({ menu }) => MENUS.has(menu));
  const typed = query.trim().toLowerCase();
  if (typed === "") return all;
  const [, word, columns, rows] = SIZE.exec(typed) ?? [];
  if (word !== undefined && isTable(word) && columns !== undefined && rows !== undefined)
    return [tableOf(Number(columns), Number(rows))];
  const wanted = foldName(typed);
  if (wanted === "") return [];
  return all
    .map((command) => ({ command, at: rank(command, wanted) }))
    .filter((each): each is { command: EditorCommand; at: number } => each.at !== null)
    .toSorted((a, b) => a.at - b.at)
    .map(({ command }) => command);
}
