/** Keys in the tree, as in lists of files: moving, opening, selecting, typing a title; what changes pages is loaded apart. */
import { foldName } from "../../../kernel/fold.ts";
import { keyOf } from "../../shared/sidebar/tree-view.tsx";
import { TOP, type Row } from "../../shared/sidebar/tree.ts";
import { path } from "../api/api.ts";
import { attempt } from "../ui/notice.ts";
import { host } from "./host.ts";
import { loadMore, setBranch } from "./load.ts";
import { focusRow } from "./scroll.ts";
import { clearSelection, extendTo, selectAll, toggleSelected } from "./select.ts";
import { activeRow, indexOf, rowAt, rows, state } from "./state.ts";

/** Letters that follow each other faster, in ms, are one beginning of a title. */
const TYPING_MS = 700;

let typed = "";
let typedAt = 0;

/** What pages are changed by; the module of their names does it. */
const ACTIONS: Readonly<Record<string, "rename" | "trash" | "cut" | "paste" | "undo" | "menu" | "up" | "down">> = {
  F2: "rename",
  Delete: "trash",
  Backspace: "trash",
  "Mod-x": "cut",
  "Mod-v": "paste",
  "Mod-z": "undo",
  ContextMenu: "menu",
  "Shift-F10": "menu",
  "Alt-ArrowUp": "up",
  "Alt-ArrowDown": "down",
};

const importActions = () => import("./actions.ts");
let loaded: ReturnType<typeof importActions> | null = null;

/** Actions run in the order they were asked for. Of two imports the second may end first, for what the first waited for. */
export function loadActions(): ReturnType<typeof importActions> {
  loaded ??= importActions().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

const nameOf = (event: KeyboardEvent): string =>
  (event.ctrlKey || event.metaKey ? "Mod-" : "") +
  (event.altKey ? "Alt-" : "") +
  (event.shiftKey ? "Shift-" : "") +
  (event.key.length === 1 ? event.key.toLowerCase() : event.key);

/** Whether the key was one of the tree's. */
export function pressKey(event: KeyboardEvent): boolean {
  const row = activeRow();
  if (!row || event.isComposing) return false;
  const name = nameOf(event);
  const action = ACTIONS[name];
  if (action) {
    attempt(null, async () => (await loadActions()).runAction(action, row));
    return true;
  }
  if (/^(?:Shift-)?\S$/.test(name)) return goToTitle(event.key);
  typed = "";
  return moveBy(name, row);
}

function moveBy(name: string, row: Row): boolean {
  const at = indexOf(keyOf(row));
  switch (name.replace(/^(?:Mod-|Shift-)/, "")) {
    case "ArrowDown":
      return moveTo(at + 1, name);
    case "ArrowUp":
      return moveTo(at - 1, name);
    case "Home":
      return moveTo(0, name);
    case "End":
      return moveTo(rows.peek().length - 1, name);
    case "PageDown":
      return moveTo(Math.min(at + 10, rows.peek().length - 1), name);
    case "PageUp":
      return moveTo(Math.max(at - 10, 0), name);
    case "ArrowRight":
      return unfold(row, at);
    case "ArrowLeft":
      return fold(row);
    case "Enter":
      return open(row);
    case " ":
      if (row.page) toggleSelected(row.page.id);
      return true;
    case "a":
      if (name === "Mod-a") selectAll(row.parentId);
      return name === "Mod-a";
    case "Escape":
      return clearSelection();
    default:
      return false;
  }
}

function moveTo(index: number, name: string): boolean {
  const row = rowAt(index);
  if (!row) return true;
  if (name.startsWith("Shift-")) extendTo(row);
  else if (!name.startsWith("Mod-")) clearSelection();
  focusRow(keyOf(row));
  return true;
}

function unfold({ page, isOpen }: Row, at: number): boolean {
  if (!page?.hasChildren) return true;
  if (isOpen) return moveTo(at + 1, "");
  void setBranch(page.id, true);
  return true;
}

function fold({ page, isOpen, parentId }: Row): boolean {
  if (page && isOpen) void setBranch(page.id, false);
  else if (parentId !== TOP) focusRow(parentId);
  return true;
}

export function open({ page, parentId }: Row): boolean {
  attempt(null, () => (page ? host.navigate(path`/pages/${page.id}`) : loadMore(parentId)));
  return true;
}

/** The next row whose title begins with what was typed; a letter again and again goes through all that begin with it. */
function goToTitle(key: string): boolean {
  const now = performance.now();
  typed = (now - typedAt < TYPING_MS ? typed : "") + key;
  typedAt = now;
  const isAgain = new Set(typed).size === 1;
  const start = foldName(isAgain ? key : typed);
  const all = rows.peek();
  const at = Math.max(0, indexOf(state.peek().active)) + (isAgain || typed.length === 1 ? 1 : 0);
  const found = [...all.slice(at), ...all.slice(0, at)].find(
    ({ page }) => page && foldName(page.title).startsWith(start),
  );
  if (found) focusRow(keyOf(found));
  return true;
}
