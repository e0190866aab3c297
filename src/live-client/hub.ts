/** A user's connection for events outside the open page: docs/realtime.md, "Messages of the hub". */
import { ObservableV2 } from "lib0/observable";
import { Connection } from "./connection.ts";
import type { Environment, GetAccess, OpenSocket } from "./environment.ts";
import type { HubMessage } from "../kernel/live.ts";
import { readHubMessage } from "./hub-message.ts";

export type HubEvent = Exclude<HubMessage, { type: "missed" }>;

export type HubOptions = { readonly socket: OpenSocket; readonly token: GetAccess; readonly environment: Environment };

export type HubStatus = "connecting" | "connected" | "offline" | "lost";

export type HubEvents = {
  event: (event: HubEvent) => void;
  /** Events were missed and will not be replayed: reload whatever is shown. */
  missed: () => void;
  status: (status: HubStatus) => void;
  /** An unexpected error, for logging. */
  defect: (error: unknown) => void;
};

/** The maximum number of pages that can be watched, and of pages whose text revision can be followed. */
const WATCHED = 200;
const FOLLOWED = 10;

export const connectHub = (options: HubOptions): LiveHub => new LiveHub(options);

export class LiveHub extends ObservableV2<HubEvents> {
  readonly #connection: Connection;
  #status: HubStatus = "connecting";
  #watched: readonly string[] = [];
  #followed: readonly string[] = [];
  /** Cursor of the last event of the previous connection; null before the first. */
  #cursor: string | null = null;

  constructor(options: HubOptions) {
    super();
    this.#connection = new Connection(
      { ...options, pageId: null },
      {
        opened: () => this.#opened(),
        received: (data) => this.#received(data),
        closed: (_, isFinal) => this.#setStatus(isFinal ? "lost" : "offline"),
      },
    );
    void this.#connection.connect();
  }

  get status(): HubStatus {
    return this.#status;
  }

  /**
   * Replaces the set of pages to receive presence and messages for (the last 200), and of those whose text revision is
   * reported now and on every change by others (the last ten).
   */
  watch(pages: readonly string[], followed: readonly string[] = []): void {
    this.#watched = [...new Set(pages)].slice(-WATCHED);
    this.#followed = [...new Set(followed)].slice(-FOLLOWED);
    this.#sendSubscriptions();
  }

  /** Tells others who watch the page that this user is writing a message there. */
  typing(pageId: string): void {
    this.#send({ type: "typing", pageId });
  }

  /** Call when the network is back or the page becomes visible again. */
  wake(): void {
    this.#connection.wake();
  }

  async retry(): Promise<void> {
    await this.#connection.connect();
  }

  close(): void {
    this.#connection.close();
    this.destroy();
  }

  #opened(): void {
    if (this.#cursor !== null) this.#send({ type: "since", cursor: this.#cursor });
    if (this.#watched.length + this.#followed.length > 0) this.#sendSubscriptions();
    this.#setStatus("connected");
  }

  #sendSubscriptions(): void {
    this.#send({ type: "watch", pages: this.#watched, follow: this.#followed });
  }

  #send(message: object): void {
    this.#connection.send(JSON.stringify(message));
  }

  #received(data: string | Uint8Array): void {
    const message = typeof data === "string" ? readHubMessage(data) : null;
    if (message === null) {
      this.emit("defect", [new Error("The hub has sent a message that is none of the protocol.")]);
      return;
    }
    // A tab opened before a deploy may receive message types that it does not know.
    if (message.type === "unknown") return;
    if ("cursor" in message) this.#cursor = message.cursor;
    if (message.type === "missed") {
      if (message.missed) this.emit("missed", []);
      return;
    }
    this.emit("event", [message]);
  }

  #setStatus(status: HubStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.emit("status", [status]);
  }
}
