/**
 * A step of a transfer is one commit, which also advances the row and queues the next step. A lost step is repeated
 * from its beginning, and a step that was already done changes nothing.
 */
import type { Caller } from "../../../kernel/caller.ts";
import type { Job } from "../../../kernel/job.ts";
import type { Deps } from "../../../deps.ts";
import { guard, type AnyQuery, type SQL } from "../../../db/sql.ts";
import { commit, type CommitRequest } from "../../../commit/commit.ts";
import { authorizeDestination, type DestinationAccess } from "../../../permissions/authorize-destination.ts";
import type { Authorized } from "../../../permissions/authorized.ts";
import { exempt } from "../../../permissions/exempt.ts";
import { loadDestination } from "../../pages/service.ts";
import type { Tables } from "../contract.ts";
import type { ArchivePlace, FoundArchive } from "./archive-reader.ts";
import type { TransferNote, TransferState } from "./contract.ts";
import * as store from "./store.ts";
import type { Advance, TransferRow } from "./store.ts";

/** Progress of an import. */
export type ImportCursor = {
  /** The uploaded archive, and the nested ones found in it. */
  readonly archives: readonly ArchivePlace[];
  /** Index of the archive whose directory is being read, the offset of the next record, and the number of records left. */
  readonly archive: number;
  readonly at: number | null;
  readonly left: number;
  /** Number of records in all directories so far. */
  readonly listed: number;
  /** Nested archives that have not been opened yet. */
  readonly found: readonly FoundArchive[];
  /** Total size of nested archives unpacked into the bucket. */
  readonly unpacked: number;
  /** True for an archive that is too large to be read as a whole. */
  readonly isPlain?: boolean;
  /** True if a file in it describes other pages: a table of Notion, or a view or property types of Obsidian. */
  readonly describes?: boolean;
  readonly tables?: Tables;
  /** When to stop waiting for files that are being processed. */
  readonly patience?: number;
  /** The next part of arranging the entries. */
  readonly part?: number;
};

export type Allowed = Authorized<"destination.createPages", DestinationAccess>;
/** The authorization an export step needs. */
export type AllowedExport = Authorized<"drive.export" | "page.exportSubtree">;

export const callerOf = ({ callerKind, tokenHash }: Pick<TransferRow, "callerKind" | "tokenHash">): Caller => ({
  kind: callerKind,
  tokenHash,
  client: { ip: "", userAgent: "" },
});

/** Rechecks that the user who started the import may create pages there. Throws like `authorizeDestination`. */
export async function allowImport(deps: Deps, transfer: TransferRow): Promise<Allowed> {
  const caller = callerOf(transfer);
  const where = { driveId: transfer.driveId, parentId: transfer.pageId };
  const [place] = await authorizeDestination(
    withoutDeferredWork(deps),
    caller,
    "createPages",
    where,
    loadDestination(caller, where),
    [],
  );
  return place;
}

/** Background work must not count as session activity, because that would keep the session from expiring when idle. */
export const withoutDeferredWork = (deps: Deps): Deps => ({ ...deps, defer: () => undefined });

export const stepJob = (deps: Pick<Deps, "newId">, transferId: string, step: number, after = 0): Job => ({
  id: deps.newId(),
  kind: "transfer.step",
  transferId,
  step,
  ...(after > 0 && { after }),
});

type More = Pick<CommitRequest<[]>, "notes" | "announces"> & {
  readonly jobs?: readonly Job[];
  /** Delay before the next step, in seconds. */
  readonly after?: number;
  /** Guard in addition to the rights. */
  readonly condition?: SQL;
};

/** Throws GuardFailed if the step was already done, or if its authorization or condition no longer holds. */
export async function finishStep(
  deps: Deps,
  { id, step }: Pick<TransferRow, "id" | "step">,
  allowed: Allowed | AllowedExport | typeof exempt.job,
  change: Advance,
  queries: readonly AnyQuery<unknown>[],
  transferNotes: readonly TransferNote[],
  { jobs = [], after = 0, condition, notes = [], announces = [] }: More = {},
): Promise<void> {
  const count = (kind: TransferNote["kind"]): number => transferNotes.filter((note) => note.kind === kind).length;
  const counted = { ...change, moreChanged: count("changed"), moreSkipped: count("skipped") };
  await commit(deps, allowed, {
    queries: [
      guard(store.isAt({ id, step })),
      ...(condition ? [guard(condition)] : []),
      ...queries,
      ...(transferNotes.length === 0 ? [] : [store.insertNotes(id, step, transferNotes)]),
      store.advance(id, counted, deps.now),
    ],
    notes,
    jobs:
      change.endedAt === undefined && change.state !== "paused" ? [...jobs, stepJob(deps, id, step + 1, after)] : jobs,
    announces,
  });
}

/** Stops a transfer in any state; the following steps discard what it created. */
export const stopTransfer = (
  deps: Deps,
  transfer: Pick<TransferRow, "id" | "step">,
  state: Extract<TransferState, "failed" | "cancelled">,
  reason: string | null,
): Promise<void> =>
  finishStep(deps, transfer, exempt.job, { state, reason, phase: "discard", done: 0, total: 0 }, [], []);

/** Pauses until the user who started the transfer resumes it. */
export const pauseTransfer = (deps: Deps, transfer: Pick<TransferRow, "id" | "step">, reason: string): Promise<void> =>
  finishStep(deps, transfer, exempt.job, { state: "paused", reason }, [], []);
