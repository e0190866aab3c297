/** What plain text becomes when it is pasted: cells a table, an address over a selection a link, all else itself. */
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { linkDestination, soleAddress } from "./addresses.ts";
import type { Piece } from "./html-to-markdown.ts";
import { insertPiece, isVerbatim } from "./insert-piece.ts";
import { rowsOf } from "./tab-separated.ts";

const escapeCell = (cell: string): string =>
  cell
    .trim()
    .replaceAll(/[|\\]/g, String.raw`\$&`)
    .replaceAll("\n", "<br>");

/** Null unless every line has the same cells. Lines that begin with a tab are indented, not empty in front. */
function tableOf(text: string): string | null {
  if (!text.includes("\t") || /^\t/m.test(text)) return null;
  const rows = rowsOf(text);
  const width = rows[0]?.length ?? 0;
  if (rows.length < 2 || width < 2 || rows.some((row) => row.length !== width)) return null;
  const lines = rows.map((row) => `| ${row.map(escapeCell).join(" | ")} |`);
  return [lines[0], `|${" --- |".repeat(rows[0]?.length ?? 0)}`, ...lines.slice(1)].join("\n");
}

/** Null where the editor inserts the text as it is. */
export function insertPlainText(state: EditorState, text: string): TransactionSpec | null {
  const { from, to, empty } = state.selection.main;
  if (state.selection.ranges.length > 1 || isVerbatim(state, from) || isVerbatim(state, to)) return null;
  const address = soleAddress(text);
  if (address !== null && !empty) {
    const words = state.sliceDoc(from, to);
    if (/[\n[\]]/.test(words) || soleAddress(words) !== null || words.trim() === "") return null;
    const link = `[${words}](${linkDestination(address)})`;
    return {
      changes: { from, to, insert: link },
      selection: { anchor: from + link.length },
      userEvent: "input.paste",
      scrollIntoView: true,
    };
  }
  const table = tableOf(text.replaceAll(/\r\n?/g, "\n"));
  if (table === null) return null;
  const piece: Piece = { markdown: table, startsInline: false, endsInline: false };
  return insertPiece(state, from, to, piece);
}
