/** Measures the instance against its own limits and those of the platform, and reports both to administrators. */
import type { Caller } from "../../kernel/caller.ts";
import { MINUTE, SECOND, toIso } from "../../kernel/clock.ts";
import { FULL_AT, INSTANCE_RESOURCES, STORES, STORE_LIMIT, type Store } from "../../kernel/instance.ts";
import type { AdminDeps, Deps } from "../../deps.ts";
import { databaseSize } from "../../db/sql.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import { exempt, writeExempt, writeOneExempt } from "../../permissions/exempt.ts";
import { raceTimeout } from "../../platform/timeout.ts";
import type { InstanceStatus } from "./contract.ts";
import { crossings, monthsUntilFull, type Reported } from "./rules.ts";
import * as store from "./store.ts";

/** Sizes are measured this often, and usage too where nothing is limited. A little less than five runs of the sweep. */
const SIZE_INTERVAL = 5 * MINUTE - 30 * SECOND;
/** Timeout (ms) for a database that reports its size. */
const TIMEOUT_MS = 10 * SECOND;

type MeasuringDeps = Pick<Deps, "config" | "db" | "log" | "now" | "objects" | "searchDb">;

/**
 * Sweep step: refreshes the room that writes check, every minute if the operator limits anything, else every five minutes.
 * `storeLimit` is the platform's limit in bytes.
 */
export async function measureInstance(deps: MeasuringDeps, storeLimit = STORE_LIMIT): Promise<void> {
  const { config, db, now } = deps;
  const limits = config.instanceLimits;
  const [before, main] = await db.batch([store.findUsage(), databaseSize()]);
  if (!before) throw new Error("The row of the instance's usage is missing.");
  const isSizing = now - before.sizedAt >= SIZE_INTERVAL;
  if (!isSizing && INSTANCE_RESOURCES.every((resource) => limits[resource] === null)) return;
  const sizes = isSizing ? await measureSizes(deps, main, before) : null;
  const isFull = (bytes: number | null): boolean => (bytes ?? 0) >= storeLimit * FULL_AT;
  const results = await writeExempt(db, exempt.job, [
    store.measure({ now, limits, isFull: isFull(main), isSearchFull: isFull(sizes?.search ?? null), sizes }),
    store.findUsage(),
    store.countMails(now),
    ...(sizes === null ? [] : [...store.recordSizes(now, sizes), store.deleteOldMailCounts(now)]),
  ]);
  const [, after, mails] = results;
  if (after) await report(deps, { ...after, mails }, storeLimit);
}

/** A database that does not respond keeps its last known size. */
async function measureSizes(
  { searchDb, objects, log }: MeasuringDeps,
  main: number,
  before: store.UsageRow,
): Promise<store.Sizes> {
  const known = async (name: "search" | "audit", size: () => Promise<number>): Promise<number | null> => {
    try {
      return (await raceTimeout(size(), TIMEOUT_MS)) || before[name];
    } catch (error) {
      log.warn("instance.size_unknown", { resource: name, error });
      return before[name];
    }
  };
  const [search, audit] = await Promise.all([
    known("search", () => searchDb.one(databaseSize())),
    known("audit", async () => objects.auditLog().size()),
  ]);
  return { main: main || before.main, search, audit };
}

/** Logs each threshold once when it is reached; it is armed again when the level falls back. */
async function report(
  { config, db, log }: MeasuringDeps,
  row: store.UsageRow & { readonly mails: number },
  storeLimit: number,
): Promise<void> {
  const levels = [
    ...INSTANCE_RESOURCES.flatMap((resource) => {
      const limit = config.instanceLimits[resource];
      return limit === null ? [] : [{ resource, used: row[resource], limit }];
    }),
    ...STORES.map((resource) => ({ resource, used: row[resource] ?? 0, limit: storeLimit })),
  ];
  const { crossed, reported } = crossings(levels, JSON.parse(row.reported) as Reported); // written below
  const text = JSON.stringify(reported);
  if (text === row.reported) return;
  if ((await writeOneExempt(db, exempt.job, store.setReported(row.reported, text))) === 0) return;
  for (const crossing of crossed)
    log.warn(isStore(crossing.resource) ? "instance.size_high" : "instance.quota_high", { ...crossing });
}

const isStore = (resource: string): resource is Store => STORES.some((each) => each === resource);

/** Usage, sizes, and who may sign up. Throws `forbidden` for others than administrators. */
export async function readInstanceStatus(deps: AdminDeps, caller: Caller): Promise<InstanceStatus> {
  const { signUp, instanceLimits } = deps.config;
  const [, row, mails, ...histories] = await authorizeAdmin(deps, caller, "view", [
    store.findUsage(),
    store.countMails(deps.now),
    store.listSizes("main"),
    store.listSizes("search"),
    store.listSizes("audit"),
  ]);
  return {
    signUp: { policy: signUp.kind, domains: signUp.kind === "domains" ? [...signUp.domains] : [] },
    measuredAt: row && row.measuredAt > 0 ? toIso(row.measuredAt) : null,
    usage: INSTANCE_RESOURCES.map((resource) => ({
      resource,
      used: resource === "mails" ? mails : (row?.[resource] ?? 0),
      limit: instanceLimits[resource],
    })),
    sizes: STORES.map((name, i) => ({
      store: name,
      used: row?.[name] ?? null,
      limit: STORE_LIMIT,
      monthsUntilFull: monthsUntilFull(histories[i] ?? [], STORE_LIMIT),
    })),
  };
}
