/** Publishing to the bucket: segments without personal data, and checkpoints that anyone can verify. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { openNote, parseKey } from "../../src/audit-log/checkpoint.ts";
import { parseLine } from "../../src/audit-log/format.ts";
import { parseSegmentHeader } from "../../src/audit-log/segment.ts";
import { type Chain, freshChain, makeRow, makeRows, pinOf, queue, waiting } from "./chain.ts";

let chain: Chain;

beforeEach(async () => {
  chain = await freshChain();
});

const kinds = async (): Promise<string[]> => {
  const { entries } = await chain.log.entries({}, null, 200);
  return entries.map(({ kind }) => kind).toReversed();
};

/** Publishes, and asserts that there is a checkpoint and a key. */
async function publish() {
  const { checkpoint, key, halt } = await chain.log.publish();
  if (checkpoint === null || key === null) throw new Error("There is no checkpoint.");
  return { checkpoint, key, halt };
}

test("publishes nothing for an empty chain", async () => {
  expect(await chain.log.publish()).toEqual({
    checkpoint: null,
    key: expect.any(String),
    isSound: true,
    halt: null,
    problems: [],
  });
  expect(await chain.names()).toEqual([]);
});

test("signs the head in a checkpoint, records it in the chain, and signs no new one for that entry alone", async () => {
  await queue(makeRows(3));
  const { checkpoint, key } = await publish();
  const { head } = (await chain.log.entries({}, null, 200)).entries.find(({ seq }) => seq === 2) ?? {};
  expect(checkpoint).toMatchObject({ origin: `localhost:8787/audit/${chain.number}`, size: 3, head });
  expect(await openNote(checkpoint.note, [parseKey(key)])).toEqual({
    origin: checkpoint.origin,
    size: 3,
    head,
  });
  expect(await chain.names()).toEqual(["checkpoints/3", "latest"]);
  expect(await chain.read("checkpoints/3")).toBe(checkpoint.note);
  expect(await chain.read("latest")).toBe(checkpoint.note);
  expect((await kinds()).slice(3)).toEqual(["audit.checkpoint"]);

  for (let minute = 0; minute < 3; minute += 1) expect((await publish()).checkpoint).toEqual(checkpoint);
  expect(await chain.names()).toEqual(["checkpoints/3", "latest"]);
  expect((await kinds()).length).toBe(4);

  await queue([makeRow(3)]);
  expect((await publish()).checkpoint.size).toBe(5);
  expect((await kinds()).filter((kind) => kind === "audit.checkpoint")).toHaveLength(2);
  expect(await chain.names()).toEqual(["checkpoints/3", "checkpoints/5", "latest"]);
});

test("publishes each 4,096 entries as a segment without personal data, verifiable with checkpoints and a pin", async () => {
  await queue([...makeRows(9_000), makeRow(9_000, { email: "ada@example.com" })]);
  const { checkpoint, key } = await publish();
  expect(checkpoint.size).toBe(9_001);
  expect(await chain.names()).toEqual(["0-4095.jsonl", "4096-8191.jsonl", "checkpoints/9001", "latest"]);

  const lines = (await chain.read("4096-8191.jsonl")).split("\n");
  const [before] = (await chain.read("0-4095.jsonl")).split("\n").slice(-2);
  expect(lines).toHaveLength(4096 + 2);
  expect(parseSegmentHeader(lines[0] ?? "")).toEqual({
    origin: "http://localhost:8787",
    shard: chain.number,
    first: 4096,
    last: 8191,
    before: parseLine(before ?? "").head,
  });
  expect(new Set(lines.slice(1, -1).map((line) => parseLine(line).pii))).toEqual(new Set([null]));
  expect(lines.join("")).not.toContain("203.0.113.7");

  const verdict = await chain.verifyArchive(key, [pinOf(checkpoint)]);
  expect(verdict).toMatchObject({ valid: true, entries: 8192, segments: 2, checkpoints: 1, covered: 9001 });
  expect(await chain.verifyOffline([pinOf(checkpoint)])).toMatchObject({ valid: true, entries: 9002 });
});

test("accepts an existing identical segment, and otherwise raises an alarm and signs nothing", async () => {
  await queue(makeRows(4100));
  const { key } = await publish();
  const segment = await chain.read("0-4095.jsonl");
  // Simulates a crash between the bucket's answer and recording it.
  await chain.change("update memory set value = '0' where key = 'archived'");
  await queue([makeRow(4100)]);
  const { checkpoint } = await publish();
  expect(checkpoint.size).toBe(4102);
  expect(await chain.read("0-4095.jsonl")).toBe(segment);
  expect(await waiting()).toEqual([]);

  await chain.write("0-4095.jsonl", segment.replace("passkey", "phone"));
  await chain.change("update memory set value = '0' where key = 'archived'");
  await queue([makeRow(4101)]);
  expect((await publish()).checkpoint).toEqual(checkpoint);
  await publish();
  const told = { kind: "audit.alarm", risk: 100, detail: { reason: "segment_differs", first: 0, last: 4095 } };
  const { entries } = await chain.log.entries({ kind: "audit.alarm" }, null, 10);
  expect(entries.map(({ entry }) => JSON.parse(entry).d)).toEqual([told.detail]);
  expect(entries.map(({ entry }) => JSON.parse(entry).risk)).toEqual([told.risk]);
  expect((await chain.verifyArchive(key)).firstBad).toMatchObject({ file: "0-4095.jsonl", line: 2, seq: 0 });

  await chain.write("0-4095.jsonl", segment);
  expect((await publish()).checkpoint.size).toBeGreaterThan(checkpoint.size);
  expect(await chain.verifyArchive(key)).toMatchObject({ valid: true });

  // A fault that recurs after it was repaired is reported again.
  await chain.write("0-4095.jsonl", "");
  await chain.change("update memory set value = '0' where key = 'archived'");
  await publish();
  expect(await waiting()).toMatchObject([told]);
});

test("publishes one chain of checkpoints under concurrent requests", async () => {
  const results = await Promise.all(
    makeRows(40).map(async (row) => {
      await queue([row]);
      return chain.log.publish();
    }),
  );
  const { key } = await publish();
  expect(results.every(({ halt }) => halt === null)).toBe(true);
  expect(await chain.verifyArchive(key)).toMatchObject({ valid: true });
  const verdict = await chain.log.verify();
  const signed = (await kinds()).filter((kind) => kind === "audit.checkpoint").length;
  expect(verdict).toMatchObject({ valid: true, entries: 40 + signed });
  expect((await chain.names()).length).toBe(signed + 1);
});

test("continues without a key, signs nothing, and raises one alarm", async () => {
  await queue(makeRows(2));
  const before = await publish();
  const production = { ENVIRONMENT: "production", ROOT_SECRET: undefined };
  for (let minute = 0; minute < 3; minute += 1) {
    await queue([makeRow(10 + minute)]);
    expect(await chain.as(production, (log) => log.publish())).toEqual({
      checkpoint: before.checkpoint,
      key: null,
      isSound: true,
      halt: null,
      problems: ["signer_missing"],
    });
  }
  expect(await chain.names()).toEqual(["checkpoints/2", "latest"]);
  expect((await kinds()).filter((kind) => kind === "audit.alarm")).toHaveLength(1);
  const { checkpoint } = await publish();
  expect(checkpoint.size).toBe(2 + 1 + 3 + 1);
  expect(await chain.verifyOffline([pinOf(checkpoint)])).toMatchObject({ valid: true });
});

test("does not sign entries that contradict the last checkpoint", async () => {
  await queue(makeRows(5));
  const before = await publish();
  await queue(makeRows(5, 5));
  await chain.log.drain();
  await chain.change("update entry set entry = replace(entry, 'passkey', 'phone') where seq = 8");
  expect((await publish()).checkpoint).toEqual(before.checkpoint);
  expect(await waiting()).toMatchObject([{ kind: "audit.alarm", detail: { reason: "chain_damaged", seq: 8 } }]);
  await chain.change("update entry set entry = replace(entry, 'phone', 'passkey') where seq = 8");
  expect((await publish()).checkpoint.size).toBe(12);
});

test.each([
  ["latest was replaced, but the named checkpoint was not written", ["checkpoints/2"]],
  ["nothing was written after the stored note", []],
])("resumes publishing after a crash: %s", async (_, lost) => {
  await queue(makeRows(2));
  const { checkpoint, key } = await publish();
  for (const name of lost) await env.FILES.delete(`${chain.folder}/${name}`);
  await chain.change("delete from memory");
  await queue([makeRow(2)]);
  expect((await publish()).checkpoint.size).toBe(4);
  expect(await chain.names()).toEqual(["checkpoints/2", "checkpoints/4", "latest"]);
  expect(await chain.verifyArchive(key, [pinOf(checkpoint)])).toMatchObject({ valid: true });
  expect((await kinds()).filter((kind) => kind === "audit.checkpoint")).toHaveLength(2);
});

test("keeps segments, checkpoints and exports valid after an erasure, without the user", async () => {
  const people = makeRows(4100).map((row, at) =>
    at % 3 === 0 ? makeRow(at, { uid: "ada", actor: { type: "user", id: "r4nd0m" }, ip: "198.51.100.77" }) : row,
  );
  await queue([...people, makeRow(5000, { uid: null, email: "ada@example.com", ip: "198.51.100.77" })]);
  const { checkpoint, key } = await publish();
  const segment = await chain.read("0-4095.jsonl");
  expect(await chain.exportText()).toContain("198.51.100.77");
  expect(await chain.log.erase("ada", "ada@example.com")).toBe(1367 + 1);

  expect(await chain.verifyOffline([pinOf(checkpoint)])).toMatchObject({ valid: true });
  expect(await chain.log.verify()).toMatchObject({ valid: true });
  expect(await chain.verifyArchive(key, [pinOf(checkpoint)])).toMatchObject({ valid: true });
  expect(await chain.exportText()).not.toMatch(/198\.51\.100\.77|ada@example\.com|"ada"/);
  // The segment never contained personal data, and rebuilding it gives the same bytes.
  expect(segment).not.toMatch(/198\.51\.100\.77|ada@example\.com|"ada"/);
  await chain.change("update memory set value = '0' where key = 'archived'");
  await queue([makeRow(6000)]);
  expect((await publish()).checkpoint.size).toBeGreaterThan(checkpoint.size);
  expect(await waiting()).toEqual([]);
  expect(await chain.read("0-4095.jsonl")).toBe(segment);
});
