/** An open page: a Yjs document that is the same here and in the room, whatever becomes of the connection in between. */
import { ObservableV2 } from "lib0/observable";
import type { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { CLOSE, decodeFrame, type Participant, type RefusalCode } from "../../realtime/protocol.ts";
import { Connection } from "./connection.ts";
import type { Environment, GetAccess, OpenSocket } from "./environment.ts";
import type { LiveDocument } from "./document.ts";
import { type FormerDrafts, PageMemory, type UnsavedPart } from "./memory.ts";
import { Session } from "./session.ts";
import { type Facts, stateOf, type Status } from "./status.ts";
import type { PageStore } from "./store.ts";

export type PageOptions = {
  readonly pageId: string;
  readonly socket: OpenSocket;
  readonly token: GetAccess;
  readonly environment: Environment;
  /** Without one, what is not saved is gone with the tab. */
  readonly store?: PageStore;
};

type PageEvents = {
  status: (status: Status) => void;
  /** Everything sent up to here is durable; the page's revision then. */
  saved: (revision: number) => void;
  /** The room did not take what was typed: it is in `unsaved()`, and `replaced` will follow. */
  refused: (code: RefusalCode) => void;
  /** `doc`, `text` and `awareness` are others from now on, with the page as the room has it. */
  replaced: () => void;
  people: (people: readonly Participant[]) => void;
  /** Something that should not happen and was worked around: for a log. */
  defect: (error: unknown) => void;
};

export const connectPage = (options: PageOptions): LivePage => new LivePage(options);

export class LivePage extends ObservableV2<PageEvents> {
  readonly #environment: Environment;
  readonly #connection: Connection;
  readonly #memory: PageMemory;
  #session: Session;
  /** What people see until the session that takes its place has the page. `code`: why it was refused; null when the room has another document. */
  #left: { readonly session: Session; readonly code: RefusalCode | null } | null = null;
  #former: FormerDrafts | null = null;
  #facts: Pick<Facts, "lostBy" | "wasClosed" | "hasSaved"> = { lostBy: null, wasClosed: false, hasSaved: false };
  #status: Status = { state: "connecting", lostBy: null, hasUnsaved: false };

  constructor({ pageId, socket, token, environment, store }: PageOptions) {
    super();
    this.#environment = environment;
    this.#memory = new PageMemory(store ?? null, environment, (error) => this.emit("defect", [error]));
    this.#connection = new Connection(
      { socket, token, environment, pageId },
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

  /** The document holds the page as it last stood on this machine, even if the room cannot be reached. */
  get hasCopy(): boolean {
    return this.#memory.hasCopy;
  }

  /** Something that was typed waits to be saved, on this visit or from an earlier one. */
  get isWaiting(): boolean {
    return this.#unsaved.hasUnsaved;
  }

  /** Words of an earlier visit that can only be put in their place when the page has come. */
  get unplacedText(): string {
    return this.#unsaved.unplacedText;
  }

  /** Something that was typed is neither saved nor kept on this machine yet, and cannot be sent. */
  get isUnsafe(): boolean {
    return this.#status.state === "offline" && this.#memory.isWriting;
  }

  /** Everybody who has the page open, this client among them once the room has let it in. */
  get people(): readonly Participant[] {
    return this.#session.presence.people;
  }

  get status(): Status {
    return this.#status;
  }

  /** What was typed and is not saved: what was refused first. Nothing leaves this list but by being saved or discarded. */
  unsaved(): readonly UnsavedPart[] {
    const { refused } = this.#memory;
    const unsaved = this.#unsaved.unsaved();
    return unsaved === null ? refused : [...refused, { ...unsaved, id: this.#session.id, refused: null }];
  }

  /** Of these, what was refused. */
  get refusedParts(): readonly UnsavedPart[] {
    return this.#memory.refused;
  }

  /** The person has copied a part that was refused, or does not want it. */
  async discard(id: string): Promise<void> {
    await this.#memory.discard(id);
    this.#tell();
  }

  /** Says where this person's selection is, as offsets in the text; null: nowhere. */
  setCursor(anchor: number | null, head = anchor): void {
    const at = (offset: number): unknown => Y.createRelativePositionFromTypeIndex(this.text, offset);
    const cursor = anchor === null || head === null ? null : { anchor: at(anchor), head: at(head) };
    this.awareness.setLocalStateField("cursor", cursor);
  }

  /** To be called when the network is back or the page is looked at again. */
  wake(): void {
    this.#connection.wake();
  }

  /** Connects again after the page was lost, for example once the person has signed in. */
  async retry(): Promise<void> {
    this.#facts = { ...this.#facts, lostBy: null };
    this.#memory.resume();
    this.#tell();
    await this.#connection.connect();
  }

  /** Sends and keeps at once what waits: for a page that is hidden, which may be the last that happens to it. */
  async flush(): Promise<void> {
    this.#session.flush();
    await Promise.all([this.#memory.update(), this.#memory.copy(this.#session.document)]);
  }

  /** Ends the connection; what is not saved is kept, where there is a store. */
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
    this.#tell();
    // Whoever looks for a copy is not told of it by the state.
    if (this.hasCopy) this.emit("status", [this.#status]);
  }

  /** The session that people see. */
  get #visible(): Session {
    return this.#left?.session ?? this.#session;
  }

  /** The document that holds what is neither saved nor refused. */
  get #unsaved(): LiveDocument {
    return (this.#left?.code === null ? this.#left.session : this.#session).document;
  }

  #begin(): Session {
    const session = new Session(this.#environment, {
      send: (frame) => this.#connection.send(frame),
      changed: () => (session === this.#session ? this.#changed() : this.#keepLeft()),
      synced: () => this.#synced(),
      saved: (revision, isOwn) => this.#saved(revision, isOwn),
      refused: (code) => this.#refuse(code),
      outdated: () => {
        this.#leave(null);
        this.#connection.restart(CLOSE.normal);
      },
      people: () => this.emit("people", [this.people]),
    });
    this.#memory.follow(session);
    return session;
  }

  #changed(): void {
    void this.#memory.update();
    this.#tell();
  }

  #received(data: string | Uint8Array): void {
    try {
      const messages = typeof data === "string" ? null : decodeFrame(data);
      if (messages === null) throw new Error("The room has sent a message that is none of the protocol.");
      // A refusal ends the connection that the messages behind it are of.
      const session = this.#session;
      for (const message of messages) if (session === this.#session) session.take(message);
    } catch (error) {
      this.emit("defect", [error]);
      this.#connection.restart(CLOSE.protocolError);
    }
    this.#tell();
  }

  #closed(code: number, isFinal: boolean): void {
    this.#facts = { ...this.#facts, wasClosed: true, lostBy: isFinal ? code : null };
    this.#session.closed();
    if (code === CLOSE.replaced && this.#session.document.of !== null) this.#leave(null);
    if (isFinal) this.#memory.stop();
    // What is typed from here on can be shown after a reload.
    else void this.#memory.copy(this.#session.document);
    if (code === CLOSE.protocolError)
      this.emit("defect", [new Error("This connection was ended for a message that is none of the protocol.")]);
    this.#tell();
  }

  #synced(): void {
    const { session, code } = this.#left ?? { session: null, code: null };
    if (this.#former !== null || (code === null && session?.document.hasUnsaved === true))
      return void this.#carryOver();
    void this.#memory.copy(this.#session.document);
    this.#showPresent();
  }

  #showPresent(): void {
    const left = this.#left;
    if (left === null) return;
    this.#left = null;
    this.emit("replaced", []);
    left.session.end();
  }

  /** Puts what waits in documents that the room has left into the one that it has. */
  async #carryOver(): Promise<void> {
    const session = this.#session;
    const module = await import("./carry-into.ts").catch((error: unknown) => this.emit("defect", [error]));
    // A session that takes its place comes here again.
    if (session !== this.#session || !session.isSynced) return;
    const left = this.#left?.code === null ? this.#left.session : null;
    const former = module ? this.#former : null;
    const code = module ? module.carryInto(session, { left, former }, this.#memory) : left && "update_invalid";
    if (module) this.#former = null;
    else if (left !== null) void this.#memory.refuse(left, "update_invalid");
    if (code !== null) this.emit("refused", [code]);
    void this.#memory.copy(session.document);
    this.#showPresent();
    this.#tell();
  }

  #saved(revision: number, isOwn: boolean): void {
    void this.#memory.update();
    if (isOwn) this.#facts = { ...this.#facts, hasSaved: true };
    this.emit("saved", [revision]);
  }

  /** A document cannot give back what was typed into it: another takes its place once the room has filled it. */
  #refuse(code: RefusalCode): void {
    void this.#memory.refuse(this.#session, code);
    this.#leave(code);
    this.emit("refused", [code]);
    this.#connection.restart(CLOSE.normal);
  }

  #leave(code: RefusalCode | null): void {
    const session = this.#session;
    session.closed();
    // One that was to take another's place has not been seen yet.
    if (this.#left === null) this.#left = { session, code };
    else session.end();
    this.#session = this.#begin();
  }

  #keepLeft(): void {
    const { session, code } = this.#left ?? { session: null, code: null };
    if (session !== null && code !== null) void this.#memory.refuse(session, code);
    else void this.#memory.update();
    this.#tell();
  }

  #tell(): void {
    const { isSynced, canEdit } = this.#session;
    const document = this.#unsaved;
    const hasUnsaved = document.hasUnsaved || this.#memory.refused.length > 0;
    const state = stateOf({ ...this.#facts, isSynced, canEdit, hasUnsaved: document.hasUnsaved });
    const status: Status = { state, lostBy: this.#facts.lostBy, hasUnsaved };
    const before = this.#status;
    if (before.state === state && before.lostBy === status.lostBy && before.hasUnsaved === hasUnsaved) return;
    this.#status = status;
    this.emit("status", [status]);
  }
}
