/** A client that types on a page over a bare socket, and records when each key was sent, acknowledged and seen by others. */
import * as Y from "yjs";
import { encodeAwareness } from "../../../src/realtime/awareness.ts";
import { toBrowserClient } from "../../../src/realtime/clients.ts";
import {
  decodeFrame,
  encodeFrame,
  type ProtocolMessage,
  SUBPROTOCOL,
  writeAwareness,
  writeMark,
  writeSync,
  writeSyncRequest,
  writeUpdate,
} from "../../../src/realtime/protocol.ts";
import { Pacer, whenAlone } from "../../../src/live-client/pacer.ts";

/** The service's room or a floor: an object that broadcasts everything it receives, without or with storing a row. */
export type Kind = "room" | "echo" | "insert";

/** Whether cursors are sent along with keys, and whether keys are batched as for a user who is alone on a page. */
export type Manner = { readonly cursors: boolean; readonly grouped: boolean };

/** A key is identified by its Yjs client and clock; times are in ms on a clock shared by all processes. */
export type Key = { readonly client: number; readonly clock: number; readonly at: number };

/** Minimum interval (ms) between cursors of one typist, as in a browser. */
const CURSOR_EVERY = 500;

export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export class Typist {
  readonly sent: Key[] = [];
  /** When each sent key was acknowledged. */
  readonly acknowledged: number[] = [];
  /** Keys of others, recorded by watchers. */
  readonly seen: Key[] = [];
  received = { bytes: 0, frames: 0 };
  readonly #doc = new Y.Doc();
  readonly #kind: Kind;
  readonly #watches: boolean;
  readonly #socket: WebSocket;
  /** Number of keys in each sent update; 0 if it answered a sync request. */
  readonly #sizes: number[] = [];
  #savedUpdates = 0;
  #clock = 0;
  #manner: Manner = { cursors: false, grouped: false };
  #unsent: Uint8Array[] = [];
  readonly #pacer = new Pacer({ now, after }, () => this.#sendUnsent());
  #cursorAt = 0;
  #cursors = 0;
  #isReady = Promise.withResolvers<void>();
  #closed: number | null = null;

  constructor(kind: Kind, url: string, token: string, watches: boolean) {
    this.#kind = kind;
    this.#watches = watches;
    this.#doc.clientID = toBrowserClient(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
    const options = { protocols: [SUBPROTOCOL], headers: { Authorization: `Bearer ${token}` } };
    this.#socket = new WebSocket(url, kind === "room" ? options : []);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("open", () => this.#greet());
    this.#socket.addEventListener("message", ({ data }) => this.#hear(new Uint8Array(data as ArrayBuffer)));
    this.#socket.addEventListener("close", ({ code }) => {
      this.#closed = code;
      this.#isReady.reject(new Error(`The connection was closed with ${code}.`));
    });
    this.#doc.on("update", (update: Uint8Array, origin: unknown) => void (origin === null && this.#press(update)));
  }

  /** Resolves once the page has arrived. */
  get ready(): Promise<void> {
    return this.#isReady.promise;
  }

  get text(): string {
    return this.#doc.getText("content").toJSON();
  }

  /** Appends one character. Throws if the connection is gone. */
  type(): void {
    if (this.#closed !== null) throw new Error(`The connection was closed with ${this.#closed}.`);
    const text = this.#doc.getText("content");
    text.insert(text.length, "abcdefghij"[this.#clock % 10] ?? "");
    if (this.#manner.cursors && now() - this.#cursorAt >= CURSOR_EVERY) this.#sendCursor(text);
  }

  /** Discards everything recorded so far. */
  begin(manner: Manner): void {
    this.#manner = manner;
    this.sent.length = this.acknowledged.length = this.seen.length = 0;
    this.received = { bytes: 0, frames: 0 };
  }

  close(): void {
    this.#socket.close();
  }

  /** Sends a pending batch. */
  flush(): void {
    if (this.#unsent.length > 0) this.#pacer.flush();
  }

  #greet(): void {
    if (this.#kind !== "room") return this.#isReady.resolve();
    const state = { a: "", h: "" };
    this.#socket.send(
      encodeFrame((encoder) => {
        writeAwareness(encoder, encodeAwareness([{ client: this.#doc.clientID, clock: 0, state }]));
        writeSyncRequest(encoder, Y.encodeStateVector(this.#doc));
      }),
    );
  }

  #press(update: Uint8Array): void {
    this.#unsent.push(update);
    if (this.#manner.grouped) this.#pacer.request(whenAlone);
    else this.#sendUnsent();
  }

  #sendUnsent(): void {
    const at = now();
    const update = Y.mergeUpdates(this.#unsent);
    this.#socket.send(encodeFrame((encoder) => writeUpdate(encoder, update)));
    for (const _ of this.#unsent) this.sent.push({ client: this.#doc.clientID, clock: this.#clock++, at });
    this.#sizes.push(this.#unsent.length);
    this.#unsent = [];
  }

  #sendCursor(text: Y.Text): void {
    this.#cursorAt = now();
    this.#cursors += 1;
    const position = Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, text.length));
    const at = Buffer.from(position).toString("base64");
    const awareness = encodeAwareness([{ client: this.#doc.clientID, clock: this.#cursors, state: { a: at, h: at } }]);
    this.#socket.send(encodeFrame((encoder) => writeAwareness(encoder, awareness)));
  }

  #hear(frame: Uint8Array): void {
    const at = now();
    this.received.bytes += frame.byteLength;
    this.received.frames += 1;
    for (const message of decodeFrame(frame) ?? []) this.#take(message, at);
  }

  #take(message: ProtocolMessage, at: number): void {
    switch (message.kind) {
      case "syncRequest": {
        const missing = Y.encodeStateAsUpdate(this.#doc, message.stateVector);
        this.#sizes.push(0);
        return this.#socket.send(encodeFrame((encoder) => writeSync(encoder, missing)));
      }
      case "sync":
        Y.applyUpdate(this.#doc, message.update, "room");
        return this.#isReady.resolve();
      case "saved":
        for (; this.#savedUpdates < message.updates; this.#savedUpdates += 1)
          for (let key = this.#sizes[this.#savedUpdates] ?? 0; key > 0; key -= 1) this.acknowledged.push(at);
        return;
      case "update":
        return this.#see(message.update, at);
      case "mark":
        return this.#socket.send(encodeFrame((encoder) => writeMark(encoder, message.mark)));
      case "refused":
        throw new Error(`An update was refused: ${message.code}.`);
      default:
    }
  }

  /** For a floor, a typist's own key coming back is the acknowledgement. */
  #see(update: Uint8Array, at: number): void {
    if (this.#kind === "room" && !this.#watches) return;
    for (const [client, clock] of Y.parseUpdateMeta(update).from) {
      if (client === this.#doc.clientID) this.acknowledged.push(at);
      else if (this.#watches) this.seen.push({ client, clock, at });
    }
  }
}
