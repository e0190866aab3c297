/** The keys of a sheet and what they do; keys.ts handles those that move the selection as well. */
import { actionFor, type ListedKey } from "../ui/listed-keys.ts";

type Press = (keys: KeyActions, pressed: string) => void;

/** Actions of a sheet that a keyboard shortcut can start. */
export type KeyActions = {
  edit(): void;
  clear(): void;
  fill(direction: "down" | "right"): void;
  selectAll(): void;
  selectColumns(): void;
  filter(): void;
  find(): void;
  format(digit: string): void;
  move(axis: "row" | "column", by: 1 | -1): void;
};

/** Without the keys that move the selection, as in the tables of a document. */
export const SHEET_KEYS: readonly ListedKey<Press>[] = [
  { key: "F2", label: "editCell", run: (keys) => keys.edit() },
  { key: "Delete", aliases: ["Backspace"], label: "clearCells", run: (keys) => keys.clear() },
  { key: "Mod-d", label: "fillDown", run: (keys) => keys.fill("down") },
  { key: "Mod-r", label: "fillRight", run: (keys) => keys.fill("right") },
  { key: "Mod-a", label: "selectAll", run: (keys) => keys.selectAll() },
  { key: "Mod-Space", label: "selectColumn", run: (keys) => keys.selectColumns() },
  { key: "Mod-Shift-l", label: "filterColumn", run: (keys) => keys.filter() },
  { key: "Mod-h", aliases: ["Mod-f"], label: "replace", run: (keys) => keys.find() },
  {
    key: "Alt-ArrowUp",
    aliases: ["Alt-ArrowDown"],
    label: "moveRow",
    run: (keys, pressed) => keys.move("row", pressed === "Alt-ArrowUp" ? -1 : 1),
  },
  {
    key: "Alt-ArrowRight",
    aliases: ["Alt-ArrowLeft"],
    label: "moveColumn",
    run: (keys, pressed) => keys.move("column", pressed === "Alt-ArrowLeft" ? -1 : 1),
  },
  {
    key: "Mod-Shift-1",
    aliases: ["2", "3", "4", "5", "`"].map((digit) => `Mod-Shift-${digit}`),
    label: "formatCells",
    run: (keys, pressed) => keys.format(pressed.slice(-1)),
  },
  { key: "Mod-z", label: "undo" },
  { key: "Mod-Shift-z", aliases: ["Mod-y"], label: "redo" },
];

/** Except with Alt, Shift makes no difference to a key that the list has without it. */
export const actionOf = (pressed: string): Press | undefined =>
  actionFor(SHEET_KEYS, pressed) ??
  (pressed.includes("Alt-") ? undefined : actionFor(SHEET_KEYS, pressed.replace("Shift-", "")));
