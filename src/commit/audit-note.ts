/** What a use case says of an act for the audit log, and the statements that put it into the outbox beside the act. */
import type { Actor, Client } from "../kernel/caller.ts";
import type { Deps } from "../deps.ts";
import type { SQL, Write } from "../db/sql.ts";
import { defaultRisk, type AuditKind } from "../audit-log/kinds.ts";
import type { AuditActor, AuditDraft } from "../audit-log/draft.ts";
import { insertOutboxEntries, insertEntry, insertEntryIf, SINGLE_ROWS } from "./outbox.ts";

/** What a use case says of an act; the rest is filled in from who acted and when. */
export type AuditNote = {
  readonly kind: AuditKind;
  readonly outcome?: AuditDraft["outcome"];
  readonly by: Actor | { readonly userId: string | null; readonly sessionId?: string; readonly client: Client };
  readonly subject?: string;
  readonly resource?: { type: string; id: string };
  readonly email?: string;
  readonly flags?: string[];
  readonly detail?: AuditDraft["detail"];
};

/** The statement that puts one audit entry beside the act it tells of. */
export function auditStatement(deps: AuditWriter, note: AuditNote): Write<number> {
  return countingSignIn(deps, note, insertEntry(draftOf(deps, note), deps.now));
}

/** No act has that many entries of sign-ins, so that none of them has to be counted. */
export function auditStatements(deps: AuditWriter, notes: readonly AuditNote[]): Write<number>[] {
  if (notes.length <= SINGLE_ROWS) return notes.map((note) => auditStatement(deps, note));
  const drafts = notes.map((note) => draftOf(deps, note));
  return [insertOutboxEntries(drafts, deps.now)];
}

/** What is needed to write an entry. */
type AuditWriter = Pick<Deps, "now" | "newId" | "metrics">;

/** Entries that tell how a sign-in went are counted once they are in the database. */
function countingSignIn({ metrics, now }: AuditWriter, { kind }: AuditNote, query: Write<number>): Write<number> {
  const isGood = kind === "auth.login.ok";
  if (!metrics || (!isGood && kind !== "auth.login.fail" && kind !== "lockout.reject")) return query;
  return {
    ...query,
    read(rows, changes) {
      if (changes > 0) metrics.signIn(isGood, now);
      return query.read(rows, changes);
    },
  };
}

/** As `auditStatement`, written only if `condition` holds when the batch gets there. */
export function auditStatementIf(deps: AuditWriter, note: AuditNote, condition: SQL): Write<number> {
  return countingSignIn(deps, note, insertEntryIf(draftOf(deps, note), deps.now, condition));
}

function draftOf(deps: Pick<Deps, "now" | "newId">, note: AuditNote): AuditDraft {
  const { by } = note;
  const isActor = "kind" in by;
  const sessionId = isActor ? (by.kind === "session" ? by.credentialId : undefined) : by.sessionId;
  return {
    id: deps.newId(),
    at: deps.now,
    kind: note.kind,
    outcome: note.outcome ?? "ok",
    actor: actorOf(by),
    ...(note.subject !== undefined && { subject: note.subject }),
    ...(sessionId !== undefined && { sessionId }),
    ...(note.resource !== undefined && { resource: note.resource }),
    risk: defaultRisk(note.kind),
    flags: note.flags ?? [],
    detail: { ...note.detail, ...agentIn(by) },
    ip: by.client.ip,
    ua: by.client.userAgent,
    uid: by.userId,
    email: note.email ?? null,
  };
}

function actorOf(by: AuditNote["by"]): AuditActor {
  if ("kind" in by) return by.kind === "mcp" ? { type: "mcp", id: by.credentialId } : { type: "user", id: by.userId };
  return by.userId === null ? { type: "anonymous", id: null } : { type: "user", id: by.userId };
}

/** Who reads the log tells tools apart by the name that history has for them, without looking up whose token it was. */
const agentIn = (by: AuditNote["by"]): { readonly agent?: string } =>
  "kind" in by && by.kind === "mcp" && by.credentialName !== null ? { agent: by.credentialName } : {};
