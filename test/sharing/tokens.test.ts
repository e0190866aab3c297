/** Only people and tokens with the sharing permission may change access, because a token's grants outlive the token. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { addMember, patchMember, removeMember } from "../../src/features/drives/members.ts";
import { revokeGrant, setGrant } from "../../src/features/pages/sharing/service.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { makePage, type Client, type World, bearer, world, makeDrive } from "../support/world.ts";
import { writable, type WritableDb } from "../../src/platform/db.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { d1 } from "../support/d1.ts";

const TOKENS = "/api/auth/mcp-tokens";

const newPage = (client: Client, driveId: string): Promise<string> => makePage(client, { driveId, title: "page" });

/** Every request that changes access, in an order in which each can succeed. */
const changes = (w: World, pageId: string, tool: Client) => [
  () => tool.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar, canView: true }),
  () => tool.delete(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar }),
  () => tool.post(`/api/drives/${w.drive}/members`, { userId: w.ids.oscar, canView: true }),
  () => tool.patch(`/api/drives/${w.drive}/members/${w.ids.oscar}`, { canEdit: true }),
  () => tool.delete(`/api/drives/${w.drive}/members/${w.ids.oscar}`),
];

async function statuses(w: World, pageId: string, tool: Client): Promise<number[]> {
  const found: number[] = [];
  for (const change of changes(w, pageId, tool)) found.push((await change()).status);
  return found;
}

test("lets a token change access only when created with canShare, which is off by default and listed", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await newPage(olivia, w.drive);
  const plain = (await olivia.post(TOKENS, { name: "plain" })).body;
  const sharing = (await olivia.post(TOKENS, { name: "sharing", canShare: true })).body;
  expect([plain.canShare, sharing.canShare]).toEqual([false, true]);
  const list: { name: string; canShare: boolean }[] = (await olivia.get(TOKENS)).body;
  const listed = Object.fromEntries(list.map(({ name, canShare }) => [name, canShare]));
  expect(listed).toEqual({ plain: false, sharing: true });
  expect((await olivia.post(TOKENS, { name: "x", canShare: "yes" })).body.issues[0].path).toBe("canShare");

  const refused = await bearer(plain.token).post(`/api/pages/${pageId}/permissions`, {
    userId: w.ids.oscar,
    canView: true,
  });
  expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
  expect(refused.body.error).toMatch(/may not change who has access/);
  expect(await statuses(w, pageId, bearer(plain.token))).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses(w, pageId, bearer(sharing.token))).toEqual([201, 200, 201, 200, 200]);
  // It can still read the access lists.
  expect((await bearer(plain.token).get(`/api/pages/${pageId}/permissions`)).status).toBe(200);
  expect((await bearer(plain.token).get(`/api/drives/${w.drive}/members`)).status).toBe(200);
});

test("requires a token with canShare to leave a drive", async () => {
  const w = await world();
  const path = `/api/drives/${w.drive}/members/${w.ids.vera}`;
  expect((await (await w.token("vera")).client.delete(path)).status).toBe(403);
  expect((await (await w.token("vera", { canShare: true })).client.delete(path)).status).toBe(200);
});

test("limits a sharing token to its scope and its user's rights, and rejects a read-only one", async () => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  const mine = await makeDrive(w);
  const share = (client: Client) =>
    client.post(`/api/pages/${pageId}/permissions`, { userId: w.ids.oscar, canView: true });
  const add = (client: Client) => client.post(`/api/drives/${w.drive}/members`, { userId: w.ids.oscar });
  const scoped = await w.token("olivia", { canShare: true, drives: [mine] });
  expect([(await share(scoped.client)).status, (await add(scoped.client)).status]).toEqual([404, 404]);
  const reader = await w.token("olivia", { canShare: true, readOnly: true });
  expect([(await share(reader.client)).status, (await add(reader.client)).status]).toEqual([403, 403]);
  const edna = await w.token("edna", { canShare: true });
  expect([(await share(edna.client)).status, (await add(edna.client)).status]).toEqual([403, 403]);
  // Only people may grant the right to share.
  const tool = await w.token("olivia", { canShare: true });
  const shares = { userId: w.ids.oscar, canView: true, canShare: true };
  expect((await tool.client.post(`/api/pages/${pageId}/permissions`, shares)).body.code).toBe("step_up_required");
});

const FLAGS = { canView: true, canComment: false, canEdit: false, canShare: false, canDelete: false } as const;
type Use = (deps: Deps, caller: Caller, w: World, pageId: string) => Promise<unknown>;
const USES: Record<string, Use> = {
  "setting a grant": (deps, caller, w, pageId) => setGrant(deps, caller, pageId, { userId: w.ids.oscar, ...FLAGS }),
  "revoking a grant": (deps, caller, w, pageId) => revokeGrant(deps, caller, pageId, w.ids.vera),
  "adding a member": (deps, caller, w) =>
    addMember(deps, caller, w.drive, { userId: w.ids.oscar, role: "member", ...FLAGS }),
  "changing a member": (deps, caller, w) => patchMember(deps, caller, w.drive, w.ids.vera, { canEdit: true }),
  "removing a member": (deps, caller, w) => removeMember(deps, caller, w.drive, w.ids.vera),
};

test.each(Object.entries(USES))("%s rechecks in the commit that the token may share", async (_, use) => {
  const w = await world();
  const pageId = await newPage(w.as("olivia"), w.drive);
  await w.as("olivia").post(`/api/pages/${pageId}/permissions`, { userId: w.ids.vera, canView: true, canEdit: true });
  const { raw, id } = await w.token("olivia", { canShare: true });
  const deps = createDeps(env, { waitUntil: () => undefined });
  let trips = 0;
  const batch: WritableDb["write"] = async (queries) => {
    trips += 1;
    if (trips === 2) await d1`update mcp_tokens set can_share = 0 where id = ${id}`.run();
    return writable(deps.db).write(queries);
  };
  const client = { ip: "192.0.2.9", userAgent: "test" };
  const caller: Caller = { kind: "mcp", tokenHash: hashToken("mcp", raw), client };
  const access = () =>
    d1`select user_id, rights from drive_members where drive_id = ${w.drive} union all select user_id, rights from page_grants where page_id = ${pageId} order by 1, 2`.all();
  const before = (await access()).results;
  // Updates, unlike creation and removal, check once more and then report the reason.
  await expect(use({ ...deps, db: interceptedDb(deps.db, batch) }, caller, w, pageId)).rejects.toThrow(
    /^guard$|may not change who has access/,
  );
  expect(trips).toBeGreaterThanOrEqual(2);
  expect((await access()).results).toEqual(before);
});
