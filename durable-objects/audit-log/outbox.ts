/** The chain's own access to the outbox in D1. It bypasses `Db`, which counts round trips as those of requests. */
import type { AuditDraft, OutboxRow } from "../../src/audit-log/draft.ts";
import { deleteOutboxEntries, insertEntry, listOutbox } from "../../src/commit/outbox.ts";
import type { Instant } from "../../src/kernel/clock.ts";
import type { AnyQuery } from "../../src/db/sql.ts";

export class Outbox {
  readonly #db: D1Database;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** Oldest first. */
  async read(limit: number): Promise<OutboxRow[]> {
    return (await this.#prepare(listOutbox(limit)).all<OutboxRow>()).results;
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#prepare(deleteOutboxEntries(ids)).run();
  }

  async add(draft: AuditDraft, now: Instant): Promise<void> {
    await this.#prepare(insertEntry(draft, now)).run();
  }

  #prepare({ text, params }: AnyQuery<unknown>): D1PreparedStatement {
    return this.#db.prepare(text).bind(...params);
  }
}
