/** The row of an upload: its progress, and pausing, resuming and cancelling it. */
import { render } from "preact";
import type { FileRecord, FileTarget } from "../../../features/files/contract.ts";
import { words as frame } from "../../../words/frame.ts";
import { words as pageWords } from "../../../words/page.ts";
import { words } from "../../../words/uploads.ts";
import { ApiError } from "../api/api.ts";
import { element } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { sizeOf } from "../../shared/size.ts";
import { openTransfer, type Transfer } from "./send-file.ts";
import type { Queue } from "./queue.ts";

/** Rejections of the file itself, which a retry cannot change. */
const FINAL: ReadonlySet<string> = new Set(["payload_too_large", "invalid_multipart"]);

type Around = {
  readonly queue: Queue;
  readonly signal: AbortSignal;
  readonly onDone: (record: FileRecord) => Promise<void>;
};

/** Exists from when the file is chosen until it is uploaded, cancelled or dismissed. */
export const fileRow = (name: string, file: File, findTarget: () => Promise<FileTarget>, around: Around): HTMLElement =>
  new FileRow(name, file, findTarget, around).row;

class FileRow {
  readonly row = element("li", { class: "row wrap upload" });
  readonly #name: string;
  readonly #size: number;
  readonly #around: Around;
  readonly #transfer: Transfer;
  #stop = new AbortController();
  #sent = 0;
  #isOver = false;

  constructor(name: string, file: File, findTarget: () => Promise<FileTarget>, around: Around) {
    this.#name = name;
    this.#size = file.size;
    this.#around = around;
    this.#transfer = openTransfer(file, findTarget, {
      sent: (bytes) => {
        this.#sent = bytes;
        const isAll = bytes >= file.size;
        const sentence = isAll ? words.finishing : words.progress(sizeOf(bytes), sizeOf(file.size));
        // From here on, the file may have arrived, so it can no longer be cancelled.
        this.#show("moves", sentence, { canStop: !isAll });
      },
      waiting: (ms) => this.#show("moves", words.againIn(Math.ceil(ms / 1_000))),
    });
    around.signal.addEventListener("abort", () => this.#giveUp());
    this.#enqueue();
  }

  #show(state: UploadState, sentence: string, { canStop = true, canRetry = true } = {}): void {
    this.row.toggleAttribute("data-paused", state === "paused");
    render(
      <Row
        {...{ name: this.#name, size: this.#size, sent: this.#sent, state, sentence, canStop, canRetry }}
        retry={() => {
          this.#enqueue();
          this.#focus();
        }}
        pause={() => {
          this.#stop.abort();
          this.#show("paused", words.paused);
          this.#focus();
        }}
        cancel={() => this.#giveUp()}
      />,
      this.row,
    );
  }

  /** Focuses the first control after the focused one was hidden. */
  #focus(): void {
    this.row.querySelector<HTMLElement>(SHOWN_CONTROL)?.focus();
  }

  #enqueue(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#show("moves", words.waiting);
    this.#around.queue.add({ name: this.#name, run: () => this.#run() });
  }

  async #run(): Promise<boolean> {
    const { signal } = this.#stop;
    if (this.#isOver || signal.aborted) return false;
    this.#show("moves", words.starting);
    try {
      const record = await this.#transfer.send(signal);
      this.#isOver = true;
      leave(this.row);
      await this.#around.onDone(record);
      return true;
    } catch (error) {
      // The user stopped it.
      if (signal.aborted) return false;
      if (this.#isOver) showError(error);
      else this.#fail(error);
      return false;
    }
  }

  #fail(error: unknown): void {
    const isLost = error instanceof ApiError && error.code === "offline";
    const willGoOn = isLost && this.#transfer.goesOn;
    const sentence = isLost ? pageWords.lost : error instanceof Error ? error.message : frame.wentWrong;
    const canRetry = !(error instanceof ApiError && FINAL.has(error.code));
    this.#show("failed", willGoOn ? words.goesOn : sentence, { canRetry });
    if (willGoOn) addEventListener("online", () => this.#enqueue(), { signal: this.#stop.signal, once: true });
    if (!(error instanceof ApiError) || error.code === "unauthenticated") showError(error);
  }

  #giveUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stop.abort();
    this.#transfer.forget();
    leave(this.row);
  }
}

type UploadState = "moves" | "paused" | "failed";

type RowProps = {
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly state: UploadState;
  readonly sentence: string;
  readonly canStop: boolean;
  readonly canRetry: boolean;
  readonly retry: () => void;
  readonly pause: () => void;
  readonly cancel: () => void;
};

function Row({ name, size, sent, state, sentence, canStop, canRetry, retry, pause, cancel }: RowProps) {
  const [isMoving, isFailed] = [state === "moves", state === "failed"];
  const button = (isShown: boolean, label: string, whole: string, act: () => void) => (
    <button type="button" class="quiet" aria-label={whole} hidden={!isShown} onClick={act}>
      {label}
    </button>
  );
  return (
    <>
      <span class="grow">{name}</span>
      <span class="muted">{isFailed ? "" : sentence}</span>
      <span class="upload-controls">
        {state === "paused"
          ? button(true, words.resume, words.resumeFile(name), retry)
          : button(isFailed && canRetry, words.again, words.tryAgain(name), retry)}
        {button(isMoving && canStop, words.pause, words.pauseFile(name), pause)}
        {isFailed
          ? button(true, frame.dismiss, words.dismissFile(name), cancel)
          : button(canStop, words.cancel, words.cancelFile(name), cancel)}
      </span>
      <progress max={Math.max(1, size)} value={sent} aria-label={words.uploadOf(name)} hidden={isFailed} />
      <p class="upload-reason" role="alert">
        {isFailed ? sentence : ""}
      </p>
    </>
  );
}

const SHOWN_CONTROL = ".upload-controls button:not([hidden])";

/** Removes a row; if it had the focus, that moves to the next row, or to the button that chooses files. */
function leave(row: HTMLElement): void {
  const hadFocus = row.contains(document.activeElement);
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (!hadFocus) return;
  const next = neighbour?.querySelector<HTMLElement>(SHOWN_CONTROL);
  (
    next ?? document.querySelector<HTMLElement>("main [data-choose-files]:not([popover] *), [popovertarget=page-more]")
  )?.focus();
}
