/** Awareness updates as the room accepts them: one client's cursor each. */
import { decodeAwareness, encodeAwareness, type ClientAwareness } from "../../src/realtime/awareness.ts";
import { isBrowserClient } from "../../src/realtime/clients.ts";

function decodeOne(update: Uint8Array): ClientAwareness | null {
  const clients = decodeAwareness(update);
  return clients?.length === 1 ? (clients[0] ?? null) : null;
}

/** The client that the update belongs to; null unless it is exactly one browser client's. */
export function readAwareness(update: Uint8Array): number | null {
  const entry = decodeOne(update);
  return entry !== null && isBrowserClient(entry.client) ? entry.client : null;
}

/** The awareness update that removes the client for others; null if they never received one. */
export function withdrawnAwareness(last: Uint8Array | null): Uint8Array | null {
  const entry = last === null ? null : decodeOne(last);
  return entry && encodeAwareness([{ ...entry, clock: entry.clock + 1, state: null }]);
}
