/** Sends what the model writes to the readers of the page, through its room, in groups. */
import type { RunFrame, RunView } from "../../src/kernel/agent-run.ts";
import type { RunReader } from "../../src/features/agent-loop/index.ts";

/** How long (ms) text is gathered, and how long while nobody is watching. */
const GROUP_MS = 50;
const UNWATCHED_MS = 500;

type Room = { relay(frame: string): Promise<number> };

type Parts = {
  readonly runId: string;
  /** One stub for all frames: calls over several need not arrive in order. */
  readonly room: Room;
  readonly view: () => RunView | null;
  readonly failed: (error: unknown) => void;
};

export class Broadcaster implements RunReader {
  readonly #parts: Parts;
  /** Text of the step that the model is writing. */
  #text = { seq: -1, all: "", sent: 0 };
  #context = { used: 0, window: 0 };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isWatched = true;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get context(): RunView["context"] {
    return this.#context;
  }

  /** The text of the step that the model is writing or wrote last; null for any other step. */
  textOf(seq: number): string | null {
    return this.#text.seq === seq ? this.#text.all : null;
  }

  changed(): void {
    this.#flush();
    const run = this.#parts.view();
    if (run !== null) this.#send({ t: "run", run });
  }

  wrote(seq: number, text: string): void {
    if (this.#text.seq !== seq) {
      this.#text = { seq, all: "", sent: 0 };
      this.changed();
    }
    this.#text.all += text;
    this.#timer ??= setTimeout(() => this.#flush(), this.#isWatched ? GROUP_MS : UNWATCHED_MS);
  }

  restarted(seq: number): void {
    this.#text = { seq, all: "", sent: 0 };
    this.changed();
  }

  contextIs(used: number, window: number): void {
    this.#context = { used, window };
  }

  end(frame: Extract<RunFrame, { t: "end" }>): void {
    this.#flush();
    this.#send(frame);
  }

  #flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const { seq, all, sent } = this.#text;
    if (sent === all.length) return;
    this.#text.sent = all.length;
    this.#send({ t: "text", run: this.#parts.runId, seq, at: sent, text: all.slice(sent) });
  }

  /** A frame that is lost is noticed by the readers, who then read the run again. */
  #send(frame: RunFrame): void {
    this.#parts.room.relay(JSON.stringify(frame)).then(
      (readers) => (this.#isWatched = readers > 0),
      (error: unknown) => this.#parts.failed(error),
    );
  }
}
