/** Watches an instance while a new version receives part of its traffic. */
import { OperatorError } from "./operator-error.ts";
import { type InstanceClient, readCounters, type RequestTotals } from "./instance-client.ts";

/** The new version receives a tenth of the requests, so that this is a tenth of its own. */
const MAX_ADDED_ERROR_SHARE = 0.01;
/** Fewer errors than this can be a coincidence on a quiet instance. */
const MIN_ERRORS = 5;
const INTERVAL_MS = 15_000;
/** A version takes some seconds to reach every location. */
const FAILED_PROBES = 3;

const HEALTH = "/api/health";
/** Used unless it fails before the upgrade already, which may be what the upgrade repairs. */
const DEEP_HEALTH = "/api/health/deep";

const shareOf = ({ requests, errors }: RequestTotals): number => (requests === 0 ? 0 : errors / requests);

/** True if the errors since `start` are clearly more than the instance's usual share of them. */
export function hasTooManyErrors(start: RequestTotals, now: RequestTotals): boolean {
  const added = { requests: now.requests - start.requests, errors: now.errors - start.errors };
  return added.errors >= MIN_ERRORS && shareOf(added) > shareOf(start) + MAX_ADDED_ERROR_SHARE;
}

export type Watch = {
  /** Sends requests to any version. */
  readonly all: InstanceClient;
  /** Sends requests to the new version. */
  readonly next: InstanceClient;
  readonly minutes: number;
  readonly pause: (ms: number) => Promise<unknown>;
};

/** Resolves if nothing is wrong with the new version. Throws an OperatorError that says what is. */
export async function watchRollout({ all, next, minutes, pause }: Watch): Promise<void> {
  const start = all.hasToken ? await readCounters(all) : null;
  const path = (await probe(all, DEEP_HEALTH)) === null ? DEEP_HEALTH : HEALTH;
  const rounds = Math.max(FAILED_PROBES, Math.ceil((minutes * 60_000) / INTERVAL_MS));
  let failed = 0;
  for (let round = 0; round < rounds; round += 1) {
    await pause(INTERVAL_MS);
    const fault = (await probe(next, "/")) ?? (await probe(next, path));
    failed = fault === null ? 0 : failed + 1;
    if (failed === FAILED_PROBES) throw new OperatorError(`The new version fails: ${fault}.`);
    const totals = start && (await readCounters(all).catch(() => null));
    if (start && totals && hasTooManyErrors(start, totals))
      throw new OperatorError(
        `Too many requests failed: ${totals.errors - start.errors} of ${totals.requests - start.requests}.`,
      );
  }
  if (failed > 0) throw new OperatorError("The new version failed at the end of the watch.");
}

/** Requests a path; returns a sentence about the failure, or null if the instance answered as it should. */
async function probe(client: InstanceClient, path: string): Promise<string | null> {
  try {
    const { status } = await client.get(path);
    // Without MONITORING_TOKEN, the complete check answers 404.
    return status >= 500 || (status !== 200 && path !== "/") ? `${path} answered ${status}` : null;
  } catch (error) {
    return `${path} did not answer (${error instanceof Error ? error.message : "unknown error"})`;
  }
}
