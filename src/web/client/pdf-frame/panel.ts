/** The panel next to the pages of a PDF: thumbnails, or the file's outline. Loaded on demand. */
import type { PDFDocumentProxy } from "pdfjs-dist";
import { pageNumberOf } from "./links.ts";
import type { Panel } from "./protocol.ts";

/** Thumbnail width in CSS pixels. */
const THUMBNAIL = 112;
/** Limits for the outline, since a file can contain any number of entries at any depth. */
const MAX_ENTRIES = 2_000;
const DEEPEST = 8;

type Entry = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>[number];

export type Opened = {
  readonly element: HTMLElement;
  /** Marks the page that is on screen. */
  readonly mark: (page: number) => void;
};

export async function openPanel(
  panel: Panel,
  file: PDFDocumentProxy,
  names: { readonly panel: string; readonly page: (number: number) => string },
  goTo: (page: number) => void,
): Promise<Opened> {
  const element = document.createElement("nav");
  element.setAttribute("aria-label", names.panel);
  if (panel === "pages") return { element, mark: fillWithPages(element, file, names.page, goTo) };
  let left = MAX_ENTRIES;
  const listOf = (entries: readonly Entry[], depth: number): HTMLElement => {
    const list = document.createElement("ul");
    for (const { title, dest, items } of entries) {
      if (left-- <= 0) break;
      const row = document.createElement("li");
      row.append(button(title, () => void pageNumberOf(file, dest ?? []).then((page) => page !== null && goTo(page))));
      if (items.length > 0 && depth < DEEPEST) row.append(listOf(items as readonly Entry[], depth + 1));
      list.append(row);
    }
    return list;
  };
  element.append(listOf((await file.getOutline()) ?? [], 1));
  return { element, mark: () => undefined };
}

export function button(text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.dir = "auto";
  made.textContent = text;
  made.addEventListener("click", press);
  return made;
}

function fillWithPages(
  element: HTMLElement,
  file: PDFDocumentProxy,
  nameOf: (page: number) => string,
  goTo: (page: number) => void,
): Opened["mark"] {
  const places = Array.from({ length: file.numPages }, (_, at) => {
    const place = button(String(at + 1), () => goTo(at + 1));
    place.className = "thumbnail";
    place.setAttribute("aria-label", nameOf(at + 1));
    return place;
  });
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const drawn = target.querySelector("canvas");
        if (!isIntersecting) drawn?.remove();
        else if (!drawn) void drawSmall(file, places.indexOf(target as HTMLButtonElement) + 1, target);
      }
    },
    { root: element, rootMargin: "50% 0px" },
  );
  for (const place of places) nearby.observe(place);
  element.append(...places);
  return (page) => {
    for (const [at, place] of places.entries()) place.ariaCurrent = at + 1 === page ? "page" : null;
    places[page - 1]?.scrollIntoView({ block: "nearest" });
  };
}

async function drawSmall(file: PDFDocumentProxy, number: number, place: Element): Promise<void> {
  const canvas = document.createElement("canvas");
  // Added before it is drawn, so that it can be removed if it goes out of view meanwhile.
  place.prepend(canvas);
  try {
    const page = await file.getPage(number);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: (THUMBNAIL * Math.min(2, devicePixelRatio)) / width });
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    if (canvas.isConnected) await page.render({ canvas, viewport }).promise;
  } catch {
    // A page that cannot be drawn still shows its number.
    canvas.remove();
  }
}
