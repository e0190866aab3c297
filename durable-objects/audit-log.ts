/** The audit trail's hash chain: a Durable Object that moves the outbox into it, proves it, shows it and exports it. */
import { DurableObject } from "cloudflare:workers";
import type { OutboxRow } from "../src/features/audit/draft.ts";
import { toHex } from "../src/features/audit/chain.ts";
import { systemRandom } from "../src/platform/system.ts";
import { coalesce } from "./audit-log/coalesce.ts";
import { type EntryFilter, type EntryPage, type ExportPage, exportPage, listEntries } from "./audit-log/pages.ts";
import { ChainStore } from "./audit-log/store.ts";
import { type ChainVerdict, type Stretch, walkChain } from "./audit-log/walk.ts";

/** `more`: the outbox held more than one call moves; ask again. */
export type Drained = { appended: number; duplicates: number; more: boolean };

/** The one chain there is; its number is part of every hash, so that others can be added. */
const SHARD = 0;
const BATCH = 500;
const BATCHES_PER_CALL = 100;
const LOCAL_ORIGIN = "http://localhost:8787";

/** A longer draft comes as null: the writer turns it into an alarm, and memory stays bounded. */
const READ_OUTBOX = `
  select id, case when length(entry) <= 65536 then entry end as entry, created_at
  from audit_outbox order by id limit ${BATCH}`;
const CLEAR_OUTBOX = "delete from audit_outbox where id in (select value from json_each(?))";

export class AuditLog extends DurableObject<Env> {
  readonly #store: ChainStore;
  readonly #drain = coalesce(() => this.#moveOutbox());

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { APP_ORIGIN }: { APP_ORIGIN?: string; DB: D1Database } = env;
    const newSalt = () => toHex(systemRandom(32));
    this.#store = new ChainStore(ctx.storage, { origin: APP_ORIGIN ?? LOCAL_ORIGIN, shard: SHARD }, newSalt);
  }

  /** Moves the outbox into the chain. Safe to call at any time and any number of times at once. */
  drain(): Promise<Drained> {
    return this.#drain();
  }

  /** Recomputes the chain from its genesis, or a stretch of it. */
  verify(stretch: Stretch = {}): Promise<ChainVerdict> {
    return walkChain(this.#store, stretch, () => scheduler.wait(0));
  }

  export(cursorSeq: number, limit: number): ExportPage {
    return exportPage(this.#store, cursorSeq, limit);
  }

  entries(filter: EntryFilter, cursor: string | null, limit: number): EntryPage {
    return listEntries(this.#store, filter, cursor, limit);
  }

  /**
   * Erases what the trail knows about a user beside the chain, and about an address that nobody had signed in with.
   * Answers how many entries lost their personal data; the chain stays verifiable.
   */
  async erase(uid: string, email: string | null = null): Promise<number> {
    // What is still in the outbox would otherwise arrive after the erasure.
    while ((await this.drain()).more);
    let erased = 0;
    for (;;) {
      const some = this.#store.eraseSome(uid, email);
      if (some === 0) return erased;
      erased += some;
      await scheduler.wait(0);
    }
  }

  async #moveOutbox(): Promise<Drained> {
    const moved = { appended: 0, duplicates: 0, more: true };
    for (let batch = 0; batch < BATCHES_PER_CALL && moved.more; batch += 1) {
      const { results } = await this.env.DB.prepare(READ_OUTBOX).all<OutboxRow>();
      moved.more = results.length === BATCH;
      if (results.length === 0) break;
      const appended = this.#store.append(results);
      moved.appended += appended;
      moved.duplicates += results.length - appended;
      // The output gate holds this statement back until the append is durable; a crash in between leaves duplicates.
      await this.env.DB.prepare(CLEAR_OUTBOX)
        .bind(JSON.stringify(results.map((row) => row.id)))
        .run();
    }
    return moved;
  }
}
