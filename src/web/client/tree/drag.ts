/**
 * Dragging pages in the tree by the browser's own drag and drop, which scrolls at the edges and stops on Escape. A line
 * shows between which rows they will go, a frame into which page.
 */
import { type Row, TOP } from "../../shared/sidebar/tree.ts";
import { shownPages } from "../../shared/sidebar/tree-moves.ts";
import { element } from "../ui/dom.ts";
import { attempt } from "../ui/notice.ts";
import { fits, movePages, type Target } from "./changes.ts";
import { setBranch } from "./load.ts";
import { subjects } from "./select.ts";
import { indexOf, rowAt, rowOf, state } from "./state.ts";

/** A branch opens when the pointer rests on it so long, in ms. */
const OPEN_MS = 600;
/** The part of a row's height, at its top and at its bottom, that means a place beside it. */
const EDGE = 0.28;

type Drop = { readonly target: Target; readonly row: HTMLElement; readonly where: "before" | "after" | "inside" };

export function beginDrag(event: DragEvent): void {
  const page = rowOf(event.target)?.page;
  const tree = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=tree]") : null;
  if (!page || !tree || !event.dataTransfer) return;
  const ids = subjects(page.id);
  event.dataTransfer.effectAllowed = "copyMove";
  const line = element("div", { class: "tree-drop", hidden: true, popover: "manual" });
  document.body.append(line);
  line.showPopover();
  const ending = new AbortController();
  const { signal } = ending;
  let drop: Drop | null = null;
  let resting: { readonly id: string; readonly timer: number } | null = null;

  const rest = (row: Row | null): void => {
    const id = row?.page?.hasChildren === true && !row.isOpen ? row.page.id : null;
    if (resting?.id === id) return;
    clearTimeout(resting?.timer);
    resting = id === null ? null : { id, timer: setTimeout(() => void setBranch(id, true), OPEN_MS) };
  };
  const show = (next: Drop | null): void => {
    drop?.row.removeAttribute("data-drop");
    drop = next;
    line.hidden = next === null || next.where === "inside";
    if (next?.where === "inside") next.row.setAttribute("data-drop", "inside");
    else if (next) placeLine(line, next);
  };
  const over = (at: DragEvent): void => {
    const row = rowOf(at.target);
    rest(row);
    show(row ? dropOf(row, at, ids) : null);
    if (!drop) return;
    at.preventDefault();
    if (at.dataTransfer) at.dataTransfer.dropEffect = "move";
  };
  const end = (): void => {
    ending.abort();
    rest(null);
    show(null);
    line.remove();
  };
  tree.addEventListener("dragover", over, { signal });
  tree.addEventListener("dragleave", (at) => !tree.contains(at.relatedTarget as Node | null) && show(null), { signal });
  tree.addEventListener(
    "drop",
    (at) => {
      const target = drop?.target;
      if (!target) return;
      at.preventDefault();
      end();
      attempt(null, () => movePages(ids, target));
    },
    { signal },
  );
  document.addEventListener("dragend", end, { signal });
}

/** Null where the pages cannot go. */
function dropOf(row: Row, { target, clientY }: DragEvent, ids: readonly string[]): Drop | null {
  const shown = target instanceof Element ? target.closest<HTMLElement>("[data-row]") : null;
  if (!shown || !row.page) return null;
  const { top, height } = shown.getBoundingClientRect();
  const at = (clientY - top) / height;
  const { id } = row.page;
  const next = shownPages(state.peek().tree, row.parentId)[row.place]?.id ?? null;
  const where = at < EDGE ? "before" : at > 1 - EDGE ? "after" : "inside";
  // Below an open branch the next row is its first page.
  const first = where === "after" && row.isOpen ? (rowAt(indexOf(id) + 1)?.page?.id ?? null) : null;
  const to: Target =
    where === "inside"
      ? { parentId: id, before: null }
      : first !== null
        ? { parentId: id, before: first }
        : { parentId: row.parentId, before: where === "before" ? id : next };
  if (!fits(ids, to.parentId)) return null;
  return { target: to, row: shown, where };
}

function placeLine(line: HTMLElement, { row, where, target }: Drop): void {
  const { left, right, top, bottom } = row.getBoundingClientRect();
  const isDeeper = target.parentId !== TOP && target.parentId === row.dataset["row"];
  const inset = Number.parseFloat(getComputedStyle(row).paddingInlineStart) + (isDeeper ? 16 : 0);
  line.style.left = `${left + inset}px`;
  line.style.width = `${right - left - inset}px`;
  line.style.top = `${where === "before" ? top : bottom}px`;
}
