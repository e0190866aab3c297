/** One document of a page and its participants, synchronized with a room. */
import type * as Y from "yjs";
import { toBrowserClient } from "../realtime/clients.ts";
import {
  encodeFrame,
  type ProtocolMessage,
  type Participant,
  type RefusalCode,
  writeAwareness,
  writeMark,
  writeSync,
  writeSyncRequest,
  writeUpdate,
} from "../realtime/protocol.ts";
import { SECOND } from "../kernel/clock.ts";
import { LiveThreads } from "./live-threads.ts";
import { SyncedDocument } from "./synced-document.ts";
import type { Environment } from "./environment.ts";
import { Pacer, whenAlone, whenCursorMoves, whenTypingTogether, whenWatched, type Times } from "./pacer.ts";
import { Presence } from "./presence.ts";

/** How long (ms) after a change by somebody else this user's keys are sent one by one. */
const TOGETHER_MS = 10 * SECOND;

type SessionHandlers = {
  readonly send: (frame: Uint8Array<ArrayBuffer>) => boolean;
  /** The document was edited here. */
  readonly changed: () => void;
  /** The whole page has arrived. */
  readonly synced: () => void;
  /** `isOwn`: edits made here are now durable. */
  readonly saved: (revision: number, isOwn: boolean) => void;
  readonly refused: (code: RefusalCode) => void;
  /** The room has a different document. */
  readonly outdated: () => void;
  /** Someone joined, left or moved their cursor. */
  readonly people: () => void;
  /** `threads` has changed. */
  readonly threads: () => void;
};

export class Session {
  readonly document: SyncedDocument;
  readonly presence: Presence;
  readonly threads = new LiveThreads();
  readonly #handlers: SessionHandlers;
  readonly #updates: Pacer;
  readonly #cursor: Pacer;
  readonly #now: () => number;
  /** When somebody else last changed the page. */
  #othersWroteAt = Number.NEGATIVE_INFINITY;
  #isSynced = false;
  #canEdit = true;
  #mayComment: boolean | null = null;
  /** The room's state is known, so edits can be based on it. */
  #mayWrite = false;
  /** The document that the room has on this connection. */
  #roomDocument = 0;

  constructor(environment: Environment, handlers: SessionHandlers) {
    this.#handlers = handlers;
    this.#now = () => environment.now();
    this.document = new SyncedDocument(toBrowserClient(environment.random()), () => this.#changed());
    this.presence = new Presence(this.document.doc, () => this.#moved());
    this.#updates = new Pacer(environment, () => this.#sendUpdates());
    this.#cursor = new Pacer(environment, () => this.#sendCursor());
  }

  get id(): string {
    return String(this.document.doc.clientID);
  }

  get doc(): Y.Doc {
    return this.document.doc;
  }

  /** This connection has delivered the whole page. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  get canEdit(): boolean {
    return this.#canEdit;
  }

  /** Null before the room has reported it. */
  get mayComment(): boolean | null {
    return this.#mayComment;
  }

  opened(): void {
    this.#roomDocument = 0;
    this.presence.renew();
    this.#cursor.stop();
    const frame = encodeFrame((encoder) => {
      writeAwareness(encoder, this.presence.encodeLocal());
      writeSyncRequest(encoder, this.document.stateVector());
    });
    this.#handlers.send(frame);
  }

  closed(): void {
    this.#isSynced = false;
    this.#mayWrite = false;
    this.document.disconnected();
    this.presence.forgetOthers();
  }

  /** Applies edits of an earlier visit that were never saved. */
  adopt(update: Uint8Array): void {
    this.document.adopt(update);
    this.#changed();
  }

  /** Sends pending edits. */
  flush(): void {
    this.#updates.flush();
  }

  end(): void {
    this.#updates.stop();
    this.#cursor.stop();
    this.presence.destroy();
    this.document.destroy();
  }

  /** Throws for a malformed update. */
  take(message: ProtocolMessage): void {
    switch (message.kind) {
      case "rights":
        this.#canEdit = message.canEdit;
        this.#mayComment = message.canComment;
        return;
      case "document":
        this.#roomDocument = message.id;
        return;
      case "syncRequest":
        this.document.of ??= this.#roomDocument;
        if (this.document.of !== this.#roomDocument) return this.#handlers.outdated();
        return this.#answer(message.stateVector);
      case "sync":
        this.document.apply(message.update);
        this.#isSynced = true;
        // Typed after the room's sync request was answered, while sending was not possible.
        if (this.document.hasUnsent) this.flush();
        // A room that was waiting for its database has missed this client's introduction.
        if (!this.presence.isIntroduced) this.#cursor.request(whenCursorMoves);
        return this.#handlers.synced();
      case "update":
        this.#othersWroteAt = this.#now();
        return this.document.apply(message.update);
      case "awareness":
        this.presence.receiveSelections(message.update);
        return this.#handlers.people();
      case "mark":
        this.#handlers.send(encodeFrame((encoder) => writeMark(encoder, message.mark)));
        return;
      case "people":
        return this.#receivePeople(message.people);
      case "saved":
        return this.#handlers.saved(message.revision, this.document.saved(message.updates));
      case "refused":
        return this.#handlers.refused(message.code);
      case "threads":
        this.threads.take(message.frame);
        return this.#handlers.threads();
      case "run":
        return;
    }
  }

  #answer(stateVector: Uint8Array): void {
    if (!this.#canEdit) {
      if (this.document.hasUnsaved) this.#handlers.refused("read_only");
      return;
    }
    this.#mayWrite = true;
    const missing = this.document.takeMissing(stateVector);
    this.#handlers.send(encodeFrame((encoder) => writeSync(encoder, missing)));
  }

  #receivePeople(people: readonly Participant[]): void {
    const wasAlone = this.presence.isAlone;
    this.presence.receivePeople(people);
    this.#handlers.people();
    if (!wasAlone || this.presence.isAlone) return;
    // The newcomer needs the edits that were being batched, and does not know this user's cursor yet.
    this.flush();
    this.#cursor.request(whenCursorMoves);
  }

  #changed(): void {
    if (this.document.hasUnsent) this.#updates.request(this.#pace);
    this.#handlers.changed();
  }

  get #pace(): (times: Times) => number {
    if (this.presence.isAlone) return whenAlone;
    return this.#now() - this.#othersWroteAt < TOGETHER_MS ? whenTypingTogether : whenWatched;
  }

  #moved(): void {
    if (!this.presence.isAlone) this.#cursor.request(whenCursorMoves);
  }

  #sendUpdates(): void {
    if (!this.#isSynced || !this.document.hasUnsent) return;
    if (!this.#canEdit) return this.#handlers.refused("read_only");
    if (!this.#mayWrite) return;
    const update = this.document.takeUnsent();
    if (update !== null) this.#handlers.send(encodeFrame((encoder) => writeUpdate(encoder, update)));
  }

  #sendCursor(): void {
    if (this.#isSynced)
      this.#handlers.send(encodeFrame((encoder) => writeAwareness(encoder, this.presence.encodeLocal())));
  }
}
