/** What a person's hub is asked. */
import type { HubNews, Presence, TypingNews } from "../kernel/live.ts";

/** For those of the person's sockets that it is meant for. */
export type HubEvent = {
  /** A tool that was made for other drives is not told; null concerns no drive. */
  readonly driveId: string | null;
  readonly news: HubNews | Presence | TypingNews;
};

/** The object of one person. What each call does stands with its class. */
export interface HubRpc {
  notify(events: readonly HubEvent[]): Promise<void>;
  /** False when nobody here follows the page any more, or nobody may: the room need not tell again. */
  textChanged(pageId: string, revision: number): Promise<boolean>;
  recheck(): Promise<void>;
}
