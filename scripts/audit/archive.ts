/** Offline verifier for the bucket's contents: segments and checkpoints of one chain, as files in any order. */
import type { Checkpoint } from "../../src/rpc/audit-log.ts";
import { FormatError } from "../../src/audit-log/canonical.ts";
import { type Tip, checkRow, genesis, toHex } from "../../src/audit-log/chain.ts";
import { MAX_NOTE_BYTES, type VerifierKey, openNote, readNote } from "../../src/audit-log/checkpoint.ts";
import { CheckpointEvidence, type KnownHeads, type Pin } from "./checkpoint-evidence.ts";
import { type ExportHeader, parseLine } from "../../src/audit-log/format.ts";
import { Heads } from "./heads.ts";
import { LineReader } from "./line-reader.ts";
import {
  SEGMENT_ENTRIES,
  type SegmentHeader,
  parseSegmentHeader,
  sameChain,
  segmentName,
} from "../../src/audit-log/segment.ts";

/** `name` is the path within the chain's folder, separated by `/`. */
export type ArchiveFile = { readonly name: string; readonly read: () => AsyncIterable<Uint8Array> };

/** `seq` is the first entry that is wrong or missing; null if the file as a whole is invalid. */
type ArchiveFault = { file: string | null; line: number | null; seq: number | null; reason: string };

export type ArchiveVerdict = {
  valid: boolean;
  /** Number of verified entries; `segments` is the number of segments that contain them. */
  entries: number;
  segments: number;
  head: string | null;
  origin: string | null;
  shard: number | null;
  checkpoints: number;
  /** Size of the largest checkpoint, 0 if there is none. Entries from `entries` on are only in an export. */
  covered: number;
  firstBad: ArchiveFault | null;
};

export type ArchiveTask = {
  /** Without a key, checkpoints are compared with the chain, but their signatures are not verified. */
  readonly keys?: readonly VerifierKey[];
  readonly pins?: readonly Pin[];
  /** An export will be checked against the pins and checkpoints beyond the last segment. */
  readonly tailElsewhere?: boolean;
  readonly segmentEntries?: number;
};

const SEGMENT = /(?:^|\/)(\d{1,15})-(\d{1,15})\.jsonl$/;
const CHECKPOINT = /(?:^|\/)checkpoints\/(\d{1,16})$/;
const LATEST = /(?:^|\/)latest$/;

type Segment = { file: ArchiveFile; first: number; last: number };
type Signed = { file: string; checkpoint: Checkpoint; isLatest: boolean };

/** Verifies an archive. Never throws because of a file's contents, only on read errors. */
export async function verifyArchive(files: readonly ArchiveFile[], task: ArchiveTask = {}): Promise<ArchiveVerdict> {
  return (await readArchive(files, task)).verdict;
}

/** Same as verifyArchive, and also returns everything that an export of this chain can be checked against. */
export async function readArchive(
  files: readonly ArchiveFile[],
  task: ArchiveTask = {},
): Promise<{ verdict: ArchiveVerdict; pins: readonly Pin[]; known: KnownHeads }> {
  const walk = new ArchiveReader(task);
  for (const file of files) {
    if (CHECKPOINT.test(file.name) || LATEST.test(file.name)) await walk.takeCheckpoint(file);
  }
  walk.begin();
  const segments = files.flatMap((file): Segment[] => {
    const [, first, last] = SEGMENT.exec(file.name) ?? [];
    return first === undefined || last === undefined ? [] : [{ file, first: Number(first), last: Number(last) }];
  });
  for (const segment of segments.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    if (!(await walk.takeSegment(segment))) break;
  }
  return { verdict: walk.end(), pins: walk.pins, known: walk.heads.bytes() };
}

class ArchiveReader {
  readonly heads = new Heads();
  readonly #task: ArchiveTask;
  readonly #signed: Signed[] = [];
  #evidence = new CheckpointEvidence({ pins: [] });
  #header: ExportHeader | null = null;
  #tip: Tip | null = null;
  #segments = 0;
  #faults: ArchiveFault[] = [];

  constructor(task: ArchiveTask) {
    this.#task = task;
  }

  /** All checkpoints as pins for checking an export. */
  get pins(): Pin[] {
    return this.#signed.map(({ checkpoint: { origin, size, head } }) => {
      return { seq: size - 1, head, origin, by: `checkpoint ${size}` };
    });
  }

  async takeCheckpoint(file: ArchiveFile): Promise<void> {
    const [, size] = CHECKPOINT.exec(file.name) ?? [];
    const keys = this.#task.keys ?? [];
    try {
      const note = await readText(file);
      const checkpoint = keys.length === 0 ? readNote(note).checkpoint : await openNote(note, keys);
      if (size !== undefined && size !== String(checkpoint.size)) {
        throw new FormatError(`checkpoint ${checkpoint.size} is stored under the name of another`);
      }
      this.#signed.push({ file: file.name, checkpoint, isLatest: size === undefined });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.#fail({ file: file.name, seq: size === undefined ? null : Math.max(0, Number(size) - 1) }, error.message);
    }
  }

  /** Call once all checkpoints have been read. */
  begin(): void {
    this.#evidence = new CheckpointEvidence({ pins: [...(this.#task.pins ?? []), ...this.pins], isComplete: true });
    if (this.#evidence.hasContradiction()) this.#fail({ seq: null }, "the pins contradict each other");
  }

  /** Returns false once the chain is broken. */
  async takeSegment({ file, first, last }: Segment): Promise<boolean> {
    const next = this.#tip?.next ?? 0;
    const length = this.#task.segmentEntries ?? SEGMENT_ENTRIES;
    if (first !== next || last !== next + length - 1) {
      const reason = first < next ? "the segment contains entries of another segment" : this.#missing(next);
      return this.#fail({ file: first < next ? file.name : null, seq: Math.min(first, next) }, reason);
    }
    let begun = false;
    const reader = new LineReader((text) => {
      if (begun) this.#takeEntry(text, last);
      else this.#takeHeader(parseSegmentHeader(text), first, last);
      begun = true;
    });
    for await (const piece of file.read()) {
      if (!reader.write(piece)) break;
    }
    const fault = reader.end();
    const seq = this.#tip?.next ?? first;
    if (fault !== null) return this.#fail({ file: file.name, line: fault.line, seq }, fault.reason);
    if (seq !== last + 1) return this.#fail({ file: file.name, seq }, "the segment ends too early");
    this.#segments += 1;
    return true;
  }

  end(): ArchiveVerdict {
    const covered = Math.max(0, ...this.#signed.map(({ checkpoint }) => checkpoint.size));
    if (this.#faults.length === 0) this.#checkEnd(covered);
    // The fault with the lowest entry first, preceded by those that belong to no entry.
    const [firstBad = null] = this.#faults.toSorted((a, b) => (a.seq ?? -1) - (b.seq ?? -1));
    return {
      valid: firstBad === null,
      entries: this.#tip?.next ?? 0,
      segments: this.#segments,
      head: this.#tip && toHex(this.#tip.head),
      origin: this.#header?.origin ?? null,
      shard: this.#header?.shard ?? null,
      checkpoints: this.#signed.filter(({ isLatest }) => !isLatest).length,
      covered,
      firstBad,
    };
  }

  #takeHeader(header: SegmentHeader, first: number, last: number): void {
    if (this.#header !== null && !sameChain(this.#header, header))
      throw new FormatError("this belongs to another chain");
    if (header.first !== first || header.last !== last) {
      throw new FormatError(`segment ${segmentName(header.first, header.last)} is stored under the name of another`);
    }
    this.#evidence.checkOrigin(header);
    const tip = this.#tip ?? genesis(header);
    if (header.before !== toHex(tip.head)) throw new FormatError("the segment does not continue from the previous one");
    this.#header = { origin: header.origin, shard: header.shard };
    this.#tip = tip;
  }

  #takeEntry(text: string, last: number): void {
    const tip = this.#tip;
    if (tip === null || tip.next > last) throw new FormatError("the segment continues beyond its last entry");
    const row = parseLine(text);
    if (row.pii !== null) throw new FormatError("a segment must not contain personal data");
    const checked = checkRow(tip, row);
    if (!checked.ok) throw new FormatError(checked.reason);
    const refuted = this.#evidence.refute(checked.entry, checked.tip.head);
    if (refuted !== null) throw new FormatError(refuted);
    this.#tip = checked.tip;
    this.heads.push(checked.tip.head);
  }

  #checkEnd(covered: number): void {
    const next = this.#tip?.next ?? 0;
    // An empty archive proves nothing, and a wrong folder even less.
    if (next === 0 && covered === 0) this.#fail({ seq: null }, "there is neither a segment nor a checkpoint here");
    const length = this.#task.segmentEntries ?? SEGMENT_ENTRIES;
    if (Math.floor(covered / length) * length > next) {
      this.#fail({ seq: next }, `${this.#missing(next)}, although checkpoint ${covered} covers it`);
    }
    const latest = this.#signed.find(({ isLatest }) => isLatest)?.checkpoint.size ?? null;
    if (covered > 0 && latest === null) this.#fail({ seq: null }, "the latest checkpoint is missing");
    else if (latest !== null && latest < covered) {
      this.#fail({ seq: latest }, `the latest checkpoint, ${latest}, is older than checkpoint ${covered}`);
    }
    for (const { file, checkpoint } of this.#signed) this.#checkBeyond(file, checkpoint);
    if (this.#task.tailElsewhere) return;
    const pins = (this.#task.pins ?? []).filter((pin) => pin.seq >= next);
    for (const { seq, head } of pins) {
      if (this.#signed.some(({ checkpoint }) => checkpoint.size === seq + 1 && checkpoint.head === head)) continue;
      const reason =
        seq < covered
          ? "the pinned head is in no segment or checkpoint: verify it with an export"
          : "the pin is newer than everything here: the archive was rolled back or truncated";
      this.#fail({ seq: next }, reason);
    }
  }

  /** Checkpoints beyond the last segment can only be compared with each other. */
  #checkBeyond(file: string, { origin, size, head }: Checkpoint): void {
    const other = this.#signed.find(({ checkpoint }) => checkpoint.size === size && checkpoint.head !== head);
    const foreign = this.#signed.find(({ checkpoint }) => checkpoint.origin !== origin);
    if (other !== undefined)
      this.#fail({ file, seq: size - 1 }, `there are two checkpoints ${size} with different heads`);
    if (foreign !== undefined) this.#fail({ file, seq: null }, "there are checkpoints of different chains");
  }

  #missing(next: number): string {
    const length = this.#task.segmentEntries ?? SEGMENT_ENTRIES;
    return `the segment ${segmentName(next, next + length - 1)} is missing`;
  }

  #fail(place: { file?: string | null; line?: number | null; seq: number | null }, reason: string): false {
    this.#faults.push({ file: null, line: null, ...place, reason });
    return false;
  }
}

/** Throws {@link FormatError} unless the file is short and UTF-8. */
async function readText({ read }: ArchiveFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of read()) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_NOTE_BYTES) throw new FormatError(`a checkpoint can have at most ${MAX_NOTE_BYTES} bytes`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch {
    throw new FormatError("the checkpoint is not UTF-8");
  }
}
