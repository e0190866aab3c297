/**
 * The WebSocket protocol between a page's room and its clients (docs/realtime.md), for both ends.
 *
 * A binary frame has one or more messages. `write…` functions append one to a lib0 encoder (`encoding.createEncoder()`,
 * `encoding.toUint8Array(encoder)`); `decodeFrame` and `decodeClientFrame` read a whole frame.
 */
import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { messageYjsSyncStep1, messageYjsSyncStep2, messageYjsUpdate } from "y-protocols/sync";
import { KIND } from "./message-kinds.ts";

export { CLOSE, PING, PONG, SUBPROTOCOL } from "./sockets.ts";

/** Limits for what a client sends; `UPDATE_LIMIT_BYTES` limits updates. */
export const AWARENESS_LIMIT_BYTES = 1000;
export const MESSAGES_PER_SECOND = 60;
export const MESSAGE_BURST = 300;

export const REFUSAL_CODES = ["read_only", "update_invalid", "payload_too_large", "quota_exceeded"] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** A user who has the page open. `tool` is the name of the token, null for a person. */
export type Participant = {
  readonly client: number;
  readonly userId: string;
  readonly name: string;
  readonly colour: string;
  readonly tool: string | null;
};

/** What a connection may do beyond reading. Without editing the text, a user may still be allowed to comment. */
export type ConnectionRights = { readonly canEdit: boolean; readonly canComment: boolean };

/** Messages that either side sends. `sync` answers `syncRequest`, and counts as an update if a client sends it. */
export type ClientMessage =
  | { readonly kind: "syncRequest"; readonly stateVector: Uint8Array }
  | { readonly kind: "sync"; readonly update: Uint8Array }
  | { readonly kind: "update"; readonly update: Uint8Array }
  | { readonly kind: "awareness"; readonly update: Uint8Array }
  | { readonly kind: "mark"; readonly mark: number };

/**
 * `updates` and `number` count the updates of this connection from 1; `revision` is the page's revision after the saved
 * ones.
 */
export type ProtocolMessage =
  | ClientMessage
  | { readonly kind: "saved"; readonly updates: number; readonly revision: number }
  | ({ readonly kind: "rights" } & ConnectionRights)
  | { readonly kind: "document"; readonly id: number }
  | { readonly kind: "people"; readonly people: readonly Participant[] }
  | { readonly kind: "refused"; readonly number: number; readonly code: RefusalCode }
  /** JSON of a frame about an agent's answer; only sent to clients that asked for them. */
  | { readonly kind: "run"; readonly frame: string }
  /** JSON of a `ThreadsFrame`; only sent to clients that asked for them. */
  | { readonly kind: "threads"; readonly frame: string };

type Encoder = encoding.Encoder;

/** Returns a frame with what `write` appends. */
export function encodeFrame(write: (encoder: Encoder) => void): Uint8Array<ArrayBuffer> {
  const encoder = encoding.createEncoder();
  write(encoder);
  return encoding.toUint8Array(encoder);
}

function writeSyncMessage(encoder: Encoder, step: number, bytes: Uint8Array): void {
  encoding.writeVarUint(encoder, KIND.sync);
  encoding.writeVarUint(encoder, step);
  encoding.writeVarUint8Array(encoder, bytes);
}

export const writeSyncRequest = (encoder: Encoder, stateVector: Uint8Array): void =>
  writeSyncMessage(encoder, messageYjsSyncStep1, stateVector);

export const writeSync = (encoder: Encoder, update: Uint8Array): void =>
  writeSyncMessage(encoder, messageYjsSyncStep2, update);

export const writeUpdate = (encoder: Encoder, update: Uint8Array): void =>
  writeSyncMessage(encoder, messageYjsUpdate, update);

/** `update` is a y-protocols awareness update. */
export function writeAwareness(encoder: Encoder, update: Uint8Array): void {
  encoding.writeVarUint(encoder, KIND.awareness);
  encoding.writeVarUint8Array(encoder, update);
}

export function writeSaved(encoder: Encoder, updates: number, revision: number): void {
  encoding.writeVarUint(encoder, KIND.saved);
  encoding.writeVarUint(encoder, updates);
  encoding.writeVarUint(encoder, revision);
}

/** Clients that did not connect with `?comments=1` reject numbers above 1: `canComment` must not be set alone for them. */
export function writeRights(encoder: Encoder, { canEdit, canComment }: ConnectionRights): void {
  encoding.writeVarUint(encoder, KIND.rights);
  encoding.writeVarUint(encoder, canEdit ? 1 : canComment ? 2 : 0);
}

export function writePeople(encoder: Encoder, people: readonly Participant[]): void {
  encoding.writeVarUint(encoder, KIND.people);
  encoding.writeVarString(encoder, JSON.stringify({ people }));
}

export function writeRefused(encoder: Encoder, number: number, code: RefusalCode): void {
  encoding.writeVarUint(encoder, KIND.refused);
  encoding.writeVarUint(encoder, number);
  encoding.writeVarString(encoder, code);
}

/** The Yjs document of the page that the following messages refer to. */
export function writeDocument(encoder: Encoder, id: number): void {
  encoding.writeVarUint(encoder, KIND.document);
  encoding.writeVarUint(encoder, id);
}

export function writeRun(encoder: Encoder, frame: string): void {
  encoding.writeVarUint(encoder, KIND.run);
  encoding.writeVarString(encoder, frame);
}

export function writeThreads(encoder: Encoder, frame: string): void {
  encoding.writeVarUint(encoder, KIND.threads);
  encoding.writeVarString(encoder, frame);
}

export function writeMark(encoder: Encoder, mark: number): void {
  encoding.writeVarUint(encoder, KIND.mark);
  encoding.writeVarUint(encoder, mark);
}

/** The messages of a frame, or null if any part of it is invalid. Byte strings are views of `frame`. */
export const decodeFrame = (frame: Uint8Array): readonly ProtocolMessage[] | null => decodeMessages(frame, Infinity);

/**
 * The messages of a client's frame; also null for messages that only a room sends, and for more messages than a burst
 * allows.
 */
export function decodeClientFrame(frame: Uint8Array): readonly ClientMessage[] | null {
  const messages = decodeMessages(frame, MESSAGE_BURST);
  return messages?.every(isClientMessage) === true ? messages : null;
}

const isClientMessage = (message: ProtocolMessage): message is ClientMessage =>
  message.kind === "syncRequest" ||
  message.kind === "sync" ||
  message.kind === "update" ||
  message.kind === "awareness" ||
  message.kind === "mark";

function decodeMessages(frame: Uint8Array, limit: number): ProtocolMessage[] | null {
  const decoder = decoding.createDecoder(frame);
  const messages: ProtocolMessage[] = [];
  try {
    do {
      const message = readMessage(decoder);
      if (message === null || messages.length === limit) return null;
      messages.push(message);
    } while (decoding.hasContent(decoder));
  } catch {
    // Thrown at the end of the bytes, and for text that is not valid UTF-8 or JSON.
    return null;
  }
  return messages;
}

function readMessage(decoder: decoding.Decoder): ProtocolMessage | null {
  switch (readNumber(decoder)) {
    case KIND.sync:
      return readSyncMessage(decoder);
    case KIND.awareness:
      return { kind: "awareness", update: decoding.readVarUint8Array(decoder) };
    case KIND.saved:
      return { kind: "saved", updates: readNumber(decoder), revision: readNumber(decoder) };
    case KIND.rights: {
      const right = readNumber(decoder);
      // A newer room may send numbers that this client does not know: then it only reads.
      return { kind: "rights", canEdit: right === 1, canComment: right === 1 || right === 2 };
    }
    case KIND.people:
      return readPeople(JSON.parse(decoding.readVarString(decoder)));
    case KIND.refused: {
      const [number, code] = [readNumber(decoder), decoding.readVarString(decoder)];
      // A newer room may send codes that a tab opened before its deployment does not know.
      return { kind: "refused", number, code: REFUSAL_CODES.find((known) => known === code) ?? "update_invalid" };
    }
    case KIND.mark:
      return { kind: "mark", mark: readNumber(decoder) };
    case KIND.document:
      return { kind: "document", id: readNumber(decoder) };
    case KIND.run:
      return { kind: "run", frame: decoding.readVarString(decoder) };
    case KIND.threads:
      return { kind: "threads", frame: decoding.readVarString(decoder) };
    default:
      return null;
  }
}

function readSyncMessage(decoder: decoding.Decoder): ProtocolMessage | null {
  const step = readNumber(decoder);
  const bytes = decoding.readVarUint8Array(decoder);
  if (step === messageYjsSyncStep1) return { kind: "syncRequest", stateVector: bytes };
  if (step === messageYjsSyncStep2) return { kind: "sync", update: bytes };
  return step === messageYjsUpdate ? { kind: "update", update: bytes } : null;
}

/** lib0 accepts numbers up to one digit beyond the exact integers. */
function readNumber(decoder: decoding.Decoder): number {
  const number = decoding.readVarUint(decoder);
  if (!Number.isSafeInteger(number)) throw new RangeError("The number is too large.");
  return number;
}

function readPeople(json: unknown): ProtocolMessage | null {
  const people: unknown = isRecord(json) ? json["people"] : null;
  return Array.isArray(people) && people.every(isPerson) ? { kind: "people", people } : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isPerson = (value: unknown): value is Participant =>
  isRecord(value) &&
  Number.isSafeInteger(value["client"]) &&
  typeof value["userId"] === "string" &&
  typeof value["name"] === "string" &&
  typeof value["colour"] === "string" &&
  (value["tool"] === null || typeof value["tool"] === "string");
