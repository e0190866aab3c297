/** Those who read the page without a connection to it: their hubs are told that its text has changed. */
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import { systemClock } from "../../src/platform/system.ts";

const MAX_FOLLOWERS = 1_000;
/** Shortest time, in ms, between two rounds, and how many hubs are told in that time. */
const GAP_MS = SECOND;
const ANNOUNCED_AT_ONCE = 100;

const PREFIX = "follower:";

type Host = {
  /** The committed revision; null before there is anything in the room. */
  readonly revision: () => number | null;
  /** False when this person follows no longer. */
  readonly tell: (change: NewRevision) => Promise<boolean>;
};

type NewRevision = { readonly userId: string; readonly pageId: string; readonly revision: number };
type Follower = { readonly pageId: string };

export class Followers {
  readonly #kv: SyncKvStorage;
  readonly #host: Host;
  /**
   * By user, a new one each time they say so. Read from the storage once somebody asks. Which page it is stands there as
   * well: a room without connections does not know.
   */
  #known: Map<string, Follower> | null = null;
  /** The revision that all of them have been told of, or had before this life of the object began. */
  #announced: number | null = null;
  #announcedAt: Instant = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(kv: SyncKvStorage, host: Host) {
    this.#kv = kv;
    this.#host = host;
  }

  /** False when there are too many already. */
  add(userId: string, pageId: string): boolean {
    const known = this.#all;
    if (!known.has(userId)) {
      if (known.size >= MAX_FOLLOWERS) return false;
      this.#kv.put(PREFIX + userId, pageId);
    }
    known.set(userId, { pageId });
    return true;
  }

  /** What was committed before this life of the object, they were told of, as far as is known. */
  begin(revision: number): void {
    this.#announced ??= revision;
  }

  /** Something may have been committed: they are told at once after a pause, and while it goes on, time and again. */
  changed(): void {
    if (this.#timer !== null || this.#all.size === 0 || this.#host.revision() === this.#announced) return;
    const due = this.#announcedAt + GAP_MS * Math.ceil(this.#all.size / ANNOUNCED_AT_ONCE);
    const now = systemClock();
    if (due <= now) return this.#tell(now);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#tell(systemClock());
    }, due - now);
  }

  /** An earlier life of the object may have ended before it told them. */
  repeat(): void {
    if (this.#announcedAt === 0 && this.#all.size > 0) this.#tell(systemClock());
  }

  /** The page is gone, and the storage is empty. */
  clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#known = null;
    this.#announced = null;
  }

  get #all(): Map<string, Follower> {
    return (this.#known ??= new Map(
      Array.from(this.#kv.list<string>({ prefix: PREFIX }), ([key, pageId]) => [key.slice(PREFIX.length), { pageId }]),
    ));
  }

  #tell(now: Instant): void {
    const revision = this.#host.revision();
    if (revision === null) return;
    this.#announced = revision;
    this.#announcedAt = now;
    for (const [userId, follower] of this.#all) void this.#tellOne(userId, follower, revision);
  }

  async #tellOne(userId: string, follower: Follower, revision: number): Promise<void> {
    const follows = await this.#host.tell({ userId, pageId: follower.pageId, revision });
    // Who has said so again meanwhile follows.
    if (follows || this.#all.get(userId) !== follower) return;
    this.#kv.delete(PREFIX + userId);
    this.#all.delete(userId);
  }
}
