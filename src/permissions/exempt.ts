/** Commits that no signed-in caller asks for. Each kind is named here, so that they can be counted. */

export const EXEMPTIONS = {
  /** Whoever signs in, or fails to, has no session yet: what proves them is the link, key or token in the statements. */
  signIn: "signing in",
  /** Work from the queue, whose first statement proves that it still waits for this run. */
  job: "a job",
  /** Records that change nothing else. */
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
}

export type Exempt = Exemption;

export const exempt = {
  signIn: new Exemption("signIn"),
  job: new Exemption("job"),
  record: new Exemption("record"),
} as const;
