/** Reads the health and counters of a running instance, like an uptime monitor. */
import * as z from "zod";
import { OperatorError } from "./operator-error.ts";

const TIMEOUT_MS = 15_000;

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export type InstanceClient = {
  readonly origin: string;
  readonly hasToken: boolean;
  /** Throws if the instance does not answer. */
  get(path: string): Promise<Response>;
  /** The product's version; null if the instance does not answer with one. */
  version(): Promise<string | null>;
};

const Version = z.object({ version: z.string() });

/**
 * `override` sends requests to one version of a Worker that is part of the current deployment, by the header that Cloudflare
 * documents as "Version overrides": a dictionary of Workers' names and version ids.
 */
export function createInstanceClient(
  origin: string,
  token: string | undefined,
  override?: { readonly worker: string; readonly version: string },
  send: Fetch = fetch,
): InstanceClient {
  const get = (path: string): Promise<Response> =>
    send(`${origin}${path}`, {
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(override && { "Cloudflare-Workers-Version-Overrides": `${override.worker}="${override.version}"` }),
      },
    });
  return {
    origin,
    hasToken: token !== undefined,
    get,
    async version() {
      const answer = await get("/api/health").catch(() => null);
      if (answer?.status !== 200) return null;
      return Version.safeParse(await answer.json().catch(() => null)).data?.version ?? null;
    },
  };
}

export type RequestTotals = { readonly requests: number; readonly errors: number };

const SAMPLE = /^octavo_http_requests_total\{.*status="(\dxx)".*\} (\d+)$/gm;

/** Answered requests of all versions since counting began, and those answered with 5xx. */
export async function readCounters(client: InstanceClient): Promise<RequestTotals> {
  const answer = await client.get("/api/monitoring/metrics");
  if (answer.status !== 200) throw new OperatorError(`/api/monitoring/metrics answered ${answer.status}.`);
  const text = await answer.text();
  let [requests, errors] = [0, 0];
  for (const [, status, count] of text.matchAll(SAMPLE)) {
    requests += Number(count);
    if (status === "5xx") errors += Number(count);
  }
  return { requests, errors };
}
