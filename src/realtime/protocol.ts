/**
 * What a browser and a page's room say to each other over a WebSocket.
 *
 * Yjs bytes travel in binary frames: one byte for the kind, eight for a number (float64, big-endian), then the bytes.
 * Everything else the room says is JSON in text frames. A browser waits for `hello` and takes the Yjs client id in it
 * (ids below 2^28 and from 2^32 on are the room's own); it sends `sync` with its state vector and gets what it lacks,
 * then sends its edits as `update` and keeps each until the `ack` that carries its number.
 */

export const PROTOCOL_VERSION = 1;

/** Close codes (RFC 6455 §7.4.2, private range): sign in again; no longer allowed to see the page. */
export const CLOSED_UNAUTHENTICATED = 4401;
export const CLOSED_FORBIDDEN = 4403;

/** From a browser. `bytes` of `sync` is a state vector; `number` of `update` is the browser's own count. */
export type BrowserFrame =
  | { readonly kind: "sync"; readonly number: 0; readonly bytes: Uint8Array }
  | { readonly kind: "update"; readonly number: number; readonly bytes: Uint8Array }
  | { readonly kind: "awareness"; readonly number: 0; readonly bytes: Uint8Array };

/** From the room. `number` of `sync` and `update` is the revision after it; awareness is passed on and never kept. */
export type RoomFrame =
  | { readonly kind: "sync"; readonly number: number; readonly bytes: Uint8Array }
  | { readonly kind: "update"; readonly number: number; readonly bytes: Uint8Array }
  | { readonly kind: "awareness"; readonly number: 0; readonly bytes: Uint8Array };

/** From the room, as JSON. An update is acknowledged when it is durable, and refused when it changed nothing here. */
export type RoomMessage =
  | { readonly type: "hello"; readonly version: number; readonly client: number; readonly canEdit: boolean }
  | { readonly type: "ack"; readonly number: number; readonly revision: number }
  | { readonly type: "refused"; readonly number: number; readonly code: RejectionCode };

/** `read_only`: the browser must take its edit back. The others are those of an edit. */
export type RejectionCode = "read_only" | "update_invalid" | "payload_too_large";

export type FrameKind = BrowserFrame["kind"];
export type Frame = { readonly kind: FrameKind; readonly number: number; readonly bytes: Uint8Array };

const KINDS: readonly FrameKind[] = ["sync", "update", "awareness"];
const HEADER_BYTES = 9;

export function encodeFrame({ kind, number, bytes }: Frame): Uint8Array {
  const frame = new Uint8Array(HEADER_BYTES + bytes.byteLength);
  frame[0] = KINDS.indexOf(kind);
  new DataView(frame.buffer).setFloat64(1, number);
  frame.set(bytes, HEADER_BYTES);
  return frame;
}

/** Null for what is not a frame of this protocol. The bytes are a view of `frame`. */
export function decodeFrame(frame: Uint8Array): Frame | null {
  const kind = KINDS[frame[0] ?? KINDS.length];
  if (kind === undefined || frame.byteLength < HEADER_BYTES) return null;
  const number = new DataView(frame.buffer, frame.byteOffset).getFloat64(1);
  if (!Number.isSafeInteger(number) || number < 0) return null;
  return { kind, number, bytes: frame.subarray(HEADER_BYTES) };
}
