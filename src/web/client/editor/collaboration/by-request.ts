/**
 * Saves and follows a page by HTTP requests while its socket has never opened: some networks block WebSockets. The service merges
 * text that is based on an older revision. Stops for good once the editor is bound to the live page. Loaded on demand.
 */
import type { Text } from "@codemirror/state";
import { diffText } from "../../../../realtime/diff.ts";
import type { Splice } from "../../../../realtime/splices.ts";
import type { Environment } from "../../../../live-client/environment.ts";
import type { LivePage } from "../../../../live-client/page.ts";
import type { Binding } from "./binding.ts";
import { joinTyping } from "./early-typing.ts";
import type { EditorHost } from "./editor-host.ts";
import { toChanges, toText } from "./text-changes.ts";

/** All in ms. FIRST gives a slow socket time to open; EVERY is the interval for saving typed text and reading others' changes. */
const FIRST = 3_000;
const EVERY = 2_000;
const AFTER_FAILURE = 8_000;
const COMPOSING = 60;
/** Number of idle rounds per read of the page. */
const QUIET_ROUNDS = 2;

export type PageText = { readonly text: string; readonly revision: number };

export type Requests = {
  read(): Promise<PageText>;
  /** Returns the page with `text`, which is based on `revision`, merged in. */
  write(text: string, revision: number): Promise<PageText>;
  /**
   * `unknown`: the write may have happened. `later`: it did not, and may be retried. `never`: it did not, and retrying is
   * pointless.
   */
  outcomeOf(error: unknown): "unknown" | "later" | "never";
};

export type ByRequestOptions = {
  readonly binding: Binding;
  readonly page: LivePage;
  readonly host: EditorHost;
  readonly environment: Environment;
  readonly requests: Requests;
  /** Revision of the text that the editor was opened with. */
  readonly revision: number;
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
};

/** `off`: not in use, or the service is unreachable. `refused`: the page rejects what is written here. */
export type RequestState = "off" | "saved" | "saving" | "refused";

export class ByRequest {
  readonly #options: ByRequestOptions;
  #revision: number;
  #state: RequestState = "off";
  #isRunning = false;
  /** The service has responded. Until then nothing is sent that this device's copy might store as well. */
  #isReached = false;
  #quiet = 0;
  /** Sent but not acknowledged: it may have arrived. */
  #unsure: Text | null = null;
  #round: Promise<void> | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: ByRequestOptions) {
    this.#options = options;
    this.#revision = options.revision;
  }

  get state(): RequestState {
    return this.#state === "saved" && !this.#options.binding.typed.changes.empty ? "saving" : this.#state;
  }

  start(): void {
    if (this.#isRunning || this.#state === "refused") return;
    this.#isRunning = true;
    const { page } = this.#options;
    // Text left unsaved on an earlier visit should appear without delay.
    this.#next(page.hasCopy && page.isWaiting ? 0 : FIRST);
  }

  /** Saves everything typed so far, if this class is in charge of saving. */
  async save(): Promise<void> {
    if (!this.#isRunning) return;
    // A save in progress does not include the latest typing.
    await this.#round;
    await this.#run();
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancel();
    this.#tell("off");
  }

  #next(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.environment.after(ms, () => void this.#run());
  }

  #tell(state: RequestState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.changed();
  }

  #run(): Promise<void> {
    this.#cancel();
    this.#round ??= this.#once().finally(() => (this.#round = null));
    return this.#round;
  }

  async #once(): Promise<void> {
    const { binding, page, requests, failed } = this.#options;
    if (!this.#isRunning || binding.replica !== null) return this.stop();
    // The live page must not also receive text that is being sent here.
    binding.hold();
    let pause = EVERY;
    try {
      if (this.#unsure !== null) await this.#findOut(this.#unsure);
      if (page.hasCopy && !this.#isReached) await this.#take(await requests.read());
      this.#isReached = true;
      if (!binding.typed.changes.empty) await this.#write();
      else if (this.#quiet++ % QUIET_ROUNDS === 0) await this.#take(await requests.read());
      this.#tell("saved");
    } catch (error) {
      const outcome = requests.outcomeOf(error);
      if (outcome !== "unknown") this.#unsure = null;
      this.#tell(outcome === "never" ? "refused" : "off");
      if (outcome === "unknown" && this.#unsure === null) binding.workOffline();
      if (outcome === "never") failed(error);
      pause = AFTER_FAILURE;
    }
    if (this.#unsure === null) binding.letJoin();
    if (this.#state === "refused" || !this.#isRunning || binding.replica !== null) {
      this.#isRunning = false;
      if (this.#state !== "refused") this.stop();
    } else this.#next(pause);
  }

  async #write(): Promise<void> {
    const { host, requests, changed } = this.#options;
    this.#quiet = 0;
    const sent = host.state.doc;
    changed();
    this.#unsure = sent;
    const { text, revision } = await requests.write(sent.toString(), this.#revision);
    this.#unsure = null;
    await this.#untilComposed();
    this.#moveBase(sent, text);
    this.#revision = revision;
    changed();
  }

  async #take({ text, revision }: PageText): Promise<void> {
    if (revision <= this.#revision) return;
    await this.#untilComposed();
    this.#moveBase(this.#options.binding.typed.base, text);
    this.#revision = revision;
  }

  /** Checks whether an unacknowledged write arrived: if so, all of it is in the page, next to others' changes. */
  async #findOut(sent: Text): Promise<void> {
    const { binding, requests } = this.#options;
    const page = await requests.read();
    const before = binding.typed.base.toString();
    const theirs = diffText(before, page.text);
    const ours = diffText(before, sent.toString());
    const hasArrived =
      page.revision > this.#revision && ours.every((splice) => theirs.some((each) => holds(each, splice)));
    this.#unsure = null;
    if (!hasArrived) return this.#take(page);
    await this.#untilComposed();
    this.#moveBase(sent, page.text);
    this.#revision = page.revision;
  }

  /** `sent` is now part of the page, whose text is `answered`. Anything typed since is rebased onto that. */
  #moveBase(sent: Text, answered: string): void {
    const { binding, host } = this.#options;
    const since = toChanges(diffText(sent.toString(), host.state.doc.toString()), sent.length);
    const { forEditor, forPage } = joinTyping(sent, since, answered);
    binding.moveBase({ base: toText(answered), changes: forPage }, forEditor);
  }

  /** Nothing is drawn into text that is being composed. */
  async #untilComposed(): Promise<void> {
    while (this.#options.host.composing)
      // oxlint-disable-next-line no-await-in-loop -- one thing is waited for
      await new Promise<void>((resolve) => this.#options.environment.after(COMPOSING, resolve));
  }
}

/** Whether one change includes another: concurrent changes at one place end up as a single change. */
const holds = (change: Splice, part: Splice): boolean =>
  change.at <= part.at && change.at + change.remove >= part.at + part.remove && change.insert.includes(part.insert);
