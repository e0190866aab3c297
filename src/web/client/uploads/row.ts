/** The row of an upload: its progress, and pausing, resuming and cancelling it. */
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
  readonly #name: string;
  readonly #around: Around;
  readonly #shown: ReturnType<typeof rowOf>;
  readonly #transfer: Transfer;
  #stop = new AbortController();
  #isOver = false;

  constructor(name: string, file: File, findTarget: () => Promise<FileTarget>, around: Around) {
    this.#name = name;
    this.#around = around;
    this.#shown = rowOf(name, file.size);
    const { bar, again, pause, cancel, show } = this.#shown;
    this.#transfer = openTransfer(file, findTarget, {
      sent(bytes) {
        bar.value = bytes;
        const isAll = bytes >= file.size;
        show("moves", isAll ? words.finishing : words.progress(sizeOf(bytes), sizeOf(file.size)));
        // From here on, the file may have arrived, so it can no longer be cancelled.
        cancel.hidden = isAll;
        pause.hidden = isAll;
      },
      waiting: (ms) => show("moves", words.againIn(Math.ceil(ms / 1_000))),
    });
    cancel.addEventListener("click", () => this.#giveUp());
    around.signal.addEventListener("abort", () => this.#giveUp());
    again.addEventListener("click", () => {
      this.#enqueue();
      pause.focus();
    });
    pause.addEventListener("click", () => {
      this.#stop.abort();
      show("paused", words.paused);
      again.focus();
    });
    this.#enqueue();
  }

  get row(): HTMLElement {
    return this.#shown.row;
  }

  #enqueue(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#shown.show("moves", words.waiting);
    this.#around.queue.add({ name: this.#name, run: () => this.#run() });
  }

  async #run(): Promise<boolean> {
    const { signal } = this.#stop;
    if (this.#isOver || signal.aborted) return false;
    this.#shown.show("moves", words.starting);
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
    this.#shown.show("failed", willGoOn ? words.goesOn : sentence);
    this.#shown.again.hidden = error instanceof ApiError && FINAL.has(error.code);
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

type Look = "moves" | "paused" | "failed";

function rowOf(name: string, size: number) {
  const button = (): HTMLButtonElement => element("button", { type: "button", class: "quiet" });
  const [again, pause, cancel] = [button(), button(), button()];
  const bar = element("progress", { max: Math.max(1, size), value: 0, "aria-label": words.uploadOf(name) });
  const state = element("span", { class: "muted" });
  const reason = element("p", { class: "upload-reason", role: "alert" });
  const row = element(
    "li",
    { class: "upload" },
    element("span", { class: "grow" }, name),
    state,
    element("span", { class: "upload-controls" }, again, pause, cancel),
    bar,
    reason,
  );
  const label = (control: HTMLButtonElement, text: string, whole: string): void => {
    control.hidden = false;
    control.textContent = text;
    control.setAttribute("aria-label", whole);
  };
  label(pause, words.pause, words.pauseFile(name));
  const show = (look: Look, sentence: string): void => {
    const isFailed = look === "failed";
    state.textContent = isFailed ? "" : sentence;
    reason.textContent = isFailed ? sentence : "";
    row.toggleAttribute("data-paused", look === "paused");
    bar.hidden = isFailed;
    if (look === "paused") label(again, words.resume, words.resumeFile(name));
    else label(again, words.again, words.tryAgain(name));
    again.hidden = look === "moves";
    pause.hidden = look !== "moves";
    if (isFailed) label(cancel, frame.dismiss, words.dismissFile(name));
    else label(cancel, words.cancel, words.cancelFile(name));
  };
  return { row, bar, again, pause, cancel, show };
}

/** Removes a row; if it had the focus, that moves to the next row, or to the button that chooses files. */
function leave(row: HTMLElement): void {
  const hadFocus = row.contains(document.activeElement);
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (!hadFocus) return;
  const next = neighbour?.querySelector<HTMLElement>(".upload-controls button:not([hidden])");
  (
    next ?? document.querySelector<HTMLElement>("main [data-choose-files]:not([popover] *), [popovertarget=page-more]")
  )?.focus();
}
