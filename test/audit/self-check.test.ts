/** A chain that differs from the signed one stops accepting entries; nothing is lost, and repairing the chain resumes it. */
import { abortAllDurableObjects } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Pin } from "../../scripts/audit/verify.ts";
import { Chain, freshChain, makeRow, makeRows, pinOf, queue, waiting } from "./chain.ts";

let chain: Chain;

beforeEach(async () => {
  chain = await freshChain();
});

const HALTED = { appended: 0, duplicates: 0, more: false, halted: true };

/** Publishes, and asserts that there is a checkpoint and a key. */
async function publish(log = chain.log) {
  const { checkpoint, key, ...rest } = await log.publish();
  if (checkpoint === null || key === null) throw new Error("There is no checkpoint.");
  return { checkpoint, key, ...rest };
}

/** A chain of 22 entries with checkpoints at 10 and 21, restored to its state after the first one. */
async function restored(): Promise<{ pins: Pin[] }> {
  await queue(makeRows(10));
  const first = await publish();
  const memory = await chain.memory();
  await queue(makeRows(10, 10));
  const second = await publish();
  await chain.change("create table keep as select * from entry", "create table kept as select * from chain");
  await chain.restore(11, memory);
  return { pins: [pinOf(first.checkpoint), pinOf(second.checkpoint)] };
}

const alarms = async () => {
  const { entries } = await chain.log.entries({ kind: "audit.alarm" }, null, 20);
  return entries.map(({ entry }) => JSON.parse(entry));
};

test("halts after a restore from an old snapshot, raises one alarm, and resumes without a gap once it is undone", async () => {
  const { pins } = await restored();
  await queue([makeRow(100), makeRow(101)]);
  for (let again = 0; again < 3; again += 1) expect(await chain.log.drain()).toEqual(HALTED);
  const halt = { reason: "behind", seq: 11, size: 21 };
  expect(await publish()).toMatchObject({ isSound: false, halt });
  expect(await chain.log.verify()).toMatchObject({ valid: true, entries: 11 });
  expect(await waiting()).toMatchObject([
    { kind: "audit.alarm", risk: 100, detail: { reason: "behind", seq: 11, size: 21, entries: 11 } },
    { id: "e000000100" },
    { id: "e000000101" },
  ]);
  // With the signed checkpoints as pins, the verifier reports the position.
  expect((await chain.verifyOffline(pins)).firstBad).toMatchObject({
    seq: 11,
    reason: expect.stringContaining("truncated"),
  });

  await chain.change(
    "delete from entry",
    "insert into entry select * from keep",
    "update chain set entries = (select entries from kept), head = (select head from kept)",
  );
  expect(await chain.log.drain()).toEqual({ appended: 3, duplicates: 0, more: false });
  expect(await waiting()).toEqual([]);
  const { checkpoint, key } = await publish();
  expect(await chain.verifyOffline([...pins, pinOf(checkpoint)])).toMatchObject({ valid: true, entries: 26 });
  expect(await chain.verifyArchive(key, [pinOf(checkpoint)])).toMatchObject({ valid: true });
  const { entries } = await chain.log.entries({}, null, 30);
  const inOrder = entries.toSorted((a, b) => a.seq - b.seq);
  expect(inOrder.slice(22).map(({ kind }) => kind)).toEqual([
    "audit.alarm",
    "auth.login.ok",
    "auth.login.ok",
    "audit.checkpoint",
  ]);
});

test("resumes when the newer checkpoints are moved aside, and old pins reveal the loss", async () => {
  const { pins } = await restored();
  await queue([makeRow(100)]);
  await chain.log.drain();
  for (const name of ["checkpoints/21", "latest"]) {
    await env.FILES.put(`lost/${name}`, await chain.read(name));
    await env.FILES.delete(`${chain.folder}/${name}`);
  }
  await chain.write("latest", await chain.read("checkpoints/10"));
  expect(await chain.log.drain()).toMatchObject({ appended: 2 });
  const { checkpoint, key } = await publish();
  expect(checkpoint.size).toBe(13);
  expect((await alarms()).map(({ seq, d }) => [seq, d.reason])).toEqual([[11, "behind"]]);
  expect(await chain.verifyArchive(key, [pinOf(checkpoint)])).toMatchObject({ valid: true });
  expect(await chain.verifyOffline([pins[0] ?? pinOf(checkpoint)])).toMatchObject({ valid: true });
  expect((await chain.verifyOffline(pins)).firstBad).toMatchObject({ seq: 14 });
});

test("detects a chain that has diverged by the first checkpoint it does not contain", async () => {
  const { pins } = await restored();
  // The attacker hides the latest checkpoint until the chain is longer.
  const latest = await chain.read("latest");
  await env.FILES.delete(`${chain.folder}/latest`);
  await chain.append(makeRows(15, 200));
  await chain.write("latest", latest);
  await abortAllDurableObjects();

  expect(await chain.log.drain()).toEqual(HALTED);
  expect((await publish()).halt).toEqual({ reason: "forked", seq: 20, size: 21 });
  const { firstBad } = await chain.verifyOffline(pins);
  expect(firstBad).toMatchObject({ seq: 20, reason: expect.stringContaining("it still matched after entry 9") });
});

test.each([
  ["behind", [11, 3]],
  ["forked", [11, 30]],
] as const)("stops one of two objects that serve the same chain: %s", async (reason, counts) => {
  // Another name with the same number: a second object that uses the same bucket folder.
  const twin = env.AUDIT_LOG.getByName(`0${chain.number}`);
  await chain.log.drain();
  await twin.drain();
  await chain.append(makeRows(counts[0]));
  await queue(makeRows(counts[1], 500));
  await twin.drain();
  const { checkpoint, key } = await publish();
  const stopped = await twin.publish();
  expect(stopped).toMatchObject({ checkpoint: null, isSound: false, halt: { reason, size: 11 } });
  await queue([makeRow(900)]);
  expect(await twin.drain()).toEqual(HALTED);
  expect(await chain.log.drain()).toMatchObject({ appended: 2 });
  expect(await chain.names()).toEqual(["checkpoints/11", "latest"]);
  expect(await chain.verifyArchive(key, [pinOf(checkpoint)])).toMatchObject({ valid: true });
  expect((await alarms()).map(({ d, risk }) => [d.reason, risk])).toEqual([[reason, 100]]);
});

test("does not overwrite a checkpoint that was written while another was being signed", async () => {
  const twin = () => env.AUDIT_LOG.getByName(`0${chain.number}`);
  await twin().drain();
  await chain.append(makeRows(2));
  let isTwinFirst = false;
  const bucket = new Proxy(env.FILES, {
    get: (target, name) =>
      async function (...args: unknown[]): Promise<unknown> {
        const answer: unknown = await Reflect.apply(Reflect.get(target, name), target, args);
        // Runs between the bucket's answer and its use.
        if (isTwinFirst && name === "get") {
          isTwinFirst = false;
          await queue(makeRows(1, 500));
          await twin().publish();
        }
        return answer;
      },
  });
  const stopped = await chain.as({ FILES: bucket }, async (log) => {
    await log.drain();
    isTwinFirst = true;
    return log.publish();
  });
  expect(stopped).toMatchObject({ checkpoint: null, isSound: false, halt: { reason: "forked", seq: 0, size: 1 } });
  expect(await chain.names()).toEqual(["checkpoints/1", "latest"]);
  expect(await chain.read("latest")).toBe(await chain.read("checkpoints/1"));
});

test("halts the chain while the latest checkpoint cannot be read", async () => {
  await queue(makeRows(2));
  const { checkpoint } = await publish();
  await chain.write("latest", checkpoint.note.replace("\n2\n", "\n02\n"));
  await abortAllDurableObjects();
  await queue([makeRow(2)]);
  expect(await chain.log.drain()).toEqual(HALTED);
  expect((await publish()).halt).toEqual({ reason: "latest_unreadable", seq: 3, size: 0 });
  await chain.write("latest", checkpoint.note);
  expect(await chain.log.drain()).toMatchObject({ appended: 2 });
  expect((await alarms()).map(({ d }) => d.reason)).toEqual(["latest_unreadable"]);
});

test("halts the chain when the latest checkpoint belongs to another chain", async () => {
  const other = new Chain(chain.number + 1_000);
  await other.append(makeRows(2));
  const { checkpoint } = await publish(other.log);
  await chain.append(makeRows(5));
  await chain.write("latest", checkpoint.note);
  await abortAllDurableObjects();
  expect(await chain.log.drain()).toEqual(HALTED);
  expect((await chain.log.publish()).halt).toEqual({ reason: "forked", seq: 0, size: 2 });
});

test.each([
  ["missing", "latest_missing"],
  ["replaced by an older one", "latest_older"],
])("raises an alarm when the latest checkpoint is %s, and replaces it with the next one", async (_, reason) => {
  await queue(makeRows(2));
  const old = await publish();
  await queue(makeRows(2, 2));
  await publish();
  if (reason === "latest_missing") await env.FILES.delete(`${chain.folder}/latest`);
  else await chain.write("latest", old.checkpoint.note);
  await abortAllDurableObjects();
  await queue([makeRow(9)]);
  const next = await publish();
  expect(next).toMatchObject({ isSound: true, checkpoint: { size: 8 } });
  expect(await chain.read("latest")).toBe(next.checkpoint.note);
  expect(await chain.verifyArchive(next.key, [pinOf(next.checkpoint)])).toMatchObject({ valid: true });
  expect((await alarms()).map(({ d, risk }) => [d.reason, risk])).toEqual([[reason, 100]]);
});

test("keeps entries waiting while the bucket is unreachable at startup, and loses none", async () => {
  await queue(makeRows(2));
  await publish();
  await queue(makeRows(3, 2));
  const down = () => Promise.reject(new Error("R2 is gone"));
  const [drained, published] = await chain.as({ FILES: { get: down, put: down } }, async (log) => [
    await log.drain(),
    await log.publish(),
  ]);
  expect(drained).toEqual(HALTED);
  expect(published).toMatchObject({ isSound: false, halt: null, checkpoint: { size: 2 } });
  expect(await waiting()).toHaveLength(3);
  expect(await chain.log.drain()).toMatchObject({ appended: 3 });
});

test("delays only checkpoints when the bucket becomes unreachable later", async () => {
  let isDown = false;
  const bucket = new Proxy(env.FILES, {
    get(target, name) {
      if (isDown) return () => Promise.reject(new Error("R2 is gone"));
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  await chain.as({ FILES: bucket }, async (log) => {
    await queue(makeRows(2));
    expect((await log.publish()).checkpoint?.size).toBe(2);
    isDown = true;
    await queue(makeRows(2, 2));
    expect(await log.publish()).toMatchObject({ isSound: true, checkpoint: { size: 2 } });
    expect(await waiting()).toEqual([]);
    isDown = false;
    expect(await log.publish()).toMatchObject({ isSound: true, checkpoint: { size: 5 } });
  });
});

test("refuses an erasure while the chain is halted, because waiting entries would follow it", async () => {
  await restored();
  await queue([makeRow(100)]);
  const outcome = await chain.as({}, (log) => log.erase("u1").then(String, String));
  expect(outcome).toContain("The audit log stands still");
  expect((await chain.log.entries({ userId: "u1" }, null, 20)).entries).toHaveLength(10);
});
