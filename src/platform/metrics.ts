/**
 * Metrics of this isolate, aggregated in memory until they are sent. Recording costs one or two map lookups; everything is
 * bounded, so that an isolate that cannot send drops data instead of growing.
 */
import type { Actor } from "../kernel/caller.ts";
import { MINUTE, type Instant } from "../kernel/clock.ts";
import { bucketOf } from "../kernel/histogram.ts";
import type { MeasuredKind } from "../kernel/measured-kind.ts";
import { makeId } from "../kernel/ids.ts";
import { describeError } from "./error-text.ts";
import type { Database } from "./db.ts";
import type { LogFields } from "./log.ts";
import type { CollectedMetrics, Fault, Sample, Visit } from "../kernel/collected-metrics.ts";
import type { AnyQuery } from "../db/sql.ts";
import { statementNameOf } from "./statement-names.ts";
import { systemRandom } from "./system.ts";
import { add, addUp, emptyTally, type Tally } from "../kernel/tally.ts";

type Minute = { readonly at: Instant; readonly kinds: Map<MeasuredKind, Map<string, Tally>> };

/** Anything above these limits is dropped or counted under `OTHER`. */
const MAX = { minutes: 15, names: 256, strangersNames: 24, faults: 20, visits: 10_000, samples: 20 } as const;
export const OTHER = "(other)";
/** The period in which a credential is counted once. */
const VISIT = 10 * MINUTE;
/** If sending has not finished after this time, the sending request was terminated. */
const CUT_OFF = MINUTE;
/** An isolate with fewer requests waits longer, so that it does not send on every request of a quiet hour. */
const MIN_BATCH = 10;
const QUIET = 6;

export class Metrics {
  /** Time of this isolate's first request; null before. */
  since: Instant | null = null;
  /** Size of the main database in bytes, from its last response; 0 before the first. */
  databaseBytes = 0;

  #minutes: Minute[] = [];
  #requests = 0;
  #faults = new Map<string, Fault>();
  #visits: Visit[] = [];
  #visitors = new Set<string>();
  #visitedAt = 0;
  #samples: Sample[] = [];
  #sampledFrom = 0;
  #sentAt = 0;
  #sendingSince: Instant | null = null;

  /** `route` is the method and template, never an address; `actor` is the authenticated user. */
  request(route: string, status: number, start: Instant, end: Instant, actor: Actor | null): void {
    const tally = this.#tally(end, "request", route);
    this.#requests += 1;
    tally.count += 1;
    add(tally.buckets, bucketOf(end - start));
    if (status >= 500) tally.failed += 1;
    // Switching protocols (101) counts as a success.
    add(tally.status, Math.min(Math.max(Math.floor(status / 100) - 2, 0), 3));
    if (actor) this.#visit(actor, end);
  }

  /** One round trip to D1, from its own statistics. */
  trip(database: Database, queries: readonly AnyQuery<unknown>[], answers: readonly D1Result[], now: Instant): void {
    const isMain = database === "main";
    for (const [i, { meta }] of answers.entries()) {
      const query = queries[i];
      if (!query) continue;
      const tally = this.#tally(
        now,
        "query",
        isMain ? statementNameOf(query.text) : `search: ${statementNameOf(query.text)}`,
      );
      tally.count += 1;
      tally.inward += meta.rows_read || 0;
      tally.outward += meta.rows_written || 0;
      add(tally.buckets, bucketOf(meta.duration));
      if (isMain && meta.size_after > 0) this.databaseBytes = meta.size_after;
    }
  }

  /** Records a cache lookup. */
  cache(name: string, isHit: boolean, now: Instant): void {
    const tally = this.#tally(now, "cache", name);
    tally.count += 1;
    if (isHit) tally.hits += 1;
  }

  /** One step of the cron run. */
  step(name: string, isDone: boolean, start: Instant, end: Instant): void {
    const tally = this.#tally(end, "sweep", name);
    tally.count += 1;
    if (!isDone) tally.failed += 1;
    add(tally.buckets, bucketOf(end - start));
  }

  /** One call of a language model. */
  modelCall(
    name: string,
    call: {
      readonly start: Instant;
      readonly end: Instant;
      readonly failed: boolean;
      readonly input: number;
      readonly output: number;
      readonly dollars: number;
    },
  ): void {
    const tally = this.#tally(call.end, "ai", name);
    tally.count += 1;
    if (call.failed) tally.failed += 1;
    tally.inward += call.input;
    tally.outward += call.output;
    tally.cost += call.dollars;
    add(tally.buckets, bucketOf(call.end - call.start));
  }

  /** An attempt to send mail or to reach a provider, by its name. */
  call(name: string, isGood: boolean, now: Instant): void {
    const tally = this.#tally(now, "call", name);
    tally.count += 1;
    if (!isGood) tally.failed += 1;
  }

  signIn(isGood: boolean, now: Instant): void {
    const tally = this.#tally(now, "sign-in", "sign-in");
    tally.count += 1;
    if (!isGood) tally.failed += 1;
  }

  /** `luck` in [0, 1) decides whether the event is kept as a sample once there are many (reservoir sampling). */
  event(sample: Sample, luck: number): void {
    this.#tally(sample.at, "event", sample.event).count += 1;
    this.#sampledFrom += 1;
    if (this.#samples.length < MAX.samples) this.#samples.push(sample);
    else {
      const place = Math.floor(luck * this.#sampledFrom);
      if (place < MAX.samples) this.#samples[place] = sample;
    }
  }

  /** Records an error from the log. */
  logged(event: string, fields: LogFields, now: Instant): void {
    const { route, method, requestId, error } = fields;
    const place = typeof route === "string" ? `${String(method)} ${route}` : `(${event})`;
    this.fault(place, typeof requestId === "string" ? requestId : "", error ?? event, now);
  }

  fault(route: string, requestId: string, error: unknown, now: Instant): void {
    const { message, stack } = describeError(error);
    const key = `${route}\n${message}`;
    const known = this.#faults.get(key);
    if (known) known.count += 1;
    else if (this.#faults.size < MAX.faults) {
      this.#faults.set(key, { id: makeId(now, systemRandom), at: now, route, message, stack, requestId, count: 1 });
    }
  }

  /** Whether to send: at most every `everyMs`, twice as often with failures, six times less often in quiet hours. */
  isDue(now: Instant, everyMs: number): boolean {
    if (this.#sendingSince !== null && Math.abs(now - this.#sendingSince) < CUT_OFF) return false;
    // The clock was set back, or this is the first check.
    if (now < this.#sentAt || this.#sentAt === 0) this.#sentAt = now;
    const waited = now - this.#sentAt;
    if (this.#faults.size > 0 && waited * 2 >= everyMs) return true;
    if (this.#requests >= MIN_BATCH) return waited >= everyMs;
    return waited >= everyMs * QUIET && (this.#minutes.length > 0 || this.#visits.length > 0);
  }

  /** Takes everything gathered so far; nothing is due until `sent` or `restore` is called. */
  take(now: Instant): CollectedMetrics {
    const gathered: CollectedMetrics = {
      counted: this.#minutes.flatMap(({ at, kinds }) =>
        [...kinds].flatMap(([kind, tallies]) => [...tallies].map(([name, tally]) => ({ at, kind, name, tally }))),
      ),
      faults: [...this.#faults.values()],
      visits: this.#visits,
      samples: this.#samples,
      sampledFrom: this.#sampledFrom,
    };
    this.#minutes = [];
    this.#requests = 0;
    this.#faults = new Map();
    this.#visits = [];
    this.#samples = [];
    this.#sampledFrom = 0;
    this.#sentAt = now;
    this.#sendingSince = now;
    return gathered;
  }

  sent(): void {
    this.#sendingSince = null;
  }

  /** Merges data that could not be sent with newer data, within the same limits; the newest is kept. */
  restore(gathered: CollectedMetrics): void {
    this.#sendingSince = null;
    for (const { at, kind, name, tally } of gathered.counted) addUp(this.#tally(at, kind, name), tally);
    for (const fault of gathered.faults) {
      const key = `${fault.route}\n${fault.message}`;
      const known = this.#faults.get(key);
      if (known) known.count += fault.count;
      else if (this.#faults.size < MAX.faults) this.#faults.set(key, fault);
    }
    this.#visits = [...gathered.visits, ...this.#visits].slice(-MAX.visits);
    this.#samples = [...gathered.samples, ...this.#samples].slice(-MAX.samples);
    this.#sampledFrom += gathered.sampledFrom;
  }

  #tally(now: Instant, kind: MeasuredKind, name: string): Tally {
    const tallies = this.#kind(now - (now % MINUTE), kind);
    const known = tallies.get(name);
    if (known) return known;
    // Event names are arbitrary client input.
    const maxNames = kind === "event" ? MAX.strangersNames : MAX.names;
    if (tallies.size >= maxNames && name !== OTHER) return this.#tally(now, kind, OTHER);
    const tally = emptyTally();
    tallies.set(name, tally);
    return tally;
  }

  #kind(at: Instant, kind: MeasuredKind): Map<string, Tally> {
    let minute = this.#minutes.find((each) => each.at === at);
    if (!minute) {
      minute = { at, kinds: new Map() };
      this.#minutes.push(minute);
      this.#minutes.sort((a, b) => a.at - b.at);
      // Drops the oldest minute; if that is the new one, its data is lost.
      if (this.#minutes.length > MAX.minutes) this.#minutes.shift();
    }
    let tallies = minute.kinds.get(kind);
    if (!tallies) minute.kinds.set(kind, (tallies = new Map()));
    return tallies;
  }

  #visit({ kind, userId, credentialId }: Actor, now: Instant): void {
    const at = now - (now % VISIT);
    if (at !== this.#visitedAt) {
      this.#visitors.clear();
      this.#visitedAt = at;
    }
    if (this.#visitors.has(credentialId) || this.#visitors.size >= MAX.visits) return;
    this.#visitors.add(credentialId);
    this.#visits.push({ at, kind, userId, credentialId });
  }
}

/** The isolate's only instance: everything it serves is counted together. */
export const metrics = new Metrics();
