/** Who else has the page open and where their cursors are: translates between room messages and a y-protocols Awareness. */
import { fromBase64, toBase64 } from "lib0/buffer";
import * as encoding from "lib0/encoding";
import { applyAwarenessUpdate, Awareness, removeAwarenessStates } from "y-protocols/awareness";
import * as Y from "yjs";
import { type ClientAwareness, decodeAwareness, encodeAwareness, type Selection } from "../realtime/awareness.ts";
import type { Participant } from "../realtime/protocol.ts";

/** The awareness state that Yjs editor bindings expect. Positions are Yjs relative positions as JSON. */
export type LiveState = {
  readonly user: { readonly id: string; readonly name: string; readonly color: string; readonly tool: string | null };
  readonly cursor: { readonly anchor: unknown; readonly head: unknown } | null;
};

const NOWHERE: Selection = { a: "", h: "" };

export class Presence {
  readonly awareness: Awareness;
  readonly #people = new Map<number, Participant>();
  /** The latest selection of each client, including clients that the room has not introduced yet. */
  readonly #selections = new Map<number, ClientAwareness>();

  /** `moved` is called when the user's own cursor has changed. */
  constructor(doc: Y.Doc, moved: () => void) {
    this.awareness = new Awareness(doc);
    // The room decides who is present, so nothing times out here and nobody has to repeat their state.
    clearInterval(this.awareness._checkInterval as Parameters<typeof clearInterval>[0]);
    this.awareness.on("update", (_: unknown, origin: unknown) => void (origin === "local" && moved()));
  }

  get people(): readonly Participant[] {
    return [...this.#people.values()].filter(({ client }) => this.#isPresent(client));
  }

  /** The room has announced this client to everyone. */
  get isIntroduced(): boolean {
    return this.#people.has(this.awareness.clientID);
  }

  get isAlone(): boolean {
    return this.people.every(({ client }) => client === this.awareness.clientID);
  }

  /** The user's own state, encoded for the room. */
  encodeLocal(): Uint8Array<ArrayBuffer> {
    const { clientID: client, meta } = this.awareness;
    const state = toWire(this.awareness.getLocalState());
    return encodeAwareness([{ client, clock: meta.get(client)?.clock ?? 0, state }]);
  }

  /** Others may have seen this client leave under the clock after its last, so it returns under the one after that. */
  renew(): void {
    for (let step = 0; step < 2; step += 1) this.awareness.setLocalState(this.awareness.getLocalState() ?? {});
  }

  /** The room forwards any awareness update; malformed ones are ignored. */
  receiveSelections(update: Uint8Array): void {
    const clients = decodeAwareness(update) ?? [];
    const newer = clients.filter(({ client, clock }) => clock > (this.#selections.get(client)?.clock ?? -1));
    for (const each of newer) this.#selections.set(each.client, each);
    this.#show(newer.map(({ client }) => client));
  }

  /** Receives everyone present, or newcomers only. */
  receivePeople(people: readonly Participant[]): void {
    for (const person of people) {
      this.#people.set(person.client, person);
      // A participant who left has come back.
      if (!this.#isPresent(person.client)) this.#selections.delete(person.client);
    }
    this.#show(people.map(({ client }) => client));
  }

  /** Who is present is unknown until the room announces it again. */
  forgetOthers(): void {
    this.#people.clear();
    this.#selections.clear();
    this.#remove([...this.awareness.getStates().keys()]);
  }

  destroy(): void {
    this.awareness.destroy();
  }

  #isPresent(client: number): boolean {
    return this.#selections.get(client)?.state !== null;
  }

  #remove(clients: readonly number[]): void {
    const others = clients.filter((client) => client !== this.awareness.clientID);
    removeAwarenessStates(this.awareness, others, this);
  }

  #show(clients: readonly number[]): void {
    this.#remove(clients.filter((client) => !this.#isPresent(client)));
    const encoder = encoding.createEncoder();
    const shown = clients.flatMap((client) => {
      const person = this.#people.get(client);
      const isOther = client !== this.awareness.clientID && this.#isPresent(client);
      return person !== undefined && isOther ? [{ client, person }] : [];
    });
    encoding.writeVarUint(encoder, shown.length);
    for (const { client, person } of shown) {
      encoding.writeVarUint(encoder, client);
      // Uses a local clock, because a changed name must be applied too and does not advance the client's clock.
      encoding.writeVarUint(encoder, (this.awareness.meta.get(client)?.clock ?? 0) + 1);
      encoding.writeVarString(encoder, JSON.stringify(stateOf(person, this.#selections.get(client))));
    }
    applyAwarenessUpdate(this.awareness, encoding.toUint8Array(encoder), this);
  }
}

function stateOf({ userId, name, colour, tool }: Participant, awareness: ClientAwareness | undefined): LiveState {
  return { user: { id: userId, name, color: colour, tool }, cursor: fromWire(awareness?.state ?? null) };
}

function toWire(state: unknown): Selection {
  const cursor = typeof state === "object" && state !== null && "cursor" in state ? state.cursor : null;
  if (typeof cursor !== "object" || cursor === null || !("anchor" in cursor && "head" in cursor)) return NOWHERE;
  return { a: encodePosition(cursor.anchor), h: encodePosition(cursor.head) };
}

const encodePosition = (json: unknown): string =>
  toBase64(Y.encodeRelativePosition(Y.createRelativePositionFromJSON(json)));

/** Other clients can send anything; an invalid cursor is not shown. */
function fromWire(state: Selection | null): LiveState["cursor"] {
  if (state === null || state.a === "") return null;
  try {
    return { anchor: decodePosition(state.a), head: decodePosition(state.h) };
  } catch {
    return null;
  }
}

const decodePosition = (base64: string): unknown =>
  Y.relativePositionToJSON(Y.decodeRelativePosition(fromBase64(base64)));
