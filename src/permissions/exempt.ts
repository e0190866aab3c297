/** Writes without an authorization: nobody is signed in, or the change requires no right. Each kind has a name. */
import type { AnyQuery } from "../db/sql.ts";
import { writable, type Db, type Results } from "../platform/db.ts";

export const EXEMPTIONS = {
  /** Signing in and proving an address: the link, key or token in the statements proves who it is. */
  signIn: "signing in",
  /** An app's request for a user's consent, and the exchange of its code. The code or token is the proof. */
  connectApp: "an app's request for access, or its exchange of a grant for tokens",
  /** Ends the credential that was presented, even if it has ended in the meantime. */
  signOut: "signing out",
  /** The invitation's row proves the offer, and a guard proves that the inviter may still grant it. */
  invitation: "accepting an invitation",
  /** The session's device is no longer trusted, or its user has verified another address. */
  endSessions: "ending sessions that are no longer trusted",
  /** Queue jobs, whose first statement checks that they still await this run, and the sweep of expired rows. */
  job: "a queue job, or the sweep",
  /** A room's edits, whose first statement rechecks permission (`pageGuard`), and the room's bookkeeping in D1. */
  room: "an edit in a room, and the room's own records about its page",
  record: "an audit log entry without another change",
  stage: "storing an upload before it belongs to a page",
  agent: "an agent's answer: its asker's right to write on the page was checked before each step",
  presence: "recording who is connected and which pages they have open",
  /** The operator's signature was verified. */
  operator: "restoring a backup",
  bookkeeping: "the service's own records: when a session was used, what a token called, measurements",
} as const;

/** Exemptions that change the access of the users in their audit entries. */
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

/** False for an object that this module did not create. */
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
  agent: new Exemption("agent"),
  presence: new Exemption("presence"),
  operator: new Exemption("operator"),
  bookkeeping: new Exemption("bookkeeping"),
} as const;

/**
 * Writes outside any commit: without authorization, audit entries or notifications. A change that needs those is committed
 * under the same exemptions.
 * Throws what `Db.batch` throws.
 */
export async function writeExempt<const Q extends readonly AnyQuery<unknown>[]>(
  db: Db,
  allowed: Exempt,
  queries: Q,
): Promise<Results<Q>> {
  if (!isExempt(allowed) || queries.some(({ allowedBy }) => allowedBy !== undefined))
    throw new TypeError("this write has no exemption");
  return writable(db).write(queries);
}

/** `writeExempt` for one query. */
export const writeOneExempt = async <T>(db: Db, allowed: Exempt, query: AnyQuery<T>): Promise<T> =>
  (await writeExempt(db, allowed, [query]))[0];
