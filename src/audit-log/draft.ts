/** Audit drafts of use cases, and their conversion to entries, whatever they contain. */
import { FormatError, type Json, type JsonObject, isCanonicalKey } from "./canonical.ts";
import { commitPersonal, sessionReference, sha256Hex } from "./chain.ts";
import {
  AUDIT_OUTCOMES,
  AUDIT_VERSION,
  type AuditEntry,
  type AuditOutcome,
  type SaltedPersonal,
  encodeEntry,
  isEntryId,
  isIdentifier,
} from "./format.ts";
import { type AuditKind, defaultRisk, isAuditKind } from "./kinds.ts";

/** The actor. `id` is null for someone not signed in. */
export type AuditActor = { type: "user" | "device" | "mcp" | "system" | "anonymous"; id: string | null };

/** An event as its use case knows it; `at` is in ms since the epoch, ids sort by time. */
export type AuditDraft = {
  id: string;
  at: number;
  kind: AuditKind;
  outcome: AuditOutcome;
  actor: AuditActor;
  subject?: string;
  sessionId?: string;
  resource?: { type: string; id: string };
  risk: number;
  flags: string[];
  detail: JsonObject;
  ip: string | null;
  ua: string | null;
  uid: string | null;
  email: string | null;
};

/** An entry whose actor is the audit log itself. */
export function systemDraft(
  kind: "audit.alarm" | "audit.checkpoint" | "audit.erase",
  id: string,
  at: number,
  detail: JsonObject,
): AuditDraft {
  return {
    id,
    at,
    kind,
    outcome: kind === "audit.alarm" ? "error" : "ok",
    actor: { type: "system", id: "audit" },
    risk: defaultRisk(kind),
    flags: [],
    detail,
    ip: null,
    ua: null,
    uid: null,
    email: null,
  };
}

/** A row of `audit_outbox`: the draft as JSON, null if it was too long to be read. */
export type OutboxRow = { id: string; entry: string | null; created_at: number };

/** An entry in canonical text with the personal data it commits to. */
export type WrittenEntry = { entry: AuditEntry; text: string; pii: SaltedPersonal };

/** Maximum length of outbox JSON that the writer reads, in UTF-16 units; {@link serializeDraft} stays far below. */
export const MAX_DRAFT_LENGTH = 65_536;

/** Details longer than this do not fit in an entry. */
const MAX_SERIALIZED = 16_384;
const MAX_NAME = 128;
const MAX_TEXT = 512;
const MAX_ITEMS = 64;
const MAX_DETAIL_DEPTH = 4;
const CLIPPED = "detail_clipped";
const OUTCOMES: readonly unknown[] = AUDIT_OUTCOMES;

/** The JSON for `audit_outbox.entry`: long texts are already cut here, so that a hostile header cannot bloat D1. */
export function serializeDraft(draft: AuditDraft): string {
  const clean = cleanDraft(draft);
  const text = JSON.stringify(clean);
  if (text.length <= MAX_SERIALIZED) return text;
  return JSON.stringify({ ...clean, detail: {}, flags: addFlag(clean.flags, CLIPPED) });
}

/**
 * Builds the entry of an outbox row. It never fails: an invalid draft becomes an `audit.alarm` with its hash, because a row
 * that cannot be written would block the chain behind it.
 */
export function writeEntry(row: OutboxRow, place: { shard: number; seq: number; salt: string }): WrittenEntry {
  const draft = readDraft(row);
  try {
    return encodeDraft(draft, place);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return encodeDraft({ ...draft, detail: {}, flags: addFlag(draft.flags, CLIPPED) }, place);
  }
}

/** The id of an outbox row in the chain; ids outside the format's alphabet are replaced by a hash. */
export function chainId(rowId: string): string {
  return isEntryId(rowId) ? rowId : `x_${sha256Hex(rowId).slice(0, 32)}`;
}

function encodeDraft(
  draft: AuditDraft,
  { shard, seq, salt }: { shard: number; seq: number; salt: string },
): WrittenEntry {
  const pii = { email: draft.email, ip: draft.ip, salt, ua: draft.ua, uid: draft.uid };
  // In canonical order, which saves sorting during encoding.
  const entry: AuditEntry = {
    actor: { id: draft.actor.id, t: draft.actor.type },
    d: draft.detail,
    flags: draft.flags,
    id: draft.id,
    kind: draft.kind,
    outcome: draft.outcome,
    pii: commitPersonal(pii, salt),
    ...(draft.resource !== undefined && { res: { id: draft.resource.id, t: draft.resource.type } }),
    risk: draft.risk,
    seq,
    ...(draft.sessionId !== undefined && { sess: sessionReference(draft.sessionId) }),
    shard,
    ...(draft.subject !== undefined && { subj: draft.subject }),
    ts: draft.at,
    v: AUDIT_VERSION,
  };
  return { entry, text: encodeEntry(entry), pii };
}

function readDraft(row: OutboxRow): AuditDraft {
  const id = chainId(row.id);
  const at = isTime(row.created_at) ? row.created_at : 0;
  if (row.entry === null || row.entry.length > MAX_DRAFT_LENGTH) return alarm(id, at, "too_long", row.id);
  let value: unknown;
  try {
    value = JSON.parse(row.entry);
  } catch {
    return alarm(id, at, "not_json", row.entry);
  }
  if (!looksLikeDraft(value)) return alarm(id, at, "not_a_draft", row.entry);
  return cleanDraft({ ...value, id, at: isTime(value.at) ? value.at : at });
}

function alarm(id: string, at: number, reason: string, source: string): AuditDraft {
  return {
    id,
    at,
    kind: "audit.alarm",
    outcome: "error",
    actor: { type: "system", id: "audit" },
    risk: defaultRisk("audit.alarm"),
    flags: ["malformed_draft"],
    detail: { reason, sha256: sha256Hex(source) },
    ip: null,
    ua: null,
    uid: null,
    email: null,
  };
}

/** Rejects only what cannot be repaired; {@link cleanDraft} repairs the rest. */
function looksLikeDraft(value: unknown): value is AuditDraft {
  if (!isObject(value) || !isAuditKind(value.kind) || !OUTCOMES.includes(value.outcome)) return false;
  const { actor, resource } = value;
  if (!isObject(actor) || !isIdentifier(actor.type)) return false;
  return resource === undefined || (isObject(resource) && isIdentifier(resource.type) && isText(resource.id));
}

function cleanDraft(draft: AuditDraft): AuditDraft {
  const { detail, clipped } = cleanDetail(draft.detail);
  const flags = Array.isArray(draft.flags) ? draft.flags.filter(isIdentifier).slice(0, 15) : [];
  return {
    id: draft.id,
    at: draft.at,
    kind: draft.kind,
    outcome: draft.outcome,
    actor: { type: draft.actor.type, id: cleanName(draft.actor.id) },
    ...(isText(draft.subject) && { subject: cleanText(draft.subject, MAX_NAME) }),
    ...(isText(draft.sessionId) && { sessionId: draft.sessionId.slice(0, MAX_TEXT) }),
    ...(draft.resource && {
      resource: { type: draft.resource.type, id: cleanText(draft.resource.id, MAX_NAME) },
    }),
    risk: cleanRisk(draft.risk, draft.kind),
    flags: clipped ? addFlag(flags, CLIPPED) : flags,
    detail,
    ip: cleanName(draft.ip),
    ua: isText(draft.ua) ? cleanText(draft.ua, MAX_TEXT) : null,
    uid: cleanName(draft.uid),
    email: isText(draft.email) ? cleanText(draft.email, MAX_TEXT) : null,
  };
}

function cleanRisk(risk: unknown, kind: AuditKind): number {
  return typeof risk === "number" && Number.isFinite(risk)
    ? Math.min(100, Math.max(0, Math.round(risk)))
    : defaultRisk(kind);
}

function cleanDetail(value: unknown): { detail: JsonObject; clipped: boolean } {
  let clipped = false;
  const clean = (source: unknown, depth: number): Json => {
    if (source === null || typeof source === "boolean") return source;
    if (typeof source === "number") return Number.isSafeInteger(source) ? source + 0 : String(source);
    if (typeof source === "string") {
      const text = cleanText(source, MAX_TEXT);
      clipped ||= source.length > MAX_TEXT;
      return text;
    }
    if (typeof source !== "object" || depth >= MAX_DETAIL_DEPTH) {
      clipped = true;
      return null;
    }
    if (Array.isArray(source)) {
      clipped ||= source.length > MAX_ITEMS;
      return source.slice(0, MAX_ITEMS).map((item) => clean(item, depth + 1));
    }
    return cleanObject(source, depth + 1);
  };
  const cleanObject = (source: object, depth: number): JsonObject => {
    const valid = Object.entries(source).filter(([key, item]) => isCanonicalKey(key) && item !== undefined);
    clipped ||= valid.length > MAX_ITEMS || Object.keys(source).some((key) => !isCanonicalKey(key));
    return Object.fromEntries(valid.slice(0, MAX_ITEMS).map(([key, item]) => [key, clean(item, depth)]));
  };
  return { detail: isObject(value) ? cleanObject(value, 1) : {}, clipped };
}

/** NFC, well-formed and cut to a length; a prefix of NFC text is NFC, so the cut comes last. */
function cleanText(text: string, maxLength: number): string {
  const normal = text.toWellFormed().normalize("NFC");
  return normal.length > maxLength ? normal.slice(0, maxLength).toWellFormed() : normal;
}

function cleanName(value: unknown): string | null {
  return isText(value) ? cleanText(value, MAX_NAME) : null;
}

function addFlag(flags: string[], flag: string): string[] {
  return flags.includes(flag) ? flags : [...flags, flag];
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length > 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
