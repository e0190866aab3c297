/**
 * Following somebody: the view stays where their caret is, until whoever follows acts by themselves. Loaded when it begins.
 */
import { StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { peerAt } from "./peer-places.ts";

/** Pixels between their caret and the edge of what is seen. */
const MARGIN = 160;

/** What somebody does who wants to look elsewhere, or to write. */
const ACTS = ["wheel", "touchmove", "keydown", "mousedown"] as const;

export type Following = { readonly stop: () => void };

type FollowOptions = {
  readonly view: EditorView;
  /** By which they are known while they are connected. */
  readonly client: number;
  /** It is over, by whatever. */
  readonly ended: () => void;
  /** What stops it without being an act on the page, such as its own button. */
  readonly isOwn: (event: Event) => boolean;
};

export function followPeer({ view, client, ended, isOwn }: FollowOptions): Following {
  const ending = new AbortController();
  const { signal } = ending;
  let shownAt: number | null = null;
  const stop = (): void => {
    if (signal.aborted) return;
    ending.abort();
    ended();
  };
  const show = (): void => {
    if (signal.aborted) return;
    const at = peerAt(view.state, client);
    if (at === null || at === shownAt) return;
    shownAt = at;
    view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: MARGIN }) });
  };
  // Nothing is dispatched while the editor tells of its own update.
  const listener = EditorView.updateListener.of(() => {
    if (!signal.aborted) requestAnimationFrame(show);
  });
  view.dispatch({ effects: StateEffect.appendConfig.of(listener) });
  const act = (event: Event): void => {
    const isModifier = event instanceof KeyboardEvent && ["Shift", "Control", "Alt", "Meta"].includes(event.key);
    if (!isModifier && !isOwn(event)) stop();
  };
  for (const type of ACTS) addEventListener(type, act, { signal, capture: true, passive: true });
  show();
  return { stop };
}
