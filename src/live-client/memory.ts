/** What this device stores of an open page: its last state, unsaved edits and refused edits. */
import type { RefusalCode } from "../realtime/protocol.ts";
import { repairUpdate } from "../realtime/repair-update.ts";
import type { SyncedDocument, Unsaved } from "./synced-document.ts";
import { DraftWriter } from "./draft-writer.ts";
import type { Environment } from "./environment.ts";
import type { Session } from "./session.ts";
import type { Draft, PageStore } from "./store.ts";

/** Minimum interval (ms) between two copies of the whole page. */
const STATE_EVERY = 10_000;

/** `refused` is the room's reason; null if the edit has not been sent or acknowledged yet. */
export type UnsavedPart = Unsaved & { readonly id: string; readonly refused: RefusalCode | null };

/** Drafts of a document that the room has abandoned, with the stored copy of that document if there is one. */
export type FormerDrafts = { readonly state: Uint8Array | null; readonly drafts: readonly Draft[] };

export class PageMemory {
  readonly #store: PageStore | null;
  readonly environment: Environment;
  readonly #failed: (error: unknown) => void;
  #refused: readonly UnsavedPart[] = [];
  /** By document id: the current document, and an abandoned one until its text has been moved to the current one. */
  readonly #writers = new Map<string, DraftWriter>();
  #stateAt = Number.NEGATIVE_INFINITY;
  #hasCopy = false;
  /** The document has changes that the copy lacks. Later drafts build on them and could not be applied to the old copy. */
  #isOutdated = false;
  #isStopped = false;
  /**
   * True once the data of earlier visits was read. A copy written before that could overwrite the one that a draft depends on.
   */
  #isLoaded = false;
  #cancelCopy: () => void = () => undefined;

  /** `failed` receives storage errors; the page works on without storage. */
  constructor(store: PageStore | null, environment: Environment, failed: (error: unknown) => void) {
    this.#store = store;
    this.environment = environment;
    this.#failed = failed;
  }

  /** True while some unsaved edits are not stored yet. */
  get isWriting(): boolean {
    return [...this.#writers.values()].some(({ isWriting }) => isWriting);
  }

  /** An earlier visit stored the whole page, and the session was filled with it. */
  get hasCopy(): boolean {
    return this.#hasCopy;
  }

  get refused(): readonly UnsavedPart[] {
    return this.#refused;
  }

  /** Fills a session from earlier visits; calls `left` with drafts of a document that the room has abandoned since. */
  async load(session: Session, left: (former: FormerDrafts) => void): Promise<void> {
    if (this.#store === null) return;
    try {
      await this.#read(this.#store, session, left);
    } catch (error) {
      this.#failed(error);
    }
    this.#isLoaded = true;
  }

  async #read(store: PageStore, session: Session, left: (former: FormerDrafts) => void): Promise<void> {
    const { state, of = 0, drafts } = await store.load();
    if (state !== null || drafts.length > 0) session.document.of ??= of;
    const isOf = (document: number | null | undefined): boolean =>
      document === null || (document ?? 0) === session.document.of;
    const isCopy = state !== null && isOf(of);
    if (isCopy) {
      const isNewer = this.#isOutdated;
      session.document.apply(state);
      if (!isNewer) this.#setUpToDate();
    }
    const adopted: Draft[] = [];
    const former: Draft[] = [];
    for (const draft of drafts) {
      const { id, update, refused } = draft;
      if (refused !== null && !isRepairable(draft))
        this.#refused = [
          ...this.#refused,
          { id, update, text: refused.text, page: refused.page, refused: refused.code },
        ];
      else if (isOf(draft.of)) {
        session.adopt(update);
        adopted.push(draft);
      } else former.push(draft);
    }
    this.#hasCopy = isCopy;
    if (former.length > 0) left({ state: isCopy ? null : state, drafts: former });
    if (adopted.length === 0) return;
    // They are now part of this document's draft.
    await this.update();
    for (const draft of adopted) await store.removeDraft(draft);
  }

  /** Call when the text of an abandoned document's drafts has been moved to the current document. */
  async carried({ drafts }: Pick<FormerDrafts, "drafts">): Promise<void> {
    await this.update();
    for (const draft of drafts) await this.#store?.removeDraft(draft).catch(this.#failed);
  }

  /** Call when the unsaved text of a session's document has been moved to the current document. */
  async carriedFrom({ document, id }: Session): Promise<void> {
    await this.update();
    document.forgetUnsaved();
    await this.#writers.get(id)?.write();
    this.#writers.delete(id);
  }

  /** From now on, also writes drafts for this session. */
  follow({ document, id }: Session): void {
    const read = (): Pick<Draft, "update" | "of"> | null => {
      const update = document.unsavedUpdate();
      return update && { update, of: document.of };
    };
    if (this.#store !== null) this.#writers.set(id, new DraftWriter(this.#store, id, read, this.#failed));
    this.#setUpToDate();
    document.doc.on("update", () => this.#outdate(document));
  }

  #setUpToDate(): void {
    this.#cancelCopy();
    this.#isOutdated = false;
  }

  /** Schedules a copy for when the last one is old enough. */
  #outdate(document: SyncedDocument): void {
    if (this.#isOutdated || this.#store === null) return;
    this.#isOutdated = true;
    const wait = Math.max(0, this.#stateAt + STATE_EVERY - this.environment.now());
    this.#cancelCopy = this.environment.after(wait, () => void this.copy(document));
  }

  /** Call after an edit or a save. */
  async update(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.write()));
  }

  /** Stores a copy of the whole page if the last one is outdated. */
  async copy(document: SyncedDocument): Promise<void> {
    if (!this.#isLoaded) return;
    // Until the room has identified its document, this one is not a copy of the page.
    if (this.#store === null || !this.#isOutdated || this.#isStopped || document.of === null) return;
    this.#setUpToDate();
    this.#stateAt = this.environment.now();
    await this.#store.putState(document.encode(), document.of).catch(this.#failed);
  }

  /** Stops storing copies: the user no longer has access to the page, at least for now. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelCopy();
  }

  resume(): void {
    this.#isStopped = false;
  }

  /** Moves a document's unsaved edits to the refused ones. Call again when the same document has received more edits. */
  async refuse({ document, id }: Session, code: RefusalCode): Promise<void> {
    const unsaved = document.unsaved();
    if (unsaved === null) return;
    const { text, page, update } = unsaved;
    this.#refused = [...this.#refused.filter((part) => part.id !== id), { ...unsaved, id, refused: code }];
    // This entry replaces the document's draft.
    this.#writers.get(id)?.stop();
    this.#writers.delete(id);
    // The next copy, without the refused edit, is due immediately.
    this.#stateAt = Number.NEGATIVE_INFINITY;
    await this.#store?.putDraft({ id, update, of: document.of, refused: { code, text, page } }).catch(this.#failed);
  }

  /** Removes a refused part that the user has dealt with. */
  async discard(id: string): Promise<void> {
    const part = this.#refused.find((each) => each.id === id);
    if (part === undefined) return;
    this.#refused = this.#refused.filter((each) => each !== part);
    await this.#store?.removeDraft(draftOf(part)).catch(this.#failed);
  }
}

/** Drafts that were refused for invalid characters are repaired on adoption and sent again. */
const isRepairable = ({ update, refused }: Draft): boolean =>
  refused?.code === "update_invalid" && repairUpdate(update).repaired.length > 0;

const draftOf = ({ id, update, text, page, refused }: UnsavedPart): Draft => ({
  id,
  update,
  refused: refused === null ? null : { code: refused, text, page },
});
