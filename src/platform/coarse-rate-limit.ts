/** First line of defense: the platform's own rate-limit bindings, approximate and per location, without a round trip. */
import { AppError } from "../kernel/errors.ts";
import type { Log } from "./log.ts";

/** `caller` and `mcp` count by credential, `user` by user across all credentials. */
type CoarseGate = "ip" | "caller" | "mcp" | "user";

/** Requests per minute, as configured for the bindings in wrangler.toml. */
export const COARSE_LIMITS: Record<CoarseGate, number> = { ip: 1200, caller: 600, mcp: 300, user: 600 };

export type CoarseRateLimit = {
  /**
   * Throws `rate_limited` once this key has reached its limit for the minute. In production, a failing binding rejects
   * every request (`rate_limit_unavailable`), like the exact limits behind it.
   */
  readonly require: (gate: CoarseGate, key: string) => Promise<void>;
};

/** Number of calls to each gate in this isolate, over all requests. */
const requests: Record<CoarseGate, number> = { ip: 0, caller: 0, mcp: 0, user: 0 };

type Options = { readonly scale: number; readonly production: boolean; readonly log: Log };

export function createCoarseRateLimit(
  env: Pick<Env, "FLOOD_IP" | "FLOOD_CALLER" | "FLOOD_MCP" | "FLOOD_USER">,
  { scale, production, log }: Options,
): CoarseRateLimit {
  const gates: Record<CoarseGate, RateLimit> = {
    ip: env.FLOOD_IP,
    caller: env.FLOOD_CALLER,
    mcp: env.FLOOD_MCP,
    user: env.FLOOD_USER,
  };
  // The binding's limit is fixed at deploy time, so RATE_LIMIT_SCALE makes it count only one request in that many instead.
  const sample = Math.max(1, Math.floor(scale));

  async function admits(gate: CoarseGate, key: string): Promise<boolean> {
    try {
      return (await gates[gate].limit({ key })).success;
    } catch (error) {
      log.warn("flood.unavailable", { by: gate, error });
      if (!production) return true;
      throw new AppError("rate_limit_unavailable", "Rate limiting is unavailable right now. Try again shortly.", {
        retryAfter: 5,
      });
    }
  }

  return {
    async require(gate, key) {
      requests[gate] += 1;
      if (requests[gate] % sample !== 0 || (await admits(gate, key))) return;
      throw new AppError("rate_limited", "Too many requests. Wait a minute and try again.", {
        retryAfter: 60,
        limit: { policy: `flood/${gate}`, quota: COARSE_LIMITS[gate], windowSeconds: 60 },
      });
    },
  };
}
