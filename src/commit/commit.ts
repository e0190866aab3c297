/** Commits of use cases: guards, writes, audit entries and jobs in one transaction. */
import { forbidden } from "../kernel/errors.ts";
import type { Deps } from "../deps.ts";
import type { Job } from "../kernel/job.ts";
import type { Announcement } from "../kernel/live.ts";
import { isMet, type Write, type AnyQuery } from "../db/sql.ts";
import { explanationOf, guardOf, type AnyAuthorization } from "../permissions/authorized.ts";
import { isExempt, type Exempt } from "../permissions/exempt.ts";
import { GuardFailed, writable, type Results } from "../platform/db.ts";
import { accessTargetsOf } from "./access-targets.ts";
import { announcementsOf } from "./announcements.ts";
import { auditStatements, type AuditNote } from "./audit-note.ts";
import { connectionQueries, type ViewersBefore } from "./connection-queries.ts";
import { flushOutbox } from "./flush.ts";
import { insertJob, insertJobs, requireEntries, SINGLE_ROWS } from "./outbox.ts";
import { recheckConnections } from "./recheck-connections.ts";

export type CommitRequest<Q extends readonly AnyQuery<unknown>[]> = {
  /** Run in order in one transaction, after the guards of the authorizations. */
  readonly queries: Q;
  readonly notes?: readonly AuditNote[];
  readonly jobs?: readonly Job[];
  /** Announcements in addition to those implied by the authorizations; replaces the default announcement of created pages. */
  readonly announces?: readonly Announcement[];
};

/** A completed commit, as passed to observers. */
export type Committed = {
  readonly notes: readonly AuditNote[];
  /** Empty if nobody is connected. */
  readonly announcements: readonly Announcement[];
  /** Who could see the changed pages and drives before the commit. */
  readonly before: ViewersBefore;
};

type Observer = (deps: Deps, committed: Committed) => void;

const observers: Observer[] = [];

/** Registers an observer, once per isolate, that receives the audit notes and announcements of each commit. */
export const observeCommits = (observer: Observer): void => void observers.push(observer);

/** What permits a commit: an authorization for each action, or an exemption. */
type AllowedBy = AnyAuthorization | readonly [AnyAuthorization, ...AnyAuthorization[]] | Exempt;

function authorizationsOf(allowed: AllowedBy): readonly AnyAuthorization[] {
  if (isExempt(allowed)) return [];
  const authorizations = "length" in allowed ? allowed : [allowed];
  if (authorizations.length === 0) throw new TypeError("this commit has no authorization");
  return authorizations;
}

/** Throws TypeError if a write was made for an authorization that is not among these. */
function requireOwnWrites(authorizations: readonly object[], queries: readonly AnyQuery<unknown>[]): void {
  for (const { allowedBy } of queries)
    if (allowedBy !== undefined && !authorizations.includes(allowedBy))
      throw new TypeError("a write is committed under another authorization than its own");
}

/**
 * Commits a change with its audit entries and jobs, and sends both on after the response. Its authorizations are rechecked
 * before the first write. Throws GuardFailed if one of them, or a guard among the queries, no longer holds.
 */
export async function commit<const Q extends readonly AnyQuery<unknown>[]>(
  deps: Deps,
  allowed: AllowedBy,
  act: CommitRequest<Q>,
): Promise<Results<Q>> {
  const notes = act.notes ?? [];
  const jobs = act.jobs ?? [];
  const authorizations = authorizationsOf(allowed);
  requireOwnWrites(authorizations, act.queries);
  const guards = authorizations.map((each) => guardOf(each, deps));
  const outbox = [...auditStatements(deps, notes), ...jobRows(deps, jobs)];
  const entries = [...act.queries, ...outbox].flatMap(({ storesEntries = [] }) => storesEntries);
  const proof = entries.length > 0 ? [requireEntries(entries)] : [];
  const concerned = accessTargetsOf(authorizations, act, isExempt(allowed) && allowed.changesAccess);
  const announcements = announcementsOf(authorizations, act);
  const questions = connectionQueries(concerned, announcements);
  const results = await writable(deps.db)
    .write([...guards, ...questions.queries, ...act.queries, ...outbox, ...proof])
    .catch((error: unknown) => explain(deps, authorizations, error));
  const start = guards.length + questions.queries.length;
  const { connections, before } = questions.read(results.slice(guards.length, start));
  flushOutbox(deps, notes.length > 0, jobs);
  const committed = { notes, announcements: connections.isAnyoneOnline ? announcements : [], before };
  for (const observe of observers) observe(deps, committed);
  await recheckConnections(deps, connections);
  // The results of `act.queries` come after the guards and questions, and before the outbox rows.
  return results.slice(start, start + act.queries.length) as unknown as Results<Q>;
}

/** Throws `forbidden` with the explanation if an explained condition failed; otherwise rethrows the error. */
async function explain(
  deps: Pick<Deps, "db">,
  authorizations: readonly AnyAuthorization[],
  error: unknown,
): Promise<never> {
  if (!(error instanceof GuardFailed)) throw error;
  for (const { condition, sentence } of authorizations.map(explanationOf).filter((explained) => explained !== null)) {
    if (!(await deps.db.one(isMet(condition)))) throw forbidden(sentence);
  }
  throw error;
}

const jobRows = ({ now }: Pick<Deps, "now">, jobs: readonly Job[]): Write<number>[] =>
  jobs.length <= SINGLE_ROWS ? jobs.map((job) => insertJob(job, now)) : [insertJobs(jobs, now)];
