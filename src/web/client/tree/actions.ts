/** What can be done with the pages of the tree: by keys, by the menu of a row, and by the buttons of a row. */
import type { VirtualElement } from "@floating-ui/dom";
import type { RightsFlags } from "../../../kernel/rights.ts";
import { findPage, type Row, type TreePage } from "../../shared/sidebar/tree.ts";
import { shownPages } from "../../shared/sidebar/tree-moves.ts";
import { keyOf } from "../../shared/sidebar/tree-view.tsx";
import { words as pageWords } from "../../../words/page.ts";
import { words as frame } from "../../../words/frame.ts";
import { plural } from "../../../words/plural.ts";
import { words as menu } from "../../../words/page-menu.ts";
import { words } from "../../../words/tree.ts";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import { call, path } from "../api/api.ts";
import { announce, attempt } from "../ui/notice.ts";
import { undoLast } from "../ui/toast.ts";
import { movePages, trashPages } from "./changes.ts";
import { host } from "./host.ts";
import { isFavourite, setFavourite } from "./saved-state.ts";
import { setBranch } from "./load.ts";
import { rename } from "./rename.ts";
import { focusRow } from "./scroll.ts";
import { clearSelection, subjects } from "./select.ts";
import { activeRow, change, driveId, indexOf, rowAt, sideView, state } from "./state.ts";

export type Action = "rename" | "trash" | "cut" | "paste" | "undo" | "menu" | "add" | "up" | "down";

/** `row`: where the focus was when it was asked for, which may have moved on since. */
export async function runAction(action: Action, row: Row | null, control: HTMLElement | null = null): Promise<void> {
  if (action === "undo") return undoLast();
  if (!row?.page) return;
  const { page } = row;
  switch (action) {
    case "rename":
      return (await rightsOn(page.id)).canEdit ? rename(page) : announce(pageWords.viewOnly);
    case "trash":
      return trash(row);
    case "cut":
      return cut(page);
    case "paste":
      return paste(page);
    case "up":
    case "down":
      return swap(row, action === "up" ? -1 : 1);
    case "add":
      return host.openNewPage(page);
    case "menu":
      return openMenuOf(page, control ?? elementOf(page.id));
  }
}

const elementOf = (id: string): Element => document.querySelector(`[data-row="${CSS.escape(id)}"]`) ?? document.body;

/** The focus goes to the row that takes the place of those that went. */
async function trash(row: Row): Promise<void> {
  const ids = row.page ? subjects(row.page.id) : [];
  const at = indexOf(ids[0] ?? null);
  const going = trashPages(ids);
  const next = rowAt(at) ?? rowAt(at - 1);
  if (next && document.activeElement?.closest("[role=tree], body") !== null) focusRow(keyOf(next));
  await going;
}

async function cut(page: TreePage): Promise<void> {
  const ids = subjects(page.id);
  change({ cut: new Set(ids) });
  announce(ids.length === 1 ? words.pageCut(page.title) : plural(ids.length, words.pagesCut));
}

/** Into the page, as its last. */
async function paste(page: TreePage): Promise<void> {
  const ids = [...state.peek().cut];
  if (ids.length === 0) return;
  const moving = movePages(ids, { parentId: page.id, before: null });
  await setBranch(page.id, true);
  await moving;
  if (ids[0] !== undefined && indexOf(ids[0]) !== -1) focusRow(ids[0]);
}

/** Past the page before or after it. */
async function swap({ page, parentId, place }: Row, by: -1 | 1): Promise<void> {
  const pages = shownPages(state.peek().tree, parentId);
  const at = place - 1;
  if (!page || pages[at + by] === undefined) return;
  const before = pages[by === -1 ? at - 1 : at + 2]?.id ?? null;
  const moving = movePages([page.id], { parentId, before });
  focusRow(page.id);
  await moving;
  focusRow(page.id);
}

/** For the menu that a pointer or a key of the browser asks for. */
export async function openPageMenu(event: MouseEvent): Promise<void> {
  const page = activeRow()?.page;
  if (!page) return;
  const { clientX: x, clientY: y } = event;
  const isPointer = x !== 0 || y !== 0;
  const rect = { x, y, left: x, right: x, top: y, bottom: y, width: 0, height: 0 };
  await openMenuOf(page, isPointer ? { getBoundingClientRect: () => rect } : elementOf(page.id));
}

async function openMenuOf(page: TreePage, anchor: Element | VirtualElement): Promise<void> {
  const ids = subjects(page.id);
  const items = ids.length > 1 ? itemsOfMany(ids, await rightsOnAll(ids)) : await itemsFor(page);
  openMenu(ids.length > 1 ? plural(ids.length, words.pages) : page.title, anchor, items, () => focusRow(page.id));
}

const run = (act: () => Promise<void> | void) => (): void => attempt(null, async () => act());

const ALL: RightsFlags = { canView: true, canComment: true, canEdit: true, canShare: true, canDelete: true };

/** Whoever runs the drive has them all. What cannot be asked is offered, and refused when it is done. */
async function rightsOn(id: string): Promise<RightsFlags> {
  if (sideView()?.drive?.mayCreate === true) return ALL;
  return call<RightsFlags>("GET", path`/api/pages/${id}/permissions/check`).catch(() => ALL);
}

async function itemsFor(page: TreePage): Promise<MenuItem[]> {
  const [rights, isMuted] = await Promise.all([
    rightsOn(page.id),
    // Without an answer the menu does without it.
    import("../inbox/mute.ts").then((mute) => mute.isMuted("pages", page.id)).catch(() => null),
  ]);
  return itemsOfOne(page, rights, isMuted);
}

function itemsOfOne(
  page: TreePage,
  { canEdit, canShare, canDelete }: RightsFlags,
  isMuted: boolean | null,
): MenuItem[] {
  const address = path`/pages/${page.id}`;
  const mayCreate = sideView()?.drive?.mayCreate === true;
  return [
    { title: words.open, icon: "arrow-right", hint: words.enterKey, run: run(() => host.navigate(address)) },
    {
      title: words.openInTab,
      icon: "square-arrow-out-up-right",
      run: () => window.open(address, "_blank", "noopener"),
    },
    ...itemsIf(mayCreate, {
      title: frame.newPageInside,
      icon: "plus",
      part: "Change",
      run: run(() => host.openNewPage(page)),
    }),
    ...itemsIf(
      canEdit,
      { title: words.rename, icon: "pencil", part: "Change", hint: "F2", run: run(() => rename(page)) },
      ...movingItems([page.id]),
    ),
    ...itemsIf(mayCreate && page.type !== "FILE", {
      title: menu.duplicate,
      icon: "copy",
      part: "Change",
      run: run(() => host.duplicatePage(page.id)),
    }),
    ...keepingItems(page, canShare, isMuted),
    ...itemsIf(canDelete, {
      title: words.toTrash,
      icon: "trash",
      part: "Remove",
      hint: words.deleteKey,
      run: run(() => trashPages([page.id])),
    }),
  ];
}

/** Actions that do not change the page: favourites, links, sharing, notifications and export. */
function keepingItems(page: TreePage, canShare: boolean, isMuted: boolean | null): MenuItem[] {
  const isOne = isFavourite(page.id);
  return [
    {
      title: isOne ? words.removeFromFavourites : words.addToFavourites,
      icon: "star",
      part: "Keep",
      run: run(() => favour(page, !isOne)),
    },
    { title: words.copyLink, icon: "link", part: "Keep", run: run(() => copyLink(path`/pages/${page.id}`)) },
    {
      title: canShare ? words.share : words.access,
      icon: "user-plus",
      part: "Keep",
      run: run(() => share(page)),
    },
    ...itemsIf(isMuted !== null, {
      title: isMuted ? menu.unmute : menu.mute,
      icon: "bell-off",
      part: "Keep",
      run: run(async () => (await import("../inbox/mute.ts")).setMuted("pages", page.id, !isMuted)),
    }),
    {
      title: menu.exportBelow,
      icon: "download",
      part: "Keep",
      run: run(() => host.exportPage({ driveId: driveId(), pageId: page.id })),
    },
  ];
}

const itemsIf = (isOffered: boolean, ...items: MenuItem[]): MenuItem[] => (isOffered ? items : []);

/** Pages whose rights are asked for one by one; with more, everything is offered, and refused when it is done. */
const ASKED = 20;

async function rightsOnAll(ids: readonly string[]): Promise<Pick<RightsFlags, "canEdit" | "canDelete">> {
  const all = ids.length > ASKED ? [ALL] : await Promise.all(ids.map(rightsOn));
  return { canEdit: all.every(({ canEdit }) => canEdit), canDelete: all.every(({ canDelete }) => canDelete) };
}

function itemsOfMany(
  ids: readonly string[],
  { canEdit, canDelete }: Pick<RightsFlags, "canEdit" | "canDelete">,
): MenuItem[] {
  const pages = ids.flatMap((id) => findPage(state.peek().tree, id)?.page ?? []);
  return [
    ...itemsIf(canEdit, ...movingItems(ids)),
    {
      title: words.addToFavourites,
      icon: "star",
      part: "Keep",
      run: run(() => pages.forEach((page) => setFavourite(page, true))),
    },
    { title: words.clearSelection, icon: "x", part: "Keep", hint: "Esc", run: () => void clearSelection() },
    ...itemsIf(canDelete, {
      title: plural(ids.length, words.pagesToTrash),
      icon: "trash",
      part: "Remove",
      hint: words.deleteKey,
      run: run(() => trashPages(ids)),
    }),
  ];
}

const movingItems = (ids: readonly string[]): MenuItem[] => [
  {
    title: words.moveToPlace,
    icon: "folder-input",
    part: "Change",
    run: run(async () => (await import("./move-dialog.tsx")).openMoveDialog(ids)),
  },
  { title: words.cut, icon: "scissors", part: "Change", hint: words.cutKeys, run: () => change({ cut: new Set(ids) }) },
];

function favour(page: TreePage, isOne: boolean): void {
  setFavourite(page, isOne);
  announce(isOne ? words.isFavourite(page.title) : words.noFavourite(page.title));
}

async function copyLink(address: string): Promise<void> {
  await navigator.clipboard.writeText(new URL(address, location.href).href);
  announce(words.linkCopied);
}

async function share({ id, title }: TreePage): Promise<void> {
  const [{ openSharing }, rights] = await Promise.all([
    import("../sharing/share.tsx"),
    call<{ canShare: boolean }>("GET", path`/api/pages/${id}/permissions/check`),
  ]);
  const { drive } = sideView() ?? {};
  await openSharing({
    pageId: id,
    title,
    membersOf: drive?.mayCreate === true ? drive.id : "",
    canShare: rights.canShare,
  });
}
