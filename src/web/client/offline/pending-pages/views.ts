/** Views of pages that do not exist on the service yet: made of blank ones, and kept where the service worker finds them. */
import { TEXT_TYPES } from "../../../../kernel/page-type.ts";
import { BLANK_ID, BLANK_TITLE, BLANKS, PENDING } from "../../service-worker/protocol.ts";
import { path } from "../../api/api.ts";
import { sideView } from "../../tree/state.ts";
import type { PendingPage } from "./store.ts";

/** Those of ten drives. */
const MAX_BLANKS = 50;

export const isText = (type: string): boolean => TEXT_TYPES.some((each) => each === type);

const addressOf = (driveId: string, type: string): string => path`/drives/${driveId}/blank/${type}`;

/** Fetches the blank pages of the open drive that this version of the program has not kept yet. */
export async function keepBlankPages(): Promise<void> {
  const { drive } = sideView() ?? {};
  if (drive?.mayCreate !== true || !("serviceWorker" in navigator)) return;
  const client = document.querySelector<HTMLElement>("#main")?.dataset["client"] ?? "";
  const cache = await caches.open(BLANKS);
  for (const type of TEXT_TYPES) {
    const address = addressOf(drive.id, type);
    // oxlint-disable-next-line no-await-in-loop -- one request at a time, for later
    const kept = await cache.match(address).then((found) => found?.text() ?? "");
    if (kept.includes(`data-client="${client}"`)) continue;
    // oxlint-disable-next-line no-await-in-loop -- as above
    const answer = await fetch(address, { headers: { "Octavo-Part": "main" } });
    if (answer.status !== 200 || answer.redirected) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await cache.put(address, new Response(await answer.text(), { headers: { "Content-Type": "text/html" } }));
  }
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_BLANKS)).map((key) => cache.delete(key)));
}

/** Null where none was kept. */
export async function findBlank(driveId: string, type: string): Promise<string | null> {
  if (!("caches" in globalThis)) return null;
  const found = await (await caches.open(BLANKS)).match(addressOf(driveId, type));
  return found ? found.text() : null;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

export async function putView({ id, title }: PendingPage, blank: string): Promise<void> {
  const html = blank
    .replaceAll(BLANK_ID, () => id)
    .replaceAll(BLANK_TITLE, () => escaped(title))
    .replace('data-view="page"', 'data-view="page" data-pending');
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  await (await caches.open(PENDING)).put(path`/pages/${id}`, new Response(html, { headers }));
}

export async function removeView({ id }: PendingPage): Promise<void> {
  if ("caches" in globalThis) await (await caches.open(PENDING)).delete(path`/pages/${id}`);
}
