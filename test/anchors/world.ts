/** A page as its room has it, two people with editors and undo, and the anchors on it. */
import * as Y from "yjs";
import { AnchorSet } from "../../src/anchors/anchor-set.ts";
import { anchorAt, type Anchor } from "../../src/anchors/anchor.ts";
import type { Range } from "../../src/anchors/blanks.ts";
import type { Change } from "../../src/realtime/change.ts";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { makeMemoryHistory } from "../../src/realtime/memory-history.ts";
import { Room } from "../../src/realtime/room.ts";
import { applySplices } from "../../src/realtime/splices.ts";
import { splitsCharacter } from "../../src/realtime/text.ts";
import { Shadow, type Kept, type Unit } from "./shadow.ts";

/** `eager` verifies anchors after every update; `composed` after several edits, as one delta. */
export type Mode = "eager" | "composed";

/** `undone` has, for every edit on the undo stack, what its undo does to the shadow. */
export type Person = {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly undo: Y.UndoManager;
  readonly undone: (() => void)[];
};

/** An anchor and what is true of it: the units that it was put on. */
export type Subject = {
  readonly anchor: Anchor;
  units: readonly Unit[];
  readonly kind: string;
  /** True after a merge that may have replaced its units by equal ones: then nothing is true of it. */
  isUncertain: boolean;
};

export type Version = { readonly revision: number; readonly text: string; readonly units: readonly Kept[] };

type Pin = { readonly start: Y.RelativePosition; readonly end: Y.RelativePosition };

const MAX_PINS = 6;

export class World {
  readonly random: () => number;
  readonly shadow: Shadow;
  readonly people: readonly [Person, Person];
  readonly subjects: Subject[] = [];
  readonly versions: Version[] = [];
  readonly anchors = new AnchorSet([]);
  /** Anchors that were not returned although positions alone give another place. */
  unreported = 0;
  /** Merges that gave another text than planned. */
  surprises = 0;
  /** Units whose word a tool replaced by another. */
  readonly reworded = new Set<Unit>();
  readonly #mode: Mode;
  readonly #history = makeMemoryHistory();
  readonly #room: Room;
  readonly #verified: PageDocument;
  #verifiedText: string;
  #restoring: Version | null = null;
  readonly #pins = new Map<string, Pin[]>();
  #now = 0;

  constructor(text: string, mode: Mode, random: () => number) {
    this.random = random;
    this.#mode = mode;
    const first = new PageDocument();
    const update = first.splice([{ at: 0, remove: 0, insert: text }], 7);
    if (update !== null) this.#history.commit(1, update);
    this.#room = new Room(this.#history, { revision: 1, usedRevision: 1, client: 11 }, () => this.int(2 ** 32));
    this.#verified = this.#history.documentAt(1);
    this.#verifiedText = text;
    this.shadow = new Shadow(text);
    this.people = [makePerson(first, 1), makePerson(first, 2)];
    this.keepVersion();
  }

  int(end: number): number {
    return Math.floor(this.random() * end);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.int(values.length)];
    if (value === undefined) throw new Error("Nothing to pick from.");
    return value;
  }

  get text(): string {
    return this.#room.text;
  }

  get revision(): number {
    return this.#room.revision;
  }

  /** An offset that splits no surrogate pair. */
  whole(offset: number): number {
    return splitsCharacter(this.text, offset) ? offset + 1 : offset;
  }

  keepVersion(): void {
    this.versions.push({ revision: this.revision, text: this.text, units: this.shadow.version });
  }

  /** Adds an anchor on a range of the text; false if the range is not one for an anchor. */
  comment(range: Range, kind: string): boolean {
    const made = anchorAt(this.text, String(this.subjects.length), range);
    if (!made.ok) return false;
    const { anchor } = made;
    this.anchors.add(anchor);
    this.#pin(anchor);
    this.subjects.push({ anchor, units: this.shadow.visible.slice(anchor.from, anchor.to), kind, isUncertain: false });
    return true;
  }

  /** From now on the copies of units are the words, for anchors that have only such. */
  follow(copies: ReadonlyMap<Unit, Unit>): void {
    for (const subject of this.subjects) {
      const moved = subject.units.flatMap((unit) => copies.get(unit) ?? []);
      if (moved.length === subject.units.length) subject.units = moved;
      else if (moved.length > 0) subject.isUncertain = true;
    }
  }

  insert(person: Person, at: number, text: string, copied: readonly number[] = []): Unit[] {
    this.#act(person, () => person.text.insert(at, text));
    const made = this.shadow.insert(at, text, copied);
    this.#finish(person, () => this.shadow.setGone(made, true));
    return made;
  }

  remove(person: Person, { from, to }: Range): Unit[] {
    this.#act(person, () => person.text.delete(from, to - from));
    const gone = this.shadow.remove(from, to - from);
    this.#finish(person, () => this.shadow.setGone(gone, false));
    return gone;
  }

  /** Inserts removed units elsewhere. */
  paste(person: Person, at: number, units: readonly Unit[]): void {
    const words = units.map(({ unit }) => unit).join("");
    this.#act(person, () => person.text.insert(at, words));
    this.shadow.paste(at, units);
    this.#finish(person, () => this.shadow.setGone(units, true));
  }

  /** Inserts removed units again, in their place: the same words, typed by somebody else. */
  retype(person: Person, at: number, units: readonly Unit[]): void {
    const words = units.map(({ unit }) => unit).join("");
    this.#act(person, () => person.text.insert(at, words));
    this.shadow.setGone(units, false);
    this.#finish(person, () => this.shadow.setGone(units, true));
  }

  /** Undoes the person's last edit; false if there is none, or later edits of others give it another effect. */
  undo(person: Person): boolean {
    const units = this.shadow.version;
    const restore = person.undone.pop();
    if (restore === undefined || person.undo.undoStack.length === 0) return false;
    restore();
    this.#act(person, () => person.undo.undo(), null);
    if (this.text !== this.shadow.text) {
      this.#act(person, () => person.undo.redo(), null);
      this.shadow.restore(units);
      person.undo.clear();
      person.undone.length = 0;
    }
    this.#finish();
    return true;
  }

  /** An edit of a tool; false if it changes nothing. `record` makes the same change in the shadow. */
  edit(change: Change, record: () => void, base = this.revision): boolean {
    const outcome = this.#room.edit({ change, base });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
    if (outcome.update === null) return false;
    this.#room.confirm();
    this.#history.commit(this.revision, outcome.update);
    for (const { doc } of this.people) Y.applyUpdate(doc, outcome.update, "room");
    record();
    this.#finish();
    return true;
  }

  restore(version: Version): boolean {
    this.#restoring = version;
    return this.edit({ kind: "body", content: version.text }, () => this.shadow.restore(version.units));
  }

  /** Carries the anchors to the present text. */
  verify(): void {
    const missing = this.#room.document.encode(this.#verified.encodeStateVector());
    const { splices } = this.#verified.merge(missing);
    const [before, after] = [this.#verifiedText, this.text];
    if (applySplices(before, splices) !== after) throw new Error("The delta is not that of the text.");
    const version = this.#restoring;
    const homes = version !== null && version.text === after ? this.#homesAt(version) : null;
    const changed = this.anchors.move({ before, after, splices, at: this.#now, ...(homes && { homes }) });
    this.#verifiedText = after;
    this.#restoring = null;
    this.#checkPins(new Set(changed));
  }

  #act(person: Person, act: () => void, origin: string | null = "person"): void {
    const updates: Uint8Array[] = [];
    const keep = (update: Uint8Array) => void updates.push(update);
    person.doc.on("update", keep);
    if (origin === null) act();
    else person.doc.transact(act, origin);
    person.doc.off("update", keep);
    for (const update of updates) {
      const outcome = this.#room.applyUpdate(update, () => true);
      if (!outcome.ok) throw new Error(outcome.error.code);
      if (outcome.update === null) continue;
      this.#history.commit(this.revision, outcome.update);
      for (const { doc } of this.people) if (doc !== person.doc) Y.applyUpdate(doc, outcome.update, "room");
    }
  }

  #finish(person?: Person, undo?: () => void): void {
    if (person && undo) person.undone.push(undo);
    this.#now += 1_000 + this.int(12_000);
    if (this.shadow.text !== this.text) this.#followMerge();
    if (this.#mode === "eager") this.verify();
  }

  #followMerge(): void {
    this.surprises++;
    const { gone, made } = this.shadow.follow(this.text);
    for (const subject of this.subjects)
      subject.isUncertain ||=
        subject.units.some((unit) => gone.has(unit)) || made.some((text) => text.includes(subject.anchor.quote));
  }

  #pin(anchor: Anchor): void {
    const [{ text }] = this.people;
    const start = Y.createRelativePositionFromTypeIndex(text, anchor.from, 0);
    const end = Y.createRelativePositionFromTypeIndex(text, anchor.to, -1);
    const [first, ...others] = this.#pins.get(anchor.id) ?? [];
    const kept = first === undefined ? [] : [first, ...others.slice(-(MAX_PINS - 2))];
    this.#pins.set(anchor.id, [...kept, { start, end }]);
  }

  /** Pins what was returned, and checks that positions alone give the place of all others. */
  #checkPins(changed: ReadonlySet<Anchor>): void {
    for (const anchor of this.anchors) {
      if (anchor.state === "detached") continue;
      const pin = this.#pins.get(anchor.id)?.at(-1);
      const place = pin && rangeOf(pin, this.people[0].doc);
      if (place?.from === anchor.from && place.to === anchor.to) continue;
      if (!changed.has(anchor)) this.unreported++;
      this.#pin(anchor);
    }
  }

  #homesAt(version: Version): (anchor: Anchor) => Range[] {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, this.#history.documentAt(version.revision).encode());
    return ({ id }) => (this.#pins.get(id) ?? []).toReversed().flatMap((pin) => rangeOf(pin, doc) ?? []);
  }
}

function makePerson(page: PageDocument, number: number): Person {
  const doc = new Y.Doc();
  doc.clientID = BROWSER_CLIENTS + number;
  Y.applyUpdate(doc, page.encode(), "room");
  const text = doc.getText("content");
  const undo = new Y.UndoManager(text, { captureTimeout: 0, trackedOrigins: new Set(["person"]) });
  return { doc, text, undo, undone: [] };
}

function rangeOf({ start, end }: Pin, doc: Y.Doc): Range | null {
  const from = Y.createAbsolutePositionFromRelativePosition(start, doc);
  const to = Y.createAbsolutePositionFromRelativePosition(end, doc);
  return from && to && { from: from.index, to: to.index };
}
