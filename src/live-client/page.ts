/** An open page: a Yjs document kept in sync with the room, across any number of reconnects. */
import { ObservableV2 } from "lib0/observable";
import type { LiveAnchor } from "../kernel/comment.ts";
import type { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { CLOSE, decodeFrame, type Participant, type RefusalCode } from "../realtime/protocol.ts";
import { Connection } from "./connection.ts";
import type { PageEvents } from "./page-events.ts";
import type { Environment, GetAccess, OpenSocket } from "./environment.ts";
import type { SyncedDocument } from "./synced-document.ts";
import { type FormerDrafts, PageMemory, type UnsavedPart } from "./memory.ts";
import { Session } from "./session.ts";
import { type Facts, isSameStatus, stateOf, type Status } from "./status.ts";
import type { PageStore } from "./store.ts";

export type PageOptions = {
  readonly pageId: string;
  readonly socket: OpenSocket;
  readonly token: GetAccess;
  readonly environment: Environment;
  /** Without a store, unsaved text is lost when the tab closes. */
  readonly store?: PageStore;
};

export const connectPage = (options: PageOptions): LivePage => new LivePage(options);

export class LivePage extends ObservableV2<PageEvents> {
  readonly #environment: Environment;
  readonly #connection: Connection;
  readonly #memory: PageMemory;
  #session: Session;
  /** Shown until the replacement has loaded the page. `code`: why it was refused; null if the room has another document. */
  #replaced: { readonly session: Session; readonly code: RefusalCode | null } | null = null;
  #former: FormerDrafts | null = null;
  #facts: Pick<Facts, "lostBy" | "wasClosed" | "hasSaved"> = { lostBy: null, wasClosed: false, hasSaved: false };
  #status: Status = { state: "connecting", lostBy: null, hasUnsaved: false, mayComment: null };

  constructor({ pageId, socket, token, environment, store }: PageOptions) {
    super();
    this.#environment = environment;
    this.#memory = new PageMemory(store ?? null, environment, (error) => this.emit("defect", [error]));
    this.#connection = new Connection(
      { socket, token, environment, pageId, query: "comments=1&threads=1" },
      {
        opened: () => this.#session.opened(),
        received: (data) => this.#received(data),
        closed: (code, isFinal) => this.#closed(code, isFinal),
      },
    );
    this.#session = this.#begin();
    void this.#load();
    void this.#connection.connect();
  }

  get doc(): Y.Doc {
    return this.#visible.doc;
  }

  get text(): Y.Text {
    return this.#visible.document.text;
  }

  get awareness(): Awareness {
    return this.#visible.presence.awareness;
  }

  /** The document was filled from this device's last copy of the page, so it can be shown even if the room is unreachable. */
  get hasCopy(): boolean {
    return this.#memory.hasCopy;
  }

  /** True while edits from this visit or an earlier one are waiting to be saved. */
  get isWaiting(): boolean {
    return this.#unsaved.hasUnsaved;
  }

  /** Text from an earlier visit that can only be placed once the page has arrived. */
  get unplacedText(): string {
    return this.#unsaved.unplacedText;
  }

  /** Some edits are neither saved nor stored on this device yet, and cannot be sent. */
  get isUnsafe(): boolean {
    return this.#status.state === "offline" && this.#memory.isWriting;
  }

  /** Everyone who has the page open, including this client once the room has admitted it. */
  get people(): readonly Participant[] {
    return this.#session.presence.people;
  }

  /** The open comment threads on `text`. */
  get threads(): readonly LiveAnchor[] {
    return this.#visible.threads.anchors;
  }

  get status(): Status {
    return this.#status;
  }

  /** All unsaved edits, refused ones first. An entry leaves this list only when it is saved or discarded. */
  unsaved(): readonly UnsavedPart[] {
    const { refused } = this.#memory;
    const unsaved = this.#unsaved.unsaved();
    return unsaved === null ? refused : [...refused, { ...unsaved, id: this.#session.id, refused: null }];
  }

  /** The refused entries of `unsaved()`. */
  get refusedParts(): readonly UnsavedPart[] {
    return this.#memory.refused;
  }

  /** Removes a refused part that the user has copied or does not want. */
  async discard(id: string): Promise<void> {
    await this.#memory.discard(id);
    this.#updateStatus();
  }

  /** Shares the user's selection as offsets in the text; null clears it. */
  setCursor(anchor: number | null, head = anchor): void {
    const at = (offset: number): unknown => Y.createRelativePositionFromTypeIndex(this.text, offset);
    const cursor = anchor === null || head === null ? null : { anchor: at(anchor), head: at(head) };
    this.awareness.setLocalStateField("cursor", cursor);
  }

  /** Call when the network is back or the page becomes visible again. */
  wake(): void {
    this.#connection.wake();
  }

  /** Reconnects after the page was lost, for example once the user has signed in. */
  async retry(): Promise<void> {
    this.#facts = { ...this.#facts, lostBy: null };
    this.#memory.resume();
    this.#updateStatus();
    await this.#connection.connect();
  }

  /** Sends and stores pending edits immediately. For a page being hidden, which may never get another chance. */
  async flush(): Promise<void> {
    this.#session.flush();
    await Promise.all([this.#memory.update(), this.#memory.copy(this.#session.document)]);
  }

  /** Ends the connection. Unsaved edits are kept if there is a store. */
  async close(): Promise<void> {
    await this.flush();
    this.#memory.stop();
    this.#connection.close();
    for (const session of new Set([this.#visible, this.#session])) session.end();
    this.destroy();
  }

  async #load(): Promise<void> {
    await this.#memory.load(this.#session, (former) => (this.#former = former));
    if (this.#session.isSynced) this.#synced();
    this.#updateStatus();
    // The derived state does not reflect whether there is a copy, so notify listeners explicitly.
    if (this.hasCopy) this.emit("status", [this.#status]);
  }

  /** The session shown to the user. */
  get #visible(): Session {
    return this.#replaced?.session ?? this.#session;
  }

  /** The document with the edits that are neither saved nor refused. */
  get #unsaved(): SyncedDocument {
    return (this.#replaced?.code === null ? this.#replaced.session : this.#session).document;
  }

  #begin(): Session {
    const session = new Session(this.#environment, {
      send: (frame) => this.#connection.send(frame),
      changed: () => (session === this.#session ? this.#changed() : this.#saveReplaced()),
      synced: () => this.#synced(),
      saved: (revision, isOwn) => this.#saved(revision, isOwn),
      refused: (code) => this.#refuse(code),
      outdated: () => {
        this.#leave(null);
        this.#connection.restart(CLOSE.normal);
      },
      people: () => this.emit("people", [this.people]),
      threads: () => this.emit("threads", []),
    });
    this.#memory.follow(session);
    return session;
  }

  #changed(): void {
    void this.#memory.update();
    this.#updateStatus();
  }

  #received(data: string | Uint8Array): void {
    try {
      const messages = typeof data === "string" ? null : decodeFrame(data);
      if (messages === null) throw new Error("The room has sent a message that is none of the protocol.");
      // A refusal ends the connection, so the remaining messages of the frame no longer apply.
      const session = this.#session;
      for (const message of messages) if (session === this.#session) session.take(message);
    } catch (error) {
      this.emit("defect", [error]);
      this.#connection.restart(CLOSE.protocolError);
    }
    this.#updateStatus();
  }

  #closed(code: number, isFinal: boolean): void {
    this.#facts = { ...this.#facts, wasClosed: true, lostBy: isFinal ? code : null };
    this.#session.closed();
    if (code === CLOSE.replaced && this.#session.document.of !== null) this.#leave(null);
    if (isFinal) this.#memory.stop();
    // Lets edits from here on be shown after a reload.
    else void this.#memory.copy(this.#session.document);
    if (code === CLOSE.protocolError)
      this.emit("defect", [new Error("This connection was ended for a message that is none of the protocol.")]);
    this.#updateStatus();
  }

  #synced(): void {
    const { session, code } = this.#replaced ?? { session: null, code: null };
    if (this.#former !== null || (code === null && session?.document.hasUnsaved === true))
      return void this.#migrateUnsaved();
    void this.#memory.copy(this.#session.document);
    this.#showPresent();
  }

  #showPresent(): void {
    const left = this.#replaced;
    if (left === null) return;
    this.#replaced = null;
    this.emit("replaced", []);
    left.session.end();
  }

  /** Moves pending edits from documents that the room has abandoned into its current one. */
  async #migrateUnsaved(): Promise<void> {
    const session = this.#session;
    const module = await import("./migrate-unsaved.ts").catch((error: unknown) => this.emit("defect", [error]));
    // A session that has replaced this one in the meantime will call this again.
    if (session !== this.#session || !session.isSynced) return;
    const left = this.#replaced?.code === null ? this.#replaced.session : null;
    const former = module ? this.#former : null;
    const code = module ? module.migrateUnsaved(session, { left, former }, this.#memory) : left && "update_invalid";
    if (module) this.#former = null;
    else if (left !== null) void this.#memory.refuse(left, "update_invalid");
    if (code !== null) this.emit("refused", [code]);
    void this.#memory.copy(session.document);
    this.#showPresent();
    this.#updateStatus();
  }

  #saved(revision: number, isOwn: boolean): void {
    void this.#memory.update();
    if (isOwn) this.#facts = { ...this.#facts, hasSaved: true };
    this.emit("saved", [revision]);
  }

  /** A Yjs document cannot undo a rejected edit, so a new document replaces it once the room has filled it. */
  #refuse(code: RefusalCode): void {
    void this.#memory.refuse(this.#session, code);
    this.#leave(code);
    this.emit("refused", [code]);
    this.#connection.restart(CLOSE.normal);
  }

  #leave(code: RefusalCode | null): void {
    const session = this.#session;
    session.closed();
    // If a replacement is already pending, it has not been shown yet and can be dropped.
    if (this.#replaced === null) this.#replaced = { session, code };
    else session.end();
    this.#session = this.#begin();
  }

  #saveReplaced(): void {
    const { session, code } = this.#replaced ?? { session: null, code: null };
    if (session !== null && code !== null) void this.#memory.refuse(session, code);
    else void this.#memory.update();
    this.#updateStatus();
  }

  #updateStatus(): void {
    const { isSynced, canEdit, mayComment } = this.#session;
    const document = this.#unsaved;
    const hasUnsaved = document.hasUnsaved || this.#memory.refused.length > 0;
    const state = stateOf({ ...this.#facts, isSynced, canEdit, hasUnsaved: document.hasUnsaved });
    const status: Status = { state, lostBy: this.#facts.lostBy, hasUnsaved, mayComment };
    if (isSameStatus(this.#status, status)) return;
    this.#status = status;
    this.emit("status", [status]);
  }
}
