/** Shared rate limits: hashes the limited values, queries the shards, and decides how to handle an outage. */
import { createHmac } from "node:crypto";
import { assertScale, type LimitRule, scaleLimit } from "../kernel/limit.ts";
import type { HitCheck, RateLimiterRpc, WindowAnswer } from "../rpc/rate-limiter.ts";
import { observed } from "./durable-objects.ts";
import { raceTimeout } from "./timeout.ts";

type Shard = RateLimiterRpc & Rpc.DurableObjectBranded;

const SHARDS = 1_024;

/** One value to count: the rule, and the (already canonical) address, mailbox or id that it counts by. */
export type LimitedValue = { rule: LimitRule; value: string };

/**
 * `silenced`: a silent rule was reached, so respond as if successful, and do nothing. `first` marks the rejection that
 * deserves an audit entry. `unavailable` is answered with 503 and Retry-After 5.
 */
export type LimitVerdict =
  | { kind: "allowed"; silenced: boolean }
  | { kind: "limited"; rule: LimitRule; limit: number; remaining: 0; retryAfterSeconds: number; first: boolean }
  | { kind: "unavailable" };

export type RateLimits = { take(wanted: LimitedValue[], now: number): Promise<LimitVerdict> };

/** `key` is secret. `scale` multiplies every limit. `timeoutMs` applies to the whole of `take`. */
type RateLimitOptions = {
  namespace: DurableObjectNamespace<Shard>;
  key: Uint8Array;
  scale: number;
  environment: string;
  log: { warn(event: string, fields: Record<string, unknown>): void };
  timeoutMs: number;
};

type Namespace = DurableObjectNamespace<Shard>;
type Check = { rule: LimitRule; shard: number; sent: HitCheck };
type ShardCall = (shard: DurableObjectStub<Shard>, sent: HitCheck[]) => Promise<WindowAnswer[]>;
type Counted = { check: Check; answer: WindowAnswer };

/** One `take` in progress; `expired` becomes true once the caller was answered without waiting for the shards. */
type CheckRun = { now: number; tag: number; expired: boolean; overloaded: Set<number> };

/** Throws RangeError for a scale that is not a number above zero. */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { namespace, key, scale, environment, log, timeoutMs } = options;
  assertScale(scale);
  return {
    async take(wanted, now) {
      if (wanted.length === 0) return { kind: "allowed", silenced: false };
      const checks = wanted.map((one) => createCheck(key, one, scale));
      const take: CheckRun = { now, tag: createTag(), expired: false, overloaded: new Set() };
      try {
        return toVerdict(await raceTimeout(countChecks(namespace, checks, take), timeoutMs));
      } catch (error) {
        take.expired = true;
        const rules = wanted.map(({ rule }) => `${rule.name} ${rule.dimension}`);
        log.warn("rate_limit_unavailable", { rules, error: error instanceof Error ? error.message : String(error) });
        // Only development may go on without limits; an unknown or mistyped environment counts as production.
        return environment === "development" ? { kind: "allowed", silenced: false } : { kind: "unavailable" };
      }
    },
  };
}

/** Counts the checks if every rule that is not silent allows it. One call if they share a shard, otherwise two rounds. */
async function countChecks(namespace: Namespace, checks: Check[], take: CheckRun): Promise<Counted[]> {
  const { now, tag } = take;
  const oneShard = checks.every(({ shard }) => shard === checks[0]?.shard);
  if (oneShard) return countOrRelease(namespace, checks, take, (shard, sent) => shard.hit(sent, now, tag));
  const peeked = await callShards(namespace, checks, take, (shard, sent) => shard.peek(sent, now));
  if (take.expired || peeked.some(isBlocked)) return peeked;
  const silenced = peeked.filter(({ answer }) => !answer.allowed);
  const open = peeked.filter(({ answer }) => answer.allowed).map(({ check }) => check);
  const counted = await countOrRelease(namespace, open, take, (shard, sent) => shard.commit(sent, now, tag));
  return [...counted, ...silenced];
}

/**
 * Leaves nothing counted for a request that is rejected after all: because another request used up the limit between the
 * two rounds, because a shard failed, or because the answers came too late.
 */
async function countOrRelease(
  namespace: Namespace,
  checks: Check[],
  take: CheckRun,
  ask: ShardCall,
): Promise<Counted[]> {
  try {
    const counted = await callShards(namespace, checks, take, ask);
    if (take.expired || counted.some(isBlocked)) await releaseChecks(namespace, checks, take);
    return counted;
  } catch (error) {
    await releaseChecks(namespace, checks, take);
    throw error;
  }
}

/** A hit that cannot be released only makes the limit stricter; the verdict is unaffected. */
async function releaseChecks(namespace: Namespace, checks: Check[], take: CheckRun): Promise<void> {
  // An overloaded shard rejected the call unread, so it has nothing to release and should not be called again.
  const reachable = checks.filter(({ shard }) => !take.overloaded.has(shard));
  const released = [...Map.groupBy(reachable, ({ shard }) => shard)].map(([shard, group]) => {
    const keys = group.map(({ sent }) => sent.key);
    return callShard(namespace, shard, take, (stub) => stub.release(keys, take.tag));
  });
  await Promise.allSettled(released);
}

/** Throws the first failure, but only after every shard has settled: later calls must not overtake earlier ones. */
async function callShards(namespace: Namespace, checks: Check[], take: CheckRun, ask: ShardCall): Promise<Counted[]> {
  const calls = [...Map.groupBy(checks, ({ shard }) => shard)].map(async ([shard, group]) => {
    const sent = group.map((check) => check.sent);
    const answers = await callShard(namespace, shard, take, (stub) => ask(stub, sent));
    return group.map((check, index) => {
      const answer = answers[index];
      if (!answer) throw new Error("A rate limit shard did not answer a check");
      return { check, answer };
    });
  });
  await Promise.allSettled(calls);
  return (await Promise.all(calls)).flat();
}

/** Calls a shard, and retries once on a fresh stub if the platform allows it: a stub stays broken after a failure. */
async function callShard<T>(
  namespace: Namespace,
  shard: number,
  take: CheckRun,
  call: (stub: DurableObjectStub<Shard>) => Promise<T>,
): Promise<T> {
  const id = namespace.idFromName(`shard-${shard}`);
  const open = (): DurableObjectStub<Shard> => observed("RateLimiter", namespace.get(id));
  try {
    return await call(open());
  } catch (error) {
    const { retryable, overloaded } = readMarks(error);
    if (overloaded) take.overloaded.add(shard);
    if (take.expired || overloaded || !retryable) throw error;
    return call(open());
  }
}

/** The runtime's flags on a failed Durable Object call; an overloaded object must not be retried immediately. */
function readMarks(error: unknown): { retryable: boolean; overloaded: boolean } {
  if (!(error instanceof Error)) return { retryable: false, overloaded: false };
  return {
    retryable: "retryable" in error && error.retryable === true,
    overloaded: "overloaded" in error && error.overloaded === true,
  };
}

function toVerdict(counted: Counted[]): LimitVerdict {
  const blocked = counted.filter(isBlocked).toSorted((a, b) => b.answer.retryAfterMs - a.answer.retryAfterMs);
  const [longest] = blocked;
  if (!longest) return { kind: "allowed", silenced: counted.some(({ answer }) => !answer.allowed) };
  return {
    kind: "limited",
    rule: longest.check.rule,
    limit: longest.answer.limit,
    remaining: 0,
    retryAfterSeconds: Math.max(1, Math.ceil(longest.answer.retryAfterMs / 1_000)),
    first: blocked.some(({ answer }) => answer.firstRejection),
  };
}

function isBlocked({ check, answer }: Counted): boolean {
  return !answer.allowed && !check.sent.silent;
}

/** The key is an HMAC, so that addresses and mailboxes can be neither read nor guessed from a shard's storage. */
function createCheck(secret: Uint8Array, { rule, value }: LimitedValue, scale: number): Check {
  // Names and dimensions contain no NUL and the value comes last, so different triples never give the same text.
  const digest = createHmac("sha256", secret).update(`${rule.name}\0${rule.dimension}\0${value}`).digest();
  const limit = scaleLimit(rule, scale);
  const sent = { key: digest.toString("hex"), limit, windowMs: rule.windowMs, silent: rule.silent ?? false };
  return { rule, shard: digest.readUInt16BE(0) % SHARDS, sent };
}

/** Identifies one take, since its calls may be retried: 53 random bits, a safe integer. */
function createTag(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}
