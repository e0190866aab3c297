/** Notifies viewers of a channel or chat that someone is typing a message there. Nothing is stored. */
import { findTypist } from "../../src/features/live/statements.ts";
import { findViewers } from "../../src/permissions/online-viewers.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import type { Deps } from "../../src/deps.ts";

/** Minimum interval (ms) between two notifications for the same page. */
const GAP_MS = 3 * SECOND;
/** With more viewers than this nobody is notified, because each costs a call. */
const MAX_NOTIFIED = 100;

export class TypingNotifier {
  readonly #deps: () => Deps;
  /** When the typing was last announced, by page; entries that are due again are removed. */
  readonly #notifiedAt = new Map<string, Instant>();

  constructor(deps: () => Deps) {
    this.#deps = deps;
  }

  async notify(userId: string, pageId: string): Promise<void> {
    const { db, objects, log, now } = this.#deps();
    for (const [page, at] of this.#notifiedAt) if (now - at >= GAP_MS) this.#notifiedAt.delete(page);
    if (this.#notifiedAt.has(pageId)) return;
    this.#notifiedAt.set(pageId, now);
    try {
      const [typist, viewers] = await db.batch([findTypist(userId, pageId), findViewers([pageId])]);
      if (typist === null || viewers.length > MAX_NOTIFIED) return;
      const news = { type: "typing", pageId, userId, name: typist.name } as const;
      const others = viewers.filter((viewer) => viewer.userId !== userId);
      await Promise.all(others.map((viewer) => objects.hub(viewer.userId).notify([{ driveId: viewer.driveId, news }])));
    } catch (error) {
      log.warn("hub.typing_failed", { error, pageId });
    }
  }
}
