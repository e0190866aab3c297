/** What comments need from an open sheet: its selection, and marks in the corners of cells. */
import type { Rect } from "../../../formats/sheet/references.ts";

export type CellMark = { readonly id: string; readonly rect: Rect; readonly isLit: boolean };

export type CellHost = {
  readonly grid: HTMLElement;
  readonly selection: () => Rect;
  /** The text of the first selected cell. */
  readonly text: () => string;
  readonly mark: (marks: readonly CellMark[]) => void;
  readonly reveal: (rect: Rect) => void;
  /** Calls `listener` when another cell is selected, until the signal is aborted. */
  readonly onSelect: (listener: () => void, signal: AbortSignal) => void;
};

const hosts = new WeakMap<Element, CellHost>();

/** By the element of the sheet. */
export const cellHostOf = (sheet: Element): CellHost | null => hosts.get(sheet) ?? null;

export const offerCells = (sheet: Element, host: CellHost): void => void hosts.set(sheet, host);
