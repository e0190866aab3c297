/** References to pages and drives in tools: one path format, which never resolves to a different page. */
import { beforeAll, expect, test } from "vitest";
import { indexNow } from "../search/fixtures.ts";
import { grant, makePage, ORIGIN, world, type World } from "../support/world.ts";
import { callTool, modern } from "./clients.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = (await w.token("olivia")).raw;
});

async function make(title: string, parentId: string | null = null, type = "DOCUMENT"): Promise<string> {
  const content = type === "DOCUMENT" ? "- [ ] one\ntwo" : type === "SHEET" ? "a,b" : "";
  const body = { driveId: w.drive, title, type, content, ...(parentId !== null && { parentId }) };
  return makePage(w, body);
}

const stateOf = async (id: string): Promise<unknown> => {
  const { body } = await w.as("olivia").get(`/api/pages/${id}`);
  return [body.content, body.title, body.revision, body.messages.length];
};

/** Every tool call that reads or writes a single page. */
const callsOn = (page: string): [string, Record<string, unknown>][] => [
  ["fetch", { id: page }],
  ["edit_page", { page, baseRevision: 1, edits: [{ op: "append", content: "x" }] }],
  ["edit_page", { page, baseRevision: 1, title: "Renamed" }],
  ["edit_cells", { page, baseRevision: 1, cells: [{ cell: "A1", value: "x" }] }],
  ["update_tasks", { page, baseRevision: 1, add: [{ title: "x" }] }],
  ["post_message", { page, content: "x" }],
  ["history", { page }],
  ["revert", { page, version: 1 }],
  ["trash_pages", { pageIds: [page] }],
  ["move_pages", { pageIds: [page], driveId: w.drive }],
  ["restore_pages", { pageIds: [page] }],
  ["create_pages", { driveId: w.drive, parentId: page, pages: [{ title: "Child" }] }],
  ["list_pages", { driveId: w.drive, parentId: page }],
];

test("rejects a path without a page in every tool, and leaves its ancestors unchanged", async () => {
  const parents = await Promise.all(["DOCUMENT", "SHEET", "CHANNEL"].map((type) => make(`Up ${type}`, null, type)));
  const gone = await make("Gone", parents[0]);
  await callTool(token, "trash_pages", { pageIds: [gone] });
  const moved = await make("Moved", parents[0]);
  await callTool(token, "move_pages", { pageIds: [moved], driveId: w.drive });
  await callTool(token, "edit_page", { page: moved, baseRevision: 1, title: "Moved and renamed" });
  const before = await Promise.all(parents.map(stateOf));
  const pages = (await d1`select count(*) as n from pages`.first<{ n: number }>())?.n;
  const base = `/${w.drive}/Up DOCUMENT`;
  for (const path of [
    `${base}/Gone`,
    `${base}/Moved`,
    `${base}/Never was`,
    `${base}/Never%20was`,
    `/${w.drive}/Up SHEET/Gone`,
    `/${w.drive}/Up CHANNEL/Gone`,
    `See ${base}`,
    `${base} please`,
    `${base}, ${moved}`,
    `${parents[0]} ${moved}`,
    `“${base}”`,
    `${base}\n`.concat("and more"),
    `https://elsewhere.example/pages/${parents[0]}`,
    `${ORIGIN}/api/pages/${parents[0]}`,
    `@[x](user:${parents[0]})`,
    `/${w.drive}`,
    "/",
    "Up DOCUMENT",
  ]) {
    for (const [name, args] of callsOn(path)) {
      const { isError, text } = await callTool(token, name, args);
      expect([isError, text], `${name} ${path}`).toEqual([
        true,
        expect.stringMatching(/^(not_found|invalid_request): /),
      ]);
    }
  }
  expect(await Promise.all(parents.map(stateOf))).toEqual(before);
  expect((await d1`select count(*) as n from pages`.first<{ n: number }>())?.n).toBe(pages);
});

test("names the nearest page that the caller can view in the error, and no hidden one", async () => {
  const top = await make("Top");
  const secret = await make("Secret", top);
  await make("Below", secret);
  const owner = await callTool(token, "fetch", { id: `/${w.drive}/Top/Secret/Nothing` });
  expect(owner.text).toContain(`/${w.drive}/Top/Secret (id ${secret})`);
  await grant(secret, w.ids.vera, 0);
  const vera = (await w.token("vera")).raw;
  const path = `/${w.drive}/Top/Secret/Below`;
  const hidden = await callTool(vera, "fetch", { id: path });
  expect(hidden.text).toContain(`/${w.drive}/Top (id ${top})`);
  expect(hidden.text).not.toContain(secret);
  const missing = await callTool(vera, "fetch", { id: path.replace("Secret", "Nobody") });
  expect(hidden.text).toBe(missing.text.replace("Nobody", "Secret"));
  const oscar = (await w.token("oscar")).raw;
  const outside = await callTool(oscar, "fetch", { id: path });
  expect(outside.text).toMatch(/^not_found: /);
  expect(outside.text).not.toContain(top);
  expect((await callTool(token, "fetch", { id: `/${w.drive}/Nothing` })).text).toContain(`driveId ${w.drive}`);
});

test("every tool returns and accepts the same path form, including titles with slashes and percent signs", async () => {
  const titles = ["Q3/Q4 plan", "100% done", "50%20off", "Ünder/Ö%2F"];
  const pages = titles.map((title, index) => ({
    title,
    content: "Zwetschge",
    ...(index > 0 && { parent: index - 1 }),
  }));
  const made = (await callTool(token, "create_pages", { driveId: w.drive, pages })).data.pages;
  await indexNow();
  const found = (await callTool(token, "search", { query: "zwetschge", limit: 100 })).data.results;
  for (const { id, path, url } of made) {
    const fetched = (await callTool(token, "fetch", { id: path })).data;
    expect([fetched.id, fetched.path]).toEqual([id, path]);
    expect(found.find((hit: { id: string }) => hit.id === id).path).toBe(path);
    const detected = await (
      await w.token("olivia")
    ).client.get(`/api/mcp/detect-paths?text=${encodeURIComponent(`See ${path} now`)}`);
    expect(detected.body.results[0].references).toMatchObject([
      { match: path, status: "found", pages: [{ pageId: id, path }] },
    ]);
    for (const reference of [
      path.replaceAll(" ", "%20"),
      ` ${path} `,
      `${path}/`,
      url,
      `${url}?x=1#part`,
      `/pages/${id}`,
      `page://${id}`,
      `@[x](page:${id})`,
      id.toUpperCase(),
    ])
      expect((await callTool(token, "fetch", { id: reference })).data?.id, reference).toBe(id);
  }
  expect(made.at(-1).path).toBe(`/${w.drive}/Q3%2FQ4 plan/100% done/50%2520off/Ünder%2FÖ%252F`);
});

test("rejects an ambiguous path, and lists its candidates", async () => {
  const ids = [await make("Twice"), await make("Twice")];
  const { isError, text } = await callTool(token, "edit_page", {
    page: `/${w.drive}/Twice`,
    baseRevision: 1,
    edits: [{ op: "append", content: "x" }],
  });
  expect([isError, text]).toEqual([true, expect.stringMatching(/^invalid_request: 2 pages/)]);
  for (const id of ids) {
    expect(text).toContain(id);
    expect(await stateOf(id)).toEqual(["- [ ] one\ntwo", "Twice", 1, 0]);
  }
});

test("resolves paths that omit hidden pages or the drive, for users who receive them", async () => {
  const top = await make("Wall");
  const hidden = await make("Hidden", top);
  const open = await make("Open", hidden);
  const below = await make("Below it", open);
  await grant(hidden, w.ids.vera, 0);
  await grant(open, w.ids.vera, 1);
  await grant(open, w.ids.oscar, 1);
  for (const [person, prefix] of [
    ["vera", `/${w.drive}/Wall`],
    ["oscar", ""],
  ] as const) {
    const { raw } = await w.token(person);
    for (const [id, path] of [
      [open, `${prefix}/Open`],
      [below, `${prefix}/Open/Below it`],
    ]) {
      const fetched = await callTool(raw, "fetch", { id });
      expect(fetched.data.path, person).toBe(path);
      expect((await callTool(raw, "fetch", { id: path })).data?.id, `${person} ${path}`).toBe(id);
    }
    expect((await callTool(raw, "fetch", { id: `/${w.drive}/Wall/Hidden/Open` })).isError).toBe(true);
  }
  await callTool(token, "trash_pages", { pageIds: [hidden] });
  expect((await callTool((await w.token("oscar")).raw, "fetch", { id: "/Open/Below it" })).isError).toBe(true);
});

test("accepts a drive's ID, slug, name and path", async () => {
  const mine = (await w.as("olivia").post("/api/drives", { name: "Boat Yard" })).body;
  for (const driveId of [mine.id, mine.slug, "Boat Yard", "bóat  yard", "/boat-yard", `${ORIGIN}/drives/${mine.id}`])
    for (const [name, args] of [
      ["list_pages", { driveId }],
      ["create_pages", { driveId, pages: [{ title: "x" }] }],
      ["search", { query: "x", driveId }],
    ] as const)
      expect((await callTool(token, name, args)).isError, `${name} ${driveId}`).toBe(false);
  const unknown = await callTool(token, "list_pages", { driveId: "Nowhere" });
  expect(unknown.text).toMatch(/^not_found: No drive is named "Nowhere"\. Your drives are .*Boat Yard/);
  await w.as("olivia").post("/api/drives", { name: "Boat Yard" });
  expect((await callTool(token, "list_pages", { driveId: "Boat Yard" })).text).toMatch(
    /^invalid_request: Several drives/,
  );
});

test("returns created pages in the order of the request", async () => {
  const pages = [
    { title: "A" },
    { title: "B", parent: 0 },
    { title: "C" },
    { title: "D", parent: 1 },
    { title: "E", parent: 2 },
    { title: "F", parent: 0 },
  ];
  const { data } = await callTool(token, "create_pages", { driveId: w.drive, pages });
  expect(data.pages.map(({ title }: { title: string }) => title)).toEqual(["A", "B", "C", "D", "E", "F"]);
  expect(data.pages[3].path).toBe(`/${w.drive}/A/B/D`);
  for (const { id, title } of data.pages) expect((await callTool(token, "fetch", { id })).data.title).toBe(title);
});

test("accepts only exact page URIs for resources and subscriptions", async () => {
  const id = await make("Resource");
  for (const uri of [`page://${id}/x`, `page:///${w.drive}/Resource/Nothing`, `page://${id} x`, `page://see ${id}`])
    expect((await modern(token, "resources/read", { uri })).body.error?.code, uri).toBe(-32602);
});
