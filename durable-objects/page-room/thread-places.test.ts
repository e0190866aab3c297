/** Anchors in a room's storage when memory is lost, the document is replaced, or a verification is not finished. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { anchor } from "../../test/comments/threads.ts";
import { placeAll } from "./new-places.ts";
import { ThreadPlaces } from "./thread-places.ts";
import { UpdateLog } from "./update-log.ts";

const LINES = Array.from({ length: 300 }, (_, n) => `Line ${n} of a page, in words of its own.`);
const BY = { author: "author", tokenId: null, at: 1 };

type Room = {
  readonly log: UpdateLog;
  readonly threads: ThreadPlaces;
  /** What was to be done after the response. */
  readonly deferred: Promise<unknown>[];
  /** The numbers of an anchor's former places. */
  readonly homesOf: (id: string) => number[];
  /** The room as its next instance reads it. */
  readonly reopened: () => Room;
};

function open(storage: DurableObjectStorage): Room {
  let seed = 1;
  const log = new UpdateLog(storage, () => (seed += 1));
  const deferred: Promise<unknown>[] = [];
  const deps = (): never => {
    throw new Error("This room has nothing to ask D1.");
  };
  const runExclusive = <T>(act: () => Promise<T>): Promise<T> => act();
  const threads = new ThreadPlaces({ storage, deps, runExclusive, waitUntil: (work) => void deferred.push(work) });
  // D1 has every edit of these tests.
  if (log.pending !== null) log.confirm();
  const homesOf = (id: string): number[] =>
    storage.sql
      .exec<{ n: number }>("SELECT n FROM anchor_homes WHERE id = ? ORDER BY n", id)
      .toArray()
      .map(({ n }) => n);
  return { log, threads, deferred, homesOf, reopened: () => open(storage) };
}

/** A room with a thread on every line. */
const withRoom = <T>(act: (room: Room) => T | Promise<T>): Promise<T> =>
  runInDurableObject(env.PAGE_ROOM.get(env.PAGE_ROOM.newUniqueId()), async (_, { storage }) => {
    const room = open(storage);
    const { log, threads } = room;
    log.start(LINES.join("\n"), 1, BY);
    const targets = LINES.map((line) => anchor(line));
    const placed = placeAll(log, { type: "DOCUMENT", base: 1 }, targets);
    if (!placed.ok) throw new Error(placed.error.code);
    const places = placed.value.map((place) => ({ ...place, pendingSince: null, isClosed: false, isAccepted: false }));
    threads.toAddTo(log).add(log, places);
    return act(room);
  });

function edit({ log, threads }: Room, content: string, version: number | null = null): void {
  const from = log.revision;
  threads.at(log);
  const outcome = log.edit({ change: { kind: "body", content }, base: from }, BY);
  expect(outcome).toMatchObject({ ok: true, changed: true });
  const known = { splices: log.stagedSplices(), version };
  log.confirm();
  threads.edited(log, { pageId: "page", from, known, outcome: null });
}

const statesOf = ({ log, threads }: Room): Record<string, number> => {
  const { text } = log;
  const states: Record<string, number> = {};
  for (const { anchor: each } of threads.at(log)?.places ?? []) {
    const isOnWords = text.slice(each.from, each.to) === (each.now ?? each.quote);
    const name = each.state === "detached" || isOnWords ? each.state : "elsewhere";
    states[name] = (states[name] ?? 0) + 1;
  }
  return states;
};

test("pins all anchors anew when the document is replaced by one of the same text", async () => {
  await withRoom((room) => {
    // A lost thread is stored with the positions of all others.
    edit(room, `Above.\n${room.log.text.replace("Line 7 of", "Another of")}`);
    room.threads.replaceDocument(room.log, () => room.log.startDocument());
    const after = { anchored: 299, changed: 1 };
    expect(statesOf(room)).toEqual(after);
    const next = room.reopened();
    expect(statesOf(next)).toEqual(after);
    expect(next.log.currentDocument().since).toBe(2);
    edit(next, next.log.text.replace("Above.\n", ""));
    expect(statesOf(next)).toEqual(after);
    expect(statesOf(next.reopened())).toEqual(after);
  });
});

test("counts words as gone whose positions belong to a document that was replaced without them", async () => {
  await withRoom((room) => {
    // As an earlier version of the service would replace it, which knows of no anchors.
    room.log.startDocument();
    expect(statesOf(room.reopened())).toEqual({ detached: 300 });
  });
});

test("verifies a restored version after the response, and at once for whoever asks before that", async () => {
  await withRoom(async (room) => {
    edit(room, "Nothing of it is left.");
    expect(statesOf(room)).toEqual({ detached: 300 });
    edit(room, LINES.join("\n"), 1);
    // Not all are verified yet, and nothing of it is for clients.
    expect([room.deferred.length, room.threads.hasNews, room.threads.stored(room.log)?.isVerified]).toEqual([
      1,
      false,
      false,
    ]);
    expect(statesOf(room.reopened())).toEqual({ anchored: 300 });
    await Promise.all(room.deferred);
    expect([room.threads.hasNews, room.threads.stored(room.log)?.isVerified]).toEqual([true, true]);
    edit(room, "Gone again.");
    edit(room, LINES.join("\n"), 1);
    edit(room, `Above.\n${LINES.join("\n")}`);
    expect(statesOf(room)).toEqual({ anchored: 300 });
    await Promise.all(room.deferred);
    expect(statesOf(room.reopened())).toEqual({ anchored: 300 });
  });
});

test("keeps the first and the latest places of an anchor, by which versions find it", async () => {
  await withRoom((room) => {
    const { log, threads } = room;
    for (let n = 0; n < 9; n++) {
      const without = log.text.replace(`${LINES[7]}\n`, "");
      edit(room, without);
      edit(room, n % 2 === 0 ? `${without}\n${LINES[7]}\n` : `${LINES[7]}\n${without}`);
    }
    const seventh = [...(threads.at(log)?.places ?? [])].find((each) => each.anchor.quote === LINES[7]);
    expect(seventh?.anchor).toMatchObject({ state: "anchored" });
    expect(room.homesOf(seventh?.anchor.id ?? "")).toEqual([0, 5, 6, 7, 8, 9]);
    edit(room, LINES.join("\n"), 1);
    expect(statesOf(room)).toEqual({ anchored: 300 });
  });
});
