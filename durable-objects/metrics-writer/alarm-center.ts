/** Keeps the alarms in the object's storage, and sends their messages from the object's alarm. */
import type { Deps } from "../../src/deps.ts";
import { AlarmBook, deliverAlarms, type BookState } from "../../src/features/alarms/index.ts";
import { SECOND, type Instant } from "../../src/kernel/clock.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";

const KEY = "alarms";
/** If the object ends while it sends messages, they are sent again after this time. */
const DELIVERY_MS = 60 * SECOND;

export class AlarmCenter {
  readonly #storage: DurableObjectStorage;
  readonly #newDeps: (now: Instant) => Deps;
  #book: AlarmBook | null = null;
  #isDelivering = false;

  constructor(storage: DurableObjectStorage, newDeps: (now: Instant) => Deps) {
    this.#storage = storage;
    this.#newDeps = newDeps;
  }

  /** Changes the alarms, stores them, and resolves with the change's result. Messages are sent afterwards. */
  async update<T>(change: (book: AlarmBook, now: Instant) => T): Promise<T> {
    const now = systemClock();
    const book = this.#open();
    const result = change(book, now);
    await this.#store(book, now);
    return result;
  }

  read<T>(view: (book: AlarmBook) => T): T {
    return view(this.#open());
  }

  /** Called by the object's alarm. Failed deliveries are retried by a later one. */
  async tick(): Promise<void> {
    const now = systemClock();
    const book = this.#open();
    book.tick(now);
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      // A message must be stored before it is sent: otherwise its problem would be announced again after a crash.
      await this.#store(book, now);
      await deliverAlarms(this.#newDeps(now), book);
    } finally {
      this.#isDelivering = false;
      await this.#store(book, systemClock());
    }
  }

  #open(): AlarmBook {
    const newId = (): string => makeId(systemClock(), systemRandom);
    return (this.#book ??= new AlarmBook(this.#storage.kv.get<BookState>(KEY) ?? null, newId));
  }

  async #store(book: AlarmBook, now: Instant): Promise<void> {
    const wakeAt = book.wakeAt(now);
    const at = wakeAt === null || !this.#isDelivering ? wakeAt : Math.max(wakeAt, now + DELIVERY_MS);
    this.#storage.kv.put(KEY, book.state);
    await (at === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(at));
  }
}
