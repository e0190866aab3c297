/** Checks by requests to the instance: reachability, clock, deep health and counters. */
import * as z from "zod";
import { DeepHealth } from "../../../src/features/monitoring/contract.ts";
import { npmRun } from "../installation.ts";
import { readCounters, type InstanceClient } from "../instance-client.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Operator's requests are signed with a time; the instance accepts five minutes. */
const MAX_CLOCK_MS = 60_000;
const MAX_SWEEP_SECONDS = 5 * 60;
/** Parts of the deep health that have a finding of their own, with more detail. */
const DETAILED: readonly string[] = ["sweep", "outbox", "dead-letters"];
const MAX_BACKLOG = 1_000;
const MAX_ERROR_SHARE = 0.01;
const MIN_ERRORS = 5;
const MAX_UNINDEXED_SECONDS = 15 * 60;
/** The platform's limit on a database, and on an object. */
const MAX_BYTES = 10_000_000_000;

const Health = z.object({ status: z.literal("ok"), version: z.string() });

/** `now` is this machine's clock in Unix milliseconds. */
export async function checkReachable(client: InstanceClient, env: string, now: () => number): Promise<Finding[]> {
  try {
    const answer = await client.get("/api/health");
    const health = Health.safeParse(await answer.json().catch(() => null));
    if (answer.status !== 200 || !health.success)
      return [problem("instance", `/api/health answered ${answer.status}`, npmRun("deploy", env))];
    const date = Date.parse(answer.headers.get("Date") ?? "");
    const difference = Math.abs(date - now());
    return [
      ok(
        "instance",
        `answers with version ${health.data.version}${client.origin.startsWith("https:") ? ", with a valid certificate" : ""}`,
      ),
      Number.isNaN(date)
        ? warning("clock", "the instance sends no date", "compare this machine's clock yourself: date -u")
        : difference > MAX_CLOCK_MS
          ? problem(
              "clock",
              `this machine's clock differs by ${Math.round(difference / 1_000)} s`,
              "timedatectl set-ntp true",
            )
          : ok("clock", "agrees within a minute"),
    ];
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return [problem("instance", `does not answer: ${cause}`, npmRun("deploy", env))];
  }
}

/** With MONITORING_TOKEN: every binding, the maintenance job, outboxes, dead letters and errors. */
export async function checkDeeply(client: InstanceClient, env: string): Promise<Finding[]> {
  if (!client.hasToken)
    return [
      warning(
        "deep health",
        "not checked without MONITORING_TOKEN",
        `MONITORING_TOKEN=… ${npmRun("doctor", env, client.origin)}`,
      ),
    ];
  try {
    const answer = await client.get("/api/health/deep");
    const health = DeepHealth.safeParse(await answer.json().catch(() => null));
    if (!health.success)
      return [problem("deep health", `/api/health/deep answered ${answer.status}`, npmRun("setup", env))];
    return [...healthFindings(health.data, env), ...(await counterFindings(client))];
  } catch (error) {
    return [
      problem("deep health", `failed: ${error instanceof Error ? error.message : "unknown"}`, npmRun("deploy", env)),
    ];
  }
}

const TAIL = "npx wrangler tail --status error";

function healthFindings(
  {
    parts,
    sweepAgeSeconds,
    oldestOutboxSeconds,
    oldestUnindexedSeconds,
    sizes,
    backlog,
    deadLetters,
    openAlarms,
  }: DeepHealth,
  env: string,
): Finding[] {
  const sweep = sweepAgeSeconds === null ? "never completed" : `completed ${sweepAgeSeconds} s ago`;
  return [
    ...parts
      .filter(({ name }) => !DETAILED.includes(name))
      .map(({ name, status }) => {
        // The object that keeps the alarms, not their number.
        const check = name === "alarms" ? "monitoring object" : name;
        return status === "ok" ? ok(check, "ok") : (status === "down" ? problem : warning)(check, status, TAIL);
      }),
    sweepAgeSeconds === null || sweepAgeSeconds > MAX_SWEEP_SECONDS
      ? problem("age of the last sweep", sweep, npmRun("deploy", env))
      : ok("age of the last sweep", sweep),
    (oldestOutboxSeconds ?? 0) > 300
      ? warning("oldest outbox entry", `${oldestOutboxSeconds} s`, TAIL)
      : ok("oldest outbox entry", oldestOutboxSeconds === null ? "none" : `${oldestOutboxSeconds} s`),
    (oldestUnindexedSeconds ?? 0) > MAX_UNINDEXED_SECONDS
      ? warning("search index", `a page has waited for ${oldestUnindexedSeconds} s`, TAIL)
      : ok("search index", oldestUnindexedSeconds === null ? "up to date" : `${oldestUnindexedSeconds} s behind`),
    ...Object.entries(sizes).map(([name, bytes]) => sizeFinding(SIZED[name] ?? name, bytes)),
    backlog === null || backlog > MAX_BACKLOG
      ? warning("queues", backlog === null ? "backlog unknown" : `${backlog} messages wait`, TAIL)
      : ok("queues", `${backlog} messages wait`),
    deadLetters.count > 0
      ? warning(
          "dead letters",
          `${deadLetters.count} so far, the last at ${deadLetters.lastAt}`,
          "open /admin and read the alarms",
        )
      : ok("dead letters", "none"),
    (openAlarms ?? 1) > 0
      ? warning("alarms", openAlarms === null ? "unknown" : `${openAlarms} open`, "open /admin and read the alarms")
      : ok("alarms", "none open"),
  ];
}

const SIZED: Readonly<Record<string, string>> = {
  main: "main database",
  search: "search database",
  audit: "audit log's object",
};

function sizeFinding(what: string, bytes: number | null): Finding {
  const name = `size of the ${what}`;
  if (bytes === null) return ok(name, "not measured yet");
  const percent = Math.round((bytes / MAX_BYTES) * 100);
  const finding = percent >= 95 ? problem : warning;
  const detail = `${percent} % of the platform's limit`;
  return percent >= 80
    ? finding(name, detail, "open /admin/instance, and purge what is no longer needed")
    : ok(name, detail);
}

async function counterFindings(client: InstanceClient): Promise<Finding[]> {
  const { requests, errors } = await readCounters(client);
  const detail = `${errors} of ${requests} requests were answered with 5xx`;
  return [
    errors > requests * MAX_ERROR_SHARE && errors >= MIN_ERRORS
      ? warning("errors", detail, TAIL)
      : ok("errors", detail),
  ];
}
