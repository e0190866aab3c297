/** Chooses the view of a file that shows the marks: its picture, or its pages. Loaded on the pages of files. */
import { pdfHostOf } from "../files/pdf-host.ts";
import { find } from "../ui/dom.ts";
import { PdfSurface } from "./pdf-surface.ts";
import { PictureSurface } from "./picture-surface.ts";
import type { Surface, SurfaceEvents } from "./surface.ts";

/** Returns `current` if it is still shown, and null for files without places for marks. */
export function surfaceOf(file: HTMLElement, current: Surface | null, events: SurfaceEvents): Surface | null {
  const picture = find("[data-picture-areas]", HTMLElement, file);
  if (picture) return current?.element === picture ? current : new PictureSurface(picture, events);
  const pdf = find("[data-pdf]", HTMLElement, file);
  const host = pdf && pdfHostOf(pdf);
  if (!host) return null;
  return current?.element === host.element ? current : new PdfSurface(host, events);
}
