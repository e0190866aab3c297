/** Search fixtures: pages created through the API, indexed by the queue's code, and searched over HTTP. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { SearchAnswer } from "../../src/features/search/contract.ts";
import { indexDirty } from "../../src/features/search/indexing.ts";
import { writable, type Db, type WritableDb } from "../../src/platform/db.ts";
import type { Client, World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

/** The same database, with `act` run just before the nth round trip. */
export function interrupted(db: Db, nth: number, act: () => Promise<void>): WritableDb {
  let trips = 0;
  const pass = async (): Promise<void> => {
    trips += 1;
    if (trips === nth) await act();
  };
  return {
    batch: async (queries) => {
      await pass();
      return db.batch(queries);
    },
    one: async (query) => {
      await pass();
      return db.one(query);
    },
    write: async (queries) => {
      await pass();
      return writable(db).write(queries);
    },
    writeOne: async (query) => {
      await pass();
      return writable(db).writeOne(query);
    },
  };
}

/** Runs the indexing that the queue would do within a second or two. */
export async function indexNow(): Promise<void> {
  const context = createExecutionContext();
  for (let left = true; left;) {
    await indexDirty(createDeps(env, context));
    left = (await d1`select 1 from search_dirty`.first()) !== null;
  }
  await waitOnExecutionContext(context);
}

export type Draft = { title: string; content?: string; type?: string; parentId?: string | null; driveId?: string };

/** Creates pages as the owner of their drive; returns their ids by title. */
export async function write(w: World, drafts: readonly Draft[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const { driveId = w.drive, type = "DOCUMENT", ...draft } of drafts) {
    const owner = driveId === w.otherDrive ? "oscar" : "olivia";
    const { status, body } = await w.as(owner).post("/api/pages", { driveId, type, ...draft });
    expect([status, body.error]).toEqual([201, undefined]);
    ids[draft.title] = body.id;
  }
  return ids;
}

export type Filter = { driveId?: string; type?: string; cursor?: string; limit?: number };

export async function ask(client: Client, q: string, filter: Filter = {}): Promise<SearchAnswer> {
  const query = new URLSearchParams({
    q,
    ...Object.fromEntries(Object.entries(filter).map(([k, v]) => [k, String(v)])),
  });
  const { status, body } = await client.get<SearchAnswer>(`/api/search?${query.toString()}`);
  expect([status, q, status === 200 ? null : body]).toEqual([200, q, null]);
  return body;
}

export const titlesOf = ({ results }: SearchAnswer): string[] => results.map(({ title }) => title);
export const titles = async (client: Client, q: string, filter: Filter = {}): Promise<string[]> =>
  titlesOf(await ask(client, q, filter));
