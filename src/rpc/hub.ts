/** Interface of a user's hub. */
import type { WorkspaceEvent, Presence, TypingEvent } from "../kernel/live.ts";

/** An event for those of the user's sockets that may receive it. */
export type HubEvent = {
  /** Tools limited to other drives do not receive it; null concerns no drive. */
  readonly driveId: string | null;
  readonly news: WorkspaceEvent | Presence | TypingEvent;
};

/** The Durable Object of one user. Its class documents the methods. */
export interface HubRpc {
  notify(events: readonly HubEvent[]): Promise<void>;
  /** False if nobody here follows the page any more, or may see it: the room can stop calling. */
  textChanged(pageId: string, revision: number): Promise<boolean>;
  recheck(): Promise<void>;
}
