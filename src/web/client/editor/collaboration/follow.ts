/** Following another user: the view stays at their caret until the follower does something. Loaded on demand. */
import { StateEffect } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { peerAt } from "./peer-places.ts";

/** Minimum distance (px) between their caret and the edge of the view. */
const MARGIN = 160;

/** Events that mean that the user wants to look elsewhere, or to write. */
const ACTS = ["wheel", "touchmove", "keydown", "mousedown"] as const;

export type Following = { readonly stop: () => void };

type FollowOptions = {
  readonly view: EditorView;
  /** The followed user's client id for this connection. */
  readonly client: number;
  /** Called when following ends, for any reason. */
  readonly ended: () => void;
  /** Events that must not count as an action on the page, such as a click on the stop button. */
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
  // An update listener must not dispatch.
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
