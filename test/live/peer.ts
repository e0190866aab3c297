/** A minimal client of the live protocol: a Yjs document that exposes every message from the room. */
import { expect } from "vitest";
import * as Y from "yjs";
import { toBrowserClient } from "../../src/realtime/clients.ts";
import {
  decodeFrame,
  encodeFrame,
  writeSync,
  writeSyncRequest,
  writeUpdate,
  type ProtocolMessage,
} from "../../src/realtime/protocol.ts";
import { systemRandom } from "../../src/platform/system.ts";
import type { Person, World } from "../support/world.ts";
import { socketToken, upgrade, upgradeWith } from "./sockets.ts";
import { until } from "./until.ts";

export type Peer = Awaited<ReturnType<typeof follow>>;

export const connect = async (w: World, person: Person, pageId: string) =>
  follow(await upgradeWith(await socketToken(w, person, pageId)));

/** A connection of a client that understands a right to comment without one to edit. */
export const connectWithComments = async (w: World, person: Person, pageId: string) =>
  follow(await upgradeWith(await socketToken(w, person, pageId), {}, "?comments=1"));

/** A tool's connection. */
export const connectTool = async (raw: string, pageId: string, more = "") =>
  follow(await upgrade({ query: `?pageId=${pageId}${more}`, headers: { Authorization: `Bearer ${raw}` } }));

export async function follow(answer: Response) {
  expect(answer.status).toBe(101);
  const ws = answer.webSocket;
  if (ws === null) throw new Error("no socket");
  const doc = new Y.Doc();
  doc.clientID = toBrowserClient(new DataView(systemRandom(4).buffer).getUint32(0));
  const text = doc.getText("content");
  const heard: ProtocolMessage[] = [];
  const state = { saved: 0, sent: 0, revision: 0, canEdit: false, canComment: false, closed: null as number | null };
  const send = (bytes: Uint8Array): void => {
    if (ws.readyState === WebSocket.OPEN) ws.send(bytes);
  };
  ws.addEventListener("close", ({ code }) => void (state.closed = code));
  ws.addEventListener("message", ({ data }) => {
    const messages = decodeFrame(new Uint8Array(data as ArrayBuffer));
    if (messages === null) throw new Error("The room sent an invalid frame.");
    heard.push(...messages);
    for (const message of messages) take(message);
  });
  function take(message: ProtocolMessage): void {
    switch (message.kind) {
      case "syncRequest":
        state.sent++;
        return send(encodeFrame((encoder) => writeSync(encoder, Y.encodeStateAsUpdate(doc, message.stateVector))));
      case "sync":
      case "update":
        return Y.applyUpdate(doc, message.update, "room");
      case "saved":
        state.saved = message.updates;
        state.revision = message.revision;
        return;
      case "rights":
        state.canEdit = message.canEdit;
        state.canComment = message.canComment;
        return;
      case "awareness":
      case "document":
      case "mark":
      case "people":
      case "refused":
      case "run":
      case "threads":
    }
  }
  ws.binaryType = "arraybuffer";
  ws.accept();
  send(encodeFrame((encoder) => writeSyncRequest(encoder, Y.encodeStateVector(doc))));
  doc.on("update", (update: Uint8Array, origin: unknown) => {
    if (origin === "room") return;
    state.sent++;
    send(encodeFrame((encoder) => writeUpdate(encoder, update)));
  });
  await until(() => expect(heard.some(({ kind }) => kind === "sync")).toBe(true));
  return {
    ws,
    doc,
    text,
    heard,
    state,
    send,
    type: (at: number, typed: string) => text.insert(at, typed),
    /** Waits until everything sent is stored. */
    saved: () => until(() => expect(state.saved).toBe(state.sent)),
    /** Waits until the text equals `expected`. */
    shows: (expected: string) => until(() => expect(text.toString()).toBe(expected)),
    isClosedWith: (code: number) => until(() => expect(state.closed).toBe(code)),
    leave: () => ws.close(1000, "done"),
  };
}
