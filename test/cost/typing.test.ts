/** The rows that a minute of typing costs a room, in each of the ways in which a browser sends keys. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { UpdateLog } from "../../durable-objects/page-room/update-log.ts";
import type { Authorship } from "../../durable-objects/page-room/update-store.ts";
import { DAY, MINUTE, SECOND } from "../../src/kernel/clock.ts";
import { whenAlone, whenTypingTogether, whenWatched, type Times } from "../../src/live-client/pacer.ts";
import { toBrowserClient } from "../../src/realtime/clients.ts";
import { counted } from "./counted-storage.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Rows that a minute of typing writes and, once it is old, deletes. */
    typed?: { readonly manner: string; readonly messages: number; readonly written: number; readonly deleted: number };
  }
}

const KEYS_A_MINUTE = 300;
const START = Date.UTC(2026, 0, 1);

/** The keys of each message that a browser sends in a minute. */
function messagesOf(pace: (times: Times) => number): number[] {
  const messages: number[] = [];
  let [keys, firstAt, sentAt, due] = [0, 0, Number.NEGATIVE_INFINITY, Infinity];
  const send = (): void => {
    messages.push(keys);
    [keys, sentAt, due] = [0, due, Infinity];
  };
  for (let key = 0; key < KEYS_A_MINUTE; key++) {
    const now = (key * MINUTE) / KEYS_A_MINUTE;
    if (due <= now) send();
    if (keys === 0) firstAt = now;
    keys += 1;
    due = Math.max(now, pace({ now, firstAt, sentAt }));
  }
  send();
  return messages;
}

/** Types for a minute and, two days later, merges what was typed. `typists` take turns. */
async function typeFor(pace: (times: Times) => number, typists: number) {
  const messages = messagesOf(pace);
  return runInDurableObject(env.PAGE_ROOM.get(env.PAGE_ROOM.newUniqueId()), (_, { storage: real }) => {
    const { storage, count } = counted(real);
    let seed = 1;
    const log = new UpdateLog(storage, () => (seed += 1));
    const by = (author: string, at: number): Authorship => ({ author, tokenId: null, at });
    log.start("", 1, by("0", START));
    const doc = new Y.Doc();
    const text = doc.getText("content");
    let at = START;
    /** One message of each typist. */
    const type = (keys: number): void => {
      for (let author = 0; author < typists; author++) {
        doc.clientID = toBrowserClient(author + 1);
        const before = Y.encodeStateVector(doc);
        text.insert(text.length, "x".repeat(keys));
        const update = Y.encodeStateAsUpdate(doc, before);
        log.applyUpdates([{ update, by: by(String(author), (at += 1)), from: author }]);
      }
    };
    // What a page and its writers cost once is not part of a minute.
    for (let warm = 0; warm < 5; warm++) type(1);
    const written = count.written;
    for (const keys of messages) type(keys);
    const typed = count.written - written;
    // Later text, without which the newest revisions would be kept as they are.
    at += 2 * DAY;
    for (let n = 0; n < 600; n++) type(1);
    const before = count.written;
    while (log.compact(at + 2 * SECOND).hasMore);
    expect(log.text).toHaveLength(text.length);
    return { messages: messages.length, written: typed / typists, deleted: (count.written - before) / typists };
  });
}

test.for([
  // Before updates shared rows, each message wrote a row and later deleted it: 120, 600 and 600.
  { manner: "alone", pace: whenAlone, typists: 1, rows: 66 },
  { manner: "watched", pace: whenWatched, typists: 1, rows: 165 },
  { manner: "together", pace: whenTypingTogether, typists: 2, rows: 325 },
])("writes few rows for a minute of typing $manner", async ({ manner, pace, typists, rows }, { task }) => {
  const typed = await typeFor(pace, typists);
  task.meta.typed = { manner, ...typed };
  expect(typed.written + typed.deleted).toBeLessThanOrEqual(rows);
});
