/** Audit notes of use cases, and the statements that write them to the outbox in the same commit. */
import type { Actor, Client } from "../kernel/caller.ts";
import type { Deps } from "../deps.ts";
import type { SQL, Write } from "../db/sql.ts";
import { defaultRisk, type AuditKind } from "../audit-log/kinds.ts";
import type { AuditActor, AuditDraft } from "../audit-log/draft.ts";
import { insertOutboxEntries, insertEntry, insertEntryIf, SINGLE_ROWS } from "./outbox.ts";

/** A use case's description of an auditable event; the remaining fields are derived from the actor and the time. */
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

/** The statement that writes one audit entry in the commit of the event it records. */
export function auditStatement(deps: AuditWriter, note: AuditNote): Write<number> {
  return countingSignIn(deps, note, insertEntry(draftOf(deps, note), deps.now));
}

/** With more than `SINGLE_ROWS` notes, sign-ins are not counted in the metrics: no commit has that many sign-in entries. */
export function auditStatements(deps: AuditWriter, notes: readonly AuditNote[]): Write<number>[] {
  if (notes.length <= SINGLE_ROWS) return notes.map((note) => auditStatement(deps, note));
  const drafts = notes.map((note) => draftOf(deps, note));
  return [insertOutboxEntries(drafts, deps.now)];
}

/** Dependencies for writing an entry. */
type AuditWriter = Pick<Deps, "now" | "newId" | "metrics">;

/** Counts sign-in results in the metrics once their entries are in the database. */
function countingSignIn({ metrics, now }: AuditWriter, { kind }: AuditNote, query: Write<number>): Write<number> {
  const isGood = kind === "auth.login.ok";
  if (!metrics || (!isGood && kind !== "auth.login.fail" && kind !== "lockout.reject")) return query;
  return {
    ...query,
    read(rows, changes, databaseBytes) {
      if (changes > 0) metrics.signIn(isGood, now);
      return query.read(rows, changes, databaseBytes);
    },
  };
}

/** Like `auditStatement`, but written only if `condition` holds when the batch reaches it. */
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

/** Adds the token's name as shown in the page history, so that readers of the log can tell tools apart without a lookup. */
const agentIn = (by: AuditNote["by"]): { readonly agent?: string } =>
  "kind" in by && by.kind === "mcp" && by.credentialName !== null ? { agent: by.credentialName } : {};
