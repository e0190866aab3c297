/** Keys in the tree, as in lists of files: moving, opening, selecting, typing a title; what changes pages is loaded apart. */
import { foldName } from "../../../kernel/fold.ts";
import { keyOf } from "../../shared/sidebar/tree-view.tsx";
import { TOP, type Row } from "../../shared/sidebar/tree.ts";
import { path } from "../api/api.ts";
import { actionFor, type ListedKey, pressedKey } from "../ui/listed-keys.ts";
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

type Press = (row: Row, event: KeyboardEvent, pressed: string) => boolean;

/** Runs one of the actions that change pages, whose module is loaded for the first of them. */
const act =
  (action: "rename" | "trash" | "cut" | "paste" | "undo" | "menu" | "up" | "down"): Press =>
  (row) => {
    attempt(null, async () => (await loadActions()).runAction(action, row));
    return true;
  };

/** Where the keys that move the focus lead. */
const TARGETS: Readonly<Record<string, (at: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: () => rows.peek().length - 1,
  PageDown: (at) => Math.min(at + 10, rows.peek().length - 1),
  PageUp: (at) => Math.max(at - 10, 0),
};

const move: Press = (row, _, pressed) => {
  const target = TARGETS[pressed.replace(/^(?:Mod-|Shift-)/, "")];
  return target !== undefined && moveTo(target(indexOf(keyOf(row))), pressed);
};

/** The key with Ctrl or Shift, which make no difference to it. */
const modified = (key: string): readonly string[] => [`Mod-${key}`, `Shift-${key}`];

/** Without the keys that move the focus, and Escape. */
export const TREE_KEYS: readonly ListedKey<Press>[] = [
  // Stands for all characters.
  { key: "A", label: "findTitle", run: (_, { key }) => goToTitle(key) },
  { key: "Enter", aliases: modified("Enter"), label: "open", run: (row) => open(row) },
  { key: "ArrowRight", aliases: modified("ArrowRight"), label: "unfold", run: (row) => unfold(row) },
  { key: "ArrowLeft", aliases: modified("ArrowLeft"), label: "fold", run: (row) => fold(row) },
  { key: "F2", label: "rename", run: act("rename") },
  { key: "Space", aliases: modified("Space"), label: "choose", run: (row) => choose(row) },
  { key: "Shift-ArrowDown", aliases: Object.keys(TARGETS).map((key) => `Shift-${key}`), label: "chooseTo", run: move },
  { key: "Mod-a", label: "chooseBeside", run: ({ parentId }) => (selectAll(parentId), true) },
  { key: "Mod-x", label: "cut", run: act("cut") },
  { key: "Mod-v", label: "pasteInto", run: act("paste") },
  { key: "Alt-ArrowUp", label: "moveUp", run: act("up") },
  { key: "Alt-ArrowDown", label: "moveDown", run: act("down") },
  { key: "Delete", aliases: ["Backspace"], label: "toTrash", run: act("trash") },
  { key: "Mod-z", label: "undo", run: act("undo") },
  { key: "Shift-F10", aliases: ["ContextMenu"], label: "allActions", run: act("menu") },
];

/** Whether the key was one of the tree's. */
export function pressKey(event: KeyboardEvent): boolean {
  const row = activeRow();
  if (!row || event.isComposing) return false;
  const name = pressedKey(event);
  const pressed = /^(?:Shift-)?\S$/.test(name) ? "A" : name;
  if (pressed !== "A") typed = "";
  const run = actionFor(TREE_KEYS, pressed) ?? move;
  if (/^(?:Mod-|Shift-)?Escape$/.test(pressed)) return clearSelection();
  return run(row, event, pressed);
}

function moveTo(index: number, pressed: string): boolean {
  const row = rowAt(index);
  if (!row) return true;
  if (pressed.startsWith("Shift-")) extendTo(row);
  else if (!pressed.startsWith("Mod-")) clearSelection();
  focusRow(keyOf(row));
  return true;
}

function choose({ page }: Row): boolean {
  if (page) toggleSelected(page.id);
  return true;
}

function unfold(row: Row): boolean {
  const { page, isOpen } = row;
  if (!page?.hasChildren) return true;
  if (isOpen) return moveTo(indexOf(keyOf(row)) + 1, "");
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
