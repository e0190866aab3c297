/** Search returns only what the caller may currently see, and hidden pages do not affect the answer. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { rightsColumns } from "../../src/db/rights-columns.ts";
import { search } from "../../src/features/search/service.ts";
import { EVERYTHING, VIEW } from "../../src/kernel/rights.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { type Person, type World, freshId, world, makeDrive } from "../support/world.ts";
import { ask, indexNow, interrupted, titles, titlesOf, write } from "./fixtures.ts";
import { d1 } from "../support/d1.ts";

function grant(w: World, pageId: string, person: Person, rights: number) {
  const { storedRights } = rightsColumns(rights);
  return d1`insert into page_grants (page_id, user_id, rights, granted_by, created_at) values (${pageId}, ${w.ids[person]}, ${storedRights}, ${w.ids.olivia}, 1) on conflict do update set rights = excluded.rights`.run();
}

test("returns nothing to an outsider, and shared pages with descendants to a guest until revoked", async () => {
  const w = await world();
  const ids = await write(w, [{ title: "Alpha plan", content: "walrus" }]);
  await write(w, [{ title: "Alpha child", content: "walrus", parentId: ids["Alpha plan"] ?? "" }]);
  await write(w, [{ title: "Beside", content: "walrus" }]);
  await indexNow();
  expect(await titles(w.as("vera"), "walrus")).toEqual(["Beside", "Alpha child", "Alpha plan"]);
  expect(await titles(w.as("oscar"), "walrus")).toEqual([]);
  await grant(w, ids["Alpha plan"] ?? "", "oscar", VIEW);
  expect(await titles(w.as("oscar"), "walrus")).toEqual(["Alpha child", "Alpha plan"]);
  expect(await titles(w.as("oscar"), "walrus", { driveId: w.drive })).toEqual(["Alpha child", "Alpha plan"]);
  await w.as("olivia").delete(`/api/pages/${ids["Alpha plan"]}/permissions`, { userId: w.ids.oscar });
  expect(await titles(w.as("oscar"), "walrus")).toEqual([]);
});

test("hides a subtree by a narrowing grant, reopens it by a lower one, and hides names of hidden ancestors", async () => {
  const w = await world();
  const top = await write(w, [{ title: "Top", content: "narwhal" }]);
  const hidden = await write(w, [{ title: "Hidden", content: "narwhal", parentId: top["Top"] ?? "" }]);
  const open = await write(w, [{ title: "Open", content: "narwhal", parentId: hidden["Hidden"] ?? "" }]);
  await write(w, [{ title: "Leaf", content: "narwhal", parentId: open["Open"] ?? "" }]);
  await indexNow();
  const paths = async (person: Person) =>
    (await ask(w.as(person), "narwhal")).results.map(({ path }) => path.replace(w.drive, "team"));
  const everything = ["/team/Top/Hidden/Open/Leaf", "/team/Top/Hidden/Open", "/team/Top/Hidden", "/team/Top"];
  expect(await paths("vera")).toEqual(everything);
  await grant(w, hidden["Hidden"] ?? "", "vera", 0);
  expect(await paths("vera")).toEqual(["/team/Top"]);
  await grant(w, open["Open"] ?? "", "vera", VIEW);
  expect(await paths("vera")).toEqual(["/team/Top/Open/Leaf", "/team/Top/Open", "/team/Top"]);
  // Grants do not restrict owners and admins.
  await grant(w, hidden["Hidden"] ?? "", "adam", 0);
  expect(await paths("adam")).toEqual(everything);
  // A guest sees neither the drive nor the ancestors.
  await grant(w, open["Open"] ?? "", "oscar", VIEW);
  expect(await paths("oscar")).toEqual(["/Open/Leaf", "/Open"]);
});

test("leaves out trashed pages, their descendants and trashed drives", async () => {
  const w = await world();
  const ids = await write(w, [{ title: "Parent", content: "okapi" }]);
  await write(w, [{ title: "Child", content: "okapi", parentId: ids["Parent"] ?? "" }]);
  await write(w, [{ title: "Other", content: "okapi" }]);
  await indexNow();
  await w.as("olivia").delete(`/api/pages/${ids["Parent"]}`);
  expect(await titles(w.as("vera"), "okapi")).toEqual(["Other"]);
  await w.as("olivia").post(`/api/pages/${ids["Parent"]}/restore`);
  expect((await titles(w.as("vera"), "okapi")).length).toBe(3);
  await w.as("olivia").delete(`/api/drives/${w.drive}`);
  expect(await titles(w.as("vera"), "okapi")).toEqual([]);
  expect((await w.as("vera").get(`/api/search?q=okapi&driveId=${w.drive}`)).status).toBe(404);
  await w.as("olivia").post(`/api/drives/${w.drive}/restore`);
  expect((await titles(w.as("vera"), "okapi")).length).toBe(3);
});

test("returns nothing to a removed member, or to one whose role shows no pages", async () => {
  const w = await world();
  await write(w, [{ title: "Secret", content: "tapir" }]);
  await indexNow();
  expect(await titles(w.as("edna"), "tapir")).toEqual(["Secret"]);
  await w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.edna}`);
  expect(await titles(w.as("edna"), "tapir")).toEqual([]);
  await d1`update drive_members set rights = 0 where drive_id = ${w.drive} and user_id = ${w.ids.vera}`.run();
  expect(await titles(w.as("vera"), "tapir")).toEqual([]);
  expect(await titles(w.as("rupert"), "tapir")).toEqual([]);
});

test("limits results to the token's scope, also for a read-only token", async () => {
  const w = await world();
  await write(w, [{ title: "Here", content: "quokka" }]);
  const second = await makeDrive(w);
  await write(w, [{ title: "There", content: "quokka", driveId: second }]);
  await indexNow();
  const find = async (options: { drives?: string[]; readOnly?: boolean }) =>
    titles((await w.token("olivia", options)).client, "quokka");
  expect(await find({})).toEqual(["There", "Here"]);
  expect(await find({ readOnly: true })).toEqual(["There", "Here"]);
  expect(await find({ drives: [w.drive] })).toEqual(["Here"]);
  expect(await find({ drives: [second], readOnly: true })).toEqual(["There"]);
  const { client } = await w.token("olivia", { drives: [second] });
  expect((await client.get(`/api/search?q=quokka&driveId=${w.drive}`)).status).toBe(404);
  const gone = await w.token("olivia", { drives: ["no-such-drive"] });
  expect((await gone.client.get("/api/search?q=quokka")).body.code).toBe("scope_empty");
});

test("shows a moved or renamed page with its current title and rights", async () => {
  const w = await world();
  const ids = await write(w, [{ title: "Before", content: "ibex" }]);
  await indexNow();
  await d1`update pages set title = 'After' where id = ${ids["Before"]}`.run();
  expect(await titles(w.as("vera"), "ibex")).toEqual(["After"]);
  await d1`update pages set drive_id = ${w.otherDrive} where id = ${ids["Before"]}`.run();
  expect(await titles(w.as("vera"), "ibex")).toEqual([]);
});

test("leaves out pages whose access is revoked during the search", async () => {
  const w = await world();
  const ids = await write(w, [
    { title: "Given", content: "saola" },
    { title: "Other", content: "saola" },
  ]);
  await indexNow();
  const during = async (person: Person, act: () => Promise<unknown>): Promise<string[]> => {
    const context = createExecutionContext();
    const deps = createDeps(env, context);
    const searchDb = interrupted(deps.searchDb, 1, async () => void (await act()));
    const caller = {
      kind: "session",
      tokenHash: hashToken("session", w.session(person)),
      client: { ip: "", userAgent: "" },
    } as const;
    const answer = await search({ ...deps, searchDb }, caller, { q: "saola", limit: 50 });
    await waitOnExecutionContext(context);
    return titlesOf(answer);
  };
  const nothing = () => Promise.resolve();
  await grant(w, ids["Given"] ?? "", "oscar", VIEW);
  expect(await during("oscar", nothing)).toEqual(["Given"]);
  expect(await during("oscar", () => grant(w, ids["Given"] ?? "", "oscar", 0))).toEqual([]);
  expect(await during("vera", () => grant(w, ids["Given"] ?? "", "vera", 0))).toEqual(["Other"]);
  const suspend = () => d1`update users set suspended_at = 1 where id = ${w.ids.sara}`.run();
  expect(await during("sara", suspend)).toEqual([]);
  const out = () => w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.dora}`);
  expect(await during("dora", out)).toEqual([]);
});

/** A drive that Vera may view except for one page, which has `secrets` pages below it. */
async function twin(secrets: number): Promise<{ w: World; names: Map<string, string> }> {
  const w = await world();
  const names = new Map<string, string>([[w.drive, "drive"]]);
  const note = (made: Record<string, string>) => {
    for (const [title, id] of Object.entries(made)) names.set(id, title);
    return made;
  };
  note(
    await write(w, [
      { title: "Gnu one", content: "gnu and emu" },
      { title: "Two", content: "gnu gnu gnu" },
    ]),
  );
  const vault = note(await write(w, [{ title: "Vault", content: "closed" }]));
  await grant(w, vault["Vault"] ?? "", "vera", 0);
  await indexNow();
  const now = Date.now();
  const list = Array.from({ length: secrets }, (_, i) => `secret-${freshId("page")}-${i}`);
  const inserts = list.flatMap((id, i) => [
    d1`insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at) values (${id}, ${w.drive}, ${vault["Vault"]}, 'Gnu', 'DOCUMENT', ${i}, ${w.ids.olivia}, ${now}, ${now})`,
    d1`insert into page_contents (page_id, content) values (${id}, 'gnu gnu gnu gnu emu')`,
    d1`insert into search_dirty (page_id, since) values (${id}, ${now})`,
  ]);
  if (inserts.length > 0) await env.DB.batch(inserts);
  await indexNow();
  note(
    await write(w, [
      { title: "Three", content: "A gnu is no emu." },
      { title: "Four gnus", content: "So there." },
    ]),
  );
  await indexNow();
  return { w, names };
}

test("returns identical bytes, cursors and scores in worlds that differ only in hidden pages", async () => {
  const [bare, full] = [await twin(0), await twin(700)];
  const answers = async ({ w, names }: typeof bare, person: Person): Promise<string> => {
    let all = "";
    for (const q of ["gnu", "gn", "gnu emu", "emu gnu zebra", "vault", "closed", "nus"]) {
      for (const limit of [1, 2, 50]) {
        let cursor: string | null = null;
        do {
          const answer = await ask(w.as(person), q, { limit, ...(cursor !== null && { cursor }) });
          all += `${q} ${JSON.stringify(answer.results)} ${String(answer.nextCursor !== null)}\n`;
          cursor = answer.nextCursor;
          // A cursor contains the id and change time of the last page shown.
          const place: unknown[] = cursor === null ? [] : JSON.parse(Buffer.from(cursor, "base64url").toString());
          if (cursor !== null) expect(place[1]).toBe(answer.results.at(-1)?.pageId);
        } while (cursor !== null);
      }
    }
    for (const [id, name] of names) all = all.replaceAll(id, name);
    return all;
  };
  expect(await answers(full, "vera")).toBe(await answers(bare, "vera"));
  // The hidden pages exist and would rank first.
  expect(await titles(full.w.as("olivia"), "gnu", { limit: 3 })).toEqual(["Gnu", "Gnu", "Gnu"]);
  // The same holds for a user with access to a single page of the drive.
  for (const { w, names } of [bare, full]) {
    const two = [...names].find(([, name]) => name === "Two")?.[0] ?? "";
    await grant(w, two, "oscar", EVERYTHING);
  }
  expect(await answers(full, "oscar")).toBe(await answers(bare, "oscar"));
  expect(await titles(full.w.as("oscar"), "gnu")).toEqual(["Two"]);
});
