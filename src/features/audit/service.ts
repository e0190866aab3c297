/** How use cases commit: the guard, the writes, the audit entries and the jobs of one act are one transaction. */
import type { Actor, Client } from "../../kernel/caller.ts";
import { MINUTE } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import type { Job } from "../../kernel/job.ts";
import { isMet, type Query, type SQL } from "../../db/sql.ts";
import { GuardFailed, type Results } from "../../platform/db.ts";
import { forbidden } from "../../kernel/errors.ts";
import { explanationOf, guardOf, type AnyAuthorization } from "../../permissions/authorized.ts";
import { exempt, isExempt, type Exempt } from "../../permissions/exempt.ts";
import { FailedSignInDetector } from "../auth/detection/service.ts";
import { defaultRisk, type AuditKind } from "./kinds.ts";
import type { AuditActor, AuditDraft } from "./draft.ts";
import { deleteJobs, insertEntries, insertEntry, insertEntryIf, insertJob, insertJobs, listJobs } from "./outbox.ts";

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

export type CommitRequest<Q extends readonly Query<unknown>[]> = {
  /** Run first to last in one transaction, after the guards of what they are allowed by. */
  readonly queries: Q;
  readonly notes?: readonly AuditNote[];
  readonly jobs?: readonly Job[];
};

/** What a commit is allowed by: leave for each thing it does, or the kind of commit that nobody signed in asks for. */
export type AllowedBy = AnyAuthorization | readonly [AnyAuthorization, ...AnyAuthorization[]] | Exempt;

function leavesOf(allowed: AllowedBy): readonly AnyAuthorization[] {
  if (isExempt(allowed)) return [];
  return "length" in allowed ? allowed : [allowed];
}

/**
 * Commits an act with its audit rows and jobs, then sends both on after the answer. What it is allowed by is proved again
 * before its first write. Throws GuardFailed when that, or a guard among the queries, no longer holds.
 */
export async function commit<const Q extends readonly Query<unknown>[]>(
  deps: Deps,
  allowed: AllowedBy,
  act: CommitRequest<Q>,
): Promise<Results<Q>> {
  const notes = act.notes ?? [];
  const jobs = act.jobs ?? [];
  const leaves = leavesOf(allowed);
  const guards = leaves.map((leave) => guardOf(leave, deps));
  const outbox = [...auditStatements(deps, notes), ...jobRows(deps, jobs)];
  const results = await deps.db
    .batch([...guards, ...act.queries, ...outbox])
    .catch((error: unknown) => explain(deps, leaves, error));
  flushOutbox(deps, notes.length > 0, jobs);
  detectFailedSignIns(deps, notes);
  // Between the guards and the rows of the outbox stand the results of the act's own queries.
  return results.slice(guards.length, guards.length + act.queries.length) as unknown as Results<Q>;
}

/** Throws `forbidden` with its sentence where an explained part of a guard was what failed; else what was thrown. */
async function explain(deps: Deps, leaves: readonly AnyAuthorization[], error: unknown): Promise<never> {
  if (!(error instanceof GuardFailed)) throw error;
  for (const { condition, sentence } of leaves.map(explanationOf).filter((explained) => explained !== null)) {
    if (!(await deps.db.one(isMet(condition)))) throw forbidden(sentence);
  }
  throw error;
}

/** What tells that somebody failed to prove who they are; the second list only of a device's token, and if refused. */
const FAILED_SIGN_IN: readonly AuditKind[] = [
  "auth.login.fail",
  "lockout.reject",
  "token.reuse",
  "account.password_fail",
];
const FAILED_REFRESH: readonly AuditKind[] = ["device.anomaly", "token.use_revoked"];

const isFailedSignIn = ({ kind, outcome, resource }: AuditNote): boolean =>
  FAILED_SIGN_IN.includes(kind) ||
  (FAILED_REFRESH.includes(kind) && resource?.type === "device" && outcome !== "ok" && outcome !== undefined);

const failedSignIns = new FailedSignInDetector();

/** Every sign-in method tells of its failures here, so none of them can forget to have them counted. */
export function detectFailedSignIns(deps: Deps, notes: readonly AuditNote[]): void {
  const failure = notes.find(isFailedSignIn);
  if (!failure) return;
  const { by, subject, email } = failure;
  const stranger = { by: { userId: null, client: by.client } };
  deps.defer(async () => {
    const attempt = { userId: by.userId ?? subject ?? null, email: email ?? null, ip: by.client.ip };
    const alarms = await failedSignIns.recordFailedSignIn(deps, attempt);
    if (alarms.length === 0) return;
    // What is said of an address is said of no account: the last one tried there is as good as any other.
    const notesOf = alarms.map(({ kind, detail }): AuditNote => ({
      ...(detail.by === "account" ? failure : stranger),
      kind,
      outcome: "fail",
      flags: [],
      detail,
    }));
    await commit(deps, exempt.record, { queries: [], notes: notesOf });
  });
}

/** The statement that puts one audit entry beside the act it tells of. */
export function auditStatement(deps: AuditWriter, note: AuditNote): Query<number> {
  return countingSignIn(deps, note, insertEntry(draftOf(deps, note), deps.now));
}

/** Beyond so many entries or jobs they share a statement: of those a request may send only so many. */
const SINGLE_ROWS = 10;

/** No act has that many entries of sign-ins, so that none of them has to be counted. */
function auditStatements(deps: AuditWriter, notes: readonly AuditNote[]): Query<number>[] {
  if (notes.length <= SINGLE_ROWS) return notes.map((note) => auditStatement(deps, note));
  const drafts = notes.map((note) => draftOf(deps, note));
  return [insertEntries(drafts, deps.now)];
}

/** What is needed to write an entry. */
type AuditWriter = Pick<Deps, "now" | "newId" | "metrics">;

/** Entries that tell how a sign-in went are counted once they are in the database. */
function countingSignIn({ metrics, now }: AuditWriter, { kind }: AuditNote, query: Query<number>): Query<number> {
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

/** As `auditRow`, written only if `condition` holds when the batch gets there. */
export function auditStatementIf(deps: AuditWriter, note: AuditNote, condition: SQL): Query<number> {
  return countingSignIn(deps, note, insertEntryIf(draftOf(deps, note), deps.now, condition));
}

const jobRows = ({ now }: Deps, jobs: readonly Job[]): Query<number>[] =>
  jobs.length <= SINGLE_ROWS ? jobs.map((job) => insertJob(job, now)) : [insertJobs(jobs, now)];

/** Sends what the outboxes hold on its way; the sweep every minute sends what this could not. */
export function flushOutbox(deps: Deps, hasNotes: boolean, jobs: readonly Job[]): void {
  if (hasNotes) deps.defer(() => deps.objects.auditLog().drain());
  if (jobs.length > 0) deps.defer(() => sendJobs(deps, jobs));
}

export async function sendJobs(deps: Deps, jobs: readonly Job[]): Promise<void> {
  await deps.objects.enqueue(jobs);
  await deps.db.one(deleteJobs(jobs.map(({ id }) => id)));
}

/** A job this young is still being sent by the request that made it. */
const JOB_GRACE = MINUTE;
const JOBS_PER_BATCH = 100;

/** The sweep's part: sends the jobs that the requests which made them could not. */
export async function flushJobs(deps: Deps): Promise<void> {
  const jobs = await deps.db.one(listJobs(deps.now - JOB_GRACE, JOBS_PER_BATCH));
  if (jobs.length > 0) await sendJobs(deps, jobs);
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
    detail: note.detail ?? {},
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

/** Entries of acts of this user, newest first, each as a line of JSON; `cursor` leads to older ones. */
export async function listEntriesOf(
  deps: Deps,
  userId: string,
  cursor: string | null,
): Promise<{ lines: string[]; cursor: string | null }> {
  const chain = deps.objects.auditLog();
  if (cursor === null) await chain.drain();
  const page = await chain.entries({ userId }, cursor, ENTRIES_PER_BATCH);
  const lines = page.entries.map(
    ({ seq, ip, ua, email, entry }) =>
      `{"seq":${seq},"ip":${JSON.stringify(ip)},"userAgent":${JSON.stringify(ua)},"email":${JSON.stringify(email)},"entry":${entry}}`,
  );
  return { lines, cursor: page.cursor };
}

const ENTRIES_PER_BATCH = 200;
