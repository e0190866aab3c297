/** Coloured outlines: the selections of other users and tools, and the references of an edited formula. */
import { referencesIn } from "../../../formats/sheet/move-references.ts";
import { rangeOf } from "../../../formats/sheet/references.ts";
import type { Reach } from "../../../formats/sheet/syntax.ts";
import { peersField } from "../editor/collaboration/peer-places.ts";
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

type ColouredReference = { readonly from: number; readonly to: number; readonly reach: Reach; readonly colour: string };

/** The references of a formula with their offsets. Equal references share a colour. */
export function colouredReferences(formula: string): ColouredReference[] {
  const names: string[] = [];
  return referencesIn(formula).flatMap(({ from, to, name }) => {
    const reach = rangeOf(name);
    if (!reach) return [];
    const plain = name.replaceAll("$", "").toUpperCase();
    if (!names.includes(plain)) names.push(plain);
    const colour = COLOURS[names.indexOf(plain) % COLOURS.length] ?? "";
    return [{ from, to, reach, colour }];
  });
}

export function formulaOutlines(formula: string, { size }: Sheet): Outline[] {
  return colouredReferences(formula).flatMap(({ reach, colour }) => {
    const { top, left, bottom, right } = reach;
    const rect = { top, left, bottom: bottom ?? size.rows - 1, right: right ?? size.columns - 1 };
    return rect.top >= size.rows || rect.left >= size.columns ? [] : [{ rect, colour, name: "" }];
  });
}
