/** Helpers for pages that a service worker stores for offline use. */
import type { Page } from "playwright-core";
import { reaches } from "./live-page.ts";

/** Resolves once the page is in one of the worker's caches. */
export const isKept = (page: Page, path: string): Promise<void> =>
  reaches(
    () =>
      page.evaluate<boolean>(
        `navigator.serviceWorker.controller !== null && caches.match("${path}", { ignoreVary: true }).then((kept) => kept !== undefined)`,
      ),
    true,
  );

/** Resolves once the worker has cached the files of all page types. */
export const hasAllFiles = (page: Page): Promise<void> =>
  reaches(
    () =>
      page.evaluate<boolean>(`(async () => {
        const list = document.querySelector("#main").dataset.client.replace("main.", "offline.").replace(/js$/, "json");
        const kept = await (await caches.open("octavo-files")).keys();
        const paths = new Set(kept.map(({ url }) => new URL(url).pathname));
        return (await (await fetch(list)).json()).every((file) => paths.has(file));
      })()`),
    true,
  );

/** Resolves once the page can be left without data loss, that is, when it no longer cancels beforeunload. */
export const maySafelyLeave = (page: Page): Promise<void> =>
  reaches(() => page.evaluate<boolean>(`dispatchEvent(new Event("beforeunload", { cancelable: true }))`), true);
