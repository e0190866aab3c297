/** Synchronous import: reads and plans a whole archive, and creates its pages in one commit or not at all. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { AppError } from "../../kernel/errors.ts";
import { IMPORTED } from "../../kernel/page.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard, TRUE, allOf, type AnyQuery, type Write } from "../../db/sql.ts";
import { MAX_DEPTH } from "../../permissions/ancestors.ts";
import { authorizeDestination } from "../../permissions/authorize-destination.ts";
import { insertSettings } from "../agents/statements.ts";
import { insertThreads, sizeOfThreads, type ImportedThreads } from "../comments/import-statements.ts";
import { placeAll } from "../comments/index.ts";
import { commit, type CommitRequest } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { quotaClaimOf } from "../pages/bulk/rules.ts";
import { insertAll } from "../pages/bulk/service.ts";
import { claimBlobs, fitsStorage, insertFiles, usageOf } from "../files/statements.ts";
import { discardFiles, processAll, storeFiles, type StoredBlob } from "../files/service.ts";
import { TOOL_NAMES } from "../mcp/contract.ts";
import { insertMentions } from "../mentions/statements.ts";
import { loadDestination } from "../pages/service.ts";
import { byteLengthOf, withinQuota, type QuotaClaim } from "../quotas/service.ts";
import { insertProperties } from "../properties/statements.ts";
import { markDirty } from "../search/statements.ts";
import { scheduleIndexing } from "../search/service.ts";
import type { Imported, Tables } from "./contract.ts";
import { describeFiles } from "./imported-files.ts";
import { planImport, type ImportPlan, type PlannedFile } from "./import-plan.ts";
import { parseArchive } from "./parse-archive.ts";

/** Additional writes for the commit that creates the pages. */
type AlsoCommit = (
  answer: Imported,
  by: Actor,
) => Pick<CommitRequest<readonly AnyQuery<unknown>[]>, "queries" | "notes" | "jobs">;

/** `read` returns the archive; it is called only after the caller was authorized. */
export async function importPages(
  deps: Deps,
  caller: Caller,
  where: { readonly driveId: string; readonly parentId: string | null; readonly tables: Tables },
  read: () => Promise<Uint8Array>,
  alsoCommit: AlsoCommit = () => ({ queries: [] }),
): Promise<Imported> {
  const load = loadDestination(caller, where);
  const [place, used] = await authorizeDestination(deps, caller, "createPages", where, load, [usageOf(caller)]);
  const { actor } = place;
  const { driveId, parentId, tables } = where;

  const levels = MAX_DEPTH - place.target.depth;
  const origin = { driveId, parentId, createdBy: actor.userId, createdVia: IMPORTED, now: deps.now };
  const quota = deps.config.storageQuotaBytes;
  const bounds = { levels, room: quota - used };
  const { queries, files, blobs, threads, claim, answer } = await prepare(
    deps,
    await read(),
    { ...bounds, tables },
    origin,
  );
  const weight = files.reduce((sum, { size }) => sum + size, 0);
  const more = alsoCommit(answer, actor);
  const filesFit = files.length === 0 ? TRUE : fitsStorage(actor.userId, weight, quota);
  await withinQuota(deps, { driveId, ...claim, files: weight }, (fitsQuota) =>
    commit(deps, place, {
      queries: [guard(allOf([filesFit, fitsQuota])), ...queries, ...more.queries],
      notes: [...(files.length === 0 ? [] : [noteOf(actor, driveId, files.length, weight)]), ...(more.notes ?? [])],
      jobs: [...processAll(deps, files), ...placeAll(deps, threads), ...(more.jobs ?? [])],
    }).catch(async (error: unknown) => {
      // After any other error it is unknown whether the records exist.
      if (error instanceof GuardFailed) await discardFiles(deps, blobs);
      throw error;
    }),
  );
  scheduleIndexing(deps);
  return answer;
}

type PreparedImport = {
  readonly queries: readonly Write<number>[];
  readonly files: readonly PlannedFile[];
  readonly blobs: readonly StoredBlob[];
  readonly threads: readonly ImportedThreads[];
  readonly claim: Omit<QuotaClaim, "driveId">;
  readonly answer: Imported;
};

type ImportBounds = { readonly levels: number; readonly room: number; readonly tables: Tables };

/**
 * Plans everything before writing anything, so that a rejected archive leaves nothing behind. The archive and pages are
 * released on return, so that texts are in memory only once while they are sent to the database.
 */
async function prepare(
  deps: Deps,
  archive: Uint8Array,
  bounds: ImportBounds,
  origin: InsertContext,
): Promise<PreparedImport> {
  const { files, originals: packed, skipped, ...parsed } = parseArchive(archive);
  const known = await describeFiles(deps, packed, bounds.room);
  const sources = {
    ...parsed,
    files,
    originals: known.originals,
    skipped: [...skipped, ...known.skipped],
    tools: TOOL_NAMES,
    tables: bounds.tables,
  };
  const plan = planImport(sources, bounds.levels, deps.newId);
  if (plan.pages.length === 0) throw emptyArchive(plan);
  const needed = new Set(plan.files.map(({ generation }) => generation));
  const contents = known.contents.filter(({ generation }) => needed.has(generation));
  const blobs = contents.map(({ sha256, generation, size }) => ({ sha256, generation, size }));
  const queries = [...statementsOf(plan, blobs, origin), ...insertThreads(plan.threads, deps)];
  await storeFiles(deps, contents);
  const claim = quotaClaimOf(plan.pages, origin.parentId);
  const prompts = plan.agents.reduce((sum, { settings }) => sum + byteLengthOf(settings.systemPrompt), 0);
  const said = plan.threads.reduce((sum, page) => sum + sizeOfThreads(page.threads), 0);
  return {
    queries,
    files: plan.files,
    blobs,
    threads: plan.threads,
    claim: { ...claim, text: claim.text + prompts + said },
    answer: answerOf(plan),
  };
}

type InsertContext = Parameters<typeof insertAll>[1];

function statementsOf(
  { pages, files, agents }: ImportPlan,
  blobs: readonly StoredBlob[],
  origin: InsertContext,
): readonly Write<number>[] {
  const { createdBy, now } = origin;
  const ids = pages.map(({ id }) => id);
  const settings = agents.length === 0 ? [] : [insertSettings(agents, now)];
  const records = files.length === 0 ? [] : [...claimBlobs(blobs, now), insertFiles(files, createdBy, now)];
  return [
    ...insertAll(pages, origin),
    ...insertMentions(pages, createdBy, now),
    ...insertProperties(pages),
    markDirty(ids, now),
    ...settings,
    ...records,
  ];
}

/** One audit entry for all files of an import, because they were one upload. */
const noteOf = (by: Actor, driveId: string, files: number, size: number): AuditNote => ({
  kind: "file.upload",
  by,
  resource: { type: "drive", id: driveId },
  detail: { files, size },
});

function emptyArchive({ skipped: [first] }: ImportPlan): AppError {
  const example = first ? ` For one, ${first.path}: ${first.reason}` : "";
  return new AppError("invalid_content", `Nothing in the archive can be imported as a page.${example}`);
}

function answerOf({ pages, skipped, changed, links }: ImportPlan): Imported {
  const byType: Record<string, number> = {};
  for (const { type } of pages) byType[type] = (byType[type] ?? 0) + 1;
  return {
    success: true,
    createdPages: pages.length,
    rootPages: pages
      .filter(({ parentId }) => parentId === null)
      .map(({ id, title, type, path }) => ({ id, title, type, path })),
    skipped: [...skipped],
    changed: [...changed],
    stats: {
      files: pages.filter(({ path }) => !path.endsWith("/")).length,
      byType,
      maxDepth: Math.max(...pages.map(({ depth }) => depth)),
      links,
    },
  };
}
