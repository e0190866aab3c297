/** What a binding needs: an editor, a page, and listeners. */
import { Annotation, type EditorState, type StateEffect, type TransactionSpec } from "@codemirror/state";
import type { Environment } from "../../../../live-client/environment.ts";
import type { LivePage } from "../../../../live-client/page.ts";
import type { Interval } from "../intervals.ts";
import type { LoadJoining } from "./joining.ts";
import type { Replica } from "./replica.ts";
import type { Typed } from "./typed.ts";

/** Marks transactions that apply the page's text to the editor. */
export const fromPage = Annotation.define<"room" | "undo">();

/** The subset of EditorView that the binding uses. */
export interface EditorHost {
  readonly state: EditorState;
  readonly composing: boolean;
  dispatch(spec: TransactionSpec): void;
}

/** Tracks some remote edits individually: each is applied in a separate transaction, with the origin returned here. */
export interface EditWatcher {
  originOf(update: Uint8Array, replica: Replica): object | null;
  /**
   * Effects to dispatch with the editor transaction that shows the edit; `ranges` are where it inserted or deleted
   * text.
   */
  effectsOf(origin: unknown, ranges: readonly Interval[]): readonly StateEffect<unknown>[];
  /** The document that they were applied to was abandoned. */
  clear(): void;
}

export type BindingEvents = {
  /**
   * From now on the editor shows the room's version of the page; called again after the page's document was replaced.
   */
  readonly joined: () => void;
  /** An unexpected error that was worked around. */
  readonly defect: (error: unknown) => void;
};

export type BindingOptions = {
  readonly host: EditorHost;
  readonly page: LivePage;
  readonly typed: Typed;
  readonly environment: Environment;
  readonly events: BindingEvents;
  readonly watcher?: EditWatcher;
  /** Loaded from the service if omitted. */
  readonly loadJoining?: LoadJoining;
};
