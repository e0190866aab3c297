/** Undoes the user's own edits, and nothing that others wrote. */
import { type ChangeSet, type SelectionRange, type Transaction } from "@codemirror/state";
import * as Y from "yjs";
import type { Environment } from "../../../../live-client/environment.ts";
import type { Replica } from "./replica.ts";

/** Pause (ms) without a keystroke after which a new undo step starts. */
const PAUSE = 500;
/** User events that are grouped across keystrokes; any other event is a separate step. */
const GROUPED = ["input.type", "delete"];

const SELECTION = "selection";

type Range = { readonly from: number; readonly to: number };
type Selection = { readonly anchor: Y.RelativePosition; readonly head: Y.RelativePosition };

export class Undo {
  /** Origin of the transactions that can be undone. */
  readonly origin = {};
  readonly #environment: Environment;
  #replica: Replica | null = null;
  #manager: Y.UndoManager | null = null;
  #kind: string | null = null;
  #at = 0;
  #touched: readonly Range[] = [];
  #selection: Selection | null = null;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Nothing from before this call can be undone. */
  start(replica: Replica): void {
    this.#replica = replica;
    // Steps are separated by this class, based on the kind of edit as well as on time.
    const manager = new Y.UndoManager(replica.text, {
      trackedOrigins: new Set([this.origin]),
      captureTimeout: Number.POSITIVE_INFINITY,
    });
    manager.on("stack-item-added", ({ stackItem }) => stackItem.meta.set(SELECTION, this.#selection));
    this.#manager = manager;
  }

  stop(): void {
    this.#manager?.destroy();
    this.#manager = null;
    this.#replica = null;
  }

  /** Undoing with another manager is an action of this user, which can be undone as well. */
  include(manager: Y.UndoManager): void {
    this.#manager?.addTrackedOrigin(manager);
  }

  exclude(manager: Y.UndoManager): void {
    this.#manager?.removeTrackedOrigin(manager);
  }

  /** Starts a new undo step. */
  endStep(): void {
    this.#manager?.stopCapturing();
    this.#kind = null;
  }

  /** Must be called before a change is applied to the replica. */
  take(transaction: Transaction): void {
    const now = this.#environment.now();
    const kind = GROUPED.find((event) => transaction.isUserEvent(event)) ?? null;
    const goesOn =
      kind !== null && kind === this.#kind && now - this.#at < PAUSE && this.#isBeside(transaction.changes);
    if (!goesOn) {
      this.endStep();
      this.#selection = this.#positionsOf(transaction.startState.selection.main);
    }
    this.#kind = kind;
    this.#at = now;
    const touched: Range[] = [];
    transaction.changes.iterChangedRanges((_fromA, _toA, from, to) => touched.push({ from, to }));
    this.#touched = touched;
  }

  /** Must be called for changes made by others. */
  moved(changes: ChangeSet): void {
    this.#touched = this.#touched.map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to, 1) }));
  }

  /** Undoes or redoes a step and returns the selection from when it was made; null if there is no step. */
  revert(direction: "undo" | "redo", now: SelectionRange): { selection: { anchor: number; head: number } } | null {
    const [manager, replica] = [this.#manager, this.#replica];
    if (manager === null || replica === null) return null;
    this.endStep();
    this.#selection = this.#positionsOf(now);
    const item = direction === "undo" ? manager.undo() : manager.redo();
    if (item === null) return null;
    const kept = item.meta.get(SELECTION) as Selection | null;
    const offset = (position: Y.RelativePosition | undefined): number | null =>
      position === undefined
        ? null
        : (Y.createAbsolutePositionFromRelativePosition(position, replica.doc)?.index ?? null);
    const [anchor, head] = [offset(kept?.anchor), offset(kept?.head)];
    return anchor === null || head === null ? null : { selection: { anchor, head } };
  }

  #isBeside(changes: ChangeSet): boolean {
    let isBeside = false;
    changes.iterChangedRanges((from, to) => {
      if (this.#touched.some((range) => to >= range.from && from <= range.to)) isBeside = true;
    });
    return isBeside;
  }

  #positionsOf({ anchor, head }: SelectionRange): Selection | null {
    const text = this.#replica?.text;
    if (text === undefined) return null;
    const at = (offset: number): Y.RelativePosition => Y.createRelativePositionFromTypeIndex(text, offset);
    return { anchor: at(anchor), head: at(head) };
  }
}
