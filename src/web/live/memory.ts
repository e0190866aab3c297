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

/** Drafts of a document that the room has left, with the copy of it where there is one. */
export type FormerDrafts = { readonly state: Uint8Array | null; readonly drafts: readonly Draft[] };

export class PageMemory {
  readonly #store: PageStore | null;
  readonly environment: Environment;
  readonly #failed: (error: unknown) => void;
  #refused: readonly UnsavedPart[] = [];
  /** By the documents' ids: of the present one, and of one that was left until its words are in the present one. */
  readonly #writers = new Map<string, DraftWriter>();
  #stateAt = Number.NEGATIVE_INFINITY;
  #hasCopy = false;
  /** The document holds something that the copy lacks: a draft that follows it could not be put in its place without it. */
  #isOutdated = false;
  #isStopped = false;
  /** What earlier visits left was read: before that, a copy could take the place of the one that a draft follows. */
  #isLoaded = false;
  #cancelCopy: () => void = () => undefined;

  /** `failed` hears of what could not be read or written here; the page works on without. */
  constructor(store: PageStore | null, environment: Environment, failed: (error: unknown) => void) {
    this.#store = store;
    this.environment = environment;
    this.#failed = failed;
  }

  /** Some of what is unsaved is not kept yet. */
  get isWriting(): boolean {
    return [...this.#writers.values()].some(({ isWriting }) => isWriting);
  }

  /** An earlier visit has left the whole page, and the session was filled with it. */
  get hasCopy(): boolean {
    return this.#hasCopy;
  }

  get refused(): readonly UnsavedPart[] {
    return this.#refused;
  }

  /** Fills a session with what earlier visits left; calls `left` with the drafts of a document that the room has left since. */
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
    // They are part of this document's draft from now on.
    await this.update();
    for (const draft of adopted) await store.removeDraft(draft);
  }

  /** Words of a former document are in the present one. */
  async carried({ drafts }: Pick<FormerDrafts, "drafts">): Promise<void> {
    await this.update();
    for (const draft of drafts) await this.#store?.removeDraft(draft).catch(this.#failed);
  }

  /** The same of a session's document. */
  async carriedFrom({ document, id }: Session): Promise<void> {
    await this.update();
    document.forgetUnsaved();
    await this.#writers.get(id)?.write();
    this.#writers.delete(id);
  }

  /** From now on drafts are those of this session. */
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

  /** A copy is due as soon as the last one is old enough. */
  #outdate(document: LiveDocument): void {
    if (this.#isOutdated || this.#store === null) return;
    this.#isOutdated = true;
    const wait = Math.max(0, this.#stateAt + STATE_EVERY - this.environment.now());
    this.#cancelCopy = this.environment.after(wait, () => void this.copy(document));
  }

  /** To be called when something was typed or saved. */
  async update(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.write()));
  }

  /** Keeps a copy of the whole page if the last one lacks something. */
  async copy(document: LiveDocument): Promise<void> {
    if (!this.#isLoaded) return;
    // A document that the room has not spoken of yet is no copy of the page.
    if (this.#store === null || !this.#isOutdated || this.#isStopped || document.of === null) return;
    this.#setUpToDate();
    this.#stateAt = this.environment.now();
    await this.#store.putState(document.encode(), document.of).catch(this.#failed);
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
    this.#writers.get(id)?.stop();
    this.#writers.delete(id);
    // The next copy is without it.
    this.#stateAt = Number.NEGATIVE_INFINITY;
    await this.#store?.putDraft({ id, update, of: document.of, refused: { code, text, page } }).catch(this.#failed);
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
