/** Lets the user choose an area of a picture: drawn with the pointer, or moved and resized with the arrow keys. */
import type { Area } from "../../../kernel/comment.ts";
import { words } from "../../../words/comments.ts";
import { currentLanguage } from "../../../words/language.ts";
import { element } from "../ui/dom.ts";
import { announceForScreenReaders } from "../ui/notice.ts";
import { areaBetween, fillArea, MIDDLE, movedBy, type Point, resizedBy } from "./area.ts";

/** Step of an arrow key, as a fraction of the picture. */
const STEP = 1 / 64;
/** How long (ms) the rectangle has to rest before its place is announced. */
const RESTING = 400;

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `done` receives null if the user rather comments on the whole page. It is not called if the user cancels. */
export function chooseArea(picture: HTMLElement, signal: AbortSignal, done: (area: Area | null) => void): void {
  const opener = document.activeElement;
  const over = new AbortController();
  const close = (): void => over.abort();
  const cancel = (): void => {
    close();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  const finish = (area: Area | null): void => {
    close();
    done(area);
  };
  let area = MIDDLE;
  const rectangle = element("div", {
    class: "area is-new",
    role: "application",
    tabindex: 0,
    "aria-label": words.chooseArea,
    "aria-describedby": "area-hint",
  });
  const sheet = element("div", { class: "area-sheet" }, rectangle);
  const button = (label: string, kind: string, act: () => void): HTMLElement =>
    element("button", { type: "button", class: kind, onclick: act }, label);
  const bar = element(
    "div",
    { class: "area-bar", role: "group", "aria-label": words.chooseArea },
    element("p", { id: "area-hint" }, words.areaHint),
    element(
      "p",
      { class: "actions" },
      button(words.useArea, "", () => finish(area)),
      button(words.commentOnPage, "quiet outlined", () => finish(null)),
      button(words.cancel, "quiet outlined", cancel),
    ),
  );
  const show = (next: Area): void => fillArea(rectangle, (area = next));
  show(area);
  const escapes = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    cancel();
  };
  rectangle.addEventListener(
    "keydown",
    keysFor(() => area, show, finish),
  );
  for (const part of [sheet, bar]) part.addEventListener("keydown", escapes);
  draw(sheet, show, finish);
  picture.append(sheet);
  picture.after(bar);
  signal.addEventListener("abort", close, { signal: over.signal });
  over.signal.addEventListener("abort", () => {
    sheet.remove();
    bar.remove();
  });
  rectangle.focus({ preventScroll: true });
  picture.scrollIntoView({ block: "nearest" });
}

function keysFor(area: () => Area, show: (area: Area) => void, finish: (area: Area) => void) {
  let timer = 0;
  return (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!arrow && event.key !== "Enter")) return;
    event.preventDefault();
    if (!arrow) return finish(area());
    const [dx, dy] = [arrow[0] * STEP, arrow[1] * STEP];
    show(event.shiftKey ? resizedBy(area(), dx, dy) : movedBy(area(), dx, dy));
    clearTimeout(timer);
    timer = setTimeout(() => announceForScreenReaders(describe(area())), RESTING);
  };
}

/** Where the pointer is lifted, the area is chosen. */
function draw(sheet: HTMLElement, show: (area: Area) => void, finish: (area: Area) => void): void {
  let start: Point | null = null;
  const drawn = ({ clientX, clientY }: PointerEvent): Area | null =>
    start && areaBetween(start, { x: clientX, y: clientY }, sheet.getBoundingClientRect());
  sheet.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    sheet.setPointerCapture(event.pointerId);
    start = { x: event.clientX, y: event.clientY };
  });
  sheet.addEventListener("pointermove", (event) => {
    const area = drawn(event);
    if (area) show(area);
  });
  sheet.addEventListener("pointerup", (event) => {
    const area = drawn(event);
    start = null;
    if (area) finish(area);
  });
  sheet.addEventListener("pointercancel", () => (start = null));
}

function describe({ x, y, width, height }: Area): string {
  const format = new Intl.NumberFormat(currentLanguage(), { style: "percent", maximumFractionDigits: 0 });
  return words.areaAt(format.format(x), format.format(y), format.format(width), format.format(height));
}
