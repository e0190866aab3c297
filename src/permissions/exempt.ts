/** Writes without an authorization: nobody is signed in, or nothing is changed that takes a right. Each kind has a name. */
import type { AnyQuery } from "../db/sql.ts";
import { writable, type Db, type Results } from "../platform/db.ts";

export const EXEMPTIONS = {
  /** Signing in and proving an address: the link, key or token in the statements proves who it is. */
  signIn: "signing in",
  /** Of apps: what they ask a person for, and the exchange of what that person allowed. The code or token proves it. */
  connectApp: "an app asking for access, or exchanging what it was allowed",
  /** Ends what was presented, also when it has ended in the meantime. */
  signOut: "signing out",
  /** The invitation's row proves what was offered, and a guard proves that the inviter may still give it. */
  invitation: "accepting an invitation",
  /** Of sessions: their device is no longer believed, or their user has proven another address. */
  endSessions: "ending sessions that are no longer believed",
  /** Work from the queue, whose first statement proves that it still waits for this run, and the sweep's, which takes what is over. */
  job: "a job from the queue, or the sweep",
  /** An edit in a page's room, whose first statement asks whether it still may be made (`pageGuard`), and what the room notes in D1. */
  room: "an edit in a room, and what the room notes of its page",
  record: "an entry of the audit log that stands beside no other change",
  stage: "storing what is uploaded, before a page has it",
  presence: "noting who is connected, and what they have open",
  bookkeeping: "noting the service's own work: when a session was used, what a token called, what was measured",
} as const;

/** Those that change the access of the people whom their audit entries are about. */
const CHANGE_ACCESS: readonly (keyof typeof EXEMPTIONS)[] = ["signOut", "endSessions", "invitation"];

class Exemption {
  readonly #reason: keyof typeof EXEMPTIONS;

  constructor(reason: keyof typeof EXEMPTIONS) {
    this.#reason = reason;
  }

  get reason(): string {
    return EXEMPTIONS[this.#reason];
  }

  get changesAccess(): boolean {
    return CHANGE_ACCESS.includes(this.#reason);
  }

  static isOne(value: object): value is Exemption {
    return #reason in value;
  }
}

/** False for what this module did not make. */
export const isExempt = (value: object): value is Exempt => Exemption.isOne(value);

export type Exempt = Exemption;

export const exempt = {
  signIn: new Exemption("signIn"),
  connectApp: new Exemption("connectApp"),
  signOut: new Exemption("signOut"),
  invitation: new Exemption("invitation"),
  endSessions: new Exemption("endSessions"),
  job: new Exemption("job"),
  room: new Exemption("room"),
  record: new Exemption("record"),
  stage: new Exemption("stage"),
  presence: new Exemption("presence"),
  bookkeeping: new Exemption("bookkeeping"),
} as const;

/**
 * Changes rows beside any commit: nobody is authorised for it, nothing of it stands in the audit log and nobody is told. What
 * is to stand there is committed under the same names.
 * Throws what `Db.batch` throws.
 */
export async function writeExempt<const Q extends readonly AnyQuery<unknown>[]>(
  db: Db,
  allowed: Exempt,
  queries: Q,
): Promise<Results<Q>> {
  if (!isExempt(allowed)) throw new TypeError("nothing exempts this write");
  return writable(db).write(queries);
}

/** The same for one query. */
export const writeOneExempt = async <T>(db: Db, allowed: Exempt, query: AnyQuery<T>): Promise<T> =>
  (await writeExempt(db, allowed, [query]))[0];
