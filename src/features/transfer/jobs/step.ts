/**
 * One step of the work: what it does is one commit, which moves the row on to the next step and sends for it. A step that
 * was lost is done again from its beginning, and one that was done already changes nothing.
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
import type { ArchivePlace, FoundArchive } from "./archive-reader.ts";
import type { TransferNote, TransferState } from "./contract.ts";
import * as store from "./store.ts";
import type { Advance, TransferRow } from "./store.ts";

/** Where an import has got to. */
export type ImportCursor = {
  /** The one that was uploaded, and those in it that were found. */
  readonly archives: readonly ArchivePlace[];
  /** The one whose directory is read, from `at` on; so many records of it are left. */
  readonly archive: number;
  readonly at: number | null;
  readonly left: number;
  /** Records of all directories so far. */
  readonly listed: number;
  /** Archives in it that have not been opened yet. */
  readonly found: readonly FoundArchive[];
  /** Bytes of archives that were unpacked beside the first. */
  readonly unpacked: number;
  /** It is an export of ours, and too large for what that says of its pages to be read. */
  readonly isPlain?: boolean;
  /** Until when files are waited for that are being read. */
  readonly patience?: number;
  /** Which part of putting the entries in order is next. */
  readonly part?: number;
};

export type Allowed = Authorized<"destination.createPages", DestinationAccess>;
/** What lets an export go on. */
export type AllowedExport = Authorized<"drive.export" | "page.exportSubtree">;

export const callerOf = ({ callerKind, tokenHash }: Pick<TransferRow, "callerKind" | "tokenHash">): Caller => ({
  kind: callerKind,
  tokenHash,
  client: { ip: "", userAgent: "" },
});

/** Whoever began it may make pages there at this moment. Throws as `authorizeDestination`. */
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

/** Work in the background is no use of a session: it must not keep one from becoming idle. */
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
  /** When the next step is to come, in seconds. */
  readonly after?: number;
  /** What has to hold beside the rights. */
  readonly condition?: SQL;
};

/** Throws GuardFailed when the step was done already, or what allows it no longer holds. */
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

/** Ends the work, whatever it has come to: what was made of it is taken away by the steps that follow. */
export const stopTransfer = (
  deps: Deps,
  transfer: Pick<TransferRow, "id" | "step">,
  state: Extract<TransferState, "failed" | "cancelled">,
  reason: string | null,
): Promise<void> =>
  finishStep(deps, transfer, exempt.job, { state, reason, phase: "discard", done: 0, total: 0 }, [], []);

/** Waits until whoever began it says that it shall go on. */
export const pauseTransfer = (deps: Deps, transfer: Pick<TransferRow, "id" | "step">, reason: string): Promise<void> =>
  finishStep(deps, transfer, exempt.job, { state: "paused", reason }, [], []);
