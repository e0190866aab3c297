/** Choosing and dropping files, and the list of those on their way. */
import type { FileRecord, Target } from "../../features/files/contract.ts";
import { words as frame } from "../messages/frame.ts";
import { words as pageWords } from "../messages/page.ts";
import { plural } from "../messages/plural.ts";
import { words } from "../messages/uploads.ts";
import { ApiError } from "./api.ts";
import { ask } from "./dialog.ts";
import { element, find, need, onClick } from "./dom.ts";
import { showError, announce } from "./notice.ts";
import { sizeOf } from "./size.ts";
import { openTransfer, type Transfer } from "./transfer.ts";
import type { View } from "./view.ts";

/** Files that are sent at a time; the others wait for their turn. */
const CONCURRENCY = 2;

/** Refusals of the file itself, which stays as it is however often it is sent. */
const FINAL: ReadonlySet<string> = new Set(["payload_too_large", "invalid_multipart"]);

/** `onDone` hears of each file that has become a page or a version of one. */
export function startUploads(
  root: HTMLElement,
  signal: AbortSignal,
  onDone: (record: FileRecord) => void,
): Required<Pick<View, "flush">> {
  const place = find("[data-uploads]", HTMLElement, root);
  if (!place) return { flush: () => Promise.resolve(true) };
  const input = need("input", HTMLInputElement, place);
  const list = need("ul", HTMLUListElement, place);
  const target = targetOf(place.dataset);
  const queue = openQueue(onDone);
  const add = (files: Iterable<File>): void => {
    for (const file of files) {
      const row = fileRow(file, target, queue, signal);
      list.append(row);
    }
  };
  onClick(root, "[data-choose-files]", () => input.click());
  input.addEventListener("change", () => {
    add([...(input.files ?? [])]);
    // The same file may be chosen again.
    input.value = "";
  });
  if (place.dataset["where"] !== undefined) acceptDrops(place.dataset["where"], add);
  const warn = (event: BeforeUnloadEvent): void => {
    if (queue.isBusy()) event.preventDefault();
  };
  addEventListener("beforeunload", warn, { signal });
  return { flush: async () => !queue.isBusy() || ask(words.leaveAsked, words.notUploaded, words.leave) };
}

function targetOf({ drive, parent, page }: DOMStringMap): Target {
  if (page !== undefined) return { pageId: page };
  return { ...(drive !== undefined && { driveId: drive }), ...(parent !== undefined && { parentId: parent }) };
}

type Task = { readonly name: string; readonly run: () => Promise<FileRecord | null> };
type Queue = { readonly add: (task: Task) => void; readonly isBusy: () => boolean };

function openQueue(onDone: (record: FileRecord) => void): Queue {
  const waiting: Task[] = [];
  let running = 0;
  let done: string[] = [];

  async function next(): Promise<void> {
    const task = waiting.shift();
    if (!task) return;
    running++;
    const record = await task.run();
    running--;
    if (record) {
      done.push(task.name);
      onDone(record);
    }
    if (running === 0 && waiting.length === 0) {
      if (done.length > 0)
        announce(done.length === 1 ? words.uploaded(done[0] ?? "") : plural(done.length, words.filesUploaded));
      done = [];
    }
    await next();
  }

  return {
    add(task) {
      waiting.push(task);
      if (running < CONCURRENCY) next().catch(showError);
    },
    isBusy: () => running > 0 || waiting.length > 0,
  };
}

/** A row that lives from the choice of a file until it is uploaded, cancelled or dismissed. */
function fileRow(file: File, target: Target, queue: Queue, signal: AbortSignal): HTMLElement {
  const bar = element("progress", { max: Math.max(1, file.size), value: 0, "aria-label": words.uploadOf(file.name) });
  const state = element("span", { class: "muted" });
  const reason = element("p", { class: "upload-reason", role: "alert" });
  const again = element(
    "button",
    { type: "button", class: "quiet", "aria-label": words.tryAgain(file.name) },
    words.again,
  );
  const cancel = element("button", { type: "button", class: "quiet" });
  const row = element(
    "li",
    { class: "upload" },
    element("span", { class: "grow" }, file.name),
    state,
    element("span", { class: "upload-controls" }, again, cancel),
    bar,
    reason,
  );
  let stop = new AbortController();
  let isOver = false;

  const show = (doing: string, failure = ""): void => {
    state.textContent = doing;
    reason.textContent = failure;
    bar.hidden = failure !== "";
    again.hidden = failure === "";
    cancel.hidden = false;
    cancel.textContent = failure === "" ? words.cancel : frame.dismiss;
    cancel.setAttribute("aria-label", failure === "" ? words.cancelFile(file.name) : words.dismissFile(file.name));
  };
  const transfer: Transfer = openTransfer(file, target, {
    sent(bytes) {
      bar.value = bytes;
      const isAll = bytes >= file.size;
      show(isAll ? words.finishing : words.progress(sizeOf(bytes), sizeOf(file.size)));
      // From here on it may be there already, whatever is done here.
      cancel.hidden = isAll;
    },
    waiting: (pause) => show(words.againIn(Math.ceil(pause / 1_000))),
  });

  async function run(): Promise<FileRecord | null> {
    if (isOver) return null;
    show(words.starting);
    try {
      const record = await transfer.send(stop.signal);
      isOver = true;
      leave(row);
      return record;
    } catch (error) {
      if (!stop.signal.aborted) fail(error);
      return null;
    }
  }
  function fail(error: unknown): void {
    const isLost = error instanceof ApiError && error.code === "offline";
    const willGoOn = isLost && transfer.goesOn;
    const sentence = isLost ? pageWords.lost : error instanceof Error ? error.message : frame.wentWrong;
    show("", willGoOn ? words.goesOn : sentence);
    again.hidden = error instanceof ApiError && FINAL.has(error.code);
    if (willGoOn) addEventListener("online", enqueue, { signal: stop.signal, once: true });
    if (!(error instanceof ApiError) || error.code === "unauthenticated") showError(error);
  }
  function enqueue(): void {
    stop.abort();
    stop = new AbortController();
    show(words.waiting);
    queue.add({ name: file.name, run });
  }
  const giveUp = (): void => {
    if (isOver) return;
    isOver = true;
    stop.abort();
    transfer.forget();
    leave(row);
  };
  cancel.addEventListener("click", giveUp);
  signal.addEventListener("abort", giveUp);
  again.addEventListener("click", () => {
    enqueue();
    cancel.focus();
  });
  enqueue();
  return row;
}

/** Takes a row away; focus that was in it goes to the next one, or to where files are chosen. */
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

/** The whole view takes files that are dropped on it; `where` is what they would be put in. */
function acceptDrops(where: string, add: (files: Iterable<File>) => void): void {
  const main = need("main", HTMLElement);
  const filesOf = (event: DragEvent): DataTransfer | null =>
    event.dataTransfer?.types.includes("Files") ? event.dataTransfer : null;
  const over = (event: DragEvent): void => {
    const dragged = filesOf(event);
    if (!dragged) return;
    event.preventDefault();
    dragged.dropEffect = "copy";
    main.dataset["drop"] = words.dropHere(where);
  };
  main.addEventListener("dragenter", over);
  main.addEventListener("dragover", over);
  main.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node && main.contains(event.relatedTarget))) delete main.dataset["drop"];
  });
  main.addEventListener("drop", (event) => {
    delete main.dataset["drop"];
    const dragged = filesOf(event);
    if (!dragged) return;
    event.preventDefault();
    add([...dragged.files]);
  });
}
