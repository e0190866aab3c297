/** Runs something when the page is idle, and after a few seconds at the latest. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 1_000);
}

/** Loads something for later use when the page is idle. If that fails offline, it is retried when the network returns. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  const failed = (error: unknown): void => {
    if (navigator.onLine) reportError(error);
    else addEventListener("online", start, { once: true });
  };
  const start = (): void => void load().catch(failed);
  whenIdle(start);
}
