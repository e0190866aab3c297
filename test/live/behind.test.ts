/** The behaviour of a room when D1 is behind it, or the quota is used up. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { leave } from "../quotas/drives.ts";
import { world, type Person, type World } from "../support/world.ts";
import { holdNextAnswer } from "./held-answer.ts";
import { connect } from "./peer.ts";
import { until } from "./until.ts";

afterEach(() => vi.restoreAllMocks());

async function page(w: World, content: string): Promise<string> {
  const made = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT", content });
  expect(made.status).toBe(201);
  return made.body.id;
}

const roomOf = (id: string) => env.PAGE_ROOM.getByName(id);
const alarmOf = (id: string) => runInDurableObject(roomOf(id), (_, { storage }) => storage.getAlarm());

test("schedules an alarm after a D1 write during which a user kept typing", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  edna.type(4, " one");
  await edna.saved();
  const answer = await holdNextAnswer(id);
  const written = roomOf(id).project();
  await until(() => expect(answer.isHeld()).toBe(true));
  edna.type(8, " two");
  await edna.saved();
  await runInDurableObject(roomOf(id), (_, { storage }) => storage.deleteAlarm());
  answer.release();
  await written;
  await until(async () => expect(await alarmOf(id)).not.toBe(null));
  edna.leave();
});

test("rejects typing on a page whose quota is used up, and accepts a new attempt after 30 seconds", async () => {
  const w = await world();
  const id = await page(w, "text");
  const edna = await connect(w, "edna", id);
  await leave(w.ids.olivia, { text: 3 });
  edna.type(4, " more than fits");
  await edna.saved();
  await roomOf(id).project();
  /** Returns whether the typing was saved rather than rejected. */
  const types = async (person: Person): Promise<boolean> => {
    const peer = await connect(w, person, id);
    peer.type(0, "x");
    const isRefused = () => peer.heard.some(({ kind }) => kind === "refused");
    await until(() => expect(isRefused() || peer.state.saved === peer.state.sent).toBe(true));
    return !isRefused();
  };
  expect(await types("dora")).toBe(false);
  await leave(w.ids.olivia, { text: 1_000_000 });
  const { now } = Date;
  vi.spyOn(Date, "now").mockImplementation(() => now() + 31 * SECOND);
  expect(await types("adam")).toBe(true);
});
