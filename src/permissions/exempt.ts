/** Commits without an authorization: nobody is signed in, or nothing is changed that takes a right. Each kind has a name. */

export const EXEMPTIONS = {
  /** Signing in and proving an address: the link, key or token in the statements proves who it is. */
  signIn: "signing in",
  /** Ends what was presented, also when it has ended in the meantime. */
  signOut: "signing out",
  /** Work from the queue, whose first statement proves that it still waits for this run. */
  job: "a job",
  /** An edit in a page's room: whether it still may be made is a condition of its first statement (`pageGuard`). */
  room: "an edit in a room",
  /** Entries of the audit log that stand beside no other change. */
  record: "a record",
} as const;

class Exemption {
  readonly #reason: keyof typeof EXEMPTIONS;

  constructor(reason: keyof typeof EXEMPTIONS) {
    this.#reason = reason;
  }

  get reason(): string {
    return EXEMPTIONS[this.#reason];
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
  signOut: new Exemption("signOut"),
  job: new Exemption("job"),
  room: new Exemption("room"),
  record: new Exemption("record"),
} as const;
