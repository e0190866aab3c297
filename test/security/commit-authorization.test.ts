/** A commit writes to a target only under the authorization for that action on that target. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { commit } from "../../src/commit/commit.ts";
import { createDeps } from "../../src/composition.ts";
import { loadPage } from "../../src/features/pages/index.ts";
import { trashPage } from "../../src/features/pages/tree/store.ts";
import { authorizePage } from "../../src/permissions/authorize-page.ts";
import { exempt, writeExempt } from "../../src/permissions/exempt.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

test("trashes a page only under the authorization to trash that page", async () => {
  const w = await world();
  const context = createExecutionContext();
  const deps = createDeps(env, context);
  const caller = {
    kind: "session",
    tokenHash: hashToken("session", w.session("olivia")),
    client: { ip: "192.0.2.1", userAgent: "" },
  } as const;
  const makePage = async (): Promise<string> => {
    const page = { driveId: w.drive, title: freshId("page"), type: "DOCUMENT", content: "" };
    return String((await w.as("olivia").post("/api/pages", page)).body.id);
  };
  const mayDo = async <A extends "edit" | "trash">(action: A, pageId: string) =>
    (await authorizePage(deps, caller, action, loadPage(caller, pageId), []))[0];
  const isTrashed = async (pageId: string): Promise<boolean> =>
    (await d1`select trashed_at from pages where id = ${pageId}`.first("trashed_at")) !== null;

  const [pageId, otherId] = [await makePage(), await makePage()];
  const mayTrash = await mayDo("trash", pageId);
  const queries = [trashPage(mayTrash, deps.now)];
  for (const other of [
    await mayDo("trash", otherId),
    await mayDo("edit", pageId),
    await mayDo("trash", pageId),
    exempt.job,
  ])
    await expect(commit(deps, other, { queries })).rejects.toThrow("another authorization");
  await expect(writeExempt(deps.db, exempt.job, queries)).rejects.toThrow(TypeError);
  expect(await isTrashed(pageId)).toBe(false);
  await commit(deps, [await mayDo("edit", otherId), mayTrash], { queries });
  expect([await isTrashed(pageId), await isTrashed(otherId)]).toEqual([true, false]);
  await waitOnExecutionContext(context);
});
