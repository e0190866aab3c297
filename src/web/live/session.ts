/** One document of a page and who is in it, as they are told to a room and heard from it. */
import type * as Y from "yjs";
import { toBrowserClient } from "../../realtime/clients.ts";
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
} from "../../realtime/protocol.ts";
import { LiveDocument } from "./document.ts";
import type { Environment } from "./environment.ts";
import { Pacer, whenAlone, whenCursorMoves, whenOthersLook } from "./pacer.ts";
import { Presence } from "./presence.ts";

type SessionHandlers = {
  readonly send: (frame: Uint8Array<ArrayBuffer>) => boolean;
  /** Something was typed here. */
  readonly changed: () => void;
  /** All of the page has arrived. */
  readonly synced: () => void;
  /** `isOwn`: something that was typed here is durable by it. */
  readonly saved: (revision: number, isOwn: boolean) => void;
  readonly refused: (code: RefusalCode) => void;
  /** The room has another document than this one. */
  readonly outdated: () => void;
  /** Somebody has come or gone, or moved. */
  readonly people: () => void;
};

export class Session {
  readonly document: LiveDocument;
  readonly presence: Presence;
  readonly #handlers: SessionHandlers;
  readonly #updates: Pacer;
  readonly #cursor: Pacer;
  #isSynced = false;
  #canEdit = true;
  /** The room's state is known, so that what is typed can follow it. */
  #mayWrite = false;
  /** Which document the room has, on this connection. */
  #roomDocument = 0;

  constructor(environment: Environment, handlers: SessionHandlers) {
    this.#handlers = handlers;
    this.document = new LiveDocument(toBrowserClient(environment.random()), () => this.#changed());
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

  /** This connection has brought all of the page. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  get canEdit(): boolean {
    return this.#canEdit;
  }

  opened(): void {
    this.#roomDocument = 0;
    this.presence.renew();
    this.#cursor.stop();
    const frame = encodeFrame((encoder) => {
      writeAwareness(encoder, this.presence.encodeOwn());
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

  /** Takes in what was typed on an earlier visit and never saved. */
  adopt(update: Uint8Array): void {
    this.document.adopt(update);
    this.#changed();
  }

  /** Sends what waits. */
  flush(): void {
    this.#updates.flush();
  }

  end(): void {
    this.#updates.stop();
    this.#cursor.stop();
    this.presence.destroy();
    this.document.destroy();
  }

  /** Throws for an update that is none. */
  take(message: ProtocolMessage): void {
    switch (message.kind) {
      case "rights":
        this.#canEdit = message.canEdit;
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
        // Typed after the room's question was answered, when nothing could be sent.
        if (this.document.hasUnsent) this.flush();
        // A room that waited for its database has not heard who this is.
        if (!this.presence.isIntroduced) this.#cursor.request(whenCursorMoves);
        return this.#handlers.synced();
      case "update":
        return this.document.apply(message.update);
      case "awareness":
        this.presence.takeSelections(message.update);
        return this.#handlers.people();
      case "mark":
        this.#handlers.send(encodeFrame((encoder) => writeMark(encoder, message.mark)));
        return;
      case "people":
        return this.#takePeople(message.people);
      case "saved":
        return this.#handlers.saved(message.revision, this.document.saved(message.updates));
      case "refused":
        return this.#handlers.refused(message.code);
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

  #takePeople(people: readonly Participant[]): void {
    const wasAlone = this.presence.isAlone;
    this.presence.takePeople(people);
    this.#handlers.people();
    if (!wasAlone || this.presence.isAlone) return;
    // Whoever has come waits for what was grouped, and has not been told where this person is.
    this.flush();
    this.#cursor.request(whenCursorMoves);
  }

  #changed(): void {
    if (this.document.hasUnsent) this.#updates.request(this.presence.isAlone ? whenAlone : whenOthersLook);
    this.#handlers.changed();
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
      this.#handlers.send(encodeFrame((encoder) => writeAwareness(encoder, this.presence.encodeOwn())));
  }
}
