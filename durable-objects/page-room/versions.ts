/**
 * A page's history as people see it: one version per burst. What several people type at the same time is one version of them
 * all; what a tool does is always one of its own, so that it can be undone by itself.
 */
import type { CommittedState } from "./recovery-state.ts";
import type { Authorship } from "./update-store.ts";
import { insertVersion, insertVersionAuthor, newestVersion, type OpenVersion } from "./version-store.ts";

/** Silence that ends a burst, in ms. */
const BURST_GAP = 10 * 60 * 1000;

/** Longest time, in ms, that people type into one version. */
const MAX_LENGTH = 30 * 60 * 1000;

/** The version that people type into, kept in memory so that a key costs no question. */
export class LiveVersion {
  readonly #sql: SqlStorage;
  #open: OpenVersion | null = null;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** What was typed as `revision` becomes part of a version; `last` made the change before, null for the first one ever. */
  extend(revision: number, by: Authorship, last: Authorship | null): void {
    this.#open ??= newestVersion(this.#sql);
    if (this.#open === null || last === null || startsLiveVersion(last, by, this.#open.at)) {
      insertVersion(this.#sql, revision, by);
      this.#open = { first: revision, at: by.at, authors: new Set([by.author]) };
    } else if (!this.#open.authors.has(by.author)) {
      insertVersionAuthor(this.#sql, this.#open.first, by.author);
      this.#open.authors.add(by.author);
    }
  }

  /** To be called when somebody else has written the rows. */
  forget(): void {
    this.#open = null;
  }
}

const startsLiveVersion = (last: Authorship, next: Authorship, since: number): boolean =>
  last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP || next.at - since > MAX_LENGTH;

/** True when an edit by REST or MCP begins a new version: the first ever, or by another hand, or after a pause. */
export const startsVersionAfter = ({ firstRevision, revision, last }: CommittedState, next: Authorship): boolean =>
  revision === firstRevision || startsVersion(last, next);

const startsVersion = (last: Authorship, next: Authorship): boolean =>
  last.author !== next.author || last.tokenId !== next.tokenId || next.at - last.at > BURST_GAP;
