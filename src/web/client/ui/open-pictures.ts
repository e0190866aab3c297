/** Pictures in a printed text open in a dialog. */
import { onClick } from "./dom.ts";
import { attempt } from "./notice.ts";

export function openPicturesOnClick(within: HTMLElement): void {
  onClick(within, "img.md-image", (image) => {
    if (!(image instanceof HTMLImageElement) || image.closest("a, [contenteditable]")) return;
    attempt(null, async () => (await import("./picture.ts")).openPicture(image.src, image.alt));
  });
}
