/** Pastes plain text: cells become a table, a URL over a selection becomes a link, anything else is inserted as is. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { linkDestination, soleAddress } from "./addresses.ts";
import type { Piece } from "./html-to-markdown.ts";
import { lineLead } from "../line-lead.ts";
import { nextLead, renumber } from "../list-keys.ts";
import { insertPiece, isVerbatim } from "./insert-piece.ts";
import { rowsOf } from "./tab-separated.ts";

const escapeCell = (cell: string): string =>
  cell
    .trim()
    .replaceAll(/[|\\]/g, String.raw`\$&`)
    .replaceAll("\n", "<br>");

/** Returns null unless every line has the same number of cells. A leading tab is indentation, not an empty cell. */
function tableOf(text: string): string | null {
  if (!text.includes("\t") || /^\t/m.test(text)) return null;
  const rows = rowsOf(text);
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return null;
  const lines = rows.map((row) => `| ${row.map(escapeCell).join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(rows[0]?.length ?? 0)}`, ...lines.slice(1)].join("\n");
}

const BLOCK = /^[ \t]*(?:[-*+]|\d{1,9}[.)]|#{1,6}|>|```|~~~|\|)/;

/** Lines pasted into a list item become items; null for a single line, or for text with its own markers. */
function insertItems(state: EditorState, text: string): TransactionSpec | null {
  const { from, to } = state.selection.main;
  const lead = lineLead(state, from);
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = "", ...rest] = lines;
  if (!lead || lead.mark === "" || from < lead.textFrom || rest.length === 0) return null;
  if (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(first))
    return insertPiece(state, from, to, { markdown: text.trim(), startsInline: false, endsInline: false });
  if (lines.some((line) => BLOCK.test(line))) return null;
  let item = lead;
  let insert = first.trim();
  for (const line of rest) {
    const next = nextLead(item);
    insert += `\n${next}${line.trim()}`;
    item = { ...item, mark: next.slice(item.before.length).trimStart().split(/\s/)[0] ?? item.mark };
  }
  return {
    changes: [{ from, to, insert }, ...renumber(state, lead, rest.length)],
    selection: { anchor: from + insert.length },
    userEvent: "input.paste",
    scrollIntoView: true,
  };
}

/** Returns null if the editor should insert the text unchanged. `text` has LF line endings. */
export function insertPlainText(state: EditorState, text: string): TransactionSpec | null {
  const { from, to, empty } = state.selection.main;
  if (state.selection.ranges.length > 1 || isVerbatim(state, from) || isVerbatim(state, to)) return null;
  const address = soleAddress(text);
  if (address !== null && !empty) {
    const selected = state.sliceDoc(from, to);
    const words = selected.trim();
    if (/[\n[\]]/.test(words) || soleAddress(words) !== null || words === "") return null;
    const link = `[${words}](${linkDestination(address)})`;
    // Spaces around the text are not part of the link.
    const start = from + selected.indexOf(words);
    return {
      changes: { from: start, to: start + words.length, insert: link },
      selection: { anchor: start + link.length },
      userEvent: "input.paste",
      scrollIntoView: true,
    };
  }
  const table = tableOf(text);
  if (table === null) return insertItems(state, text);
  const piece: Piece = { markdown: table, startsInline: false, endsInline: false };
  return insertPiece(state, from, to, piece);
}
