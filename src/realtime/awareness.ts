/** Encodes and decodes the y-protocols awareness updates of a page's clients, which contain only selections. */
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";

/** Anchor and head of a selection, each an encoded Yjs relative position in base64; both are empty if there is none. */
export type Selection = { readonly a: string; readonly h: string };

/** `clock` increases with each change. `state` is null once the client has disconnected. */
export type ClientAwareness = {
  readonly client: number;
  readonly clock: number;
  readonly state: Selection | null;
};

export function encodeAwareness(clients: readonly ClientAwareness[]): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, clients.length);
  for (const { client, clock, state } of clients) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, clock);
    encoding.writeVarString(encoder, JSON.stringify(state));
  }
  return encoding.toUint8Array(encoder);
}

/** Returns null if the bytes are not an awareness update, or contain more than selections. */
export function decodeAwareness(update: Uint8Array): readonly ClientAwareness[] | null {
  const decoder = decoding.createDecoder(update);
  const clients: ClientAwareness[] = [];
  try {
    const length = decoding.readVarUint(decoder);
    while (clients.length < length) {
      const [client, clock] = [decoding.readVarUint(decoder), decoding.readVarUint(decoder)];
      const state: unknown = JSON.parse(decoding.readVarString(decoder));
      if (!Number.isSafeInteger(client) || !Number.isSafeInteger(clock) || !isState(state)) return null;
      clients.push({ client, clock, state });
    }
  } catch {
    // Thrown at the end of the bytes, and for text that is not valid UTF-8 or JSON.
    return null;
  }
  return decoding.hasContent(decoder) ? null : clients;
}

function isState(state: unknown): state is Selection | null {
  if (state === null) return true;
  if (typeof state !== "object" || !("a" in state && "h" in state) || Object.keys(state).length !== 2) return false;
  return typeof state.a === "string" && typeof state.h === "string" && (state.a === "") === (state.h === "");
}
