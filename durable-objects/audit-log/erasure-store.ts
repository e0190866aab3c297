/** Erases a user's personal data beside the chain, and records each erasure in it. */
import { MAX_ERASED } from "../../src/audit-log/erasure.ts";
import type { ChainStore } from "./store.ts";

/**
 * An address counts as the user's from a day before their first sign-in with it until their last; others may have it
 * since.
 */
const OF_EARLIER_ADDRESSES = `
  select e.seq
  from (
    select email, min(since) - 86400000 as since, max(until) as until
    from (
      select email, ts as since, ts as until
      from entry
      where uid = ?1 and email is not null and kind = 'auth.login.ok'
      union all
      select email, since, until from address where uid = ?1)
    group by email) a
  cross join entry e on e.email = a.email and e.uid is null and e.ts between a.since and a.until`;

export class ErasureStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #chain: ChainStore;

  constructor(storage: DurableObjectStorage, chain: ChainStore) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#chain = chain;
  }

  /** Stops storing personal data in entries about this user. */
  refusePersonal(uid: string): void {
    this.#sql.exec("insert into erased values (?) on conflict do nothing", uid);
  }

  /**
   * Erases the personal columns, salt included, of some of a user's rows, and appends an entry that records it. Returns
   * how many rows; 0 once none are left. Signed-out rows come first: those with earlier addresses are found through the
   * sign-ins that proved them.
   */
  eraseSome(uid: string, email: string | null): number {
    for (const [rows, ...values] of [
      ["select seq from entry where email = ?1 and uid is null", email],
      [OF_EARLIER_ADDRESSES, uid],
      ["select seq from entry where uid = ?1", uid],
    ] as const) {
      const erased = this.#storage.transactionSync(() => {
        const update = `
          update entry
          set ip = null, ua = null, uid = null, email = null, salt = null
          where seq in (${rows} limit ${MAX_ERASED})
          returning seq`;
        const seqs = this.#sql.exec<{ seq: number }>(update, ...values).toArray();
        if (seqs.length > 0) this.#chain.recordErasure(seqs.map(({ seq }) => seq));
        return seqs.length;
      });
      if (erased > 0) return erased;
    }
    // Last, because the sign-ins in removed entries prove earlier addresses.
    this.#sql.exec("delete from address where uid = ?", uid);
    this.#sql.exec("delete from segment_user where uid = ?", uid);
    return 0;
  }
}
