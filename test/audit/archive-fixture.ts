/** In-memory archives for the verifier's tests, as small as possible while still covering every case. */
import type { Checkpoint } from "../../src/rpc/audit-log.ts";
import { type ArchiveFile, type ArchiveTask, type ArchiveVerdict, verifyArchive } from "../../scripts/audit/archive.ts";
import { type Tip, extend, genesis, toHex } from "../../src/audit-log/chain.ts";
import { type Signer, checkpointOrigin, createSigner, parseKey } from "../../src/audit-log/checkpoint.ts";
import type { Pin } from "../../scripts/audit/checkpoint-evidence.ts";
import { type AuditDraft, serializeDraft, writeEntry } from "../../src/audit-log/draft.ts";
import { formatHeader, formatLine } from "../../src/audit-log/format.ts";
import { formatSegmentHeader, segmentName } from "../../src/audit-log/segment.ts";

export const CHAIN = { origin: "https://octavo.example", shard: 0 };
export const SEGMENT = 4;
/** Entry counts at which checkpoints are signed; the next entry records each. The last ones are past the last segment. */
export const SIGNED_AT = [3, 9, 14, 20, 22] as const;
export const ENTRIES = 23;

/** File contents by name. */
export type Files = ReadonlyMap<string, string>;
export type Archive = { files: Files; export: string[]; checkpoints: Checkpoint[]; newest: Pin; key: string };

export const signerOf = (seed: number): Promise<Signer> =>
  createSigner(checkpointOrigin(CHAIN), new Uint8Array(32).fill(seed));

export type Scenario = {
  entries?: number;
  /** The first entry that differs from the default chain. */
  forkAt?: number;
  seed?: number;
  /** Repeats this entry's content under the next number. */
  repeat?: number;
  /** Replaces the correct checkpoint details in entries. */
  misquote?: (signed: Checkpoint) => AuditDraft["detail"];
  /** Entries per segment, and the chain lengths at which checkpoints are signed. */
  segment?: number;
  signedAt?: readonly number[];
};

/** An archive, and the export of the same chain without personal data. */
export async function buildArchive(story: Scenario = {}): Promise<Archive> {
  const {
    entries = ENTRIES,
    forkAt = Infinity,
    seed = 7,
    repeat,
    segment: length = SEGMENT,
    signedAt = SIGNED_AT,
    misquote,
  } = story;
  const signer = await signerOf(seed);
  const files = new Map<string, string>();
  const lines: string[] = [];
  const checkpoints: Checkpoint[] = [];
  let segment: string[] = [];
  let tip: Tip = genesis(CHAIN);
  for (let seq = 0; seq < entries; seq += 1) {
    const signed = checkpoints.at(-1);
    const act = draftOf(repeat !== undefined && seq > repeat ? seq - 1 : seq, seq >= forkAt, signed);
    const draft = misquote && signed?.size === seq ? { ...act, detail: misquote(signed) } : act;
    const { text, pii } = writeEntry(
      { id: draft.id, created_at: 0, entry: serializeDraft(draft) },
      { shard: CHAIN.shard, seq, salt: seq.toString(16).padStart(64, "0") },
    );
    if (segment.length === 0) {
      segment.push(formatSegmentHeader({ ...CHAIN, first: seq, last: seq + length - 1, before: toHex(tip.head) }));
    }
    tip = extend(tip, text);
    const row = { entry: text, head: toHex(tip.head) };
    lines.push(formatLine({ ...row, pii }));
    segment.push(formatLine({ ...row, pii: null }));
    if (segment.length === length + 1) {
      files.set(segmentName(seq - length + 1, seq), join(segment));
      segment = [];
    }
    if (!signedAt.includes(seq + 1)) continue;
    const checkpoint = { origin: checkpointOrigin(CHAIN), size: seq + 1, head: toHex(tip.head) };
    const note = await signer.sign(checkpoint);
    checkpoints.push(checkpoint);
    files.set(`checkpoints/${checkpoint.size}`, note);
    files.set("latest", note);
  }
  const last = checkpoints.at(-1);
  const newest = last ? { seq: last.size - 1, head: last.head, origin: last.origin } : { seq: 0, head: "" };
  return { files, export: [formatHeader(CHAIN), ...lines], checkpoints, newest, key: signer.key };
}

function draftOf(seq: number, isFork: boolean, signed: Checkpoint | undefined): AuditDraft {
  const tells = signed?.size === seq ? { size: signed.size, head: signed.head } : null;
  return {
    id: tells ? `checkpoint-${seq}` : `e${isFork ? "fork" : ""}${seq}`,
    at: 1000 + seq,
    kind: tells ? "audit.checkpoint" : "perm.grant",
    outcome: "ok",
    actor: tells ? { type: "system", id: "audit" } : { type: "user", id: `u${seq}` },
    risk: 0,
    flags: [],
    detail: tells ?? { note: isFork ? "another" : "é\n" },
    ip: "203.0.113.7",
    ua: null,
    uid: null,
    email: null,
  };
}

export const join = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

export function verifyFiles(
  files: ReadonlyMap<string, string | Uint8Array>,
  task: ArchiveTask,
): Promise<ArchiveVerdict> {
  return verifyArchive(toArchive(files), { segmentEntries: SEGMENT, ...task });
}

export function toArchive(files: ReadonlyMap<string, string | Uint8Array>): ArchiveFile[] {
  return [...files].map(([name, content]) => ({
    name,
    read: async function* () {
      yield await Promise.resolve(typeof content === "string" ? Buffer.from(content) : content);
    },
  }));
}

export const keysOf = (...archives: readonly Archive[]) => archives.map(({ key }) => parseKey(key));
