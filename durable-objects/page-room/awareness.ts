/** Awareness updates as the room takes them: one client's caret each. */
import { decodeAwareness, encodeAwareness, type ClientAwareness } from "../../src/realtime/awareness.ts";
import { isBrowserClient } from "../../src/realtime/clients.ts";

function decodeOne(update: Uint8Array): ClientAwareness | null {
  const clients = decodeAwareness(update);
  return clients?.length === 1 ? (clients[0] ?? null) : null;
}

/** The client whose state the update is; null when it is anything else than one client's. */
export function readAwareness(update: Uint8Array): number | null {
  const entry = decodeOne(update);
  return entry !== null && isBrowserClient(entry.client) ? entry.client : null;
}

/** What tells the others that its client is gone; null when they never heard of it. */
export function withdrawnAwareness(last: Uint8Array | null): Uint8Array | null {
  const entry = last === null ? null : decodeOne(last);
  return entry && encodeAwareness([{ ...entry, clock: entry.clock + 1, state: null }]);
}
