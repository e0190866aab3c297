/** The contract between a view of the main column and the navigation. */

export type View = {
  /** Saves unsaved input before the view is left. Resolves to false if the user decides to stay. */
  readonly flush?: () => Promise<boolean>;
  /** State to restore when the user returns through the browser's history, such as the caret. */
  readonly saveState?: () => unknown;
  readonly restoreState?: (state: unknown) => void;
  /** Updates the view in place with the service's current version, instead of being replaced by it. */
  readonly refresh?: (fresh: HTMLElement) => void;
};

/**
 * Starts a view in the element with its name as `data-view`. When `signal` is aborted, the element is gone: outside
 * listeners, timers and connections must end with the signal.
 */
export type StartView = (root: HTMLElement, signal: AbortSignal) => View | void;

/** The views of the main column while it is shown. */
export type ShownView = Required<Omit<View, "refresh">> & Pick<View, "refresh"> & { readonly end: () => void };
