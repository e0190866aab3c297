/** Rate limits as routes use them, with the real Durable Object: exact under load, bounded, and closed on failure. */
import { evictDurableObject, listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test } from "vitest";
import type { RateLimiter } from "../../durable-objects/rate-limiter/rate-limiter.ts";
import { SHARD_ROWS } from "../../durable-objects/rate-limiter/window-store.ts";
import type { LimitRule } from "../../src/kernel/limit.ts";
import type { WindowCheck } from "../../src/rpc/rate-limiter.ts";
import {
  createRateLimits,
  type LimitedValue,
  type RateLimits,
  type LimitVerdict,
} from "../../src/platform/rate-limiter.ts";
import { nightly } from "../support/nightly.ts";

const MINUTE = 60_000;
const NOW = Date.now();
const perIp: LimitRule = { name: "sample", dimension: "ip", limit: 10, windowMs: 10 * MINUTE };
const perUser: LimitRule = { name: "sample", dimension: "user", limit: 4, windowMs: MINUTE };
const perEmail: LimitRule = { name: "sample", dimension: "email", limit: 3, windowMs: 10 * MINUTE, silent: true };

type Warning = { event: string; fields: Record<string, unknown> };

function openLimiter(
  environment = "production",
  scale = 1,
  namespace = env.RATE_LIMITER,
  // Generous for busy machines; only tests of the timeout itself use less.
  timeoutMs = 60_000,
): { limiter: RateLimits; warnings: Warning[] } {
  const warnings: Warning[] = [];
  const limiter = createRateLimits({
    namespace,
    key: new Uint8Array(32).fill(7),
    scale,
    environment,
    log: { warn: (event, fields) => warnings.push({ event, fields }) },
    timeoutMs,
  });
  return { limiter, warnings };
}

function nameClient(): string {
  return `client-${crypto.randomUUID()}`;
}

/** A separate shard, addressed directly. */
function openShard(): DurableObjectStub<RateLimiter> {
  return env.RATE_LIMITER.get(env.RATE_LIMITER.idFromName(`test-${crypto.randomUUID()}`));
}

function check(key: string, limit = 10, windowMs = MINUTE): WindowCheck & { silent: boolean } {
  return { key, limit, windowMs, silent: false };
}

function countRows(stub: DurableObjectStub<RateLimiter>): Promise<number> {
  return runInDurableObject(stub, (_, state) =>
    Number(state.storage.sql.exec("SELECT COUNT(*) AS n FROM windows").one()["n"]),
  );
}

function countKinds(verdicts: LimitVerdict[]): Record<string, number> {
  const kinds = Map.groupBy(verdicts, (verdict) => verdict.kind);
  return Object.fromEntries([...kinds].map(([kind, group]) => [kind, group.length]));
}

/** A check for the only key of a shard, under the rule that `findLonelyClient` used. */
async function readCheck(stub: DurableObjectStub<RateLimiter>): Promise<WindowCheck> {
  const key = await runInDurableObject(
    stub,
    (_, state) => state.storage.sql.exec<{ key: string }>("SELECT key FROM windows").one().key,
  );
  return { key, limit: perIp.limit, windowMs: perIp.windowMs };
}

/** A client whose shard is unused by other tests in this file, so that breaking it affects nothing else. */
async function findLonelyClient(limiter: RateLimits): Promise<{ value: string; stub: DurableObjectStub<RateLimiter> }> {
  for (;;) {
    const before = new Set((await listDurableObjectIds(env.RATE_LIMITER)).map(String));
    const value = nameClient();
    await limiter.take([{ rule: perIp, value }], NOW);
    const fresh = (await listDurableObjectIds(env.RATE_LIMITER)).find((id) => !before.has(String(id)));
    if (fresh) return { value, stub: env.RATE_LIMITER.get(fresh) };
  }
}

test("allows exactly the limit of 300 concurrent takes, and marks one refusal for the audit log", async () => {
  const { limiter } = openLimiter();
  const wanted = [{ rule: perIp, value: nameClient() }];
  const verdicts = await Promise.all(Array.from({ length: 300 }, () => limiter.take(wanted, NOW)));
  expect(countKinds(verdicts)).toEqual({ allowed: 10, limited: 290 });
  expect(verdicts.filter((verdict) => verdict.kind === "limited" && verdict.first)).toHaveLength(1);
  expect(verdicts.find((verdict) => verdict.kind === "limited")).toMatchObject({
    rule: perIp,
    limit: 10,
    remaining: 0,
    retryAfterSeconds: 600,
  });
});

test("applies the tighter of two limits to 300 concurrent takes, and does not count refused ones against the other", async () => {
  const { limiter } = openLimiter();
  const byIp = { rule: perIp, value: nameClient() };
  const byUser = { rule: perUser, value: nameClient() };
  const verdicts = await Promise.all(Array.from({ length: 300 }, () => limiter.take([byIp, byUser], NOW)));
  expect(countKinds(verdicts)).toEqual({ allowed: 4, limited: 296 });
  const rest = await Promise.all(Array.from({ length: 20 }, () => limiter.take([byIp], NOW)));
  expect(countKinds(rest)).toEqual({ allowed: 6, limited: 14 });
});

test("does not count a take against one limit when the other is exhausted", async () => {
  const { limiter } = openLimiter();
  const byIp = { rule: perIp, value: nameClient() };
  const byUser = { rule: perUser, value: nameClient() };
  for (let i = 0; i < 4; i++) await limiter.take([byUser], NOW);
  for (let i = 0; i < 20; i++) {
    expect(await limiter.take([byIp, byUser], NOW + i)).toMatchObject({
      kind: "limited",
      rule: perUser,
      first: i === 0,
    });
  }
  const rest = await Promise.all(Array.from({ length: 12 }, () => limiter.take([byIp], NOW)));
  expect(countKinds(rest)).toEqual({ allowed: 10, limited: 2 });
});

test("refuses silently by a silent limit, and keeps counting against the open limit until it is full", async () => {
  const { limiter } = openLimiter();
  const wanted: LimitedValue[] = [
    { rule: perIp, value: nameClient() },
    { rule: perEmail, value: "a@example.com" },
  ];
  const verdicts: LimitVerdict[] = [];
  for (let i = 0; i < 11; i++) verdicts.push(await limiter.take(wanted, NOW + i));
  expect(verdicts.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ kind: "allowed", silenced: false })));
  expect(verdicts.slice(3, 10)).toEqual(Array.from({ length: 7 }, () => ({ kind: "allowed", silenced: true })));
  expect(verdicts[10]).toMatchObject({ kind: "limited", rule: perIp });
});

test("returns the longer wait when two limits refuse", async () => {
  const { limiter } = openLimiter();
  const byIp = { rule: { ...perIp, limit: 1 }, value: nameClient() };
  const byUser = { rule: { ...perUser, limit: 1 }, value: nameClient() };
  await limiter.take([byUser, byIp], NOW);
  expect(await limiter.take([byUser, byIp], NOW + 1)).toMatchObject({
    kind: "limited",
    rule: { dimension: "ip" },
    retryAfterSeconds: 600,
  });
});

test("allows the next take after the returned wait", async () => {
  const { limiter } = openLimiter();
  const wanted = [{ rule: { ...perUser, limit: 1 }, value: nameClient() }];
  await limiter.take(wanted, NOW);
  const verdict = await limiter.take(wanted, NOW + 500);
  if (verdict.kind !== "limited") throw new Error("the second take is over the limit");
  expect((await limiter.take(wanted, NOW + 500 + verdict.retryAfterSeconds * 1_000)).kind).toBe("allowed");
});

test("counts correctly for a caller whose clock lags", async () => {
  const { limiter } = openLimiter();
  const wanted = [{ rule: perUser, value: nameClient() }];
  for (let i = 0; i < 4; i++) await limiter.take(wanted, NOW);
  expect((await limiter.take(wanted, NOW - 5 * MINUTE)).kind).toBe("limited");
});

test("multiplies limits by the scale", async () => {
  const { limiter } = openLimiter("production", 0.5);
  const wanted = [{ rule: perUser, value: nameClient() }];
  const verdicts = await Promise.all(Array.from({ length: 6 }, () => limiter.take(wanted, NOW)));
  expect(countKinds(verdicts)).toEqual({ allowed: 2, limited: 4 });
  expect(() => openLimiter("production", 0)).toThrow(RangeError);
});

test("stores only hashed keys in the shards", async () => {
  const { limiter } = openLimiter();
  const { value, stub } = await findLonelyClient(limiter);
  const rows = await runInDurableObject(stub, (_, state) => state.storage.sql.exec("SELECT * FROM windows").toArray());
  expect(rows).toHaveLength(1);
  expect(rows[0]?.["key"]).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(rows)).not.toContain(value);
});

test("counts a commit or hit repeated with the same tag once, and releases only its own tag", async () => {
  const shard = openShard();
  const one = [check("k", 3)];
  for (let i = 0; i < 5; i++) expect((await shard.commit(one, NOW, 1))[0]?.remaining).toBe(2);
  for (let i = 0; i < 5; i++) expect((await shard.hit(one, NOW, 2))[0]?.remaining).toBe(1);
  await shard.release(["k"], 99);
  expect((await shard.peek(one, NOW))[0]?.remaining).toBe(0);
  await shard.release(["k"], 2);
  expect((await shard.peek(one, NOW))[0]?.remaining).toBe(1);
});

test("does not count other checks in a shard when one check refuses, unless that check is silent", async () => {
  const shard = openShard();
  await shard.hit([check("full", 1)], NOW, 1);
  await shard.hit([check("full", 1), check("open", 5)], NOW, 2);
  expect((await shard.peek([check("open", 5)], NOW))[0]?.remaining).toBe(4);
  await shard.hit([{ ...check("full", 1), silent: true }, check("open", 5)], NOW, 3);
  expect((await shard.peek([check("open", 5)], NOW))[0]?.remaining).toBe(3);
});

test("keeps counts when the object is evicted from memory", async () => {
  const shard = openShard();
  await shard.commit([check("log", 3), check("counter", 100)], NOW, 1);
  await shard.commit([check("log", 3), check("counter", 100)], NOW, 2);
  await evictDurableObject(shard);
  const answers = await shard.commit([check("log", 3), check("counter", 100)], NOW, 3);
  expect(answers.map((answer) => answer.remaining)).toEqual([0, 97]);
  await evictDurableObject(shard);
  expect((await shard.commit([check("log", 3)], NOW, 4))[0]?.allowed).toBe(false);
});

test("writes one row for a refused take, and nothing for further refusals", async () => {
  const shard = openShard();
  const read = () => runInDurableObject(shard, (_, state) => state.storage.sql.exec("SELECT * FROM windows").toArray());
  await shard.hit([check("k", 1)], NOW, 1);
  await shard.hit([check("k", 1)], NOW, 2);
  const marked = await read();
  for (let i = 3; i < 50; i++) await shard.hit([check("k", 1)], NOW + i, i);
  expect(await read()).toEqual(marked);
});

test("deletes expired rows in the alarm, keeps the others and schedules the next alarm for them", async () => {
  const shard = openShard();
  // Expired, but too recently for its alarm to be due yet.
  await shard.hit([check("old")], NOW - 10 * MINUTE, 1);
  await shard.hit([check("young", 10, 60 * MINUTE)], NOW, 2);
  expect(await countRows(shard)).toBe(2);
  expect(await runDurableObjectAlarm(shard)).toBe(true);
  const keys = await runInDurableObject(shard, (_, state) =>
    state.storage.sql
      .exec("SELECT key FROM windows")
      .toArray()
      .map((row) => row["key"]),
  );
  expect(keys).toEqual(["young"]);
  expect((await shard.peek([check("young", 10, 60 * MINUTE)], NOW))[0]?.remaining).toBe(8);
  const next = await runInDurableObject(shard, (_, state) => state.storage.getAlarm());
  expect(next).toBeGreaterThan(NOW + 60 * MINUTE);
});

test("sets no further alarm for a shard without rows", async () => {
  const shard = openShard();
  // Expired, but too recently for its alarm to be due yet.
  await shard.hit([check("old")], NOW - 10 * MINUTE, 1);
  await runDurableObjectAlarm(shard);
  expect(await countRows(shard)).toBe(0);
  expect(await runInDurableObject(shard, (_, state) => state.storage.getAlarm())).toBe(null);
});

nightly("caps the number of keys, and evicts those that expire first", async () => {
  const shard = openShard();
  const long = check("long", 10, 24 * 60 * MINUTE);
  await shard.hit([long], NOW, 1);
  await runInDurableObject(shard, (_, state) => {
    state.storage.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO windows SELECT 'spray-' || i, '{"hits":[1],"tags":[1],"seen":1,"refused":false}', ? + i FROM n`,
      SHARD_ROWS,
      NOW,
    );
  });
  await evictDurableObject(shard);
  expect(await countRows(shard)).toBe(SHARD_ROWS);
  const peaks: number[] = [];
  for (let i = 0; i < 1_200; i++) {
    await shard.hit([check(`new-${i}`)], NOW, i);
    if (i % 300 === 0) peaks.push(await countRows(shard));
  }
  expect(Math.max(...peaks)).toBeLessThanOrEqual(SHARD_ROWS);
  expect((await shard.peek([long], NOW))[0]?.remaining).toBe(8);
  expect((await shard.peek([check("new-0")], NOW))[0]?.remaining).toBe(8);
  expect(await countRows(shard)).toBeGreaterThan(SHARD_ROWS - 1_000);
});

test("throws for a check that could never refuse", async () => {
  const shard = openShard();
  await runInDurableObject(shard, (object) => {
    for (const [bad, now] of [
      [check("k", 0), NOW],
      [check("k", NaN), NOW],
      [check("k", 10, 0), NOW],
      [check("k"), NaN],
    ] as const) {
      expect(() => object.hit([bad], now, 1)).toThrow(RangeError);
      expect(() => object.peek([bad], now)).toThrow(RangeError);
    }
  });
});

/** Repaired after the test: clients of later tests may fall on the same shard, and a restarted object creates its table. */
async function breakShard(stub: DurableObjectStub<RateLimiter>): Promise<void> {
  await runInDurableObject(stub, (_, state) => void state.storage.sql.exec("DROP TABLE windows"));
  onTestFinished(() => evictDurableObject(stub));
}

test("refuses when a shard throws in production, and allows with a warning in development", async () => {
  const { limiter, warnings } = openLimiter("production");
  const { value, stub } = await findLonelyClient(limiter);
  await breakShard(stub);
  expect(await limiter.take([{ rule: perIp, value }], NOW)).toEqual({ kind: "unavailable" });
  expect(warnings).toMatchObject([{ event: "rate_limit_unavailable", fields: { rules: ["sample ip"] } }]);
  expect(JSON.stringify(warnings)).not.toContain(value);
  const development = openLimiter("development");
  expect(await development.limiter.take([{ rule: perIp, value }], NOW)).toEqual({ kind: "allowed", silenced: false });
  expect(development.warnings).toHaveLength(1);
  expect(await openLimiter("staging").limiter.take([{ rule: perIp, value }], NOW)).toEqual({ kind: "unavailable" });
});

test("refuses when one of two shards is broken, and the other shard counts nothing", async () => {
  const { limiter } = openLimiter();
  const { value, stub } = await findLonelyClient(limiter);
  await breakShard(stub);
  const byUser = { rule: perUser, value: nameClient() };
  for (let i = 0; i < 6; i++) {
    expect((await limiter.take([byUser, { rule: perIp, value }], NOW)).kind).toBe("unavailable");
  }
  const rest = await Promise.all(Array.from({ length: 6 }, () => limiter.take([byUser], NOW)));
  expect(countKinds(rest)).toEqual({ allowed: 4, limited: 2 });
});

test("gives up on a shard that hangs", async () => {
  const { limiter } = openLimiter("production", 1, env.RATE_LIMITER, 750);
  const { value, stub } = await findLonelyClient(limiter);
  // Not awaited, because this call also returns only once the object is reachable again.
  const shard = { hangs: false, mayGoOn: false };
  const hung = runInDurableObject(stub, (_, state) =>
    state.blockConcurrencyWhile(async () => {
      shard.hangs = true;
      while (!shard.mayGoOn) await scheduler.wait(5);
    }),
  );
  while (!shard.hangs) await scheduler.wait(5);
  expect((await limiter.take([{ rule: perIp, value }], NOW)).kind).toBe("unavailable");
  shard.mayGoOn = true;
  await hung;
  // The late answer is not counted; only the client's first `take` is.
  await expect.poll(async () => (await stub.peek([await readCheck(stub)], NOW))[0]?.remaining).toBe(8);
});

/** The real shards, but the first answer is lost and replaced by an error with the given marks. */
function loseFirstAnswer(marks: Record<string, boolean>): { namespace: typeof env.RATE_LIMITER; calls: string[] } {
  const calls: string[] = [];
  let lost = false;
  let stubs = 0;
  const wrap = (stub: DurableObjectStub<RateLimiter>, number: number) =>
    new Proxy(stub, {
      get: (target, name) => {
        calls.push(`${String(name)} on stub ${number}`);
        if (name !== "hit") return Reflect.get(target, name);
        return async (...args: Parameters<RateLimiter["hit"]>) => {
          const answers = await target.hit(...args);
          if (lost) return answers;
          lost = true;
          throw Object.assign(new Error("Network connection lost."), marks);
        };
      },
    });
  const namespace = new Proxy(env.RATE_LIMITER, {
    get: (target, name) => {
      if (name === "get") return (id: DurableObjectId) => wrap(target.get(id), ++stubs);
      return (...args: [string]) => Reflect.get(target, name).apply(target, args);
    },
  });
  return { namespace, calls };
}

test("retries once on a fresh stub after a retryable error, and counts the take once", async () => {
  const { namespace, calls } = loseFirstAnswer({ retryable: true });
  const { limiter } = openLimiter("production", 1, namespace);
  const wanted = [{ rule: { ...perUser, limit: 1 }, value: nameClient() }];
  expect((await limiter.take(wanted, NOW)).kind).toBe("allowed");
  expect(calls).toEqual(["hit on stub 1", "hit on stub 2"]);
  expect((await limiter.take(wanted, NOW)).kind).toBe("limited");
});

test.each([{}, { retryable: false }])(
  "releases the hit instead of retrying after an error marked %j",
  async (marks) => {
    const { namespace, calls } = loseFirstAnswer(marks);
    const { limiter } = openLimiter("production", 1, namespace);
    const wanted = [{ rule: { ...perUser, limit: 1 }, value: nameClient() }];
    expect((await limiter.take(wanted, NOW)).kind).toBe("unavailable");
    expect(calls).toEqual(["hit on stub 1", "release on stub 2"]);
    expect((await limiter.take(wanted, NOW)).kind).toBe("allowed");
  },
);

test.each([{ overloaded: true }, { retryable: true, overloaded: true }])(
  "does not retry or release on an overloaded shard (%j)",
  async (marks) => {
    const { namespace, calls } = loseFirstAnswer(marks);
    const { limiter } = openLimiter("production", 1, namespace);
    expect((await limiter.take([{ rule: perUser, value: nameClient() }], NOW)).kind).toBe("unavailable");
    expect(calls).toEqual(["hit on stub 1"]);
  },
);
