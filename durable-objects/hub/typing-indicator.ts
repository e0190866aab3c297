/** Tells those who look at a channel or chat that somebody is writing a message there. Nothing of it is stored. */
import { findTypist } from "../../src/features/live/statements.ts";
import { findViewers } from "../../src/permissions/online-viewers.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import type { Deps } from "../../src/deps.ts";

/** Shortest time, in ms, between two tellings of one page. */
const GAP_MS = 3 * SECOND;
/** With more people connected who may see the page, nobody is told: it costs a call for each of them. */
const MOST_TOLD = 100;

export class TypingIndicator {
  readonly #deps: () => Deps;
  /** When the writer was last told of, by page; those that are due again are forgotten. */
  readonly #toldAt = new Map<string, Instant>();

  constructor(deps: () => Deps) {
    this.#deps = deps;
  }

  async tell(userId: string, pageId: string): Promise<void> {
    const { db, objects, log, now } = this.#deps();
    for (const [page, at] of this.#toldAt) if (now - at >= GAP_MS) this.#toldAt.delete(page);
    if (this.#toldAt.has(pageId)) return;
    this.#toldAt.set(pageId, now);
    try {
      const [typist, viewers] = await db.batch([findTypist(userId, pageId), findViewers([pageId])]);
      if (typist === null || viewers.length > MOST_TOLD) return;
      const news = { type: "typing", pageId, userId, name: typist.name } as const;
      const others = viewers.filter((viewer) => viewer.userId !== userId);
      await Promise.all(others.map((viewer) => objects.hub(viewer.userId).notify([{ driveId: viewer.driveId, news }])));
    } catch (error) {
      log.warn("hub.typing_failed", { error, pageId });
    }
  }
}
