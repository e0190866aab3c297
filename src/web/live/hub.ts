/** A person's connection to what happens elsewhere: docs/realtime.md, "Messages of the hub". */
import { ObservableV2 } from "lib0/observable";
import { Connection } from "./connection.ts";
import type { Environment, GetAccess, OpenSocket } from "./environment.ts";
import type { HubMessage } from "../../kernel/live.ts";
import { readHubMessage } from "./hub-message.ts";

export type HubEvent = Exclude<HubMessage, { type: "missed" }>;

export type HubOptions = { readonly socket: OpenSocket; readonly token: GetAccess; readonly environment: Environment };

export type HubStatus = "connecting" | "connected" | "offline" | "lost";

export type HubEvents = {
  event: (event: HubEvent) => void;
  /** Something happened that will not be told: what is shown has to be read again. */
  missed: () => void;
  status: (status: HubStatus) => void;
  /** Something that should not happen: for a log. */
  defect: (error: unknown) => void;
};

/** The most pages that can be watched, and whose text can be followed. */
const WATCHED = 200;
const FOLLOWED = 10;

export const connectHub = (options: HubOptions): LiveHub => new LiveHub(options);

export class LiveHub extends ObservableV2<HubEvents> {
  readonly #connection: Connection;
  #status: HubStatus = "connecting";
  #watched: readonly string[] = [];
  #followed: readonly string[] = [];
  /** Where the last connection had got to; null before the first. */
  #cursor: string | null = null;

  constructor(options: HubOptions) {
    super();
    this.#connection = new Connection(
      { ...options, pageId: null },
      {
        opened: () => this.#opened(),
        received: (data) => this.#received(data),
        closed: (_, isFinal) => this.#tell(isFinal ? "lost" : "offline"),
      },
    );
    void this.#connection.connect();
  }

  get status(): HubStatus {
    return this.#status;
  }

  /**
   * Asks for presence and messages of these pages instead of those before, the last 200, and to be told which revision the
   * text of others is at, the last ten: at once, and whenever it changes.
   */
  watch(pages: readonly string[], followed: readonly string[] = []): void {
    this.#watched = [...new Set(pages)].slice(-WATCHED);
    this.#followed = [...new Set(followed)].slice(-FOLLOWED);
    this.#sayWatched();
  }

  /** Others who watch the page are told that this person writes a message there. */
  typing(pageId: string): void {
    this.#say({ type: "typing", pageId });
  }

  /** To be called when the network is back or the page is looked at again. */
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
    if (this.#cursor !== null) this.#say({ type: "since", cursor: this.#cursor });
    if (this.#watched.length + this.#followed.length > 0) this.#sayWatched();
    this.#tell("connected");
  }

  #sayWatched(): void {
    this.#say({ type: "watch", pages: this.#watched, follow: this.#followed });
  }

  #say(message: object): void {
    this.#connection.send(JSON.stringify(message));
  }

  #received(data: string | Uint8Array): void {
    const message = typeof data === "string" ? readHubMessage(data) : null;
    if (message === null) {
      this.emit("defect", [new Error("The hub has sent a message that is none of the protocol.")]);
      return;
    }
    // A later hub may tell more than a tab knows that was opened before its deploy.
    if (message.type === "unknown") return;
    if ("cursor" in message) this.#cursor = message.cursor;
    if (message.type === "missed") {
      if (message.missed) this.emit("missed", []);
      return;
    }
    this.emit("event", [message]);
  }

  #tell(status: HubStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.emit("status", [status]);
  }
}
