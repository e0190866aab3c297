/** The search index stays in sync with the pages despite concurrent, repeated, aborted or lost indexing runs. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Deps } from "../../src/deps.ts";
import { upsertDocuments } from "../../src/features/search/index-store.ts";
import { indexDirty, sweepDirty } from "../../src/features/search/indexing.ts";
import { writable, type Db } from "../../src/platform/db.ts";
import type { World } from "../support/world.ts";
import { world } from "../support/world.ts";
import { ask, indexNow, interrupted, titles, write } from "./fixtures.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { d1 } from "../support/d1.ts";

let w: World;

beforeEach(async () => {
  await indexNow();
  w = await world();
});

const dirty = async (): Promise<string[]> =>
  (await d1`select page_id from search_dirty order by page_id`.all<{ page_id: string }>()).results.map(
    (row) => row.page_id,
  );

/** The index contents, independent of insertion order. */
const indexed = async (): Promise<unknown[]> =>
  (
    await env.SEARCH.prepare(
      "select page_id, drive_id, revision, changed_at, title, body, (select count(*) from terms where rowid = docs.id) as terms from docs order by page_id",
    ).all()
  ).results;

async function runIndexer(change: (deps: Deps) => Partial<Deps> = () => ({})): Promise<void> {
  const context = createExecutionContext();
  const deps = createDeps(env, context);
  await indexDirty({ ...deps, ...change(deps) });
  await waitOnExecutionContext(context);
}

test("marks a page with every change in the same commit, and not without a change", async () => {
  const { Page: id = "" } = await write(w, [{ title: "Page", content: "one" }]);
  const marks = async (act: () => Promise<{ status: number }>): Promise<[number, string[]]> => {
    await indexNow();
    const { status } = await act();
    return [status, await dirty()];
  };
  const edna = w.as("edna");
  const { client: tool } = await w.token("edna");
  expect(await marks(() => edna.patch(`/api/pages/${id}`, { content: "two" }))).toEqual([200, [id]]);
  expect(await marks(() => edna.patch(`/api/pages/${id}`, { title: "Renamed" }))).toEqual([200, [id]]);
  expect(await marks(() => edna.patch(`/api/pages/${id}`, { title: "Both", content: "three" }))).toEqual([200, [id]]);
  const line = { pageId: id, operation: "replace", startLine: 1, content: "four" };
  expect(await marks(() => tool.post("/api/mcp/documents", line))).toEqual([200, [id]]);
  expect(await marks(() => edna.post(`/api/pages/${id}/versions/1/restore`))).toEqual([200, [id]]);
  expect(await marks(() => edna.get(`/api/pages/${id}`))).toEqual([200, []]);
  expect(await marks(() => w.as("vera").patch(`/api/pages/${id}`, { content: "five" }))).toEqual([403, []]);
  expect(await marks(() => w.as("vera").patch(`/api/pages/${id}`, { title: "Mine" }))).toEqual([403, []]);
  expect(await marks(() => w.as("dora").delete(`/api/pages/${id}`))).toEqual([200, []]);
  expect(await marks(() => w.as("dora").delete(`/api/trash/${id}`))).toEqual([200, [id]]);
});

test("removes purged pages, their descendants and purged drives from the index", async () => {
  const { Root: root = "" } = await write(w, [{ title: "Root", content: "civet" }]);
  await write(w, [{ title: "Below", content: "civet", parentId: root }]);
  await write(w, [{ title: "Left", content: "civet" }]);
  await indexNow();
  const mine = async () =>
    (await env.SEARCH.prepare("select page_id from docs where drive_id = ?").bind(w.drive).all()).results.length;
  expect(await mine()).toBe(3);
  await w.as("olivia").delete(`/api/pages/${root}`);
  await w.as("olivia").delete(`/api/trash/${root}`);
  await indexNow();
  expect(await mine()).toBe(1);
  await w.as("olivia").delete(`/api/drives/${w.drive}`);
  await w.as("olivia").delete(`/api/trash/drives/${w.drive}`);
  await indexNow();
  expect(await mine()).toBe(0);
  expect(await env.SEARCH.prepare(`select count(*) as n from terms where terms match '"wcivet"'`).first()).toEqual({
    n: 0,
  });
});

test("keeps an edit made between reading a page and recording it as indexed", async () => {
  const { Racing: id = "" } = await write(w, [{ title: "Racing", content: "dingo" }]);
  const edit = async (content: string): Promise<void> => {
    expect((await w.as("edna").patch(`/api/pages/${id}`, { content })).status).toBe(200);
  };
  const rename = async (title: string): Promise<void> => {
    expect((await w.as("edna").patch(`/api/pages/${id}`, { title })).status).toBe(200);
  };
  // Before the index is written, and between writing it and clearing the mark.
  await runIndexer((deps) => ({ searchDb: interrupted(deps.searchDb, 1, () => edit("eland")) }));
  expect(await titles(w.as("vera"), "eland")).toEqual(["Racing"]);
  await edit("fossa");
  await runIndexer((deps) => ({ db: interrupted(deps.db, 3, () => rename("Renamed fox")) }));
  expect(await titles(w.as("vera"), "fossa")).toEqual(["Renamed fox"]);
  expect(await titles(w.as("vera"), "fox")).toEqual(["Renamed fox"]);
  expect(await titles(w.as("vera"), "dingo eland")).toEqual([]);
  expect(await dirty()).toEqual([]);
});

test("restores no old text and leaves no page unmarked when a slow indexer is overtaken", async () => {
  const { Slow: id = "" } = await write(w, [{ title: "Slow", content: "gibbon" }]);
  // After it has read the page, the page changes and another indexer finishes first.
  const overtake = async (): Promise<void> => {
    await w.as("edna").patch(`/api/pages/${id}`, { content: "hyrax" });
    await indexNow();
  };
  await runIndexer((deps) => ({ searchDb: interrupted(deps.searchDb, 1, overtake) }));
  expect(await titles(w.as("vera"), "hyrax")).toEqual(["Slow"]);
  expect(await titles(w.as("vera"), "gibbon")).toEqual([]);
  // Titles have no revision: an overwritten title is marked again and therefore repaired.
  await w.as("edna").patch(`/api/pages/${id}`, { title: "Impala" });
  const rename = async (): Promise<void> => {
    await w.as("edna").patch(`/api/pages/${id}`, { title: "Jackal" });
    await indexNow();
  };
  await runIndexer((deps) => ({ searchDb: interrupted(deps.searchDb, 1, rename) }));
  expect(await titles(w.as("vera"), "jackal")).toEqual(["Jackal"]);
  expect(await titles(w.as("vera"), "impala")).toEqual([]);
  expect(await dirty()).toEqual([]);
});

test("restores no old text when an overtaken indexer fails before it marks the page", async () => {
  const { Broken: id = "" } = await write(w, [{ title: "Broken", content: "genet" }]);
  const overtake = async (): Promise<void> => {
    await w.as("edna").patch(`/api/pages/${id}`, { content: "hoopoe" });
    await indexNow();
  };
  const broken = runIndexer((deps) => ({
    searchDb: interrupted(deps.searchDb, 1, overtake),
    db: interrupted(deps.db, 3, () => Promise.reject(new Error("broken off"))),
  }));
  await expect(broken).rejects.toThrow("broken off");
  expect(await dirty()).toEqual([]);
  expect(await titles(w.as("vera"), "hoopoe")).toEqual(["Broken"]);
  expect(await titles(w.as("vera"), "genet")).toEqual([]);
});

test("keeps a page purged during indexing out of the index", async () => {
  const { Doomed: id = "" } = await write(w, [{ title: "Doomed", content: "kudu" }]);
  const purge = async (): Promise<void> => {
    await w.as("olivia").delete(`/api/pages/${id}`);
    expect((await w.as("olivia").delete(`/api/trash/${id}`)).status).toBe(200);
    await indexNow();
  };
  await runIndexer((deps) => ({ searchDb: interrupted(deps.searchDb, 1, purge) }));
  expect((await indexed()).filter((row) => JSON.stringify(row).includes(id))).toEqual([]);
  expect(await dirty()).toEqual([]);
});

test("keeps the marks when either database fails, and indexes on the next run", async () => {
  await write(w, [{ title: "Lost", content: "lemur" }]);
  const down = (db: Db): Db => interrupted(db, 1, () => Promise.reject(new Error("down")));
  await expect(
    runIndexer((deps) => ({ searchDb: interceptedDb(deps.searchDb, () => Promise.reject(new Error("down"))) })),
  ).rejects.toThrow("down");
  expect((await dirty()).length).toBe(1);
  await expect(runIndexer((deps) => ({ db: down(deps.db) }))).rejects.toThrow("down");
  expect((await dirty()).length).toBe(1);
  await indexNow();
  expect(await titles(w.as("vera"), "lemur")).toEqual(["Lost"]);
});

test("indexes the attachments of many pages in several batches", async () => {
  const written = await write(
    w,
    Array.from({ length: 20 }, (_, i) => ({ title: `Annex ${i}`, content: "text" })),
  );
  const numbers = "with recursive n (i) as (select 0 union all select i + 1 from n where i < 9)";
  await d1`insert into blobs (generation, sha256, size, staged, created_at) values ('annex', 'annex', 1, 0, 1)`.run();
  for (const [i, id] of Object.values(written).entries())
    await env.DB.batch([
      env.DB.prepare(
        `${numbers} insert into files (id, page_id, role, filename, mime_type, size, generation, created_by, status, created_at, updated_at)
          select ?1 || i, ?1, 'attachment', 'a.txt', 'text/plain', 1, 'annex', ?2, 'completed', 1, 1 from n`,
      ).bind(id, w.ids.olivia),
      env.DB.prepare(
        `${numbers} insert into attachment_texts (file_id, page_id, content) select ?1 || i, ?1, ?2 from n`,
      ).bind(id, `annex${i} `.repeat(6_000)),
    ]);
  const sizes: number[] = [];
  await runIndexer((deps) => ({
    searchDb: interceptedDb(deps.searchDb, (queries) => {
      sizes.push(queries.flatMap(({ params }) => params).reduce<number>((sum, value) => sum + String(value).length, 0));
      return writable(deps.searchDb).write(queries);
    }),
  }));
  expect(Math.max(...sizes)).toBeLessThan(2_500_000);
  expect(await titles(w.as("vera"), "annex19")).toEqual(["Annex 19"]);
});

test("splits texts that are too long for one statement, in order", async () => {
  const names = ["aardwolf", "bongo", "caracal", "drill", "eider"];
  const context = createExecutionContext();
  const { searchDb } = createDeps(env, context);
  await writable(searchDb).write(
    upsertDocuments(
      names.map((name, i) => ({
        pageId: `${w.drive}-${name}`,
        driveId: w.drive,
        revision: 1,
        changedAt: i,
        title: ` ${name}`,
        body: ` ${"ß".repeat(300_000)}`,
        places: "",
        terms: `w${name} ${"x".repeat(600_000)}`,
      })),
    ),
  );
  await waitOnExecutionContext(context);
  const stored = await env.SEARCH.prepare(
    "select title, length(body) as length from docs where drive_id = ? order by id",
  )
    .bind(w.drive)
    .all();
  expect(stored.results).toEqual(names.map((name) => ({ title: ` ${name}`, length: 300_001 })));
  for (const name of names) {
    const found = env.SEARCH.prepare(
      "select d.title from terms cross join docs d on d.id = terms.rowid where terms match ?",
    );
    expect((await found.bind(`"w${name}"`).all()).results).toEqual([{ title: ` ${name}` }]);
  }
});

test("indexes other pages when one fails", async () => {
  const { Bad: bad = "" } = await write(w, [{ title: "Bad", content: "mandrill" }]);
  await write(w, [{ title: "Good", content: "numbat" }]);
  await runIndexer((deps) => ({
    searchDb: interceptedDb(deps.searchDb, (queries) =>
      queries.some(({ params }) => params.some((value) => String(value).includes('" mandrill"')))
        ? Promise.reject(new Error("too big"))
        : writable(deps.searchDb).write(queries),
    ),
  }));
  expect(await titles(w.as("vera"), "numbat")).toEqual(["Good"]);
  expect(await dirty()).toEqual([bad]);
});

test("stores one row per page under overlapping and repeated runs, and changes nothing when up to date", async () => {
  await write(
    w,
    Array.from({ length: 12 }, (_, i) => ({ title: `Many ${i}`, content: `ocelot ${i}` })),
  );
  await Promise.all([runIndexer(), runIndexer(), runIndexer()]);
  await indexNow();
  const before = await indexed();
  expect(before.filter((row) => JSON.stringify(row).includes("ocelot")).length).toBe(12);
  expect(before.every((row) => (row as { terms: number }).terms === 1)).toBe(true);
  await runIndexer();
  expect(await indexed()).toEqual(before);
});

test("indexes in the sweep when a job is lost", async () => {
  const { Swept: id = "" } = await write(w, [{ title: "Swept", content: "potto" }]);
  await indexNow();
  const nudged: string[] = [];
  const sweepWith = async (): Promise<void> => {
    const deps = createDeps(env, createExecutionContext());
    const nudge = (job: { kind: string }): Promise<void> => Promise.resolve(void nudged.push(job.kind));
    await sweepDirty({ ...deps, objects: { ...deps.objects, enqueueDebounced: nudge } });
  };
  await sweepWith();
  expect(nudged).toEqual([]);
  await d1`insert into search_dirty (page_id, since) values (${id}, 1)`.run();
  await sweepWith();
  expect(nudged).toEqual(["search.index"]);
});

test("returns the same results from a rebuilt index", async () => {
  await write(
    w,
    Array.from({ length: 7 }, (_, i) => ({
      title: `Serval ${i}`,
      content: `serval ${i % 2 === 0 ? "spotted" : "plain"}`,
    })),
  );
  await indexNow();
  const questions = ["serval", "serv", "spotted", "plain serval", "serval 3 spotted"];
  const answers = () => Promise.all(questions.map((q) => ask(w.as("vera"), q)));
  const before = await answers();
  expect(before[0]?.results.length).toBe(7);
  // Same statements as in scripts/search-rebuild.ts.
  await env.SEARCH.batch([
    env.SEARCH.prepare("delete from docs"),
    env.SEARCH.prepare("insert into terms (terms) values ('delete-all')"),
  ]);
  expect((await ask(w.as("vera"), "serval")).results).toEqual([]);
  await d1`insert into search_dirty (page_id, since) select id, updated_at from pages where true on conflict do nothing`.run();
  await indexNow();
  expect(await answers()).toEqual(before);
});
