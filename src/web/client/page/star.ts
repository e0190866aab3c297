/** The star in the bar of a page. Only this browser knows the favourites, so the Worker prints it unpressed. */
import { effect } from "@preact/signals";
import { places, view } from "../tree/state.ts";
import { find } from "../ui/dom.ts";

export function startStar(root: HTMLElement, id: string, signal: AbortSignal): void {
  const star = find(".page-actions > [data-act=favourite]", HTMLElement, root);
  if (!star) return;
  const end = effect(() => {
    star.ariaPressed = String(places.value.favourites.some((place) => place.id === id));
    // Favourites are saved for the open drive.
    star.hidden = view.value !== null && view.value.drive === null;
  });
  signal.addEventListener("abort", end);
}
