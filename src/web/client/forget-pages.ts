/** What was kept of pages on this device goes when a person signs out. */
import { removeKept } from "../offline/protocol.ts";
import { removeStored } from "./live-leftovers.ts";
import { removeTitles } from "./palette/title-store.ts";
import { forgetRecent } from "./recent-pages.ts";
import { forgetKept } from "./tree/forget-kept.ts";

/** A browser that keeps nothing has nothing to remove. */
export async function forgetPages(userId: string): Promise<void> {
  forgetKept();
  forgetRecent();
  await Promise.allSettled([removeStored(userId), removeTitles(), removeKept()]);
}
