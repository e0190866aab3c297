/** Races between the permission check of an access change and its commit. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { patchMember } from "../../src/features/drives/members.ts";
import { revokeGrant, setGrant } from "../../src/features/pages/sharing/service.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { DELETE, SHARE, VIEW } from "../../src/kernel/rights.ts";
import { writable } from "../../src/platform/db.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { grant, makePage, world, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

/** Runs `act` as this person, with `meanwhile` between its reads and its first commit. */
function interrupted(
  person: Person,
  act: (deps: Deps, caller: Caller) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<unknown> {
  const deps = createDeps(env, { waitUntil: () => undefined });
  let trips = 0;
  const db = interceptedDb(deps.db, async (queries) => {
    trips += 1;
    if (trips === 2) await meanwhile();
    return writable(deps.db).write(queries);
  });
  const tokenHash = hashToken("session", w.session(person));
  return act({ ...deps, db }, { kind: "session", tokenHash, client: { ip: "192.0.2.9", userAgent: "test" } });
}

const newPage = (parentId: string | null = null): Promise<string> => makePage(w, { title: "P", parentId });

const rightsOf = (pageId: string, userId: string) =>
  d1`select rights from page_grants where page_id = ${pageId} and user_id = ${userId}`.first("rights");

test("rejects removing a right that another user granted concurrently and that the caller lacks", async () => {
  const pageId = await newPage();
  const narrow = {
    userId: w.ids.oscar,
    canView: true,
    canComment: false,
    canEdit: false,
    canShare: false,
    canDelete: false,
  };
  const more = () => grant(pageId, w.ids.oscar, VIEW | DELETE);
  await expect(
    interrupted("sara", (deps, caller) => setGrant(deps, caller, pageId, narrow), more),
  ).rejects.toMatchObject({
    code: "forbidden",
  });
  expect(await rightsOf(pageId, w.ids.oscar)).toBe(VIEW | DELETE);
  await d1`update page_grants set rights = ${VIEW} where page_id = ${pageId}`.run();
  await expect(
    interrupted(
      "sara",
      (deps, caller) => revokeGrant(deps, caller, pageId, w.ids.oscar),
      () => d1`update page_grants set rights = ${VIEW | DELETE} where page_id = ${pageId}`.run(),
    ),
  ).rejects.toMatchObject({ code: "forbidden" });
  expect(await rightsOf(pageId, w.ids.oscar)).toBe(VIEW | DELETE);
});

test("applies restrictions below the page when the sharer is demoted concurrently", async () => {
  const pageId = await newPage();
  const below = await newPage(pageId);
  await grant(below, w.ids.adam, 0);
  const demote = () =>
    d1`update drive_members set role = 'member', rights = ${VIEW | SHARE} where drive_id = ${w.drive} and user_id = ${w.ids.adam}`.run();
  const input = {
    userId: w.ids.oscar,
    canView: true,
    canComment: false,
    canEdit: false,
    canShare: false,
    canDelete: false,
  };
  await interrupted("adam", (deps, caller) => setGrant(deps, caller, pageId, input), demote);
  expect([await rightsOf(pageId, w.ids.oscar), await rightsOf(below, w.ids.oscar)]).toEqual([VIEW, 0]);
});

test("applies a member update to the membership as changed concurrently", async () => {
  const member = "update drive_members set rights = ? where drive_id = ? and user_id = ?";
  await interrupted(
    "olivia",
    (deps, caller) => patchMember(deps, caller, w.drive, w.ids.vera, { canDelete: true }),
    () =>
      env.DB.prepare(member)
        .bind(VIEW | SHARE, w.drive, w.ids.vera)
        .run(),
  );
  const now = await d1`select rights from drive_members where drive_id = ${w.drive} and user_id = ${w.ids.vera}`.first(
    "rights",
  );
  expect(now).toBe(VIEW | SHARE | DELETE);
});
