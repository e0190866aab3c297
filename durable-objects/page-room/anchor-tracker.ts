/**
 * The anchors of a page in memory. They refer to the text at one revision, and are carried from there to the committed
 * one before something reads them or replaces the text: until then, typing only increases the distance. Storage may lag
 * behind memory, because a room that wakes carries the stored anchors in the same way.
 */
import { AnchorSet, type Verification } from "../../src/anchors/anchor-set.ts";
import type { Anchor } from "../../src/anchors/anchor.ts";
import type { PinnedRange, TextRange } from "../../src/realtime/pinned-ranges.ts";
import type { Splice } from "../../src/realtime/splices.ts";
import * as store from "./anchor-store.ts";
import { rangeOf, type Place } from "./anchor-store.ts";
import { locateCells, moveOnCells } from "./cell-places.ts";
import { DoneTasks, type Completion } from "./done-tasks.ts";
import { formerPlaces } from "./former-places.ts";
import { detachedAt } from "./lost-place.ts";
import { changeSince } from "./text-since.ts";
import type { LogStorage, UpdateLog } from "./update-log.ts";
import { documentAt } from "./update-store.ts";

/** `splices` lead from the tracker's text to the committed one. `version` is the one that the edit restored. */
export type KnownEdit = { readonly splices: readonly Splice[]; readonly version: number | null };

/** While anchors only move along with the text, storage may be this many revisions behind. */
const MAX_BEHIND = 50;

export class AnchorTracker {
  readonly #storage: LogStorage;
  readonly #places = new Map<string, Place>();
  /** All but those on cells. */
  readonly #words = new AnchorSet([]);
  readonly #tasks = new DoneTasks();
  #text: string;
  #revision: number;
  #stored: number | null;
  /** The text that cells refer to: an earlier one while a verification is unfinished. */
  #cellText: string;
  #verification: Verification | null = null;
  /** Those whose `pin` is out of date. */
  readonly #moved = new Set<string>();
  readonly #unsaved = new Set<string>();
  /** Where unsaved anchors had exactly their words. */
  readonly #homes = new Map<string, PinnedRange>();
  /** Those whose change has not been taken for clients. */
  readonly #changed = new Set<string>();

  private constructor(storage: LogStorage, text: string, revision: number, stored: number | null) {
    this.#storage = storage;
    this.#text = text;
    this.#cellText = text;
    this.#revision = revision;
    this.#stored = stored;
  }

  static empty(storage: LogStorage, log: UpdateLog): AnchorTracker {
    return new AnchorTracker(storage, log.text, log.revision, null);
  }

  /** The stored anchors, not yet carried to the committed revision; null if there are none. */
  static load(storage: LogStorage, log: UpdateLog): AnchorTracker | null {
    const revision = store.anchoredRevision(storage.sql);
    if (revision === null) return null;
    const document = revision === log.revision ? log.document() : documentAt(storage.sql, revision);
    const tracker = new AnchorTracker(storage, document.text, revision, revision);
    const stored = store.readPlaces(storage.sql);
    const ranges = document.locate(stored.map(({ pin }) => pin));
    for (const [i, place] of stored.entries()) {
      const { anchor } = place;
      const range = ranges[i];
      // Only a position of another document cannot be located.
      const located = range ? { ...anchor, ...rangeOf(place, range) } : detachedAt(anchor, 0);
      tracker.#put({ ...place, anchor: located });
    }
    locateCells([...tracker.places], document.text);
    return tracker;
  }

  get size(): number {
    return this.#places.size;
  }

  get places(): IterableIterator<Place> {
    return this.#places.values();
  }

  get(id: string): Place | undefined {
    return this.#places.get(id);
  }

  get revision(): number {
    return this.#revision;
  }

  get text(): string {
    return this.#text;
  }

  /** False while `step` has work left. */
  get isVerified(): boolean {
    return this.#verification === null;
  }

  /** By thread: tasks that were completed, and whose threads have not been resolved in D1. */
  get completed(): ReadonlyMap<string, Completion> {
    return this.#tasks.completed;
  }

  /** The threads whose tasks an edit of the tracker's text completes. */
  completedBy(after: string, splices: readonly Splice[], at: number): string[] {
    const tasks = [...this.#tasksHere].map((anchor) => ({ ...anchor }));
    if (tasks.length === 0) return [];
    const preview = new DoneTasks();
    preview.begin(tasks, this.#text);
    new AnchorSet(tasks).move({ before: this.#text, after, splices, at });
    preview.finish(tasks, after, { by: "", revision: 0 });
    return [...preview.completed.keys()];
  }

  resolved(threads: Iterable<string>): void {
    this.#tasks.resolved(threads);
  }

  /** Carries all anchors to the committed revision. Nothing may be staged. */
  carry(log: UpdateLog, known: KnownEdit | null = null): void {
    this.begin(log, known);
    this.step(log, Infinity);
    if (this.#moved.size > 0) this.#pin(log, this.#chosen(this.#moved));
    this.#moved.clear();
  }

  /** Like `carry`, but most of the work is left to `step`. */
  begin(log: UpdateLog, known: KnownEdit | null = null): void {
    if (log.revision === this.#revision) return;
    const [before, after] = [this.#text, log.text];
    const splices = known?.splices ?? changeSince(log, this.#revision, before);
    const version = known?.version ?? null;
    const former = version === null ? null : formerPlaces(this.#storage.sql, version, after);
    this.#tasks.begin(this.#tasksHere, before);
    this.#text = after;
    this.#revision = log.revision;
    this.#verification = this.#words.begin({
      before,
      after,
      splices,
      at: log.last.at,
      ...(former && { homes: ({ id }: Anchor) => former(id) }),
    });
  }

  /** Verifies at most so many anchors; returns true when all are verified. */
  step(log: UpdateLog, most: number): boolean {
    if (this.#verification === null) return true;
    for (const { id } of this.#verification.step(most)) this.#moved.add(id);
    if (!this.#verification.isDone) return false;
    this.#verification = null;
    const onCells = [...this.#places.values()].filter(({ cells }) => cells !== null);
    const isSearched = ({ anchor }: Place): boolean => this.#words.get(anchor.id) !== undefined;
    for (const place of moveOnCells(onCells, isSearched, this.#cellText, this.#text)) {
      this.#moved.add(place.anchor.id);
      this.#put(place);
    }
    this.#cellText = this.#text;
    this.#tasks.finish(this.#tasksHere, this.#text, { by: log.last.author, revision: this.#revision });
    return true;
  }

  /** Adds anchors, or replaces those with the same ids. Their offsets refer to the committed text. */
  add(log: UpdateLog, places: readonly Omit<Place, "pin">[]): void {
    const added = places.map((place) => ({ ...place, pin: UNPINNED }));
    for (const place of added) this.#put(place);
    this.#pin(log, added);
    this.#write();
  }

  delete(ids: readonly string[]): void {
    for (const id of ids) {
      this.#places.delete(id);
      this.#words.delete(id);
      for (const set of [this.#moved, this.#unsaved, this.#homes]) set.delete(id);
      this.#changed.add(id);
    }
    store.deletePlaces(this.#storage.sql, ids);
    if (this.size > 0) return;
    store.writeAnchoredRevision(this.#storage.sql, null);
    this.#stored = null;
  }

  close(ids: readonly string[], isClosed: boolean): void {
    this.#update(ids, (place) => {
      place.isClosed = isClosed;
      place.isAccepted &&= isClosed;
    });
    store.closePlaces(this.#storage.sql, ids, isClosed);
  }

  /** The text has these suggestions. */
  accept(ids: readonly string[]): void {
    this.#update(ids, (place) => ([place.isClosed, place.isAccepted] = [true, true]));
    store.acceptPlaces(this.#storage.sql, ids);
  }

  /** The threads of pending anchors are stored. */
  confirm(ids: readonly string[]): void {
    this.#update(ids, (place) => (place.pendingSince = null));
    store.confirmPlaces(this.#storage.sql, ids);
  }

  /** The ids whose change clients have not been told of; forgets them. */
  takeChanged(): string[] {
    const ids = [...this.#changed];
    this.#changed.clear();
    return ids;
  }

  /** False while changes are not final. */
  get hasChanged(): boolean {
    return this.#changed.size > 0 && this.isVerified && this.#moved.size === 0;
  }

  /** Stores what changed. While anchors only moved along, a room that wakes finds out by itself. */
  saveChanges(): void {
    if (this.#unsaved.size > 0 || this.#revision - (this.#stored ?? 0) > MAX_BEHIND) this.save();
  }

  /**
   * Stores all anchors as of the tracker's revision. Not while completed tasks are to be resolved in D1: after an
   * interruption, the same edits complete them again.
   */
  save(): void {
    if (this.completed.size > 0 || this.#verification !== null || this.#moved.size > 0) return;
    const isCurrent = this.#unsaved.size === 0 && this.#stored === this.#revision;
    if (!isCurrent && this.size > 0) this.#write();
  }

  #write(): void {
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const place of this.#chosen(this.#unsaved)) store.writePlace(sql, place);
      for (const [id, pin] of this.#homes) store.addHome(sql, id, pin);
      store.writeAnchoredRevision(sql, this.#revision);
    });
    this.#unsaved.clear();
    this.#homes.clear();
    this.#stored = this.#revision;
  }

  /** Yjs moves a position past text that replaces its neighbour; such ranges are pinned anew. */
  pinDrifted(log: UpdateLog): void {
    const places = [...this.#places.values()];
    const ranges = log.document().locate(places.map(({ pin }) => pin));
    for (const [i, place] of places.entries()) {
      const { from, to } = rangeOf(place, ranges[i] ?? NOWHERE);
      if (from !== place.anchor.from || to !== place.anchor.to) this.#moved.add(place.anchor.id);
    }
    this.carry(log);
  }

  /** The document was replaced by one of the same text. */
  pinAll(log: UpdateLog): void {
    store.deleteHomes(this.#storage.sql);
    this.#homes.clear();
    this.#pin(log, [...this.#places.values()]);
    this.#write();
  }

  get #tasksHere(): Anchor[] {
    return [...this.#places.values()].filter(({ kind }) => kind === "task").map(({ anchor }) => anchor);
  }

  #update(ids: readonly string[], change: (place: Place) => void): void {
    this.#chosen(ids).forEach(change);
    for (const id of ids) this.#changed.add(id);
  }

  #chosen(ids: Iterable<string>): Place[] {
    return [...ids].flatMap((id) => this.#places.get(id) ?? []);
  }

  #put(place: Place): void {
    this.#places.set(place.anchor.id, place);
    // Lost cells are searched by their words.
    if (place.cells === null || place.anchor.state === "detached") this.#words.add(place.anchor);
    else this.#words.delete(place.anchor.id);
  }

  #pin(log: UpdateLog, places: readonly Place[]): void {
    const pins = log.document().pin(places.map(({ anchor }) => anchor));
    for (const [i, place] of places.entries()) {
      const { id, state } = place.anchor;
      const pin = pins[i] ?? UNPINNED;
      place.pin = pin;
      this.#unsaved.add(id);
      this.#changed.add(id);
      if (state === "anchored") this.#homes.set(id, pin);
    }
  }
}

const NOWHERE: TextRange = { from: -1, to: -1 };
const UNPINNED: PinnedRange = { start: new Uint8Array(), end: new Uint8Array() };
