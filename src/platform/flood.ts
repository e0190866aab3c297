/** The first shield: the platform's own rate-limit bindings, approximate and per location, without a round trip. */
import type { RandomBytes } from "../kernel/ids.ts";

export type FloodGate = "ip" | "caller" | "mcp";

/** Requests a minute, as the bindings in wrangler.toml have them. */
export const FLOOD_QUOTA: Record<FloodGate, number> = { ip: 1200, caller: 600, mcp: 300 };

export type Flood = {
  /** False when this key has had its share of the minute. Limits stand in wrangler.toml. */
  readonly admits: (gate: FloodGate, key: string) => Promise<boolean>;
};

export function createFlood(
  env: Pick<Env, "FLOOD_IP" | "FLOOD_CALLER" | "FLOOD_MCP">,
  scale: number,
  random: RandomBytes,
): Flood {
  const gates: Record<FloodGate, RateLimit> = { ip: env.FLOOD_IP, caller: env.FLOOD_CALLER, mcp: env.FLOOD_MCP };
  // The binding's limit is fixed at deploy time; RATE_LIMIT_SCALE has it count one request in that many instead.
  const sample = Math.max(1, Math.floor(scale));
  return {
    async admits(gate, key) {
      if (sample > 1 && new DataView(random(4).buffer).getUint32(0) % sample !== 0) return true;
      return (await gates[gate].limit({ key })).success;
    },
  };
}
