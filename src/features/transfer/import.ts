/** An archive becomes pages: read whole, planned whole, and made in one commit or not at all. */
import { inScope, requireWriter, type Caller } from "../../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { VIEW, holds } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { guard, sql, type Query } from "../../platform/sql.ts";
import { MAX_DEPTH } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { commit } from "../audit/service.ts";
import { insertAll } from "../bulk/service.ts";
import { LIMIT_RULES } from "../limits/rules.ts";
import { requireLimits } from "../limits/service.ts";
import { insertMentions } from "../mentions/access.ts";
import {
  canCreate,
  canView,
  loadPage,
  placesAtRoot,
  placesUnder,
  requireParent,
  rootRights,
} from "../pages/service.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import type { Imported } from "./contract.ts";
import { planImport, type Plan } from "./plan.ts";
import { unpack, type Unpacked } from "./unpack.ts";

/** `read` gives the archive, and is asked for it once the caller is known to be allowed. */
export async function importPages(
  deps: Deps,
  caller: Caller,
  { driveId, parentId }: { readonly driveId: string; readonly parentId: string | null },
  read: () => Promise<Uint8Array>,
): Promise<Imported> {
  const { actor, results } = await authenticate(deps, caller, [
    rootRights(caller, sql`${driveId}`),
    loadPage(caller, parentId ?? ""),
  ]);
  const [root, parent] = results;
  const seesParent = parent !== null && canView(parent) && parent.driveId === driveId;
  if (!inScope(actor, driveId) || !root || (!holds(root.rights, VIEW) && !seesParent)) throw notFound("This drive");
  requireWriter(actor);
  if (!canCreate(actor, seesParent ? parent : root)) {
    throw forbidden("Only the owner or an admin of the drive creates pages in it.");
  }
  if (parentId !== null) requireParent(parent, driveId);
  await requireLimits(deps, [{ rule: LIMIT_RULES.uploadByUser, value: actor.userId }], actor);

  const levels = MAX_DEPTH - (parent?.depth ?? 0);
  const origin = { driveId, parentId, createdBy: actor.userId, createdVia: actor.credentialId, now: deps.now };
  const { queries, answer } = plannedOf(deps, unpack(await read()), levels, origin);
  const here =
    parentId === null
      ? placesAtRoot(deps, caller, actor, driveId)
      : placesUnder(deps, caller, actor, parentId, driveId);
  await commit(deps, { queries: [guard(here), ...queries] });
  indexSoon(deps);
  return answer;
}

type Planned = { readonly queries: readonly Query<number>[]; readonly answer: Imported };

/** Lets go of the pages, so that their texts stand in memory once while they are on their way to the database. */
function plannedOf(deps: Deps, unpacked: Unpacked, levels: number, origin: Parameters<typeof insertAll>[1]): Planned {
  const plan = planImport(unpacked, levels, deps.newId);
  const { pages } = plan;
  if (pages.length === 0) throw nothingIn(plan);
  const queries = [
    ...insertAll(pages, origin),
    ...insertMentions(pages, origin.createdBy, origin.now),
    markDirty(
      pages.map(({ id }) => id),
      origin.now,
    ),
  ];
  return { queries, answer: answerOf(plan) };
}

function nothingIn({ skipped: [first] }: Plan): AppError {
  const example = first ? ` For one, ${first.path}: ${first.reason}` : "";
  return new AppError("invalid_content", `Nothing in the archive becomes a page.${example}`);
}

function answerOf({ pages, skipped, changed, links }: Plan): Imported {
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
