/** The rows that an answer of 2,000 tokens writes, in the database and in its object. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { ask, answerTo, makeChat } from "../agents/harness.ts";
import { answers, say, usage } from "../support/model-script.ts";
import { world } from "../support/world.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Rows written in the database, with their indexes, and in the object. */
    answered?: { readonly rows: number; readonly objectWrites: number };
  }
}

test("an answer of 2,000 tokens takes at most 22 rows, of which six are those of indexes", async ({ task }) => {
  const w = await world();
  const chat = await makeChat(w);
  // The tables, the alarm and the chat's room exist before.
  const first = await ask(w.as("edna"), chat, answers(say("Hello.")));
  await answerTo(w.as("edna"), chat, first.runId);
  let objectWrites = 0;
  await runInDurableObject(env.AGENT_RUN.getByName(chat), (_, { storage }) => {
    const { kv } = storage;
    const put = kv.put.bind(kv);
    const remove = kv.delete.bind(kv);
    kv.put = (...args) => ((objectWrites += 1), put(...args));
    kv.delete = (key) => ((objectWrites += 1), remove(key));
  });
  let rows = 0;
  const count = (event: unknown): void => {
    const trip = event as RoundTripEvent;
    if (trip.phase === "end") rows += trip.rowsWritten;
  };
  const words = Array.from({ length: 2_000 }, (_, i) => `w${i}`).join(" ");
  const { runId } = await ask(w.as("edna"), chat, answers([say(words, 1), usage(500, 0, 2_000)]));
  trips.subscribe(count);
  const answer = await answerTo(w.as("edna"), chat, runId);
  trips.unsubscribe(count);
  expect(answer.content).toBe(words);
  task.meta.answered = { rows, objectWrites };
  console.log("ANSWERED", JSON.stringify(task.meta.answered));
  expect(rows + objectWrites).toBeLessThanOrEqual(22);
});
