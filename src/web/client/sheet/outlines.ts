/** Which cells are outlined in colour: those of other people and tools, and those that an edited formula reads. */
import { referencesIn } from "../../../formats/sheet/move-references.ts";
import { rangeOf } from "../../../formats/sheet/references.ts";
import { peersField } from "../../editor/collaboration/peer-places.ts";
import { placeAt } from "./edits.ts";
import type { Outline } from "./grid-view.ts";
import type { Sheet } from "./sheet.ts";

const COLOURS = ["#2563c9", "#b3541e", "#6a3d94", "#12724f", "#a3271f", "#7a5200"];

export function peerOutlines(sheet: Sheet): Outline[] {
  const peers = sheet.view?.state.field(peersField, false) ?? [];
  return peers.map(({ head, name, colour }) => {
    const { row, column } = placeAt(sheet.doc, head);
    return { rect: { top: row, left: column, bottom: row, right: column }, colour, name };
  });
}

export function formulaOutlines(formula: string, { size }: Sheet): Outline[] {
  return referencesIn(formula).flatMap(({ name }, index) => {
    const range = rangeOf(name);
    const colour = COLOURS[index % COLOURS.length];
    if (!range || colour === undefined) return [];
    const { top, left, bottom, right } = range;
    const rect = { top, left, bottom: bottom ?? size.rows - 1, right: right ?? size.columns - 1 };
    return rect.top >= size.rows || rect.left >= size.columns ? [] : [{ rect, colour, name: "" }];
  });
}
