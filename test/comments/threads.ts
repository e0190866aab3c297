/** Threads as a page's room keeps them: placed by the room's own calls, with their rows in D1. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { PlacedAnchor } from "../../src/kernel/comment.ts";
import type { PageType } from "../../src/kernel/page-type.ts";
import type { NewAnchor, PlaceReply, RoomPageRef } from "../../src/rpc/page-threads.ts";
import { d1 } from "../support/d1.ts";
import { freshId, type World } from "../support/world.ts";

export const roomOf = (pageId: string) => env.PAGE_ROOM.getByName(pageId);

export const pageRef = (pageId: string, type: PageType = "DOCUMENT"): RoomPageRef => ({ pageId, type, stored: null });

export const textOf = async (w: World, pageId: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${pageId}`)).body.content;

type Target = NewAnchor["target"] | string;

export const anchor = (target: Target, more: Partial<NewAnchor> = {}): NewAnchor => ({
  id: freshId("thread"),
  kind: "comment",
  replacement: null,
  target: typeof target === "string" ? { kind: "quote", quote: target } : target,
  ...more,
});

/** Places anchors without storing their threads. */
export const place = (
  page: string | RoomPageRef,
  anchors: readonly NewAnchor[],
  baseRevision: number | null = null,
): Promise<PlaceReply> => {
  const ref = typeof page === "string" ? pageRef(page) : page;
  return roomOf(ref.pageId).placeAnchors({ ...ref, baseRevision, anchors });
};

/** The row of a thread in D1. */
export const storeThread = (id: string, pageId: string, taskPageId: string | null = null): Promise<unknown> =>
  d1`insert into comment_threads (id, page_id, kind, target, task_page_id, created_at) values (${id}, ${pageId}, 'comment', 'text', ${taskPageId}, 1)`.run();

/** Opens threads on words, as the service does, and returns their ids. */
export async function open(
  page: string | RoomPageRef,
  targets: readonly Target[],
  more: Partial<NewAnchor> = {},
): Promise<string[]> {
  const { pageId } = typeof page === "string" ? pageRef(page) : page;
  const anchors = targets.map((target) => anchor(target, more));
  const reply = await place(page, anchors);
  expect(reply).toMatchObject({ ok: true });
  const ids = anchors.map(({ id }) => id);
  for (const id of ids) await storeThread(id, pageId);
  await roomOf(pageId).confirmAnchors(ids, ids);
  return ids;
}

/** Opens one thread. */
export async function openOne(
  page: string | RoomPageRef,
  target: Target,
  more: Partial<NewAnchor> = {},
): Promise<string> {
  const [id = ""] = await open(page, [target], more);
  return id;
}

export const listed = async (page: string | RoomPageRef): Promise<PlacedAnchor[]> => {
  const ref = typeof page === "string" ? pageRef(page) : page;
  return [...(await roomOf(ref.pageId).anchors(ref, null)).anchors];
};

/** A thread's state and the words under it. */
export async function stands(w: World, pageId: string, id: string): Promise<[PlacedAnchor["state"], string]> {
  const { anchors } = await roomOf(pageId).anchors(pageRef(pageId), [id]);
  const [found] = anchors;
  if (found === undefined) throw new Error("The room does not know the thread.");
  return [found.state, (await textOf(w, pageId)).slice(found.from, found.to)];
}

/** The room's rows. */
export const stored = (pageId: string, query: string): Promise<Record<string, SqlStorageValue>[]> =>
  runInDurableObject(roomOf(pageId), (_, { storage }) => storage.sql.exec(query).toArray());

/** Ends the room's instance at once, as a crash does. */
export const kill = (pageId: string): Promise<void> =>
  runInDurableObject(roomOf(pageId), (_, ctx) => ctx.abort("killed")).catch(() => undefined);
