/** Undoes one answer: every text that it edited, and what else it did, with the rights of the user who undoes it. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import type { UndoneRun } from "../agent-runs/contract.ts";
import { deleteMessage } from "../channels/service.ts";
import { deleteAll, moveAll } from "../pages/bulk/service.ts";
import { callRoom } from "../pages/content/service.ts";
import { loadPage, patchPage } from "../pages/service.ts";
import { restorePage } from "../pages/tree/service.ts";
import { undoToken } from "../pages/undo/service.ts";
import type { Effect } from "./effects.ts";
import {
  countOthersMessages,
  findOthersBelow,
  findPlaces,
  findUndoable,
  listEffects,
  markUndone,
  type PagePlace,
} from "./effects-store.ts";

type Outcome = UndoneRun["effects"][number];

/** Rounds of pages whose texts are undone: more than an answer can write. */
const MAX_ROUNDS = 20;

/** Only the asker, or somebody who may delete the page with the answer, undoes it. Throws `conflict` while it is being written. */
export async function undoRun(deps: Deps, caller: Caller, pageId: string, runId: string): Promise<UndoneRun> {
  const [page, run, effects] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), [
    findUndoable(pageId, runId),
    listEffects(runId),
  ]);
  if (run === null) throw notFound("This answer");
  if (run.undoneAt !== null) throw new AppError("conflict", "This answer was undone.");
  if (run.endedAt === null) throw new AppError("conflict", "Stop the answer before you undo it.");
  if (run.userId !== page.actor.userId)
    throw new AppError("forbidden", "Only the person who asked can undo this answer.");
  const { tokenId } = run;
  const done: Outcome[] = [];
  // Before the texts, because undoing those is an edit by the caller, and pages in the trash cannot be edited.
  for (const json of effects) done.push(...(await undoEffect(deps, caller, tokenId, JSON.parse(json) as Effect))); // stored by `save`
  let cursor: string | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const undone = await undoToken(deps, caller, { tokenId, since: run.createdAt, dryRun: false, cursor });
    done.push(
      ...undone.pages.map(({ pageId: id, title, outcome }): Outcome => {
        return { kind: "text", pageId: id, title, outcome: outcome === "would_undo" ? "kept" : outcome };
      }),
    );
    if (undone.nextCursor === null) break;
    cursor = undone.nextCursor;
  }
  if (done.every(({ outcome }) => outcome !== "failed"))
    await writeOneExempt(deps.db, exempt.agent, markUndone(runId, deps.now));
  return { effects: done };
}

async function undoEffect(deps: Deps, caller: Caller, tokenId: string, effect: Effect): Promise<Outcome[]> {
  const ids = pagesOf(effect);
  const known = new Map((await deps.db.one(findPlaces(ids))).map((page) => [page.id, page]));
  const outcomes: Outcome[] = [];
  for (const id of effect.kind === "created" ? rootsOf(ids, known) : ids) {
    const page = known.get(id);
    if (page === undefined) continue;
    const outcome = await undoOnPage(deps, caller, tokenId, effect, page).catch((error: unknown) => {
      deps.log.warn("agent.undo_failed", { kind: effect.kind, pageId: id, error });
      return "failed" as const;
    });
    outcomes.push({ kind: effect.kind, pageId: id, title: page.title, outcome });
  }
  return outcomes;
}

const pagesOf = (effect: Effect): readonly string[] => {
  switch (effect.kind) {
    case "created":
    case "trashed":
    case "restored":
      return effect.pageIds;
    case "moved":
      return effect.from.map(({ pageId }) => pageId);
    case "posted":
    case "renamed":
      return [effect.pageId];
  }
};

/** Created pages without those that are below another of them. */
const rootsOf = (ids: readonly string[], known: ReadonlyMap<string, PagePlace>): string[] =>
  ids.filter((id) => !ids.includes(known.get(id)?.parentId ?? ""));

async function undoOnPage(
  deps: Deps,
  caller: Caller,
  tokenId: string,
  effect: Effect,
  page: PagePlace,
): Promise<Outcome["outcome"]> {
  switch (effect.kind) {
    case "created": {
      if (await isUsedByOthers(deps, pagesOf(effect), tokenId)) return "kept";
      await deleteAll(deps, caller, [page.id]);
      return "undone";
    }
    case "moved": {
      const from = effect.from.find(({ pageId }) => pageId === page.id);
      const { to } = effect;
      const isThere = page.driveId === to.driveId && page.parentId === to.parentId;
      if (from === undefined || !isThere) return "kept";
      await moveAll(deps, caller, { pageIds: [page.id], targetDriveId: from.driveId, targetParentId: from.parentId });
      return "undone";
    }
    case "trashed":
      await restorePage(deps, caller, page.id);
      return "undone";
    case "restored":
      await deleteAll(deps, caller, [page.id]);
      return "undone";
    case "posted":
      await deleteMessage(deps, caller, effect.pageId, effect.messageId);
      return "undone";
    case "renamed": {
      const { before, set } = effect;
      const fields = (["title", "icon", "cover"] as const).filter(
        (field) => field in set && page[field] === set[field],
      );
      if (fields.length === 0) return "kept";
      await patchPage(deps, caller, page.id, Object.fromEntries(fields.map((field) => [field, before[field]])));
      return "undone";
    }
  }
}

/** Somebody else has written on one of the pages that a call created, or made pages below. */
async function isUsedByOthers(deps: Deps, pageIds: readonly string[], tokenId: string): Promise<boolean> {
  const [below, messages] = await deps.db.batch([
    findOthersBelow(pageIds, tokenId),
    countOthersMessages(pageIds, tokenId),
  ]);
  if (below.length > 0 || messages > 0) return true;
  for (const pageId of pageIds) {
    const versions = await callRoom(deps, () => deps.objects.room(pageId).versions(MAX_VERSIONS, null, 0));
    // The oldest is the text that the page was created with.
    if ((versions ?? []).slice(0, -1).some((version) => version.tokenId !== tokenId)) return true;
  }
  return false;
}

const MAX_VERSIONS = 1_000;
