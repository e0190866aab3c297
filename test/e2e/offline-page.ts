/** Pages that a service worker keeps for times without a network. */
import type { Page } from "playwright-core";
import { reaches } from "./live-page.ts";

/** Resolves once the worker has a page, in one of its caches. */
export const isKept = (page: Page, path: string): Promise<void> =>
  reaches(
    () =>
      page.evaluate<boolean>(
        `navigator.serviceWorker.controller !== null && caches.match("${path}", { ignoreVary: true }).then((kept) => kept !== undefined)`,
      ),
    true,
  );

/** Resolves once the worker has the files of all types of page. */
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

/** Resolves once the page may be left without losing anything: as long as it may not, the browser would ask. */
export const maySafelyLeave = (page: Page): Promise<void> =>
  reaches(() => page.evaluate<boolean>(`dispatchEvent(new Event("beforeunload", { cancelable: true }))`), true);
