/** Which rows of the tree are in view: measured when it is scrolled or resized, told in steps so that few scrolls draw. */
import { change, indexOf, rows, state } from "./state.ts";

/** Rows that are drawn beyond those in view, and rows by which what is drawn moves on. */
const OVERSCAN = 12;
const STEP = 8;

let scroller: HTMLElement | null = null;
/** The row to be focused once it is drawn. */
let wanted: string | null = null;

const list = (): HTMLElement | null => scroller?.querySelector<HTMLElement>("[role=tree]") ?? null;

/** How far down in what is scrolled the tree begins. */
function startOf(box: HTMLElement, tree: HTMLElement): number {
  return tree.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
}

export function startScroll(side: HTMLElement): void {
  scroller = side.querySelector<HTMLElement>("[data-scroll]");
  if (!scroller) return;
  scroller.addEventListener("scroll", measure, { passive: true });
  new ResizeObserver(measure).observe(scroller);
  // The rows above those that the Worker printed get their room, and what is in view stays where it is.
  const { from } = state.peek().span;
  measure();
  const height = state.peek().rowHeight;
  if (height !== null) queueMicrotask(() => scroller?.scrollBy(0, from * height));
}

export function measure(): void {
  const tree = list();
  const row = tree?.querySelector<HTMLElement>("[data-row]");
  if (!scroller || !tree || !row || row.offsetHeight === 0) return;
  const height = row.getBoundingClientRect().height;
  const top = scroller.scrollTop - startOf(scroller, tree);
  const count = rows.peek().length;
  const first = Math.max(0, Math.floor(top / height / STEP) * STEP - OVERSCAN);
  const last = Math.ceil((top + scroller.clientHeight) / height / STEP) * STEP + OVERSCAN;
  const { span, rowHeight } = state.peek();
  const from = Math.min(first, count);
  if (span.from !== from || span.to !== last || rowHeight !== height)
    change({ span: { from, to: last }, rowHeight: height });
}

/** Scrolls as little as it takes for the row to be seen. */
export function showRow(index: number): void {
  const tree = list();
  const height = state.peek().rowHeight;
  if (!scroller || !tree || height === null || index < 0) return;
  const top = startOf(scroller, tree) + index * height;
  // The first row comes with what stands above it.
  if (index === 0 && top < scroller.clientHeight / 2) scroller.scrollTop = 0;
  else if (top < scroller.scrollTop) scroller.scrollTop = top - height;
  else if (top + 2 * height > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = top + 2 * height - scroller.clientHeight;
  measure();
}

export function focusRow(key: string): void {
  wanted = key;
  change({ active: key });
  showRow(indexOf(key));
  afterDrawing();
}

/** Once what was changed is drawn. */
export function afterDrawing(): void {
  const element = wanted === null ? null : list()?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted)}"]`);
  if (!element) return;
  wanted = null;
  element.focus({ preventScroll: true });
}

/** Runs `act`, which puts rows in or takes some away, and keeps what is in view in its place. */
export function inPlace(act: () => void): void {
  const height = state.peek().rowHeight ?? 0;
  const tree = list();
  if (!scroller || !tree || height === 0) return act();
  const box = scroller;
  const at = Math.max(0, Math.ceil((box.scrollTop - startOf(box, tree)) / height));
  const anchor =
    rows
      .peek()
      .slice(at)
      .find(({ page }) => page !== null)?.page?.id ?? null;
  const before = indexOf(anchor);
  act();
  const moved = indexOf(anchor) - before;
  if (anchor === null || moved === 0 || before === 0) return;
  queueMicrotask(() => {
    box.scrollTop += moved * height;
    measure();
  });
}
