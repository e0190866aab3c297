/** What of an open page is kept on this machine: its last state, what is not saved yet, and what was refused. */
import type { RefusalCode } from "../../realtime/protocol.ts";
import { repairUpdate } from "../../realtime/repair-update.ts";
import type { LiveDocument, Unsaved } from "./document.ts";
import { DraftWriter } from "./draft-writer.ts";
import type { Environment } from "./environment.ts";
import type { Session } from "./session.ts";
import type { Draft, PageStore } from "./store.ts";

/** Milliseconds between two copies of the whole page. */
const STATE_EVERY = 10_000;

/** `refused` says why the room did not take it; null for what it has not been asked yet, or has not answered. */
export type UnsavedPart = Unsaved & { readonly id: string; readonly refused: RefusalCode | null };

export class PageMemory {
  readonly #store: PageStore | null;
  readonly #environment: Environment;
  readonly #failed: (error: unknown) => void;
  #refused: readonly UnsavedPart[] = [];
  #writer: DraftWriter | null = null;
  #stateAt = Number.NEGATIVE_INFINITY;
  #hasCopy = false;
  /** The document holds something that the copy lacks: a draft that follows it could not be put in its place without it. */
  #isOutdated = false;
  #isStopped = false;
  #cancelCopy: () => void = () => undefined;

  /** `failed` hears of what could not be read or written here; the page works on without. */
  constructor(store: PageStore | null, environment: Environment, failed: (error: unknown) => void) {
    this.#store = store;
    this.#environment = environment;
    this.#failed = failed;
  }

  /** Some of what is unsaved is not kept yet. */
  get isWriting(): boolean {
    return this.#writer?.isWriting ?? false;
  }

  /** An earlier visit has left the whole page, and the session was filled with it. */
  get hasCopy(): boolean {
    return this.#hasCopy;
  }

  get refused(): readonly UnsavedPart[] {
    return this.#refused;
  }

  /** Fills a session with what earlier visits left. */
  async load(session: Session): Promise<void> {
    if (this.#store === null) return;
    try {
      const { state, drafts } = await this.#store.load();
      if (state !== null) {
        session.document.apply(state);
        this.#setUpToDate();
      }
      const adopted: Draft[] = [];
      for (const draft of drafts) {
        const { id, update, refused } = draft;
        if (refused === null || isRepairable(draft)) {
          session.adopt(update);
          adopted.push(draft);
        } else
          this.#refused = [
            ...this.#refused,
            { id, update, text: refused.text, page: refused.page, refused: refused.code },
          ];
      }
      this.#hasCopy = state !== null;
      if (adopted.length === 0) return;
      // They are part of this document's draft from now on.
      await this.#writer?.write();
      for (const draft of adopted) await this.#store.removeDraft(draft);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** From now on drafts are those of this session. */
  follow({ document, id }: Session): void {
    const read = (): Uint8Array | null => document.unsavedUpdate();
    this.#writer = this.#store && new DraftWriter(this.#store, id, read, this.#failed);
    this.#setUpToDate();
    document.doc.on("update", () => this.#outdate(document));
  }

  #setUpToDate(): void {
    this.#cancelCopy();
    this.#isOutdated = false;
  }

  /** A copy is due as soon as the last one is old enough. */
  #outdate(document: LiveDocument): void {
    if (this.#isOutdated || this.#store === null) return;
    this.#isOutdated = true;
    const wait = Math.max(0, this.#stateAt + STATE_EVERY - this.#environment.now());
    this.#cancelCopy = this.#environment.after(wait, () => void this.copy(document));
  }

  /** To be called when something was typed or saved. */
  async update(): Promise<void> {
    await this.#writer?.write();
  }

  /** Keeps a copy of the whole page if the last one lacks something. */
  async copy(document: LiveDocument): Promise<void> {
    if (this.#store === null || !this.#isOutdated || this.#isStopped) return;
    this.#setUpToDate();
    this.#stateAt = this.#environment.now();
    await this.#store.putState(document.encode()).catch(this.#failed);
  }

  /** Keeps no copies from here on: the page is not this person's to keep any more, or not for now. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelCopy();
  }

  resume(): void {
    this.#isStopped = false;
  }

  /** Puts what a document has not saved with what was refused. To be called again when more has come of the same document. */
  async refuse({ document, id }: Session, code: RefusalCode): Promise<void> {
    const unsaved = document.unsaved();
    if (unsaved === null) return;
    const { text, page, update } = unsaved;
    this.#refused = [...this.#refused.filter((part) => part.id !== id), { ...unsaved, id, refused: code }];
    // It takes the place of the document's draft.
    this.#writer?.stop();
    // The next copy is without it.
    this.#stateAt = Number.NEGATIVE_INFINITY;
    await this.#store?.putDraft({ id, update, refused: { code, text, page } }).catch(this.#failed);
  }

  /** The person has seen to a part that was refused. */
  async discard(id: string): Promise<void> {
    const part = this.#refused.find((each) => each.id === id);
    if (part === undefined) return;
    this.#refused = this.#refused.filter((each) => each !== part);
    await this.#store?.removeDraft(draftOf(part)).catch(this.#failed);
  }
}

/** Drafts that were refused for their characters are repaired when they are adopted, and sent again. */
const isRepairable = ({ update, refused }: Draft): boolean =>
  refused?.code === "update_invalid" && repairUpdate(update).repaired.length > 0;

const draftOf = ({ id, update, text, page, refused }: UnsavedPart): Draft => ({
  id,
  update,
  refused: refused === null ? null : { code: refused, text, page },
});
