/** What a binding is given: an editor, a page, and who hears of what it does. */
import { Annotation, type EditorState, type StateEffect, type TransactionSpec } from "@codemirror/state";
import type { Environment } from "../../live/environment.ts";
import type { LivePage } from "../../live/page.ts";
import type { Interval } from "../intervals.ts";
import type { LoadJoining } from "./joining.ts";
import type { Replica } from "./replica.ts";
import type { Typed } from "./typed.ts";

/** Marks transactions that bring the editor to the page's text. */
export const fromPage = Annotation.define<"room" | "undo">();

/** The part of an EditorView that the binding needs. */
export interface EditorHost {
  readonly state: EditorState;
  readonly composing: boolean;
  dispatch(spec: TransactionSpec): void;
}

/** Tells some remote edits apart: each of these enters in a transaction of its own, with the origin given here. */
export interface EditWatcher {
  originOf(update: Uint8Array, replica: Replica): object | null;
  /** Goes with the transaction of the editor that shows it; `ranges` are where it put something in or took it out. */
  effectsOf(origin: unknown, ranges: readonly Interval[]): readonly StateEffect<unknown>[];
  /** The document that they entered is left. */
  clear(): void;
}

export type BindingEvents = {
  /** The editor shows the page as the room has it from now on, or again after the page's document was replaced. */
  readonly joined: () => void;
  /** Something that should not happen and was worked around. */
  readonly defect: (error: unknown) => void;
};

export type BindingOptions = {
  readonly host: EditorHost;
  readonly page: LivePage;
  readonly typed: Typed;
  readonly environment: Environment;
  readonly events: BindingEvents;
  readonly watcher?: EditWatcher;
  /** Fetched from the service when left out. */
  readonly loadJoining?: LoadJoining;
};
