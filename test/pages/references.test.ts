/** References in free text: matches, ambiguity, and hidden pages being indistinguishable from missing ones. */
import { expect, test } from "vitest";
import { grant, ORIGIN, freshId, world, type Client, type World, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

type Reference = { match: string; status: string; pages: unknown[] };

const uuid = (): string => crypto.randomUUID();

async function insert(
  w: World,
  drive: string,
  title: string,
  parent: string | null = null,
  trashed: number | null = null,
) {
  const id = uuid();
  await d1`insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at) values (${id}, ${drive}, ${parent}, ${title}, 'DOCUMENT', 1, ${trashed}, ${w.ids.olivia}, 1, 1)`.run();
  return id;
}

const query = (...texts: string[]): string =>
  `/api/mcp/detect-paths?${texts.map((text) => `text=${encodeURIComponent(text)}`).join("&")}`;

async function detect(tool: Client, text: string): Promise<Reference[]> {
  const reply = await tool.get(query(text));
  expect(reply.status).toBe(200);
  return reply.body.results[0].references;
}

test("resolves paths, URLs, IDs and mentions to pages and drives", async () => {
  const w = await world();
  const { client: tool } = await w.token("vera");
  const map = await insert(w, w.drive, "Road Map");
  const plan = await insert(w, w.drive, "Q3 plan", map);
  const page = {
    title: "Q3 plan",
    type: "DOCUMENT",
    pageId: plan,
    driveId: w.drive,
    driveSlug: w.drive,
    path: `/${w.drive}/Road Map/Q3 plan`,
  };
  const found = (match: string, kind: string) => ({ match, kind, status: "found", pages: [page] });
  expect(await detect(tool, `See /${w.drive}/Road Map/Q3 plan for details.`)).toEqual([
    found(`/${w.drive}/Road Map/Q3 plan`, "path"),
  ]);
  expect(
    await detect(tool, `(${ORIGIN}/pages/${plan}?x=1), ${plan.toUpperCase()}; @[Q3](page:${plan}) or /pages/${plan}.`),
  ).toEqual([
    found(`${ORIGIN}/pages/${plan}?x=1`, "url"),
    found(plan.toUpperCase(), "id"),
    found(`@[Q3](page:${plan})`, "mention"),
    found(`/pages/${plan}`, "url"),
  ]);
  expect(await detect(tool, `https://elsewhere.example/pages/${plan} and @[Ann](user:${plan})`)).toEqual([]);
  const two = await detect(tool, `/${w.drive}/Road Map or /${w.drive}/Nothing here`);
  expect(two.map(({ match, status }) => [match, status])).toEqual([
    [`/${w.drive}/Road Map`, "found"],
    [`/${w.drive}/Nothing`, "not_found"],
  ]);
});

test("prefers the longest match, and lists all pages that share it", async () => {
  const w = await world();
  const { client: tool } = await w.token("vera");
  await insert(w, w.drive, "Plan");
  const long = await insert(w, w.drive, "Plan B");
  expect((await detect(tool, `/${w.drive}/Plan B is on`))[0]).toMatchObject({
    match: `/${w.drive}/Plan B`,
    pages: [{ pageId: long }],
  });
  await insert(w, w.drive, "Plan B");
  const [both] = await detect(tool, `/${w.drive}/Plan B`);
  expect(both?.status).toBe("ambiguous");
  expect(both?.pages).toHaveLength(2);
  expect((await detect(tool, `/${w.drive}/Planet`))[0]?.status).toBe("not_found");
});

test("does not resolve trashed pages, trashed drives, drives out of scope and other users' pages", async () => {
  const w = await world();
  const { client: tool } = await w.token("olivia");
  const gone = await insert(w, w.drive, "Gone", null, 5);
  const under = await insert(w, w.drive, "Under", gone);
  const foreign = await insert(w, w.otherDrive, "Foreign");
  const mine = await makeDrive(w, "Mine");
  const page = await insert(w, mine, "Page");
  const all = `${gone} ${under} ${foreign} /${w.drive}/Gone /${w.drive}/Gone/Under /${w.otherDrive}/Foreign`;
  expect((await detect(tool, all)).map(({ status }) => status)).toEqual(Array(6).fill("not_found"));
  expect((await detect(tool, `${page} /mine/Page`)).map(({ status }) => status)).toEqual(["found", "found"]);
  const { client: scoped } = await w.token("olivia", { drives: [w.drive] });
  expect((await detect(scoped, `${page} /mine/Page`)).map(({ status }) => status)).toEqual(["not_found", "not_found"]);
  await w.as("olivia").delete(`/api/drives/${mine}`);
  expect((await detect(tool, `${page} /mine/Page`)).map(({ status }) => status)).toEqual(["not_found", "not_found"]);
});

test("leaves out ancestors and drives that the caller cannot view", async () => {
  const w = await world();
  const secret = await insert(w, w.drive, "Secret");
  const open = await insert(w, w.drive, "Open", secret);
  await grant(secret, w.ids.vera, 0);
  await grant(open, w.ids.vera, 1);
  await grant(open, w.ids.oscar, 1);
  const { client: vera } = await w.token("vera");
  const { client: oscar } = await w.token("oscar");
  expect((await detect(vera, open))[0]?.pages).toMatchObject([{ path: `/${w.drive}/Open`, driveSlug: w.drive }]);
  expect((await detect(oscar, open))[0]?.pages).toMatchObject([{ path: "/Open", driveSlug: null }]);
  expect((await detect(vera, `/${w.drive}/Secret/Open`))[0]?.status).toBe("not_found");
  expect((await detect(oscar, `/${w.drive}/Open`))[0]?.status).toBe("not_found");
});

test("returns identical bytes for a hidden and a missing page", async () => {
  const w = await world();
  const { client: tool } = await w.token("vera");
  await insert(w, w.drive, "Shown");
  const id = uuid();
  const text = `/${w.drive}/Shown/Hidden page, /${w.drive}/Hidden page ${id} @[x](page:${id}) ${ORIGIN}/pages/${id} /${w.drive}/Shown Hidden`;
  const before = JSON.stringify((await tool.get(query(text))).body);
  const top = await insert(w, w.drive, "Hidden page");
  await d1`update pages set id = ${id} where id = ${top}`.run();
  await grant(id, w.ids.vera, 0);
  expect(JSON.stringify((await tool.get(query(text))).body)).toBe(before);
  await d1`delete from page_grants where page_id = ${id}`.run();
  expect(JSON.stringify((await tool.get(query(text))).body)).not.toBe(before);
});

test("limits the number and length of texts, and accepts only MCP tokens", async () => {
  const w = await world();
  const { client: tool } = await w.token("vera");
  expect((await tool.get(query(...Array(20).fill("x")))).body.results).toHaveLength(20);
  expect((await tool.get(query(...Array(21).fill("x")))).body.code).toBe("invalid_request");
  expect((await tool.get(query("x".repeat(2001)))).body.code).toBe("invalid_request");
  expect((await tool.get("/api/mcp/detect-paths")).body.code).toBe("invalid_request");
  expect((await tool.get(query(""))).body.results).toEqual([{ input: "", references: [] }]);
  expect((await w.as("vera").get(query("x"))).status).toBe(401);
  expect((await w.as("vera").get("/api/mcp/drives")).status).toBe(401);
  const many = await tool.get(query(...Array(20).fill(`/${freshId("d")}/a b `.repeat(30).slice(0, 1000))));
  expect(many.body.results.flatMap(({ references }: { references: Reference[] }) => references)).toHaveLength(100);
});
