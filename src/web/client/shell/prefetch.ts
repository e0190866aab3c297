/** Fetches a view shortly before the user opens it: when the pointer rests on its link, or the link has the focus. */
import { fetchView, isKept } from "./fetched-views.ts";

/** How long (ms) the pointer must rest on a link; a shorter stay is only passing. */
const REST_MS = 60;
/** Maximum number of concurrent prefetches. */
const CONCURRENCY = 2;

export function prefetchOnIntent(destinationOf: (target: EventTarget | null) => URL | null): void {
  if (savesData()) return;
  let timer = 0;
  let running = 0;
  const prefetch = (to: URL): void => {
    if (running >= CONCURRENCY || isKept(to) || to.href === location.href) return;
    running++;
    void fetchView(to, true).finally(() => running--);
  };
  const after =
    (pause: number) =>
    (event: Event): void => {
      clearTimeout(timer);
      const to = destinationOf(event.target);
      if (to) timer = setTimeout(prefetch, pause, to);
    };
  document.addEventListener("pointerover", after(REST_MS), { passive: true });
  document.addEventListener("focusin", after(REST_MS));
  document.addEventListener("touchstart", after(0), { passive: true });
}

/** Only some browsers report it; the others prefetch. */
const savesData = (): boolean => {
  const connection: unknown = Reflect.get(navigator, "connection");
  return typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true;
};
