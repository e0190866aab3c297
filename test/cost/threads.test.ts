/** What threads cost a page's room: rows and statements of its storage because of them. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { ThreadPlaces } from "../../durable-objects/page-room/thread-places.ts";
import { placeAll } from "../../durable-objects/page-room/new-places.ts";
import { UpdateLog } from "../../durable-objects/page-room/update-log.ts";
import { toBrowserClient } from "../../src/realtime/clients.ts";
import { anchor } from "../comments/threads.ts";
import { counted } from "./counted-storage.ts";

const LINES = Array.from({ length: 200 }, (_, n) => `Line ${n} of the page, with words of its own.`);

type Room = {
  /** An edit by a tool, as a room makes it: what the statement count and the row count grow by. */
  readonly edit: (content: string) => { readonly rows: number; readonly statements: number };
  readonly type: (at: number, typed: string) => { readonly rows: number; readonly statements: number };
  /** Text is written to D1. */
  readonly project: () => { readonly rows: number; readonly statements: number };
  readonly text: () => string;
};

/** A room with so many threads. */
const roomWith = <T>(count: number, act: (room: Room) => T): Promise<T> =>
  runInDurableObject(env.PAGE_ROOM.get(env.PAGE_ROOM.newUniqueId()), (_, { storage: real }) => {
    const { storage, count: spent } = counted(real);
    const by = { author: "author", tokenId: null, at: 1 };
    let seed = 1;
    const log = new UpdateLog(storage, () => (seed += 1));
    log.start(LINES.join("\n"), 1, by);
    const unused = (): never => {
      throw new Error("This room has nothing to ask D1.");
    };
    const threads = new ThreadPlaces({ storage, deps: unused, waitUntil: unused, runExclusive: unused });
    const targets = LINES.slice(0, count).map((line) => anchor(line.slice(0, line.indexOf(","))));
    const placed = placeAll(log, { type: "DOCUMENT", base: 1 }, targets);
    if (!placed.ok) throw new Error(placed.error.code);
    const places = placed.value.map((place) => ({ ...place, pendingSince: null, isClosed: false, isAccepted: false }));
    if (count > 0) threads.toAddTo(log).add(log, places);
    const measured = (work: () => void) => {
      const before = { ...spent };
      work();
      return { rows: spent.written - before.written, statements: spent.statements - before.statements };
    };
    const doc = new Y.Doc();
    doc.clientID = toBrowserClient(7);
    return act({
      text: () => log.text,
      edit: (content) =>
        measured(() => {
          const from = log.revision;
          threads.at(log);
          const outcome = log.edit({ change: { kind: "body", content }, base: from }, by);
          expect(outcome).toMatchObject({ ok: true, changed: true });
          const known = { splices: log.stagedSplices(), version: null };
          log.confirm();
          threads.edited(log, { pageId: "page", from, known, outcome: null });
        }),
      type: (at, typed) =>
        measured(() => {
          Y.applyUpdate(doc, log.encodeState());
          const before = Y.encodeStateVector(doc);
          doc.getText("content").insert(at, typed);
          log.applyUpdates([{ update: Y.encodeStateAsUpdate(doc, before), by, from: "socket" }]);
        }),
      project: () =>
        measured(() => {
          const { threads: done, writes } = threads.resolvingTyped(log, "page", 1);
          expect([done, writes]).toEqual([[], []]);
          threads.projected(log, "page", { threads: [], results: [] });
        }),
    });
  });

test("costs a page without threads no statement, and one with threads only what is lost or rewritten", async () => {
  const work = ({ edit, type, project, text }: Room) => {
    // The first edit and the first keys also write what they do once.
    edit(`${text()}\nbelow`);
    type(0, "a");
    project();
    return {
      moved: edit(`Above.\n${text()}`),
      typed: [type(0, "b"), type(0, "c")],
      flush: project(),
      rewritten: edit(text().replace("Line 7 of", "Line seven of")),
    };
  };
  const without = await roomWith(0, work);
  const withMany = await roomWith(200, work);
  expect(without.flush).toEqual({ rows: 0, statements: 0 });
  expect(withMany.typed).toEqual(without.typed);
  expect(withMany.moved.rows - without.moved.rows).toBe(0);
  expect(withMany.flush.rows).toBe(1);
  // The anchor's row, and the revision that it refers to.
  expect(withMany.rewritten.rows - without.rewritten.rows).toBe(2);
});

test("records from time to time to which revision anchors were moved, so that a room wakes fast", async () => {
  const rows = await roomWith(3, ({ edit, text }) =>
    Array.from({ length: 120 }, (_, n) => edit(`Above ${n}.\n${text()}`).rows),
  );
  const usual = Math.min(...rows);
  expect(rows.filter((row) => row > usual).length).toBeLessThanOrEqual(4);
  expect(rows.filter((row) => row > usual).length).toBeGreaterThanOrEqual(2);
});
