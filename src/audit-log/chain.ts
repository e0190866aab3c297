/** The hash chain: how one entry extends a head, and how a stored row is checked against the head before it. */
import type { Personal } from "../rpc/audit-log.ts";
import { createHash } from "node:crypto";
import { FormatError } from "./canonical.ts";
import {
  type AuditEntry,
  type ChainRow,
  type ExportHeader,
  type SaltedPersonal,
  decodeEntry,
  encodePersonal,
  genesisPreimage,
  headPreimage,
  leafPreimage,
} from "./format.ts";

/** The end of a chain: the number of the next entry, and the head (32 bytes) that it will build on. */
export type Tip = { readonly shard: number; readonly next: number; readonly head: Uint8Array };

type RowCheck = { ok: true; tip: Tip; entry: AuditEntry } | { ok: false; reason: string };

export function genesis(header: ExportHeader): Tip {
  return { shard: header.shard, next: 0, head: sha256(genesisPreimage(header)) };
}

/** The tip after an entry in canonical text. Synchronous, so that no other entry can build on the same head. */
export function extend(tip: Tip, entryText: string): Tip {
  const leaf = sha256(leafPreimage(entryText));
  return { shard: tip.shard, next: tip.next + 1, head: sha256(headPreimage(tip.shard, tip.next, tip.head, leaf)) };
}

/** `base64(HMAC-SHA-256(salt, canonical({ip, ua, uid, email})))`, the salt in lower-case hex. */
export function commitPersonal(personal: Personal, salt: string): string {
  return hmac(Buffer.from(salt, "hex"), encodePersonal(personal)).toString("base64");
}

/** `"s_"` and the first 16 hex digits of the session id's SHA-256: enough to link entries, useless to sign in with. */
export function sessionReference(sessionId: string): string {
  return `s_${sha256Hex(sessionId).slice(0, 16)}`;
}

/** Recomputes everything in a row. Never throws; the reason is a sentence without its full stop. */
export function checkRow(tip: Tip, row: ChainRow): RowCheck {
  let entry: AuditEntry;
  try {
    entry = decodeEntry(row.entry);
    if (row.pii !== null && !opens(entry.pii, row.pii)) {
      return { ok: false, reason: "the personal data does not match the entry's commitment" };
    }
  } catch (error) {
    if (error instanceof FormatError) return { ok: false, reason: error.message };
    throw error;
  }
  if (entry.shard !== tip.shard)
    return { ok: false, reason: `entry of shard ${entry.shard} found in shard ${tip.shard}` };
  if (entry.seq !== tip.next) return { ok: false, reason: `found entry ${entry.seq} instead of entry ${tip.next}` };
  const after = extend(tip, row.entry);
  if (toHex(after.head) !== row.head) return { ok: false, reason: "the head does not match the entry" };
  return { ok: true, tip: after, entry };
}

function opens(commitment: string, pii: SaltedPersonal): boolean {
  return commitPersonal(pii, pii.salt) === commitment;
}

export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}

export function sha256Hex(input: string): string {
  return createHash("sha256").update(input).digest("hex");
}

const HMAC_BLOCK = 64;

/** HMAC-SHA-256 (RFC 2104) for keys of at most one block; node:crypto's creates a key object per call, 4x as slow. */
function hmac(key: Uint8Array, text: string): Buffer {
  const inner = Buffer.alloc(HMAC_BLOCK, 0x36);
  const outer = Buffer.alloc(HMAC_BLOCK, 0x5c);
  key.forEach((byte, at) => {
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  });
  const digest = createHash("sha256").update(inner).update(text).digest();
  return createHash("sha256").update(outer).update(digest).digest();
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
