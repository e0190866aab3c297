/** The open comment threads on a page's text, as its room last sent them. */
import type { LiveAnchor, ThreadsFrame } from "../kernel/comment.ts";

export class LiveThreads {
  readonly #anchors = new Map<string, LiveAnchor>();

  /** Their positions refer to the document of the same session. */
  get anchors(): readonly LiveAnchor[] {
    return [...this.#anchors.values()];
  }

  /** Throws for text that is not JSON. */
  take(frame: string): void {
    const { isWhole, anchors, closed } = JSON.parse(frame) as ThreadsFrame; // written by the service
    if (isWhole) this.#anchors.clear();
    for (const anchor of anchors) this.#anchors.set(anchor.id, anchor);
    for (const id of closed) this.#anchors.delete(id);
  }
}
