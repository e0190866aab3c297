/** An unauthorized write does not compile, and a forged authorization that bypasses the types is rejected at run time. */
import { expect, test } from "vitest";
import type { Actor } from "../kernel/caller.ts";
import type { Deps } from "../deps.ts";
import { sql, write } from "../db/sql.ts";
import { commit } from "../commit/commit.ts";
import { trashPage } from "../features/pages/tree/store.ts";
import { authorized, type Authorized } from "./authorized.ts";
import { exempt, writeExempt, writeOneExempt, type Exempt } from "./exempt.ts";

const client = { ip: "192.0.2.1", userAgent: "" };
const actor: Actor = {
  kind: "session",
  userId: "ada",
  role: "user",
  credentialId: "session-1",
  credentialName: null,
  authTime: 0,
  scope: null,
  readOnly: false,
  canShare: true,
  isTrusted: true,
  audience: null,
  client,
};
const proof = {
  caller: { kind: "session", tokenHash: "hash", client },
  condition: () => sql`1`,
} as const;
const page = { id: "page-1" };
const mayEdit = authorized("page.edit", actor, page, proof);
const mayView = authorized("page.view", actor, page, proof);

/** Dependencies that record the number of statements in each batch. */
function scene() {
  const batches: number[] = [];
  const db = {
    write(queries: readonly unknown[]) {
      batches.push(queries.length);
      return Promise.resolve(queries.map(() => 1));
    },
  };
  const deps = { db, now: 1_000, config: { sessionIdleMs: 0 } } as unknown as Deps; // all that a commit without audit notes needs
  return { deps, batches };
}

const act = { queries: [write(sql`delete from pages`)] } as const;

test("commits an authorized write with its guard and an exempt one without", async () => {
  const { deps, batches } = scene();
  await commit(deps, mayEdit, act);
  await commit(deps, [mayEdit, mayEdit], act);
  await commit(deps, exempt.job, act);
  expect(batches).toEqual([2, 3, 1]);
});

test("rejects null, literals and copies as an authorization, by type and at run time", async () => {
  const { deps, batches } = scene();
  // @ts-expect-error: nobody is allowed anything
  await expect(commit(deps, null, act)).rejects.toThrow(TypeError);
  // @ts-expect-error: leave is not written down, it is made by the permissions module
  await expect(commit(deps, { action: "page.edit", actor, target: page }, act)).rejects.toThrow(TypeError);
  // oxlint-disable-next-line typescript/no-misused-spread -- it is what must not work
  const forAnother = { ...mayEdit, target: { id: "page-2" } };
  // @ts-expect-error: leave for one page does not become leave for another
  await expect(commit(deps, forAnother, act)).rejects.toThrow(TypeError);
  // @ts-expect-error: nor are exemptions written down
  await expect(commit(deps, { reason: "a job" }, act)).rejects.toThrow(TypeError);
  expect(batches).toEqual([]);
});

test("rejects a write for one target under the authorization for another, and under an exemption", async () => {
  const { deps, batches } = scene();
  const mayTrash = authorized("page.trash", actor, page, proof);
  const mayTrashOther = authorized("page.trash", actor, { id: "page-2" }, proof);
  const queries = [trashPage(mayTrash, 0)];
  for (const other of [mayEdit, mayTrashOther, exempt.job])
    await expect(commit(deps, other, { queries })).rejects.toThrow(TypeError);
  await expect(writeExempt(deps.db, exempt.job, queries)).rejects.toThrow(TypeError);
  expect(batches).toEqual([]);
});

test("lets a use case write only through a commit or an exemption", async () => {
  const { deps, batches } = scene();
  const [remove] = act.queries;
  // @ts-expect-error: what it is handed reads
  const written = () => deps.db.write([remove]);
  // @ts-expect-error: nor does a statement that writes pass for one that reads
  const passed = () => deps.db.batch([remove]);
  await writeOneExempt(deps.db, exempt.bookkeeping, remove);
  // @ts-expect-error: to be authorized is to commit
  await expect(writeExempt(deps.db, mayEdit, [remove])).rejects.toThrow(TypeError);
  await expect(writeExempt(deps.db, { reason: "a job" } as unknown as Exempt, [remove])).rejects.toThrow(TypeError);
  expect([typeof written, typeof passed, ...batches]).toEqual(["function", "function", 1]);
});

test("does not accept a view authorization for writing, nor an edit authorization for trashing", () => {
  // @ts-expect-error: `page.view` is a read
  const writes = (deps: Deps) => commit(deps, mayView, act);
  // @ts-expect-error: another action
  const trashed: Authorized<"page.trash"> = mayEdit;
  // @ts-expect-error: nor does a statement that trashes take it
  const trashes = () => trashPage(mayEdit, 0);
  // @ts-expect-error: or an id, which nobody decided on
  const named = () => trashPage(page.id, 0);
  expect([typeof writes, trashed.action, typeof trashes, typeof named]).toEqual([
    "function",
    "page.edit",
    "function",
    "function",
  ]);
});

test("rejects an authorization forged by a cast", async () => {
  const { deps, batches } = scene();
  const forged = { action: "page.edit", actor, target: page } as unknown as Authorized<"page.edit">;
  const copied = Object.assign({}, mayEdit) as Authorized<"page.edit">;
  const inherited = Object.create(mayEdit) as Authorized<"page.edit">;
  for (const leave of [forged, copied, inherited]) {
    await expect(commit(deps, leave, act)).rejects.toThrow(TypeError);
    await expect(commit(deps, [mayEdit, leave], act)).rejects.toThrow(TypeError);
  }
  await expect(commit(deps, { reason: "a job" } as unknown as Exempt, act)).rejects.toThrow(TypeError);
  expect(batches).toEqual([]);
});
