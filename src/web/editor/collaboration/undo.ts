/** Takes back what was typed here, and nothing that others wrote. */
import { type ChangeSet, type SelectionRange, type Transaction } from "@codemirror/state";
import * as Y from "yjs";
import type { Environment } from "../../live/environment.ts";
import type { Replica } from "./replica.ts";

/** Milliseconds without a key after which a new step begins. */
const PAUSE = 500;
/** What is done key by key; everything else is a step of its own. */
const GROUPED = ["input.type", "delete"];

const SELECTION = "selection";

type Range = { readonly from: number; readonly to: number };
type Selection = { readonly anchor: Y.RelativePosition; readonly head: Y.RelativePosition };

export class Undo {
  /** Marks the transactions that are taken back. */
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

  /** Nothing from before is taken back. */
  start(replica: Replica): void {
    this.#replica = replica;
    // Steps are told apart here, by what was done and not by time alone.
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

  /** What another manager takes back is an act of this person, which can be taken back in turn. */
  include(manager: Y.UndoManager): void {
    this.#manager?.addTrackedOrigin(manager);
  }

  exclude(manager: Y.UndoManager): void {
    this.#manager?.removeTrackedOrigin(manager);
  }

  /** What comes now is a step of its own. */
  endStep(): void {
    this.#manager?.stopCapturing();
    this.#kind = null;
  }

  /** To be told of a change before it is made in the replica. */
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

  /** To be told of changes that others made. */
  moved(changes: ChangeSet): void {
    this.#touched = this.#touched.map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to, 1) }));
  }

  /** Where the selection was when what is taken back was done; null when there is nothing to take back. */
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
