/** Edits made by tools while the page is open: who made each, and how to undo it individually. */
import type { StateEffect } from "@codemirror/state";
import * as Y from "yjs";
import { isBrowserClient } from "../../../../realtime/clients.ts";
import type { Participant } from "../../../../realtime/protocol.ts";
import type { Interval } from "../intervals.ts";
import type { EditWatcher } from "./editor-host.ts";
import type { Replica } from "./replica.ts";
import type { Undo } from "./undo.ts";

/** The maximum number of undoable edits; Yjs retains the text that they deleted. */
const KEPT = 20;
/** Shorter deletions are not worth a request to find out who made them. */
const LONG_DELETION = 20;

/** `id` distinguishes tools with the same name. */
export type Tool = { readonly id: string; readonly name: string };

export class ToolEdit {
  readonly manager: Y.UndoManager;
  readonly tool: Promise<Tool | null>;
  /** Set once known; also null for a person's edit. */
  by: Tool | null = null;
  isUndone = false;
  isShown = false;

  constructor(text: Y.Text, tool: Promise<Tool | null>) {
    this.manager = new Y.UndoManager(text, {
      trackedOrigins: new Set([this]),
      captureTimeout: Number.POSITIVE_INFINITY,
    });
    this.tool = tool;
  }

  /** Removes what the edit inserted and restores what it deleted; later changes by others stay. */
  undo(): void {
    this.isUndone = true;
    while (this.manager.undo() !== null);
  }

  forget(): void {
    this.manager.clear();
    this.manager.destroy();
  }
}

type ToolEditOptions = {
  readonly people: () => readonly Participant[];
  /**
   * The tool that wrote the latest version of the page; null for a person. The room does not report the author of an
   * update.
   */
  readonly askWhoWroteLast: () => Promise<Tool | null>;
  readonly undo: () => Undo;
  /** A state effect that highlights what an edit inserted. */
  readonly mark: (edit: ToolEdit, ranges: readonly Interval[]) => StateEffect<unknown>;
  /** The edit turned out to be a tool's. */
  readonly found: (edit: ToolEdit, tool: Tool) => void;
  /** The edit turned out to be a person's, or can no longer be undone. */
  readonly dropped: (edit: ToolEdit) => void;
};

export class ToolEdits implements EditWatcher {
  readonly #options: ToolEditOptions;
  #edits: ToolEdit[] = [];
  #asking: Promise<Tool | null> | null = null;

  constructor(options: ToolEditOptions) {
    this.#options = options;
  }

  /** The edits that can be undone, oldest first. */
  get edits(): readonly ToolEdit[] {
    return this.#edits.filter(({ by, isUndone }) => by !== null && !isUndone);
  }

  originOf(update: Uint8Array, replica: Replica): ToolEdit | null {
    const tool = this.#toolOf(update);
    if (tool === null) return null;
    const known = "id" in tool ? tool : null;
    // Updates of one tool that arrive before the editor shows any of them are one edit.
    const waiting = this.#edits.find(
      ({ by, isShown, isUndone }) => known && by?.id === known.id && !isShown && !isUndone,
    );
    if (waiting) return waiting;
    const edit = new ToolEdit(replica.text, Promise.resolve(tool));
    edit.by = known;
    this.#options.undo().include(edit.manager);
    this.#edits.push(edit);
    for (const old of this.#edits.splice(0, this.#edits.length - KEPT)) this.#forget(old);
    void this.#name(edit);
    return edit;
  }

  effectsOf(origin: unknown, ranges: readonly Interval[]): readonly StateEffect<unknown>[] {
    if (!(origin instanceof ToolEdit)) return [];
    origin.isShown = true;
    return [this.#options.mark(origin, ranges)];
  }

  /** Undoes everything that one tool did here. */
  undoAll(tool: Tool): void {
    for (const edit of this.edits.filter(({ by }) => by?.id === tool.id).toReversed()) edit.undo();
  }

  clear(): void {
    for (const edit of this.#edits.splice(0)) this.#forget(edit);
  }

  async #name(edit: ToolEdit): Promise<void> {
    edit.by = await edit.tool;
    if (edit.by !== null) return this.#options.found(edit, edit.by);
    this.#edits = this.#edits.filter((each) => each !== edit);
    this.#forget(edit);
  }

  #forget(edit: ToolEdit): void {
    this.#options.undo().exclude(edit.manager);
    edit.forget();
    this.#options.dropped(edit);
  }

  /** Returns null if the update certainly came from a person. */
  #toolOf(update: Uint8Array): Tool | Promise<Tool | null> | null {
    const writers = [...Y.parseUpdateMeta(update).to.keys()];
    if (writers.length === 0) return deletedIn(update) >= LONG_DELETION ? this.#ask() : null;
    // Edits through REST and MCP are written by the room itself.
    if (writers.every((client) => !isBrowserClient(client))) return this.#ask();
    const [writer, ...others] = writers;
    const person = this.#options.people().find(({ client }) => client === writer);
    if (others.length > 0 || person === undefined || person.tool === null) return null;
    return { id: `${person.userId} ${person.tool}`, name: person.tool };
  }

  /** Edits that arrive together share one request. */
  #ask(): Promise<Tool | null> {
    this.#asking ??= this.#options
      .askWhoWroteLast()
      .catch(() => null)
      .finally(() => (this.#asking = null));
    return this.#asking;
  }
}

function deletedIn(update: Uint8Array): number {
  let length = 0;
  for (const ranges of Y.decodeUpdate(update).ds.clients.values()) for (const { len } of ranges) length += len;
  return length;
}
