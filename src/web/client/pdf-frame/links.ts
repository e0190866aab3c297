/** The links on a page of a PDF: web links, opened by the parent page, and links to other pages of the file. */
import type { PageViewport, PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { isLinkAddress, type FromFrame } from "./protocol.ts";

/** The fields of a pdf.js annotation that matter for links. */
type Annotation = {
  readonly subtype?: string;
  readonly rect?: readonly [number, number, number, number];
  readonly url?: string;
  readonly dest?: string | readonly unknown[] | null;
};

/** `goTo` receives a page number, from 1. */
export async function linksOf(
  file: PDFDocumentProxy,
  page: PDFPageProxy,
  viewport: PageViewport,
  goTo: (page: number) => void,
): Promise<HTMLAnchorElement[]> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  return annotations.flatMap(({ subtype, rect, url, dest }) => {
    if (subtype !== "Link" || !rect) return [];
    const [left, top] = viewport.convertToViewportPoint(rect[0], rect[1]) as [number, number];
    const [right, bottom] = viewport.convertToViewportPoint(rect[2], rect[3]) as [number, number];
    const link = document.createElement("a");
    Object.assign(link.style, {
      left: `${Math.min(left, right)}px`,
      top: `${Math.min(top, bottom)}px`,
      width: `${Math.abs(right - left)}px`,
      height: `${Math.abs(bottom - top)}px`,
    });
    link.href = "#";
    if (url !== undefined && isLinkAddress(url)) {
      link.title = url;
      link.setAttribute("aria-label", url);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        // The frame itself may not open anything.
        parent.postMessage({ type: "link", address: url } satisfies FromFrame, location.origin);
      });
      return [link];
    }
    if (!dest) return [];
    link.addEventListener("click", (event) => {
      event.preventDefault();
      void pageNumberOf(file, dest).then((number) => number !== null && goTo(number));
    });
    return [link];
  });
}

/** The page number of a destination (ISO 32000-2 §12.3.2), from 1; null if it does not resolve. */
export async function pageNumberOf(
  file: PDFDocumentProxy,
  destination: string | readonly unknown[],
): Promise<number | null> {
  try {
    const explicit = typeof destination === "string" ? await file.getDestination(destination) : destination;
    const [target] = explicit ?? [];
    if (typeof target === "number") return target + 1;
    return target ? (await file.getPageIndex(target as Parameters<typeof file.getPageIndex>[0])) + 1 : null;
  } catch {
    return null;
  }
}
