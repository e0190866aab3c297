/** Interface of the audit log's Durable Object. */
import type { Instant } from "../kernel/clock.ts";
import type { CopyCursor, StorageCopy, StoragePiece } from "./storage-copy.ts";

/** Personal data of an entry. It is stored outside the chain, so that it can be erased without breaking the chain. */
export type Personal = { ip: string | null; ua: string | null; uid: string | null; email: string | null };

/** `head` is the hex head after entry `size - 1`. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly head: string };

/**
 * `from` ≤ time < `to`, both ms since the epoch. `userId` finds a user's entries until they are erased, and so do `words`:
 * each word must occur in the entry or its personal data.
 */
export type EntryFilter = { kind?: string; userId?: string; from?: number; to?: number; words?: string };

/** `entry` is the canonical text as stored: JSON, unless someone tampered with it. */
export type ListedEntry = Personal & { seq: number; ts: number; kind: string; entry: string; head: string };

/** An entry's place in the list, newest first. */
export type Position = { readonly ts: number; readonly seq: number };

/**
 * The list continues after `last`. `searchedTo`: in this call, the search went back no further than this time.
 * `unreadable`: the list omits these entries, because their segment is missing from the bucket or was changed.
 */
export type EntryPage = {
  entries: ListedEntry[];
  last: Position | null;
  searchedTo: number | null;
  unreadable: { first: number; last: number } | null;
};

/** `text` is whole lines with their line feeds. The export is the concatenation of all pages, from 0 until `next` is null. */
export type ExportPage = { text: string; entries: number; next: number | null };

export type ChainVerdict = {
  valid: boolean;
  /** Number of entries verified in this run. */
  entries: number;
  firstBad?: { seq: number; reason: string };
  /** Head after the last valid entry, in hex. */
  head: string;
  shard: number;
  /** Where to continue, if the run was limited before the end. */
  next?: number;
};

/** Part of a chain: `limit` entries starting at `from`, for chains too long for one request. */
export type ChainRange = { from?: number; limit?: number };

/** Why the chain accepts no more entries, and the first entry that is missing or differs from the signed one. */
export type Halt = {
  reason: "behind" | "forked" | "latest_unreadable";
  seq: number;
  /** Number of entries that the latest checkpoint covers; 0 if it cannot be read. */
  size: number;
};

/** `note` is the signed text, which can be stored as a pin. */
export type Published = Checkpoint & { note: string };

/** `more`: the outbox contains more than one call moves, so call again. `halted`: nothing may be appended now. */
export type Drained = { appended: number; duplicates: number; more: boolean; halted?: true };

/**
 * State stored outside the object. `key` verifies the checkpoint's signature; null without a signing key. An unsound chain
 * accepts no entries: `halt` is the reason, or null if the bucket did not respond.
 */
export type Publication = {
  checkpoint: Published | null;
  key: string | null;
  isSound: boolean;
  halt: Halt | null;
  /** Reasons of the alarms that are not resolved. */
  problems: string[];
};

/**
 * How far the signed checkpoints reach: when the bucket stored the latest one, null if there is none, and the number of
 * entries after it, apart from those about checkpoints; `since` is the time of the oldest of these, null if there is none.
 */
export type Coverage = {
  readonly publishedAt: Instant | null;
  readonly waiting: number;
  readonly since: Instant | null;
};

/** `head`: after the last of `entries`; `headAt`: after the requested entry, null if the chain does not have it. */
export type ChainTip = {
  readonly origin: string;
  readonly entries: number;
  readonly head: string;
  readonly headAt: string | null;
};

/** The Durable Object of the chain. Its class documents the methods. */
export interface AuditLogRpc {
  drain(): Promise<Drained>;
  publish(): Promise<Publication>;
  coverage(): Promise<Coverage>;
  verify(stretch?: ChainRange): Promise<ChainVerdict>;
  export(cursorSeq: number, limit: number): Promise<ExportPage>;
  entries(filter: EntryFilter, after: Position | null, limit: number): Promise<EntryPage>;
  /** Bytes that the object stores. */
  size(): Promise<number>;
  erase(uid: string, email?: string | null): Promise<number>;
  tip(at: number | null): ChainTip;
  copyStorage(cursor: CopyCursor | null): StorageCopy;
  restoreStorage(piece: StoragePiece): void;
  setFilesAside(): Promise<boolean>;
}
