/**
 * A page's history as people see it: one version per burst. Concurrent typing of several people is one version; each
 * tool's work is its own version, so that it can be undone separately.
 */
import type { CommittedState } from "./recovery-state.ts";
import type { Authorship } from "./update-store.ts";
import { insertVersion, insertVersionAuthor, newestVersion, type OpenVersion } from "./version-store.ts";

/** Silence that ends a burst, in ms. */
const BURST_GAP = 10 * 60 * 1000;

/** Maximum duration of a version that people type into, in ms. */
const MAX_LENGTH = 30 * 60 * 1000;

/** The version that people are typing into, kept in memory so that a keystroke needs no query. */
export class LiveVersion {
  readonly #sql: SqlStorage;
  #open: OpenVersion | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /**
   * Adds the typed `revision` to a version; `last` made the previous change, null for the very first one. Returns true
   * if it starts a version.
   */
  extend(revision: number, by: Authorship, last: Authorship | null): boolean {
    this.#open ??= newestVersion(this.#sql);
    if (this.#open === null || last === null || startsLiveVersion(last, by, this.#open.at)) {
      insertVersion(this.#sql, revision, by);
      this.#open = { first: revision, at: by.at, authors: new Set([by.author]) };
      return true;
    }
    if (!this.#open.authors.has(by.author)) {
      insertVersionAuthor(this.#sql, this.#open.first, by.author);
      this.#open.authors.add(by.author);
    }
    return false;
  }

  /** Call this when something else has written the rows. */
  forget(): void {
    this.#open = null;
  }
}

const startsLiveVersion = (last: Authorship, next: Authorship, since: number): boolean =>
  last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP || next.at - since > MAX_LENGTH;

/** True if an edit made through REST or MCP begins a new version: the first ever, by another author, or after a pause. */
export const startsVersionAfter = ({ firstRevision, revision, last }: CommittedState, next: Authorship): boolean =>
  revision === firstRevision || startsVersion(last, next);

const startsVersion = (last: Authorship, next: Authorship): boolean =>
  last.author !== next.author || last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP;
