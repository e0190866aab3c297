/** Hiding and resizing the sidebar. On small screens it is a drawer with a size of its own. */
import { find } from "../ui/dom.ts";
import { SIDE_WIDTH } from "../../shared/sidebar/side-width.ts";
import { applyLook, fitWidth, keepLook, readLook } from "./device-look.ts";

/** Step of an arrow key, in pixels. */
const STEP = 16;

const isDrawer = (): boolean => matchMedia("(max-width: 60rem)").matches;

const button = (): HTMLElement | null => find("[data-toggle-side]", HTMLElement);

const widthNow = (): number => fitWidth(readLook().sideWidth ?? SIDE_WIDTH.usual);

export function toggleSide(): void {
  const side = find("#side", HTMLElement);
  if (isDrawer()) return void side?.togglePopover();
  const isSideHidden = readLook().isSideHidden !== true;
  // Otherwise the focus would be lost with the sidebar.
  if (isSideHidden && side?.contains(document.activeElement)) button()?.focus();
  keepLook({ isSideHidden });
  show();
}

function show(): void {
  button()?.setAttribute("aria-expanded", String(readLook().isSideHidden !== true));
  find(".side-edge", HTMLElement)?.setAttribute("aria-valuenow", String(widthNow()));
}

function resize(sideWidth: number | undefined): void {
  keepLook({ sideWidth });
  show();
}

/** Null for keys without a meaning here. */
function widthAfter(key: string, isRtl: boolean): number | null {
  const wider = isRtl ? "ArrowLeft" : "ArrowRight";
  const narrower = isRtl ? "ArrowRight" : "ArrowLeft";
  const widths: Readonly<Record<string, number>> = {
    [wider]: widthNow() + STEP,
    [narrower]: widthNow() - STEP,
    Home: SIDE_WIDTH.min,
    End: SIDE_WIDTH.max,
  };
  return widths[key] ?? null;
}

export function startSideSize(): void {
  show();
  const edge = find(".side-edge", HTMLElement);
  if (!edge) return;
  const isRtl = document.documentElement.dir === "rtl";
  let dragged: number | null = null;
  edge.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    edge.setPointerCapture(event.pointerId);
    // Keeps the text from being selected.
    event.preventDefault();
    edge.focus({ preventScroll: true });
  });
  edge.addEventListener("pointermove", ({ clientX, pointerId }) => {
    if (!edge.hasPointerCapture(pointerId)) return;
    // The scroll bar may be on either side.
    const { left = 0, right = 0 } = find("#side", HTMLElement)?.getBoundingClientRect() ?? {};
    dragged = fitWidth(isRtl ? right - clientX : clientX - left);
    applyLook({ ...readLook(), sideWidth: dragged });
  });
  edge.addEventListener("lostpointercapture", () => {
    if (dragged !== null) resize(dragged);
    dragged = null;
  });
  edge.addEventListener("dblclick", () => resize(undefined));
  edge.addEventListener("keydown", (event) => {
    const width = widthAfter(event.key, isRtl);
    if (width === null && event.key !== "Enter") return;
    event.preventDefault();
    if (width === null) toggleSide();
    else resize(fitWidth(width));
  });
}
