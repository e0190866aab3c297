/** Imports and exports of a drive: archives being uploaded, and transfers that the service is processing or has finished. */
import { render } from "preact";
import type { Tables } from "../../../features/transfer/contract.ts";
import type { Transfer as Work, TransferList } from "../../../features/transfer/jobs/contract.ts";
import { TOP } from "../../shared/sidebar/tree.ts";
import { words } from "../../../words/transfers.ts";
import { call } from "../api/api.ts";
import { ask } from "../ui/dialog.ts";
import { find, need, onClick } from "../ui/dom.ts";
import { announce, attempt, showError } from "../ui/notice.ts";
import { openTransferFor, type Hear, type Transfer } from "../uploads/send-file.ts";
import { TransferRows, type Sending } from "./rows.tsx";
import type { View } from "../view.ts";

/** Polling interval (ms) while something is under way; longer while the page is hidden. */
const LOOK_MS = 2_000;
const UNSEEN_MS = 20_000;

type ImportChoices = { readonly parentId: string; readonly tables: Tables };

/** Uploads an archive; its pages are created once it has arrived. */
const openImport = (file: File, driveId: string, { parentId, tables }: ImportChoices, hear: Hear): Transfer<Work> => {
  const target = { driveId, ...(parentId !== TOP && { parentId }), purpose: "import" } as const;
  return openTransferFor(file, () => Promise.resolve(target), hear, {
    inOnePiece: false,
    finish: (id) => call<Work>("POST", "/api/transfers/imports", { uploadId: id, tables }),
  });
};

export function startTransfers(root: HTMLElement, signal: AbortSignal): Required<Pick<View, "flush">> {
  const list = new Transfers(root.dataset["drive"] ?? "", need("[data-transfers]", HTMLElement, root), signal);
  const input = find("[data-archive]", HTMLInputElement, root);
  const choice = find("[data-import-tables]", HTMLSelectElement, root);
  let parentId = TOP;
  onClick(root, "[data-import-place]", (control) =>
    attempt(control, async () => {
      const { chooseDestination } = await import("../tree/move-dialog.tsx");
      chooseDestination(
        words.importUnder,
        () => true,
        (place) => {
          parentId = place.id;
          control.textContent = place.title;
          control.focus();
        },
      );
    }),
  );
  onClick(root, "[data-choose-archive]", () => input?.click());
  input?.addEventListener("change", () => {
    const tables = choice?.value === "folders" ? "folders" : "sheets";
    for (const file of input.files ?? []) void list.send(file, { parentId, tables });
    // Lets the user choose the same archive again.
    input.value = "";
  });
  onClick(root, "[data-export-soon]", (control) => attempt(control, () => list.export()));
  onClick(root, "[data-export]", (control) =>
    attempt(control, async () => {
      const { exportArchive } = await import("./export-archive.ts");
      await exportArchive({ driveId: root.dataset["drive"] ?? "" }, () => list.look());
    }),
  );
  const warn = (event: BeforeUnloadEvent): void => {
    if (list.isSending) event.preventDefault();
  };
  addEventListener("beforeunload", warn, { signal });
  void list.look();
  return { flush: async () => !list.isSending || ask(words.leaveAsked, words.notUploaded, words.leave) };
}

class Transfers {
  readonly #driveId: string;
  readonly #place: HTMLElement;
  readonly #signal: AbortSignal;
  #works: readonly Work[] | null = null;
  #sending: readonly Sending[] = [];
  #timer = 0;

  constructor(driveId: string, place: HTMLElement, signal: AbortSignal) {
    this.#driveId = driveId;
    this.#place = place;
    this.#signal = signal;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  get isSending(): boolean {
    return this.#sending.length > 0;
  }

  /** Reads the current state, and polls while something is under way. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const { transfers } = await call<TransferList>("GET", "/api/transfers?limit=100");
      if (this.#signal.aborted) return;
      const before = this.#works ?? [];
      this.#works = transfers.filter(({ driveId }) => this.#driveId === "" || driveId === this.#driveId);
      for (const each of this.#works)
        if (each.state === "done" && before.some(({ id, state }) => id === each.id && state === "running"))
          announce(each.kind === "import" ? words.done(each.name) : words.exported(each.name));
      this.#draw();
    } catch (error) {
      // Retried soon; shown only while there is no list to show.
      if (this.#works === null) showError(error);
    }
    const isQuiet = this.#works?.every(({ state, stage }) => stage === "ended" || state === "paused") === true;
    if (isQuiet || this.#signal.aborted) return;
    this.#timer = setTimeout(() => void this.look(), document.hidden ? UNSEEN_MS : LOOK_MS);
  }

  async export(): Promise<void> {
    await call<Work>("POST", "/api/transfers/exports", { driveId: this.#driveId });
    await this.look();
  }

  async send(file: File, choices: ImportChoices): Promise<void> {
    const ending = new AbortController();
    const end = (): void => {
      this.#sending = this.#sending.filter(({ transfer: each }) => each !== transfer);
      this.#draw();
    };
    const note = (change: Partial<Sending>): void => {
      this.#sending = this.#sending.map((each) => (each.transfer === transfer ? { ...each, ...change } : each));
      this.#draw();
    };
    const transfer: Transfer<Work> = openImport(file, this.#driveId, choices, {
      sent: (sent) => note({ sent, isWaiting: false }),
      waiting: () => note({ isWaiting: true }),
    });
    const cancel = (): void => {
      ending.abort();
      transfer.forget();
      end();
    };
    this.#sending = [
      ...this.#sending,
      { transfer, name: file.name, size: file.size, sent: 0, isWaiting: false, cancel },
    ];
    this.#draw();
    try {
      await transfer.send(ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) showError(error);
    }
    end();
    if (!this.#signal.aborted) await this.look();
  }

  #draw(): void {
    if (this.#signal.aborted) return;
    render(<TransferRows sending={this.#sending} works={this.#works} changed={() => this.look()} />, this.#place);
  }
}
