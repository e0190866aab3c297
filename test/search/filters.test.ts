/** Search filters by creator and by time of change, with and without search words. */
import { expect, test } from "vitest";
import { type World, world } from "../support/world.ts";
import { ask, indexNow, titlesOf, write } from "./fixtures.ts";

const AN_HOUR = 3_600_000;

async function find(w: World, filters: Record<string, string>): Promise<string[]> {
  const { status, body } = await w.as("olivia").get(`/api/search?${new URLSearchParams(filters).toString()}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return titlesOf(body);
}

test("lists a user's pages by latest change, also without a query", async () => {
  const w = await world();
  await write(w, [
    { title: "First", content: "heron" },
    { title: "Second", content: "heron" },
    { title: "Other", content: "stork", type: "CODE" },
  ]);
  await indexNow();
  const authorId = w.ids.olivia;
  expect(await find(w, { q: "heron", authorId })).toEqual(["Second", "First"]);
  expect(await find(w, { authorId })).toEqual(["Other", "Second", "First"]);
  expect(await find(w, { authorId, type: "CODE" })).toEqual(["Other"]);
  expect(await find(w, { q: "heron", authorId: w.ids.vera })).toEqual([]);
  expect((await ask(w.as("oscar"), "heron")).results).toEqual([]);
});

test("continues where a reply without a query ended", async () => {
  const w = await world();
  await write(
    w,
    Array.from({ length: 5 }, (_, i) => ({ title: `Page ${i}` })),
  );
  await indexNow();
  const found: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await w.as("olivia").get(`/api/search?authorId=${w.ids.olivia}&limit=2${more}`);
    found.push(...titlesOf(body));
    cursor = body.nextCursor;
  }
  expect(found).toEqual(["Page 4", "Page 3", "Page 2", "Page 1", "Page 0"]);
});

test("leaves out pages changed before a time, and rejects an invalid time", async () => {
  const w = await world();
  await write(w, [{ title: "Fresh", content: "heron" }]);
  await indexNow();
  const at = (ms: number): string => new Date(Date.now() + ms).toISOString();
  expect(await find(w, { q: "heron", changedSince: at(-AN_HOUR) })).toEqual(["Fresh"]);
  expect(await find(w, { changedSince: at(-AN_HOUR) })).toEqual(["Fresh"]);
  expect(await find(w, { q: "heron", changedSince: at(AN_HOUR) })).toEqual([]);
  for (const query of ["changedSince=yesterday", "authorId=", "driveId=x&type=CODE"])
    expect((await w.as("olivia").get(`/api/search?${query}`)).status).toBe(400);
});
