/** Follows the answers that agents are writing on a page: over a connection, and by reading those it has missed part of. */
import { type Approval, hasEnded, type RunFrame, type RunView } from "../../../kernel/agent-run.ts";
import type { OpenRun, Run } from "../../../features/agent-runs/contract.ts";
import type { Connection } from "../../../live-client/connection.ts";
import { type KnownRuns, mergeFrame, mergeRead } from "../../shared/conversation/run-view.ts";
import { ApiError, call, path } from "../api/api.ts";
import { accessTo } from "../live/socket-access.ts";

/** How long (ms) a connection may take to deliver what it is told of a run. */
const NEWS_MS = 400;

export type LiveRun = { readonly run: RunView; readonly approval: Approval | null };

type Options = {
  readonly pageId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
  /** `before` is undefined if this is the first that is known about the run; `isNews` unless it was read. */
  readonly changed: (now: RunView, before: RunView | undefined, isNews: boolean) => void;
  /** A run may have ended: the messages have to be read again. */
  readonly missed: () => void;
};

export class LiveRuns {
  readonly #options: Options;
  #runs: KnownRuns = new Map();
  readonly #approvals = new Map<string, Approval>();
  /** Frames that arrived since a run was requested, by its id. */
  readonly #reading = new Map<string, RunFrame[]>();
  #connection: Connection | null = null;
  #isWanted = false;
  /** Ids of the runs that had not ended when the messages were last read. */
  #open: ReadonlySet<string> = new Set();

  constructor(options: Options) {
    this.#options = options;
    options.signal.addEventListener("abort", () => this.disconnect());
    const wake = (): void => void (document.visibilityState === "visible" && this.#connection?.wake());
    addEventListener("online", wake, { signal: options.signal });
    document.addEventListener("visibilitychange", wake, { signal: options.signal });
  }

  /** Oldest first. */
  get all(): readonly LiveRun[] {
    return Array.from(this.#runs.values(), (run) => ({ run, approval: this.#approvals.get(run.id) ?? null })).toSorted(
      (a, b) => (a.run.id < b.run.id ? -1 : 1),
    );
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#runs.keys());
  }

  async connect(): Promise<void> {
    const { pageId, signal, missed } = this.#options;
    if (this.#isWanted || signal.aborted) return;
    this.#isWanted = true;
    let isFirst = true;
    const [{ connectToRuns }, { browserEnvironment, openSocket }] = await Promise.all([
      import("../../../live-client/run-connection.ts"),
      import("../live/connection.ts"),
    ]);
    if (!this.#isWanted || signal.aborted || this.#connection !== null) return;
    this.#connection = connectToRuns(
      { socket: openSocket, token: accessTo(pageId), environment: browserEnvironment, pageId },
      {
        opened: () => {
          for (const { run } of this.all) if (!hasEnded(run.state)) this.read(run.id);
          if (!isFirst) missed();
          isFirst = false;
        },
        frame: (frame) => this.#take(frame),
      },
    );
  }

  disconnect(): void {
    this.#isWanted = false;
    this.#connection?.close();
    this.#connection = null;
  }

  /** Shows a run that was just started, until more is known about it. */
  begin(run: RunView): void {
    if (!this.#runs.has(run.id)) this.#set(new Map(this.#runs).set(run.id, run));
  }

  /** The asker has decided on what the run waits for, so it goes on; frames say how. */
  decided(id: string): void {
    const run = this.#runs.get(id);
    this.#approvals.delete(id);
    if (run?.state === "waiting") this.#set(new Map(this.#runs).set(id, { ...run, state: "running" }));
  }

  /** `open` are the runs that have not ended; `known` are the ids that were known when they were requested. */
  sync(open: readonly OpenRun[], known: ReadonlySet<string>): void {
    const isOpen = new Set(open.map(({ id }) => id));
    const ended = [...known].filter((id) => !isOpen.has(id));
    if (ended.some((id) => this.#runs.has(id))) {
      this.#runs = new Map([...this.#runs].filter(([id]) => !ended.includes(id)));
      for (const id of ended) this.#approvals.delete(id);
    }
    this.#open = isOpen;
    const unknown = open.filter(({ id }) => !this.#runs.has(id));
    if (unknown.length === 0) return;
    const readAll = (): void => {
      for (const { id } of unknown) if (this.#open.has(id) && !this.#runs.has(id)) this.read(id);
    };
    // A run that has just begun is about to be sent, and may have ended before it could be read.
    if (this.#connection?.isOpen === true) setTimeout(readAll, NEWS_MS);
    else readAll();
  }

  read(id: string): void {
    if (this.#reading.has(id) || this.#options.signal.aborted) return;
    this.#reading.set(id, []);
    this.#read(id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      // It has ended, or the next connection reads it again.
      if (error.code === "not_found") this.#options.missed();
    });
  }

  async #read(id: string): Promise<void> {
    const { pageId } = this.#options;
    let since: readonly RunFrame[] = [];
    const { approval, ...view } = await call<Run>("GET", path`/api/pages/${pageId}/runs/${id}`).finally(() => {
      since = this.#reading.get(id) ?? [];
      this.#reading.delete(id);
    });
    const { runs, missed } = mergeRead(this.#runs, view, since);
    const isWaiting = runs.get(id)?.state === "waiting";
    if (approval !== null && isWaiting) this.#approvals.set(id, approval);
    else this.#approvals.delete(id);
    this.#set(runs, id);
    // It began to wait after it was read.
    if (isWaiting && view.state !== "waiting") this.#noteApproval(runs.get(id));
    if (missed !== null) this.read(missed);
    // Its message may have been there before this response.
    if (hasEnded(runs.get(id)?.state ?? "done")) this.#options.missed();
  }

  #take(frame: RunFrame): void {
    const id = frame.t === "run" ? frame.run.id : frame.run;
    this.#reading.get(id)?.push(frame);
    const { runs, missed } = mergeFrame(this.#runs, frame);
    if (frame.t !== "text") this.#noteApproval(runs.get(id));
    this.#set(runs);
    if (missed !== null) this.read(missed);
    if (frame.t === "end") this.#options.missed();
  }

  /** Frames do not contain what a run waits for, because only its asker may see that. */
  #noteApproval(run: RunView | undefined): void {
    if (run === undefined) return;
    if (run.state !== "waiting") this.#approvals.delete(run.id);
    else if (run.userId === this.#options.userId && !this.#approvals.has(run.id)) this.read(run.id);
  }

  /** What the run `read` waits for may have changed even if the run has not. */
  #set(runs: KnownRuns, read: string | null = null): void {
    const before = this.#runs;
    this.#runs = runs;
    for (const [id, run] of runs)
      if (before.get(id) !== run || id === read) this.#options.changed(run, before.get(id), read === null);
  }
}
