/** What happens between the reading and the commit of a request about threads. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { reply } from "../../src/features/comments/comment-changes.ts";
import { openThread } from "../../src/features/comments/open.ts";
import { deleteThread, patchThread } from "../../src/features/comments/thread-changes.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { VIEW } from "../../src/kernel/rights.ts";
import { GuardFailed, writable, type WritableDb } from "../../src/platform/db.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { grant, makePage, world, type Person, type World } from "../support/world.ts";
import { comment, list, threadsOf } from "./requests.ts";

const TEXT = "We meet on Monday.\n";

async function start() {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const { id: threadId } = await comment(w.as("cora"), pageId, "first");
  return { w, pageId, threadId, at: `${threadsOf(pageId)}/${threadId}` };
}

/** Runs the use case, and `between` after its first batch. */
function interrupted<T>(
  w: World,
  person: Person,
  run: (deps: Deps, caller: Caller) => Promise<T>,
  between: () => Promise<unknown>,
): Promise<T> {
  const deps = createDeps(env, createExecutionContext());
  let batches = 0;
  const batch: WritableDb["write"] = async (queries) => {
    const results = await writable(deps.db).write(queries);
    if ((batches += 1) === 1) await between();
    return results;
  };
  const tokenHash = hashToken("session", w.session(person));
  const caller: Caller = { kind: "session", tokenHash, client: { ip: "192.0.2.9", userAgent: "test" } };
  return run({ ...deps, db: interceptedDb(deps.db, batch) }, caller);
}

test("keeps the first of two users who resolve a thread", async () => {
  const { w, pageId, threadId, at } = await start();
  const second = await interrupted(
    w,
    "dora",
    (deps, caller) => patchThread(deps, caller, { pageId, threadId }, { isResolved: true }),
    () => w.as("edna").patch(at, { isResolved: true }),
  );
  expect(second.closed?.by?.id).toBe(w.ids.edna);
});

test("deletes no thread in which someone has just replied", async () => {
  const { w, pageId, threadId, at } = await start();
  const deleted = interrupted(
    w,
    "cora",
    (deps, caller) => deleteThread(deps, caller, { pageId, threadId }),
    () => w.as("edna").post(`${at}/comments`, { content: "wait" }),
  );
  await expect(deleted).rejects.toBeInstanceOf(GuardFailed);
  expect((await list(w.as("vera"), pageId)).threads).toMatchObject([{ commentCount: 2 }]);
});

test("stores no reply in a thread that has just been deleted, and none by a user who has just lost the right", async () => {
  const { w, pageId, threadId, at } = await start();
  const post = (deps: Deps, caller: Caller) => reply(deps, caller, { pageId, threadId }, "too late");
  const withdrawn = interrupted(w, "edna", post, () => grant(pageId, w.ids.edna, VIEW));
  await expect(withdrawn).rejects.toBeInstanceOf(GuardFailed);
  const deleted = interrupted(w, "dora", post, () => w.as("cora").delete(at));
  await expect(deleted).rejects.toBeInstanceOf(GuardFailed);
  expect((await list(w.as("vera"), pageId)).counts.open).toBe(0);
});

test("drops the place of a thread whose author loses the right before it is stored", async () => {
  const { w, pageId } = await start();
  const target = { kind: "quote", quote: "Monday" } as const;
  const opened = interrupted(
    w,
    "cora",
    (deps, caller) => openThread(deps, caller, pageId, { target, content: "x" }),
    () => grant(pageId, w.ids.cora, VIEW),
  );
  await expect(opened).rejects.toBeInstanceOf(GuardFailed);
  const room = env.PAGE_ROOM.getByName(pageId);
  expect((await room.anchors({ pageId, type: "DOCUMENT", stored: null }, null)).anchors).toEqual([]);
});
