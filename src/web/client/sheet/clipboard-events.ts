/** Copying, cutting and pasting cells. Cells copied here keep their formulas, adjusted to where they are pasted. */
import { withoutControls } from "../../../kernel/text.ts";
import { textOf } from "../editor/copied-data.ts";
import { copiedBy } from "../../../formats/sheet/move-references.ts";
import { words as reasons } from "../../../words/transfer-reasons.ts";
import { announce } from "../ui/notice.ts";
import { htmlOfRows, pastedRows, textOfRows } from "./clipboard.ts";
import { rectOf } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

type Copied = {
  readonly text: string;
  /** The source rows of the cells. */
  readonly rows: readonly number[];
  readonly left: number;
  readonly fields: readonly (readonly string[])[];
  readonly isCut: boolean;
};

export function listenToClipboard(sheet: Sheet, dom: HTMLElement, failed: (error: unknown) => void): void {
  let copied: Copied | null = null;

  const copy = (event: ClipboardEvent, isCut: boolean): void => {
    if (event.target !== dom || !event.clipboardData) return;
    const rect = sheet.selected();
    const shown = sheet.read(rect, ({ row, column }) => sheet.cell(row, column).text);
    const text = withoutControls(textOfRows(shown));
    event.clipboardData.setData("text/plain", text);
    event.clipboardData.setData("text/html", htmlOfRows(shown));
    event.preventDefault();
    const fields = sheet.read(rect, (place) => sheet.typed(place));
    copied = { text, rows: sheet.shown.between(rect.top, rect.bottom), left: rect.left, fields, isCut };
    if (isCut) sheet.clear(rect);
  };

  async function paste(text: string, html: string): Promise<void> {
    const own = copied !== null && text === copied.text ? copied : null;
    const { rows, notes } = own ? { rows: own.fields, notes: [] } : await pastedRows(text, html);
    const whole = rectOf(sheet.selection);
    const { top, left } = whole;
    const width = Math.max(1, ...rows.map((row) => row.length));
    // If the selection is a multiple of the pasted size, it is filled repeatedly.
    const times = (room: number, length: number): number => (room % length === 0 ? room / length : 1);
    const down = times(sheet.shown.between(top, whole.bottom).length, rows.length);
    const across = times(whole.right - left + 1, width);
    // Skips rows that a filter hides, as copying does.
    const rowAt = (index: number): number => sheet.shown.at(sheet.shown.positionOf(top) + index);
    const cells = Array.from({ length: rows.length * down }, (_, row) =>
      Array.from({ length: width * across }, (__, column) => {
        const typed = rows[row % rows.length]?.[column % width] ?? "";
        const place = { row: rowAt(row), column: left + column };
        const source = own?.isCut === false ? own.rows[row % rows.length] : undefined;
        if (own === null || source === undefined) return { ...place, text: typed };
        const moved = copiedBy(typed, place.row - source, place.column - own.left - (column % width));
        return { ...place, text: moved };
      }),
    ).flat();
    sheet.write(cells, "input.paste");
    const head = { row: rowAt(rows.length * down - 1), column: left + width * across - 1 };
    sheet.select({ active: { row: top, column: left }, head });
    if (notes.length > 0) announce(notes.map(reasons.say).join(" "));
  }

  dom.addEventListener("copy", (event) => copy(event, false));
  dom.addEventListener("cut", (event) => copy(event, !sheet.isReadOnly));
  dom.addEventListener("paste", (event) => {
    if (event.target !== dom || !event.clipboardData || sheet.isReadOnly) return;
    event.preventDefault();
    const { clipboardData } = event;
    paste(textOf(clipboardData, "text/plain"), textOf(clipboardData, "text/html")).catch(failed);
  });
}
