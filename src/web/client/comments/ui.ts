/** What the parts that show comments share. */
import { batch, type ReadonlySignal, type Signal } from "@preact/signals";
import type { Thread } from "../../../features/comments/contract.ts";
import type { ThreadActions } from "./actions.ts";
import type { KeptDrafts } from "./drafts.ts";
import type { Selected } from "./surface.ts";
import type { ThreadList } from "./thread-list.ts";

export type Rights = { readonly canComment: boolean; readonly canEdit: boolean; readonly canDelete: boolean };

/** A comment that is being written: on what was selected, or on the whole page. */
export type Draft = { readonly on: Selected | null };

/** A card in the margin. `id` null: the draft. */
export type PlacedCard = { readonly id: string | null; readonly top: number };

export type CommentsUi = {
  readonly root: HTMLElement;
  readonly userId: string;
  readonly list: ThreadList;
  readonly act: ThreadActions;
  readonly kept: KeptDrafts;
  /** Ids of the composers with text. */
  readonly drafts: Set<string>;
  readonly rights: ReadonlySignal<Rights>;
  readonly active: Signal<string | null>;
  readonly hovered: Signal<string | null>;
  readonly draft: Signal<Draft | null>;
  /** The numbers of the threads on areas of a picture, by their ids. */
  readonly numbers: ReadonlySignal<ReadonlyMap<string, number>>;
  /** The thread whose reply is being written. */
  readonly replying: Signal<string | null>;
  /** Scrolls to the words of a thread. */
  reveal(thread: Thread): void;
  /** Returns the focus to the text. */
  leave(thread: Thread | null): void;
  send(draft: Draft, content: string): Promise<void>;
  placeAgain(thread: Thread): Promise<void>;
  linkTask(thread: Thread, anchor: HTMLElement): Promise<void>;
  /** Moves to the next open thread in the order of the text, or to the previous one. */
  step(by: 1 | -1): void;
  /** Opens the list of all comments. */
  showAll(): void;
};

export function activate({ active, replying }: CommentsUi, id: string | null): void {
  if (active.peek() === id) return;
  batch(() => {
    active.value = id;
    if (replying.peek() !== id) replying.value = null;
  });
}
