/** The first shield: the platform's own rate-limit bindings, approximate and per location, without a round trip. */
export type FloodGate = "ip" | "caller" | "mcp";

/** Requests a minute, as the bindings in wrangler.toml have them. */
export const FLOOD_QUOTA: Record<FloodGate, number> = { ip: 1200, caller: 600, mcp: 300 };

export type Flood = {
  /** False when this key has had its share of the minute. Limits stand in wrangler.toml. */
  readonly admits: (gate: FloodGate, key: string) => Promise<boolean>;
};

/** What each gate of this isolate was asked so far, over all requests. */
const asked: Record<FloodGate, number> = { ip: 0, caller: 0, mcp: 0 };

export function createFlood(env: Pick<Env, "FLOOD_IP" | "FLOOD_CALLER" | "FLOOD_MCP">, scale: number): Flood {
  const gates: Record<FloodGate, RateLimit> = { ip: env.FLOOD_IP, caller: env.FLOOD_CALLER, mcp: env.FLOOD_MCP };
  // The binding's limit is fixed at deploy time; RATE_LIMIT_SCALE has it count one request in that many instead.
  const sample = Math.max(1, Math.floor(scale));
  return {
    async admits(gate, key) {
      asked[gate] += 1;
      if (asked[gate] % sample !== 0) return true;
      return (await gates[gate].limit({ key })).success;
    },
  };
}
