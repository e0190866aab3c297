/** Pages that wait to be created, in the tree, where they are marked. */
import { effect } from "@preact/signals";
import { changePage, findPage, insertPage, TOP } from "../../../shared/sidebar/tree.ts";
import { removePages } from "../../../shared/sidebar/tree-moves.ts";
import { changeTree, driveId, sideView, state, view } from "../../tree/state.ts";
import { listPending, type PendingPage } from "./store.ts";

export function showInTree({ id, title, type, driveId: drive, parentId }: PendingPage): void {
  if (drive !== driveId()) return;
  const level = parentId ?? TOP;
  // Behind a level's last page only where that is known: else it would be shown when the rest is.
  const isWhole = state.peek().tree.levels.get(level)?.cursor === null;
  const position = isWhole ? Number.MAX_VALUE : -Number.MAX_VALUE;
  changeTree((tree) => insertPage(tree, level, { id, title, type, position, hasChildren: false, isPending: true }));
}

/** Shows those of each drive that is opened, now and later. */
export function followDrives(): void {
  let shown = "";
  effect(() => {
    const id = view.value?.drive?.id ?? "";
    if (id === shown) return;
    shown = id;
    showAllInTree().catch(reportError);
  });
}

async function showAllInTree(): Promise<void> {
  const userId = sideView()?.userId;
  const pending = (await listPending()).filter((page) => page.userId === userId);
  for (const page of pending) if (findPage(state.peek().tree, page.id) === null) showInTree(page);
}

/** It is a page like any other from now on. */
export const showAsMade = (id: string, position: number): void =>
  changeTree((tree) => (findPage(tree, id) ? changePage(tree, id, { isPending: false, position }) : tree));

export const removeFromTree = (id: string): void => changeTree((tree) => removePages(tree, [id]));
