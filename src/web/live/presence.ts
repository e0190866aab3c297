/** Who else has a page open and where they are, between the room's messages and an Awareness of y-protocols. */
import { fromBase64, toBase64 } from "lib0/buffer";
import * as encoding from "lib0/encoding";
import { applyAwarenessUpdate, Awareness, removeAwarenessStates } from "y-protocols/awareness";
import * as Y from "yjs";
import { type ClientAwareness, decodeAwareness, encodeAwareness, type Selection } from "../../realtime/awareness.ts";
import type { Participant } from "../../realtime/protocol.ts";

/** What editors bound to Yjs expect of everybody's state. Positions are the JSON of Yjs relative positions. */
export type LiveState = {
  readonly user: { readonly id: string; readonly name: string; readonly color: string; readonly tool: string | null };
  readonly cursor: { readonly anchor: unknown; readonly head: unknown } | null;
};

const NOWHERE: Selection = { a: "", h: "" };

export class Presence {
  readonly awareness: Awareness;
  readonly #people = new Map<number, Participant>();
  /** The newest of each client, also of those whom the room has not introduced yet. */
  readonly #selections = new Map<number, ClientAwareness>();

  /** `moved` hears when this person's own cursor has changed. */
  constructor(doc: Y.Doc, moved: () => void) {
    this.awareness = new Awareness(doc);
    // Who is there is the room's to say: nothing here times out, and nobody has to repeat that they still are.
    clearInterval(this.awareness._checkInterval as Parameters<typeof clearInterval>[0]);
    this.awareness.on("update", (_: unknown, origin: unknown) => void (origin === "local" && moved()));
  }

  get people(): readonly Participant[] {
    return [...this.#people.values()].filter(({ client }) => this.#isHere(client));
  }

  /** The room has told everybody who this is. */
  get isIntroduced(): boolean {
    return this.#people.has(this.awareness.clientID);
  }

  get isAlone(): boolean {
    return this.people.every(({ client }) => client === this.awareness.clientID);
  }

  /** This person's own state for the room. */
  encodeOwn(): Uint8Array<ArrayBuffer> {
    const { clientID: client, meta } = this.awareness;
    const state = toWire(this.awareness.getLocalState());
    return encodeAwareness([{ client, clock: meta.get(client)?.clock ?? 0, state }]);
  }

  /** Others may have been told that this client left, under the clock after its last: it comes back under the one after that. */
  renew(): void {
    for (let step = 0; step < 2; step += 1) this.awareness.setLocalState(this.awareness.getLocalState() ?? {});
  }

  /** The room passes on what is an awareness update. */
  takeSelections(update: Uint8Array): void {
    const clients = decodeAwareness(update) ?? [];
    const newer = clients.filter(({ client, clock }) => clock > (this.#selections.get(client)?.clock ?? -1));
    for (const each of newer) this.#selections.set(each.client, each);
    this.#show(newer.map(({ client }) => client));
  }

  /** Those who are here, or some who have come. */
  takePeople(people: readonly Participant[]): void {
    for (const person of people) {
      this.#people.set(person.client, person);
      // Somebody who left has come again.
      if (!this.#isHere(person.client)) this.#selections.delete(person.client);
    }
    this.#show(people.map(({ client }) => client));
  }

  /** Whoever was there is unknown until the room says it again. */
  forgetOthers(): void {
    this.#people.clear();
    this.#selections.clear();
    this.#remove([...this.awareness.getStates().keys()]);
  }

  destroy(): void {
    this.awareness.destroy();
  }

  #isHere(client: number): boolean {
    return this.#selections.get(client)?.state !== null;
  }

  #remove(clients: readonly number[]): void {
    const others = clients.filter((client) => client !== this.awareness.clientID);
    removeAwarenessStates(this.awareness, others, this);
  }

  #show(clients: readonly number[]): void {
    this.#remove(clients.filter((client) => !this.#isHere(client)));
    const encoder = encoding.createEncoder();
    const shown = clients.flatMap((client) => {
      const person = this.#people.get(client);
      const isOther = client !== this.awareness.clientID && this.#isHere(client);
      return person !== undefined && isOther ? [{ client, person }] : [];
    });
    encoding.writeVarUint(encoder, shown.length);
    for (const { client, person } of shown) {
      encoding.writeVarUint(encoder, client);
      // A clock of our own: a new name is news, too, and has no clock of its client's.
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

/** Others may say anything: a cursor that is none is not shown. */
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
