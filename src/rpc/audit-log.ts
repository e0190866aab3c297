/** What the audit log's object is asked and what it answers. */

/** What an entry knows about a person. It stands beside the chain, so it can be erased without breaking it. */
export type Personal = { ip: string | null; ua: string | null; uid: string | null; email: string | null };

/** `head` is the hex head after entry `size - 1`. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly head: string };

/**
 * `from` ≤ time < `to`, both ms since the epoch; `userId` finds what concerns a user until it is erased, and so do
 * `words`: each of them stands somewhere in the entry or the personal data beside it.
 */
export type EntryFilter = { kind?: string; userId?: string; from?: number; to?: number; words?: string };

/** `entry` is the canonical text as stored: JSON, unless someone changed it. */
export type ListedEntry = Personal & { seq: number; ts: number; kind: string; entry: string; head: string };

/** An entry's place in the list, newest first. */
export type Position = { readonly ts: number; readonly seq: number };

/** The list goes on after `last`. `searchedTo`: looking for words went no further than this time in one call. */
export type EntryPage = { entries: ListedEntry[]; last: Position | null; searchedTo: number | null };

/** `text` is whole lines with their line feeds; the pages put together, from 0 until `next` is null, are the export. */
export type ExportPage = { text: string; entries: number; next: number | null };

export type ChainVerdict = {
  valid: boolean;
  /** Entries found true in this walk. */
  entries: number;
  firstBad?: { seq: number; reason: string };
  /** Head after the last true entry, hex. */
  head: string;
  shard: number;
  /** Where to go on, if the walk was limited before the end. */
  next?: number;
};

/** Part of a chain: `limit` entries from `from` on, for chains too long for one request. */
export type ChainRange = { from?: number; limit?: number };

/** Why the chain takes no more entries, and the first entry that is missing or another than the one that was signed. */
export type Halt = {
  reason: "behind" | "forked" | "latest_unreadable";
  seq: number;
  /** Entries that the latest checkpoint covers; 0 if it cannot be read. */
  size: number;
};

/** `note` is the signed text, to be kept as a pin. */
export type Published = Checkpoint & { note: string };

/** `more`: the outbox held more than one call moves; ask again. `halted`: nothing may be appended now. */
export type Drained = { appended: number; duplicates: number; more: boolean; halted?: true };

/**
 * What stands outside the object. `key` checks the checkpoint's signature; null when there is nothing to sign with. A chain
 * that is not sound takes no entries: `halt` says why, or is null when the bucket did not answer.
 */
export type Publication = {
  checkpoint: Published | null;
  key: string | null;
  isSound: boolean;
  halt: Halt | null;
};

/** The object of the chain. What each call does stands with its class. */
export interface AuditLogRpc {
  drain(): Promise<Drained>;
  publish(): Promise<Publication>;
  verify(stretch?: ChainRange): Promise<ChainVerdict>;
  export(cursorSeq: number, limit: number): ExportPage;
  entries(filter: EntryFilter, after: Position | null, limit: number): EntryPage;
  erase(uid: string, email?: string | null): Promise<number>;
}
