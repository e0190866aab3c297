/** The keys of a list whose selected entry is shown in detail next to it. */
import { type ListedKey, pressedKey } from "../ui/listed-keys.ts";

export type ListActions = {
  /** Selects the entry above or below. */
  move(by: -1 | 1): void;
  open(): void;
  readonly markRead?: () => void;
  readonly remove?: () => void;
};

type EntryKey = ListedKey<(list: ListActions) => (() => void) | undefined> & {
  /** Also works while no entry has the focus. */
  readonly anywhere?: true;
};

export const ENTRY_KEYS: readonly EntryKey[] = [
  { key: "ArrowDown", label: "nextEntry", anywhere: true, run: (list) => () => list.move(1) },
  { key: "ArrowUp", label: "entryBefore", anywhere: true, run: (list) => () => list.move(-1) },
  { key: "Enter", label: "open", run: (list) => () => list.open() },
  { key: "e", label: "markRead", run: ({ markRead }) => markRead },
  { key: "Delete", label: "remove", run: ({ remove }) => remove },
];

/** Elements that handle keys themselves. */
const OTHERS = "button, summary, input, textarea, select, [contenteditable], a:not([data-entry])";

/**
 * Arrow keys also work while nothing has the focus. The other keys apply to a focused entry, since a single letter must
 * not act elsewhere (WCAG 2.1.4).
 */
export function listenToKeys(root: HTMLElement, list: ListActions, signal: AbortSignal): void {
  const press = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
    if (document.querySelector("dialog:modal, :popover-open")) return;
    const isEntry = root.contains(target) && target.matches("[data-entry]");
    const isNeutral = target === document.body || (root.contains(target) && !target.closest(OTHERS));
    const listed = ENTRY_KEYS.find(({ key }) => key === pressedKey(event));
    const act = isEntry || (isNeutral && listed?.anywhere === true) ? listed?.run?.(list) : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", press, { signal });
}

/** The entry above or below the selected one, in the order of the page; at the ends, the selected one. */
export function entryBeside(root: HTMLElement, selected: string | null, by: -1 | 1): HTMLElement | null {
  const entries = [...root.querySelectorAll<HTMLElement>("[data-entry]")].filter((entry) => entry.checkVisibility());
  const at = entries.findIndex(({ dataset }) => dataset["entry"] === selected);
  return entries[Math.min(Math.max(at + by, 0), entries.length - 1)] ?? null;
}
