/** Readers who follow the page without a connection: their hubs are notified when its text changes. */
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import { announceText } from "../../src/features/live/service.ts";
import { objectEvents } from "../../src/platform/durable-objects.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { Room } from "./connected-room.ts";

const MAX_FOLLOWERS = 1_000;
/** Minimum interval (ms) between two rounds, and the number of hubs notified per interval. */
const GAP_MS = SECOND;
const ANNOUNCED_AT_ONCE = 100;

const PREFIX = "follower:";

type Follower = { readonly pageId: string };

export class Followers {
  readonly #kv: SyncKvStorage;
  readonly #room: Room;
  /**
   * By user, replaced each time they follow again. Read from storage on first use. The page id is stored too, because a
   * room without connections does not know it.
   */
  #known: Map<string, Follower> | null = null;
  /** The revision that all followers have been told of, or had before this instance started. */
  #announced: number | null = null;
  #announcedAt: Instant = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(kv: SyncKvStorage, room: Room) {
    this.#kv = kv;
    this.#room = room;
  }

  /** Returns false if there are too many already. */
  add(userId: string, pageId: string): boolean {
    const known = this.#all;
    if (!known.has(userId)) {
      if (known.size >= MAX_FOLLOWERS) return false;
      this.#kv.put(PREFIX + userId, pageId);
    }
    known.set(userId, { pageId });
    return true;
  }

  /** Assumes that followers were told of everything committed before this instance started. */
  begin(revision: number): void {
    this.#announced ??= revision;
  }

  /**
   * Something may have been committed: followers are notified immediately after a pause, and at intervals while changes
   * continue.
   */
  changed(): void {
    if (this.#timer !== null || this.#all.size === 0 || this.#revision === this.#announced) return;
    const due = this.#announcedAt + GAP_MS * Math.ceil(this.#all.size / ANNOUNCED_AT_ONCE);
    const now = systemClock();
    if (due <= now) return this.#notifyAll(now);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#notifyAll(systemClock());
    }, due - now);
  }

  /** An earlier instance may have been evicted before it notified them. */
  repeat(): void {
    if (this.#announcedAt === 0 && this.#all.size > 0) this.#notifyAll(systemClock());
  }

  /** Called when the page was deleted and the storage is empty. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#known = null;
    this.#announced = null;
  }

  /** The committed revision; null for an empty room. */
  get #revision(): number | null {
    const log = this.#room.open();
    return log.isStarted ? log.revision : null;
  }

  get #all(): Map<string, Follower> {
    return (this.#known ??= new Map(
      Array.from(this.#kv.list<string>({ prefix: PREFIX }), ([key, pageId]) => [key.slice(PREFIX.length), { pageId }]),
    ));
  }

  #notifyAll(now: Instant): void {
    const revision = this.#revision;
    if (revision === null) return;
    this.#announced = revision;
    this.#announcedAt = now;
    for (const [userId, follower] of this.#all) void this.#notify(userId, follower, revision);
  }

  async #notify(userId: string, follower: Follower, revision: number): Promise<void> {
    const change = { userId, pageId: follower.pageId, revision };
    const follows = await objectEvents.runStores(null, () => announceText(this.#room.deps(systemClock()), change));
    // They may have followed again meanwhile.
    if (follows || this.#all.get(userId) !== follower) return;
    this.#kv.delete(PREFIX + userId);
    this.#all.delete(userId);
  }
}
