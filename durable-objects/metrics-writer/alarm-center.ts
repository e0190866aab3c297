/** Keeps the alarms in the object's storage, and sends their messages from the object's alarm. */
import type { Deps } from "../../src/deps.ts";
import { AlarmBook, deliverAlarms, type BookState } from "../../src/features/alarms/index.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { systemClock, systemRandom } from "../../src/platform/system.ts";

const KEY = "alarms";

export class AlarmCenter {
  readonly #storage: DurableObjectStorage;
  readonly #newDeps: (now: Instant) => Deps;
  #book: Promise<AlarmBook> | null = null;

  constructor(storage: DurableObjectStorage, newDeps: (now: Instant) => Deps) {
    this.#storage = storage;
    this.#newDeps = newDeps;
  }

  /** Changes the alarms, stores them, and resolves with the change's result. Messages are sent afterwards. */
  async update<T>(change: (book: AlarmBook, now: Instant) => T): Promise<T> {
    const now = systemClock();
    const book = await this.#open();
    const result = change(book, now);
    await this.#store(book, now);
    return result;
  }

  async read<T>(view: (book: AlarmBook) => T): Promise<T> {
    return view(await this.#open());
  }

  /** Called by the object's alarm. Failed deliveries are retried by a later one. */
  async tick(): Promise<void> {
    const now = systemClock();
    const book = await this.#open();
    book.tick(now);
    // A message must be stored before it is sent: otherwise its problem would be announced again after a crash.
    await this.#store(book, now);
    await deliverAlarms(this.#newDeps(now), book);
    await this.#store(book, systemClock());
  }

  async #open(): Promise<AlarmBook> {
    this.#book ??= this.#load();
    try {
      return await this.#book;
    } catch (error) {
      this.#book = null;
      throw error;
    }
  }

  async #load(): Promise<AlarmBook> {
    const state = await this.#storage.get<BookState>(KEY);
    return new AlarmBook(state ?? null, () => makeId(systemClock(), systemRandom));
  }

  async #store(book: AlarmBook, now: Instant): Promise<void> {
    const at = book.wakeAt(now);
    await Promise.all([
      this.#storage.put(KEY, book.state),
      at === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(at),
    ]);
  }
}
