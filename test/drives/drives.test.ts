/** Drives over the real Worker: visibility, slugs, paged trees, trash, purge and members. */
import { env } from "cloudflare:workers";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { insertPurgeJobs, listPurgeJobs } from "../../src/features/pages/statements.ts";
import { sql } from "../../src/db/sql.ts";
import { grant, freshId, world, type Client, type World, makeDrive } from "../support/world.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { writable } from "../../src/platform/db.ts";
import { d1 } from "../support/d1.ts";

type Shown = { id: string; title: string; hasChildren: boolean };
type Spec = { id: string; parent?: string; title?: string; position?: number; trashed?: number };

/** Inserts the pages and updates the drive's count of live pages. */
async function plant(driveId: string, owner: string, pages: readonly Spec[]): Promise<void> {
  const gone = new Set<string>();
  for (const page of pages) if (page.trashed || (page.parent && gone.has(page.parent))) gone.add(page.id);
  const rows = pages.map((page, i) => [
    page.id,
    page.parent ?? null,
    page.title ?? page.id,
    page.position ?? i + 1,
    page.trashed ?? null,
  ]);
  await env.DB.batch([
    d1`insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at)
       select json_extract(value, '$[0]'), ${driveId}, json_extract(value, '$[1]'), json_extract(value, '$[2]'), 'DOCUMENT',
         json_extract(value, '$[3]'), json_extract(value, '$[4]'), ${owner}, 1763709600123, 1763709600999 from json_each(${JSON.stringify(rows)})`,
    d1`update drives set page_count = page_count + ${pages.length - gone.size} where id = ${driveId}`,
  ]);
}

const ids = (pages: { id: string }[]): string[] => pages.map(({ id }) => id);

/** All pages of a listing, fetched `limit` at a time. */
async function walk(client: Client, path: string, limit: number): Promise<Shown[]> {
  const found: Shown[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const reply: { body: { pages: Shown[]; nextCursor: string | null }; status: number } = await client.get(
      `${path}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
    );
    expect(reply.status).toBe(200);
    found.push(...reply.body.pages);
    cursor = reply.body.nextCursor;
  }
  return found;
}

/** Counts the round trips and rows read by `work`. */
async function measure(work: () => Promise<unknown>): Promise<{ trips: number; rowsRead: number }> {
  const seen = { trips: 0, rowsRead: 0 };
  const listen = (event: unknown): void => {
    const { phase, rowsRead } = event as { phase: string; rowsRead?: number };
    if (phase === "start") seen.trips += 1;
    else seen.rowsRead += rowsRead ?? 0;
  };
  subscribe("octavo:d1", listen);
  await work();
  unsubscribe("octavo:d1", listen);
  return seen;
}

test("creates, renames without changing the slug, trashes, restores and purges a drive", async () => {
  const olivia = (await world()).as("olivia");
  const made = await olivia.post("/api/drives", { name: "  Größe & Maß ", ownerId: "x", id: "x", role: "member" });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    name: "Größe & Maß",
    slug: "große-maß",
    role: "owner",
    isTrashed: false,
    pageCount: 0,
  });
  const path = `/api/drives/${made.body.id}`;
  expect((await olivia.get(path)).body).toEqual(made.body);
  expect((await olivia.patch(path, { name: "New" })).body).toMatchObject({ name: "New", slug: "große-maß" });
  expect((await olivia.patch(path, {})).body.name).toBe("New");
  expect((await olivia.delete(`/api/trash/drives/${made.body.id}`)).body.code).toBe("not_trashed");
  expect((await olivia.post(`${path}/restore`)).body.code).toBe("not_trashed");
  expect((await olivia.delete(path)).status).toBe(200);
  expect((await olivia.get(path)).status).toBe(404);
  expect((await olivia.delete(path)).status).toBe(404);
  expect(ids((await olivia.get("/api/drives")).body)).not.toContain(made.body.id);
  const all = (await olivia.get("/api/drives?includeTrashed")).body;
  expect(all.find(({ id }: { id: string }) => id === made.body.id)).toMatchObject({ isTrashed: true });
  expect((await olivia.post(`${path}/restore`)).body).toMatchObject({ isTrashed: false, trashedAt: null });
  await olivia.delete(path);
  expect((await olivia.delete(`/api/trash/drives/${made.body.id}`)).status).toBe(200);
  expect((await olivia.delete(`/api/trash/drives/${made.body.id}`)).status).toBe(404);
  expect((await olivia.post(`${path}/restore`)).status).toBe(404);
});

test("creates a drive, and the objects of its pages, where its people are", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const made = await olivia.post("/api/drives", { name: "Far away", location: "oc" });
  expect(made.body).toMatchObject({ location: "oc" });
  expect((await olivia.post("/api/drives", { name: "Nowhere", location: "moon" })).body.code).toBe("invalid_request");
  const hints: unknown[] = [];
  const PAGE_ROOM = new Proxy(env.PAGE_ROOM, {
    get: (target, property) => {
      if (property !== "getByName") return Reflect.get(target, property);
      return (name: string, options?: DurableObjectNamespaceGetDurableObjectOptions) => {
        hints.push(options?.locationHint);
        return target.getByName(name, options);
      };
    },
  });
  const headers = { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" };
  const page = (await olivia.post("/api/pages", { driveId: made.body.id, title: "Page", type: "DOCUMENT" })).body.id;
  const edit = { method: "PATCH", headers, body: JSON.stringify({ content: "words" }) };
  expect((await callWith({ PAGE_ROOM }, requestTo(`/api/pages/${page}`, edit))).status).toBe(200);
  expect(hints).toEqual(["oc"]);
});

test("gives drives created concurrently with the same name distinct slugs", async () => {
  const olivia = (await world()).as("olivia");
  const made = await Promise.all(Array.from({ length: 4 }, () => olivia.post("/api/drives", { name: "Same" })));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(made.map(({ body }) => String(body.slug)).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "same",
    "same-2",
    "same-3",
    "same-4",
  ]);
  expect((await olivia.post("/api/drives", { name: "!!!" })).body.slug).toBe("drive");
  expect((await olivia.post("/api/drives", { name: "東京 オフィス" })).body.slug).toBe("東京-オフィス");
  for (const name of ["", " ", "x".repeat(101), 7, null]) {
    expect((await olivia.post("/api/drives", { name })).body.code).toBe("invalid_request");
  }
});

test("allows each role its actions on a drive, and returns the same 404 to non-members as for a missing drive", async () => {
  const w = await world();
  const path = `/api/drives/${w.drive}`;
  for (const person of ["oscar", "rupert"] as const) {
    const client = w.as(person);
    const other = "/api/drives/no-such-drive";
    for (const tail of ["", "/pages", "/trash", "/members"]) {
      const [hidden, missing] = [await client.get(path + tail), await client.get(other + tail)];
      expect([hidden.status, { ...hidden.body, requestId: 0 }]).toEqual([404, { ...missing.body, requestId: 0 }]);
    }
    expect((await client.patch(path, { name: "Mine" })).status).toBe(404);
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.post(`${path}/restore`)).status).toBe(404);
    expect((await client.delete(`/api/trash/drives/${w.drive}`)).status).toBe(404);
    expect((await client.post(`${path}/members`, { userId: w.ids[person], role: "admin" })).status).toBe(404);
    expect((await client.delete(`${path}/members/${w.ids.vera}`)).status).toBe(404);
  }
  for (const person of ["vera", "edna", "sara", "dora"] as const) {
    expect((await w.as(person).patch(path, { name: "Mine" })).status, person).toBe(403);
    expect((await w.as(person).get(path)).body.role).toBe("member");
  }
  expect((await w.as("adam").patch(path, { name: "Renamed" })).status).toBe(200);
  for (const person of ["adam", "vera"] as const) {
    expect((await w.as(person).delete(path)).status).toBe(403);
    expect((await w.as(person).post(`${path}/restore`)).status).toBe(403);
    expect((await w.as(person).delete(`/api/trash/drives/${w.drive}`)).status).toBe(403);
  }
  await w.as("olivia").delete(path);
  for (const person of ["adam", "vera"] as const) {
    expect((await w.as(person).get(path)).status).toBe(404);
    expect((await w.as(person).get(`${path}/trash`)).status).toBe(404);
    expect((await w.as(person).get("/api/drives?includeTrashed")).body).toEqual([]);
    expect((await w.as(person).post(`${path}/restore`)).status).toBe(404);
    expect((await w.as(person).delete(`/api/trash/drives/${w.drive}`)).status).toBe(404);
  }
});

/** root: a(a1(a11), a2), b(b1), c trashed (c1), d. */
async function smallTree(w: World): Promise<Record<string, string>> {
  const names = ["a", "a1", "a11", "a2", "b", "b1", "c", "c1", "d"];
  const id = Object.fromEntries(names.map((name) => [name, freshId(name)]));
  const get = (name: string): string => id[name] ?? "";
  const spec = (name: string, parent?: string): Spec => ({
    id: get(name),
    title: name,
    ...(parent && { parent: get(parent) }),
  });
  await plant(w.drive, w.ids.olivia, [
    spec("a"),
    spec("a1", "a"),
    spec("a11", "a1"),
    spec("a2", "a"),
    spec("b"),
    spec("b1", "b"),
    { ...spec("c"), trashed: 1763709700000 },
    spec("c1", "c"),
    spec("d"),
  ]);
  return id;
}

test("lists levels and subtrees of live pages in tree order for every page size", async () => {
  const w = await world();
  const id = await smallTree(w);
  const olivia = w.as("olivia");
  const path = `/api/drives/${w.drive}/pages`;
  const titles = (pages: Shown[]) => pages.map(({ title }) => title).join(" ");
  const level = (await olivia.get(path)).body;
  expect([titles(level.pages), level.nextCursor]).toEqual(["a b d", null]);
  expect(level.pages[0]).toEqual({
    id: id["a"],
    title: "a",
    icon: null,
    type: "DOCUMENT",
    driveId: w.drive,
    parentId: null,
    position: 1,
    hasChildren: true,
    createdAt: "2025-11-21T07:20:00.123Z",
    updatedAt: "2025-11-21T07:20:00.999Z",
  });
  expect(level.pages[2].hasChildren).toBe(false);
  expect(titles((await olivia.get(`${path}?parentId=${id["a"]}`)).body.pages)).toBe("a1 a2");
  expect(titles((await olivia.get(`${path}?depth=2`)).body.pages)).toBe("a a1 a2 b b1 d");
  const whole = await olivia.get(`${path}?depth=64`);
  expect(titles(whole.body.pages)).toBe("a a1 a11 a2 b b1 d");
  for (const depth of [1, 2, 64]) {
    const expected = (await olivia.get(`${path}?depth=${depth}${depth > 1 ? "&treeLimit=2000" : "&limit=100"}`)).body
      .pages;
    for (const limit of [1, 2, 3, 6]) expect(await walk(olivia, `${path}?depth=${depth}`, limit)).toEqual(expected);
  }
  expect(titles(await walk(olivia, `${path}?depth=64&parentId=${id["a"]}`, 1))).toBe("a1 a11 a2");
  for (const parent of [id["c"], id["c1"], "nothing"]) {
    expect((await olivia.get(`${path}?parentId=${parent}`)).status).toBe(404);
  }
  expect((await w.as("oscar").get(`/api/drives/${w.otherDrive}/pages?parentId=${id["a"]}`)).status).toBe(404);
  const empty = await makeDrive(w.as("oscar"));
  const none = await w.as("oscar").get(`/api/drives/${empty}/pages?depth=64`);
  expect(none.body).toEqual({ pages: [], nextCursor: null });
  for (const query of [
    "depth=0",
    "depth=65",
    "limit=0",
    "limit=101",
    "treeLimit=5",
    "depth=2&treeLimit=2001",
    "cursor=%7B",
    "cursor=W10",
    "parentId=a%2Fb",
  ]) {
    expect((await olivia.get(`${path}?${query}`)).body.code, query).toBe("invalid_request");
  }
});

test("continues a paged listing after changes, without pages hidden in the meantime", async () => {
  const w = await world();
  const id = await smallTree(w);
  const path = `/api/drives/${w.drive}/pages?depth=64&limit=2`;
  const first = (await w.as("vera").get(path)).body;
  expect(first.pages.map(({ title }: Shown) => title)).toEqual(["a", "a1"]);
  await grant(id["a1"] ?? "", w.ids.vera, 0);
  const rest = (await w.as("vera").get(`${path}0&cursor=${first.nextCursor}`)).body;
  expect(rest.pages.map(({ title }: Shown) => title)).toEqual(["a2", "b", "b1", "d"]);
});

test("hides the descendants of a hidden page, shows its parent as childless, and counts accordingly", async () => {
  const w = await world();
  const id = await smallTree(w);
  await grant(id["a1"] ?? "", w.ids.vera, 0);
  await grant(id["a2"] ?? "", w.ids.vera, 0);
  await grant(id["a11"] ?? "", w.ids.vera, 1);
  await grant(id["c"] ?? "", w.ids.vera, 0);
  await grant(id["b"] ?? "", w.ids.adam, 0);
  const vera = w.as("vera");
  const path = `/api/drives/${w.drive}/pages`;
  const pages = (await vera.get(`${path}?depth=64`)).body.pages;
  expect(pages.map(({ title }: Shown) => title)).toEqual(["a", "b", "b1", "d"]);
  expect(pages[0].hasChildren).toBe(false);
  expect((await vera.get(path)).body.pages.map(({ hasChildren }: Shown) => hasChildren)).toEqual([false, true, false]);
  expect((await vera.get(`${path}?parentId=${id["a1"]}`)).status).toBe(404);
  expect((await vera.get(`${path}?parentId=${id["a11"]}`)).body.pages).toEqual([]);
  const count = async (person: "vera" | "adam" | "edna") =>
    (await w.as(person).get(`/api/drives/${w.drive}`)).body.pageCount;
  // a11 is reachable by its id, so it counts although no listing contains it.
  expect([await count("vera"), await count("adam"), await count("edna")]).toEqual([5, 7, 7]);
  expect((await vera.get(`/api/drives/${w.drive}/trash`)).body.pages).toEqual([]);
  expect((await w.as("edna").get(`/api/drives/${w.drive}/trash`)).body.pages).toMatchObject([
    { title: "c", hasChildren: true, trashedAt: "2025-11-21T07:21:40.000Z" },
  ]);
});

test("returns identical bytes for two drives that differ only in hidden pages", async () => {
  const w = await world();
  const id = await smallTree(w);
  await grant(id["b"] ?? "", w.ids.vera, 0);
  const look = async () =>
    JSON.stringify(
      await Promise.all(
        ["", "/pages", "/pages?depth=64", `/pages?parentId=${id["b"]}`, "/trash"].map(async (tail) => {
          const { status, body } = await w.as("vera").get(`/api/drives/${w.drive}${tail}`);
          return [status, { ...body, requestId: 0 }];
        }),
      ),
    );
  const before = await look();
  expect(JSON.parse(before).map(([status]: [number]) => status)).toEqual([200, 200, 200, 404, 200]);
  await plant(w.drive, w.ids.olivia, [
    { id: freshId("h"), parent: id["b"] ?? "", title: "secret" },
    { id: freshId("h"), parent: id["b"] ?? "", title: "secret too", trashed: 1763709800000 },
  ]);
  expect(await look()).toBe(before);
});

test("pages through the trash newest first, and shows the content of a trashed drive to its owner", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const path = `/api/drives/${w.drive}`;
  await plant(w.drive, w.ids.olivia, [
    ...Array.from({ length: 5 }, (_, i) => ({ id: freshId("t"), title: `t${i}`, trashed: 1000 + Math.floor(i / 2) })),
    { id: freshId("live"), title: "live" },
  ]);
  const titles = (pages: Shown[]) => pages.map(({ title }) => title).join(" ");
  expect(titles((await olivia.get(`${path}/trash`)).body.pages)).toBe("t4 t3 t2 t1 t0");
  expect(titles(await walk(olivia, `${path}/trash?`, 2))).toBe("t4 t3 t2 t1 t0");
  await olivia.delete(path);
  expect(titles(await walk(olivia, `${path}/trash?`, 1))).toBe("live t4 t3 t2 t1 t0");
});

test("purges every row of a drive, empties its rooms by jobs, and leaves other drives unchanged", async () => {
  const w = await world();
  const id = await smallTree(w);
  await plant(
    w.drive,
    w.ids.olivia,
    Array.from({ length: 1100 }, () => ({ id: freshId("many") })),
  );
  const kept = freshId("kept");
  await plant(w.otherDrive, w.ids.oscar, [{ id: kept }]);
  await grant(id["a"] ?? "", w.ids.vera, 1);
  await d1`insert into page_contents (page_id, content) values (${id["a"]}, 'text')`.run();
  await w.token("vera", { drives: [w.drive] });
  const deps = createDeps(env, { waitUntil: () => undefined });
  const purgeId = deps.newId();
  const [, jobs] = await writable(deps.db).write([
    insertPurgeJobs(sql`select id from pages where drive_id = ${w.drive}`, purgeId, 1),
    listPurgeJobs(purgeId),
  ]);
  expect(jobs.map((job) => job.kind === "rooms.purge" && job.pageIds.length)).toEqual([500, 500, 109]);
  expect(new Set(jobs.map((job) => job.id)).size).toBe(3);
  const olivia = w.as("olivia");
  await olivia.delete(`/api/drives/${w.drive}`);
  expect((await olivia.delete(`/api/trash/drives/${w.drive}`)).status).toBe(200);
  for (const table of ["pages", "drive_members", "mcp_token_drives"]) {
    expect(await env.DB.prepare(`select count(*) as n from ${table} where drive_id = ?`).bind(w.drive).first("n")).toBe(
      0,
    );
  }
  expect(await d1`select count(*) as n from page_grants where page_id = ${id["a"]}`.first("n")).toBe(0);
  expect(await d1`select count(*) as n from page_contents where page_id = ${id["a"]}`.first("n")).toBe(0);
  expect(await d1`select id from pages where id = ${kept}`.first("id")).toBe(kept);
});

test("adds members by ID or verified email, changes them, and removes them with all their grants", async () => {
  const w = await world();
  const id = await smallTree(w);
  const path = `/api/drives/${w.drive}/members`;
  const olivia = w.as("olivia");
  const added = await olivia.post(path, { email: ` ${w.ids.oscar.toUpperCase()}@example.com`, canEdit: true });
  expect(added.status).toBe(201);
  // Same answer as for an address without an account.
  expect(added.body).toMatchObject({
    userId: null,
    role: "member",
    canView: true,
    canEdit: true,
    canShare: false,
    grantedBy: w.ids.olivia,
  });
  expect((await w.as("oscar").get(`/api/drives/${w.drive}`)).body.rights).toMatchObject({
    canEdit: true,
    canDelete: false,
  });
  expect((await olivia.post(path, { userId: w.ids.oscar })).body.code).toBe("conflict");
  const changed = await olivia.patch(`${path}/${w.ids.oscar}`, { canDelete: true });
  expect(changed.body).toMatchObject({ canView: true, canEdit: true, canDelete: true });
  expect((await olivia.patch(`${path}/${w.ids.oscar}`, { role: "admin" })).body.canShare).toBe(true);
  expect((await olivia.patch(`${path}/${w.ids.oscar}`, { role: "member" })).body).toMatchObject({
    canView: true,
    canEdit: false,
  });
  const list = await walkMembers(olivia, path);
  expect(list).toHaveLength(7);
  await grant(id["a"] ?? "", w.ids.oscar, 15);
  expect((await olivia.delete(`${path}/${w.ids.oscar}`)).status).toBe(200);
  expect((await w.as("oscar").get(`/api/drives/${w.drive}`)).status).toBe(404);
  expect((await w.as("oscar").get(`/api/drives/${w.drive}/pages?parentId=${id["a"]}`)).status).toBe(404);
  expect((await olivia.delete(`${path}/${w.ids.oscar}`)).status).toBe(404);
  expect((await w.as("vera").delete(`${path}/${w.ids.vera}`)).status).toBe(200);
  expect((await w.as("vera").get("/api/drives")).body).toEqual([]);
});

async function walkMembers(client: Client, path: string): Promise<unknown[]> {
  const first = (await client.get(`${path}?limit=4`)).body;
  const second = (await client.get(`${path}?limit=4&cursor=${first.nextCursor}`)).body;
  expect(second.nextCursor).toBeNull();
  return [...first.members, ...second.members];
}

test("rejects granting rights that the caller lacks, self-promotion and changes to the owner", async () => {
  const w = await world();
  const path = `/api/drives/${w.drive}/members`;
  const post = async (person: "vera" | "sara" | "adam" | "olivia", body: object) =>
    (await w.as(person).post(path, body)).status;
  expect(await post("vera", { userId: w.ids.oscar })).toBe(403);
  expect(await post("sara", { userId: w.ids.oscar, canEdit: true })).toBe(403);
  expect(await post("sara", { userId: w.ids.oscar, role: "admin" })).toBe(403);
  // Sara may share pages but not the drive: members she added would see pages hidden from her.
  expect(await post("sara", { userId: w.ids.oscar, canShare: true })).toBe(403);
  expect(await post("adam", { userId: w.ids.sara, canShare: true })).toBe(409);
  expect(await post("adam", { userId: w.ids.oscar, canShare: true })).toBe(201);
  expect((await w.as("sara").patch(`${path}/${w.ids.sara}`, { role: "admin" })).status).toBe(403);
  expect((await w.as("sara").patch(`${path}/${w.ids.oscar}`, { canShare: false })).status).toBe(403);
  expect((await w.as("sara").delete(`${path}/${w.ids.oscar}`)).status).toBe(403);
  expect((await w.as("adam").patch(`${path}/${w.ids.olivia}`, { role: "member" })).status).toBe(403);
  expect((await w.as("adam").delete(`${path}/${w.ids.olivia}`)).status).toBe(403);
  expect((await w.as("olivia").delete(`${path}/${w.ids.olivia}`)).status).toBe(403);
  expect(await post("adam", { userId: w.ids.olivia })).toBe(400);
  expect(await post("olivia", { userId: "nobody" })).toBe(404);
  expect(await post("olivia", { email: "nobody@example.com" })).toBe(201);
  expect(await post("vera", { email: "nobody@example.com" })).toBe(403);
  for (const body of [
    {},
    { userId: w.ids.rupert, email: "a@b.example" },
    { userId: w.ids.rupert, canView: false },
    { email: "x" },
  ]) {
    expect(await post("olivia", body), JSON.stringify(body)).toBe(400);
  }
  expect((await w.as("olivia").get("/api/drives")).body[0].role).toBe("owner");
});

test("finds no user by an unverified email", async () => {
  const w = await world();
  await d1`update users set email = ${`${w.drive}@example.com`} where id = ${w.ids.oscar}`.run();
  const reply = await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email: `${w.drive}@example.com` });
  expect([reply.status, reply.body.userId]).toEqual([201, null]);
  expect((await w.as("oscar").get(`/api/drives/${w.drive}`)).status).toBe(404);
});

test("lists in one round trip, and reads rows in proportion to the result", async () => {
  const w = await world();
  const pages: Spec[] = Array.from({ length: 1000 }, (_, i) => ({ id: `${w.drive}-${i}`, title: `Page ${i}` }));
  pages.forEach((page, i) => i > 0 && (page.parent = `${w.drive}-${Math.floor((i - 1) / 10)}`));
  await plant(w.drive, w.ids.olivia, pages);
  const flat = await makeDrive(w.as("oscar"));
  await plant(
    flat,
    w.ids.oscar,
    Array.from({ length: 1000 }, (_, i) => ({ id: `${flat}-${i}` })),
  );
  const tree = await measure(() => w.as("olivia").get(`/api/drives/${w.drive}/pages?depth=64&treeLimit=2000`));
  const asMember = await measure(() => w.as("edna").get(`/api/drives/${w.drive}/pages?depth=64&treeLimit=2000`));
  const level = await measure(() => w.as("oscar").get(`/api/drives/${flat}/pages?limit=50`));
  const { client: tool } = await w.token("oscar");
  await tool.get("/api/mcp/drives");
  const drives = await measure(() => tool.get("/api/mcp/drives"));
  expect(tree.trips).toBe(1);
  // An index row and a table row per page, one row for each of the hundred parents, and the credential.
  expect(tree.rowsRead).toBeLessThanOrEqual(3 * 1000 + 60);
  expect(asMember.rowsRead).toBeLessThanOrEqual(3 * 1000 + 60);
  expect(level.rowsRead).toBeLessThanOrEqual(2 * 51 + 30);
  expect(drives).toMatchObject({ trips: 1 });
  expect(drives.rowsRead).toBeLessThanOrEqual(9 + 2 * 2);
});
