/** Version 1 of the audit log format: the entry, its byte encoding, and one line of an export (docs/audit-format.md). */
import type { Personal } from "../rpc/audit-log.ts";
import { parseJson } from "../kernel/json.ts";
import { FormatError, canonicalize, type JsonObject } from "./canonical.ts";

export const AUDIT_VERSION = 1;
const MAX_ENTRY_BYTES = 8192;
export const MAX_LINE_BYTES = 65_536;
export const HASH_BYTES = 32;

export const AUDIT_OUTCOMES = ["ok", "fail", "refused", "error"] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** An entry as it is hashed. Times are ms since the epoch; `pii` commits to the {@link Personal} columns stored separately. */
export type AuditEntry = {
  v: 1;
  shard: number;
  seq: number;
  id: string;
  ts: number;
  kind: string;
  outcome: AuditOutcome;
  actor: { t: string; id: string | null };
  subj?: string;
  sess?: string;
  res?: { t: string; id: string };
  risk: number;
  flags: string[];
  d: JsonObject;
  pii: string;
};

/** Personal data with the 32-byte salt (lower-case hex) of the entry's commitment. */
export type SaltedPersonal = Personal & { salt: string };

/** One entry as stored and exported: canonical text, the personal columns unless erased, and the head after it in hex. */
export type ChainRow = { entry: string; pii: SaltedPersonal | null; head: string };

export type ExportHeader = { origin: string; shard: number };

const ID = /^[0-9A-Za-z_-]{1,64}$/;
const KIND = /^[a-z][a-z_]*(\.[a-z][a-z_]*){1,3}$/;
const TOKEN = /^[a-z0-9][a-z0-9_.:-]{0,63}$/;
const SESSION = /^s_[0-9a-f]{16}$/;
const COMMITMENT = /^[A-Za-z0-9+/]{43}=$/;
const HEX_32 = /^[0-9a-f]{64}$/;
const REQUIRED = ["actor", "d", "flags", "id", "kind", "outcome", "pii", "risk", "seq", "shard", "ts", "v"];
const OPTIONAL = ["res", "sess", "subj"];
const PERSONAL = ["email", "ip", "ua", "uid"];

const OUTCOMES: ReadonlySet<unknown> = new Set(AUDIT_OUTCOMES);
const utf8 = new TextEncoder();

export function isEntryId(value: unknown): value is string {
  return matches(value, ID);
}

export function isIdentifier(value: unknown): value is string {
  return matches(value, TOKEN);
}

/** Checks a parsed value against the shape of an entry. Throws {@link FormatError} naming the first wrong field. */
export function readEntry(value: unknown): AuditEntry {
  const entry = fields(value, "the entry", REQUIRED, OPTIONAL);
  demand(entry.v === AUDIT_VERSION, "v");
  demand(isCount(entry.shard) && entry.shard <= 0xffff, "shard");
  demand(isCount(entry.seq), "seq");
  demand(isEntryId(entry.id), "id");
  demand(isCount(entry.ts), "ts");
  demand(matches(entry.kind, KIND), "kind");
  demand(OUTCOMES.has(entry.outcome), "outcome");
  demand(isCount(entry.risk) && entry.risk <= 100, "risk");
  demand(Array.isArray(entry.flags) && entry.flags.length <= 16 && entry.flags.every(isIdentifier), "flags");
  demand(isPlainObject(entry.d), "d");
  demand(matches(entry.pii, COMMITMENT), "pii");
  demand(entry.subj === undefined || isName(entry.subj), "subj");
  demand(entry.sess === undefined || matches(entry.sess, SESSION), "sess");
  const actor = fields(entry.actor, "actor", ["id", "t"]);
  demand(isIdentifier(actor.t) && (actor.id === null || isName(actor.id)), "actor");
  if (entry.res !== undefined) {
    const resource = fields(entry.res, "res", ["id", "t"]);
    demand(isIdentifier(resource.t) && isName(resource.id), "res");
  }
  // Every field of the type was checked one by one above.
  return value as AuditEntry;
}

/** The canonical text of an entry. Throws {@link FormatError} if it has none or exceeds 8 KiB in UTF-8. */
export function encodeEntry(entry: AuditEntry): string {
  return encodeChecked(readEntry(entry));
}

function encodeChecked(entry: AuditEntry): string {
  const text = canonicalize(entry);
  // A UTF-16 unit is at most three bytes of UTF-8, so most entries need no count.
  if (text.length * 3 > MAX_ENTRY_BYTES && utf8.encode(text).length > MAX_ENTRY_BYTES) {
    throw new FormatError(`the entry is longer than ${MAX_ENTRY_BYTES} bytes`);
  }
  return text;
}

/** Parses the text of an entry, and accepts only the exact output of {@link encodeEntry}. */
export function decodeEntry(text: string): AuditEntry {
  const entry = readEntry(parse(text, "the entry"));
  if (encodeChecked(entry) !== text) throw new FormatError("the entry is not in canonical form");
  return entry;
}

/** Message of the commitment's HMAC: `{email, ip, ua, uid}` in canonical form. */
export function encodePersonal({ ip, ua, uid, email }: Personal): string {
  return canonicalize({ email, ip, ua, uid });
}

/** Input of a leaf hash: `0x00 ‖ canonical(entry)`. */
export function leafPreimage(entryText: string): Uint8Array {
  return utf8.encode(`\u0000${entryText}`);
}

const HEAD_LABEL = utf8.encode("\u0001octavo-audit-v1");

/** Input of a head hash: `0x01 ‖ "octavo-audit-v1" ‖ u16be shard ‖ u64be seq ‖ previous head ‖ leaf`. */
export function headPreimage(shard: number, seq: number, previous: Uint8Array, leaf: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD_LABEL.length + 10 + 2 * HASH_BYTES);
  const view = new DataView(bytes.buffer);
  let at = HEAD_LABEL.length;
  bytes.set(HEAD_LABEL);
  view.setUint16(at, shard);
  view.setUint32(at + 2, Math.floor(seq / 2 ** 32));
  view.setUint32(at + 6, seq % 2 ** 32);
  at += 10;
  bytes.set(previous, at);
  bytes.set(leaf, at + HASH_BYTES);
  return bytes;
}

/** Input of the head before the first entry: `"octavo-audit-genesis-v1" ‖ origin ‖ u16be shard`. */
export function genesisPreimage({ origin, shard }: ExportHeader): Uint8Array {
  const label = utf8.encode(`octavo-audit-genesis-v1${origin}`);
  const bytes = new Uint8Array(label.length + 2);
  bytes.set(label);
  new DataView(bytes.buffer).setUint16(label.length, shard);
  return bytes;
}

/** The first line of an export, without its line feed. */
export function formatHeader({ origin, shard }: ExportHeader): string {
  return `{"octavo-audit":${AUDIT_VERSION},"origin":${JSON.stringify(origin)},"shard":${shard}}`;
}

export function parseHeader(line: string): ExportHeader {
  const value = fields(parse(line, "the header"), "the header", ["octavo-audit", "origin", "shard"]);
  demand(value["octavo-audit"] === AUDIT_VERSION, "octavo-audit");
  const { origin, shard } = value;
  if (typeof origin !== "string" || !origin.isWellFormed()) throw wrong("origin");
  if (!isCount(shard) || shard > 0xffff) throw wrong("shard");
  if (formatHeader({ origin, shard }) !== line) throw new FormatError("the header is not in canonical form");
  return { origin, shard };
}

/** One entry's line in an export, without its line feed. */
export function formatLine({ entry, pii, head }: ChainRow): string {
  return `{"entry":${entry},"pii":${pii === null ? "null" : canonicalize(pii)},"head":"${head}"}`;
}

const LINE_START = '{"entry":';
const LINE_MIDDLE = '},"pii":';
const LINE_END = /,"head":"([0-9a-f]{64})"\}$/;

/**
 * Splits a line without reparsing it, so that the exact bytes of the entry are hashed. The last `},"pii":` is the boundary:
 * only strings follow it, and those contain no unescaped quotation marks.
 */
export function parseLine(line: string): ChainRow {
  const end = LINE_END.exec(line);
  const middle = line.lastIndexOf(LINE_MIDDLE);
  if (!line.startsWith(LINE_START) || middle < 0 || end?.[1] === undefined) {
    throw new FormatError('the line is not of the form {"entry":…,"pii":…,"head":"…"}');
  }
  const entry = line.slice(LINE_START.length, middle + 1);
  return { entry, pii: parsePersonal(line.slice(middle + LINE_MIDDLE.length, end.index)), head: end[1] };
}

function parsePersonal(text: string): SaltedPersonal | null {
  if (text === "null") return null;
  const value = fields(parse(text, "pii"), "pii", [...PERSONAL, "salt"]);
  demand(matches(value.salt, HEX_32), "pii.salt");
  for (const key of PERSONAL) demand(value[key] === null || typeof value[key] === "string", `pii.${key}`);
  if (canonicalize(value) !== text) throw new FormatError("pii is not in canonical form");
  // The salt and the four columns were checked above, and fields() rejects all others.
  return value as SaltedPersonal;
}

function parse(text: string, what: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new FormatError(`${what} is not JSON`);
  }
}

function fields(value: unknown, what: string, required: readonly string[], optional: readonly string[] = []) {
  if (!isPlainObject(value)) throw new FormatError(`${what} is not an object`);
  for (const key of required) {
    if (!Object.hasOwn(value, key)) throw new FormatError(`${what} lacks ${key}`);
  }
  for (const key of Object.keys(value)) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new FormatError(`${what} has an unknown field ${JSON.stringify(key.slice(0, 80))}`);
    }
  }
  return value;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 128;
}

function matches(value: unknown, pattern: RegExp): value is string {
  return typeof value === "string" && pattern.test(value);
}

function demand(holds: boolean, field: string): void {
  if (!holds) throw wrong(field);
}

function wrong(field: string): FormatError {
  return new FormatError(`${field} is missing or has a wrong value`);
}
