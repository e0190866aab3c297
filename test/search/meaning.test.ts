/** Search by meaning finds pages without a common word, and shows nothing that search by words would not. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { sweepDirty } from "../../src/features/search/indexing.ts";
import { DAY, MINUTE } from "../../src/kernel/clock.ts";
import { NEAR_TIMEOUT, PAUSE_AFTER_FAILURE } from "../../src/features/search/meaning/nearest.ts";
import type { Job } from "../../src/kernel/job.ts";
import { VIEW } from "../../src/kernel/rights.ts";
import { asModern } from "../mcp/clients.ts";
import { scriptModel } from "../support/models.ts";
import { grant, world, type World } from "../support/world.ts";
import { ask as askWords, indexNow, titlesOf, write } from "./fixtures.ts";
import { meaningWorld, type MeaningWorld } from "./meaning-world.ts";

let w: World;
let m: MeaningWorld;

beforeEach(async () => {
  await indexNow();
  await env.SEARCH.prepare("delete from vector_queue").run();
  w = await world();
  m = meaningWorld();
});

const found = async (person: Parameters<World["session"]>[0], q: string): Promise<string[]> =>
  titlesOf(await m.ask(w.session(person), q));

test("finds a page without a common word and shows where it is meant, also to tools", async () => {
  const filler = "Unrelated sentences about the weather in spring. ".repeat(20);
  await write(w, [
    { title: "Garage", content: `${filler}\n\n## Workshop\n\nHow to repair automobiles.` },
    { title: "Kitchen", content: "Recipes for soup and bread." },
  ]);
  await m.index();
  expect(await m.waiting()).toEqual({});
  const { results, nextCursor } = await m.ask(w.session("vera"), "mend vehicle");
  expect(results).toMatchObject([
    { title: "Garage", snippet: "…Workshop How to repair automobiles.", highlights: [], driveId: w.drive },
  ]);
  expect([results[0]?.score ?? 1, nextCursor]).toEqual([expect.closeTo(0.25, 0), null]);
  expect((await askWords(w.as("vera"), "mend vehicle")).results).toEqual([]);
  const { raw } = await w.token("vera");
  const [message, headers] = asModern("tools/call", { name: "search", arguments: { query: "mend vehicle" } });
  const response = await m.fetchFrom(raw, "/mcp", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(message),
  });
  expect(await response.text()).toContain("Garage");
});

test("does not embed a single short word, and nothing that means something else", async () => {
  await write(w, [{ title: "Garage", content: "How to repair automobiles." }]);
  await m.index();
  const before = (await m.calls()).length;
  expect(await found("vera", "cars")).toEqual([]);
  expect((await m.calls()).length).toBe(before);
  expect(await found("vera", "warm soup")).toEqual([]);
  expect((await m.calls()).length).toBe(before + 1);
  // The vector of a recent query is kept.
  expect(await found("vera", "warm soup")).toEqual([]);
  expect((await m.calls()).length).toBe(before + 1);
});

test("shows only what the caller may see: hidden, shared, trashed and purged pages, and a token's drives", async () => {
  const ids = await write(w, [
    { title: "Open", content: "automobile physician" },
    { title: "Hidden", content: "automobile physician" },
    { title: "Elsewhere", content: "automobile physician", driveId: w.otherDrive },
  ]);
  await m.index();
  await grant(ids["Hidden"] ?? "", w.ids.vera, 0);
  expect(await found("vera", "car doctor")).toEqual(["Open"]);
  expect((await found("olivia", "car doctor")).toSorted()).toEqual(["Hidden", "Open"]);
  expect(await found("oscar", "car doctor")).toEqual(["Elsewhere"]);
  await grant(ids["Open"] ?? "", w.ids.oscar, VIEW);
  expect((await found("oscar", "car doctor")).toSorted()).toEqual(["Elsewhere", "Open"]);
  const { raw } = await w.token("oscar", { drives: [w.otherDrive] });
  expect(titlesOf(await m.ask(raw, "car doctor"))).toEqual(["Elsewhere"]);
  expect(titlesOf(await m.ask(w.session("oscar"), "car doctor", { driveId: w.otherDrive }))).toEqual(["Elsewhere"]);
  expect(titlesOf(await m.ask(w.session("olivia"), "car doctor", { type: "SHEET" }))).toEqual([]);
  await w.as("olivia").delete(`/api/pages/${ids["Open"]}`);
  expect(await found("olivia", "car doctor")).toEqual(["Hidden"]);
  await w.as("olivia").delete(`/api/trash/${ids["Open"]}`);
  await m.index();
  expect(m.vectors.of(ids["Open"] ?? "")).toEqual([]);
  expect(await found("olivia", "car doctor")).toEqual(["Hidden"]);
});

test("pages hidden from the caller do not displace others, however many are nearer", async () => {
  const { Mine: mine = "", Hidden: hidden = "" } = await write(w, [
    { title: "Mine", content: "automobile physician by the sea" },
    { title: "Hidden", content: "automobile physician" },
  ]);
  await m.index();
  const nearest = m.vectors.stored.get(`${hidden}:0`);
  for (let i = 1; nearest && i < 150; i += 1) m.vectors.stored.set(`${hidden}:${i}`, nearest);
  await grant(mine, w.ids.oscar, VIEW);
  expect(await found("oscar", "car doctor")).toEqual(["Mine"]);
  expect(await found("vera", "car doctor")).toEqual(["Hidden"]);
  await grant(hidden, w.ids.vera, 0);
  expect(await found("vera", "car doctor")).toEqual(["Mine"]);
});

test("embeds only chunks that changed, again after a move to another drive, and records the tokens", async () => {
  const section = (name: string): string => `# ${name}\n\n${`${name} `.repeat(100)}`;
  const content = ["alpha", "beta", "gamma"].map(section).join("\n\n");
  const { Long: id = "" } = await write(w, [{ title: "Long", content }]);
  await m.index();
  expect((await m.calls()).map((texts) => texts.length)).toEqual([3]);
  const edit = async (changed: string): Promise<void> => {
    expect((await w.as("edna").patch(`/api/pages/${id}`, { content: changed })).status).toBe(200);
    await m.index();
  };
  m.vectors.written = [];
  await edit(`${section("delta")}\n\n${content.replace("# beta", "# Beta")}`);
  expect((await m.calls()).at(-1)?.map((text) => text.split("\n")[1])).toEqual(["# delta", "# Beta"]);
  expect(m.vectors.written.length).toBe(2);
  expect(m.vectors.of(id).length).toBe(4);
  const calls = (await m.calls()).length;
  await w.as("edna").patch(`/api/pages/${id}`, { title: "Long" });
  await edit(section("alpha"));
  expect((await m.calls()).length).toBe(calls);
  expect(m.vectors.of(id).length).toBe(1);
  await env.DB.batch([
    env.DB.prepare("update pages set drive_id = ? where id = ?").bind(w.otherDrive, id),
    env.DB.prepare("insert into search_dirty (page_id, since) values (?, 1)").bind(id),
  ]);
  await m.index();
  expect([...m.vectors.stored.values()].map(({ metadata }) => metadata)).toEqual([
    { pageId: id, driveId: w.otherDrive },
  ]);
  const recorded = await env.DB.prepare("select user_id, input_tokens, output_tokens from ai_calls where model = ?")
    .bind(m.model)
    .all<{ input_tokens: number }>();
  expect(recorded.results.length).toBe(3);
  expect(recorded.results.every((call) => call.input_tokens > 0)).toBe(true);
});

test("repairs the vectors of a page if a slow run replaces those of a later change", async () => {
  const { Slow: id = "" } = await write(w, [{ title: "Slow", content: "holiday by the sea" }]);
  m.vectors.overtake = async () => {
    await w.as("edna").patch(`/api/pages/${id}`, { content: "automobile physician" });
    await m.index();
  };
  await m.index();
  expect(await m.waiting()).toEqual({});
  expect(await found("vera", "car doctor")).toEqual(["Slow"]);
  expect(await found("vera", "vacation by the")).toEqual([]);
});

test("indexes words while the provider or the index fails, and makes up for it with growing delays", async () => {
  await scriptModel("500*2!", m.model);
  const { Garage: id = "" } = await write(w, [{ title: "Garage", content: "automobile physician" }]);
  const start = Date.now();
  await m.index(start);
  expect(titlesOf(await askWords(w.as("vera"), "automobile"))).toEqual(["Garage"]);
  expect(await m.waiting()).toEqual({ [id]: 1 });
  await m.index(start + MINUTE);
  expect((await m.calls()).length).toBe(1);
  await m.index(start + 3 * MINUTE);
  expect(await m.waiting()).toEqual({ [id]: 2 });
  m.vectors.fault = new Error("down");
  await m.index(start + DAY);
  expect(await m.waiting()).toEqual({ [id]: 3 });
  m.vectors.fault = null;
  await m.index(start + 3 * DAY);
  expect(await m.waiting()).toEqual({});
  expect(await found("vera", "car doctor")).toEqual(["Garage"]);
});

test("the sweep sends a job for pages that are due again, and only then", async () => {
  await scriptModel("500*1!", m.model);
  await write(w, [{ title: "Garage", content: "automobile physician" }]);
  const start = Date.now();
  await m.index(start);
  const jobs = async (now: number): Promise<string[]> => {
    const sent: string[] = [];
    await m.withDeps(({ objects, ...deps }) => {
      const enqueueDebounced = ({ kind }: Job): Promise<void> => Promise.resolve(void sent.push(kind));
      return sweepDirty({ ...deps, objects: { ...objects, enqueueDebounced } });
    }, now);
    return sent;
  };
  expect([await jobs(start + MINUTE), await jobs(start + 3 * MINUTE)]).toEqual([[], ["search.index"]]);
});

test("still corrects a misspelled word where the meaning alone finds something", async () => {
  await write(w, [
    { title: "Post", content: "mail" },
    { title: "Letters", content: "correspondence" },
  ]);
  await m.index();
  expect(await found("vera", "corespondence")).toEqual(["Letters", "Post"]);
});

test("leaves out pages that were not changed since a time", async () => {
  await write(w, [{ title: "Garage", content: "automobile physician" }]);
  await m.index();
  const since = (ms: number) =>
    m.ask(w.session("vera"), "car doctor", { changedSince: new Date(Date.now() + ms).toISOString() });
  expect([titlesOf(await since(-DAY)), titlesOf(await since(DAY))]).toEqual([["Garage"], []]);
});

test("answers by words while the provider fails or hangs, and leaves it alone for a while", async () => {
  await write(w, [
    { title: "Garage", content: "automobile physician" },
    { title: "Words", content: "a car and a doctor" },
  ]);
  await m.index();
  await scriptModel("hang*1!", m.model);
  const start = performance.now();
  expect(await found("vera", "car doctor")).toEqual(["Words"]);
  expect(performance.now() - start).toBeLessThan(NEAR_TIMEOUT + 5_000);
  const calls = (await m.calls()).length;
  expect(await found("vera", "the car doctor")).toEqual(["Words"]);
  expect((await m.calls()).length).toBe(calls);
  expect(PAUSE_AFTER_FAILURE).toBeLessThanOrEqual(MINUTE);
});

test.each(["AI_EMBEDDINGS", "VECTORS"] as const)("searches by words only without %s", async (name) => {
  m = meaningWorld([name]);
  await write(w, [{ title: "Garage", content: "automobile physician" }]);
  await m.index();
  expect(await found("vera", "car doctor")).toEqual([]);
  expect(await found("vera", "automobile physician")).toEqual(["Garage"]);
  expect([m.vectors.stored.size, m.vectors.queries, await m.calls(), await m.waiting()]).toEqual([0, 0, [], {}]);
});

test("reading on shows every page once, also where the first results were merged", async () => {
  const drafts = Array.from({ length: 12 }, (_, i) => ({
    title: `Page ${i}`,
    // Half of the pages contain the words, and some of these are also the nearest.
    content: i % 2 === 0 ? `car doctor ${"word ".repeat(i * 3)}` : `automobile physician ${"word ".repeat(i * 3)}`,
  }));
  await write(w, drafts);
  await m.index();
  for (const limit of ["1", "2", "3", "5"]) {
    const shown: string[] = [];
    let cursor: string | null = null;
    for (let more = true; more;) {
      const answer = await m.ask(w.session("vera"), "car doctor", { limit, ...(cursor !== null && { cursor }) });
      shown.push(...titlesOf(answer));
      cursor = answer.nextCursor;
      more = cursor !== null;
    }
    expect(new Set(shown).size).toBe(shown.length);
    for (const { title, content } of drafts) if (content.startsWith("car")) expect(shown).toContain(title);
  }
});
