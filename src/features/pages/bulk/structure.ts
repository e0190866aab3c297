/** Creates a whole structure of pages at once. */
import { tokenIdOf, type Caller } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import { hasFile } from "../../../kernel/page-type.ts";
import type { Deps } from "../../../deps.ts";
import { guard, TRUE } from "../../../db/sql.ts";
import { MAX_DEPTH } from "../../../permissions/ancestors.ts";
import { authorizeDestination } from "../../../permissions/authorize-destination.ts";
import { commit } from "../../../commit/commit.ts";
import { requireContentSize } from "../content/rules.ts";
import { syncMentions } from "../../mentions/statements.ts";
import { loadDestination } from "../service.ts";
import { withinQuota } from "../../quotas/service.ts";
import { insertProperties } from "../../properties/statements.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import type { CreateStructure, StructureCreated } from "./contract.ts";
import { quotaClaimOf, planStructure } from "./rules.ts";
import { insertAll } from "./store.ts";

export async function createStructure(deps: Deps, caller: Caller, input: CreateStructure): Promise<StructureCreated> {
  const pages = planStructure(input.structure, deps.newId);
  const { driveId, parentId = null } = input;
  const where = { driveId, parentId };
  const load = loadDestination(caller, where);
  const [place] = await authorizeDestination(deps, caller, "createPages", where, load, []);
  const { actor } = place;
  const deepest = Math.max(...pages.map(({ depth }) => depth));
  if (place.target.depth + deepest > MAX_DEPTH) {
    throw new AppError("parent_invalid", `Pages can be nested at most ${MAX_DEPTH} levels deep.`);
  }
  for (const page of pages) {
    requireContentSize(page.content);
    if (hasFile(page.type)) {
      throw new AppError(
        "use_upload",
        `“${page.path}”: create a ${page.type} page by uploading a file: POST /api/upload.`,
      );
    }
  }
  const written = { by: actor.userId, tokenId: tokenIdOf(actor), now: deps.now, newId: deps.newId };
  const origin = { driveId, parentId, createdBy: actor.userId, createdVia: actor.credentialId, now: deps.now };
  await withinQuota(deps, { driveId, ...quotaClaimOf(pages, parentId) }, (fitsQuota) =>
    commit(deps, place, {
      queries: [
        guard(fitsQuota),
        ...insertAll(pages, origin),
        ...pages.flatMap(({ id, type, content }) => syncMentions({ ...written, pageId: id }, type, content, TRUE, "")),
        ...insertProperties(pages),
        markDirty(
          pages.map(({ id }) => id),
          deps.now,
        ),
      ],
    }),
  );
  scheduleIndexing(deps);
  const created = pages.map(({ id, title, type, path }) => ({ id, title, type, path }));
  const byType: Record<string, number> = {};
  for (const { type } of pages) byType[type] = (byType[type] ?? 0) + 1;
  return {
    success: true,
    createdPages: created,
    rootPages: created.filter((_, i) => pages[i]?.parentId === null),
    stats: { totalCreated: pages.length, byType, maxDepth: deepest },
  };
}
