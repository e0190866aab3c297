/** What a view of the main column owes to the moves between views. */

export type View = {
  /** Before the view goes: saves what was typed. False when the person decides to stay. */
  readonly flush?: () => Promise<boolean>;
  /** What is to be as it was when somebody comes back through the browser's history, a caret for instance. */
  readonly saveState?: () => unknown;
  readonly restoreState?: (state: unknown) => void;
  /** Takes over what the service shows by now, in place of being replaced by it. */
  readonly refresh?: (fresh: HTMLElement) => void;
};

/**
 * Starts a view in the element with its name as `data-view`. Once `signal` is aborted the element is gone: listeners outside
 * it, timers and connections end with the signal.
 */
export type StartView = (root: HTMLElement, signal: AbortSignal) => View | void;

/** The views of a main column while it is shown. */
export type ShownView = Required<Omit<View, "refresh">> & Pick<View, "refresh"> & { readonly end: () => void };
