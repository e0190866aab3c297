/** Runs something when the page has nothing else to do, and at the latest after some seconds. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run, { timeout: 5_000 });
  else setTimeout(run, 1_000);
}

/** Loads at an idle moment what may be wanted later. What could not be loaded without a network comes with the next one. */
export function loadWhenIdle(load: () => Promise<unknown>): void {
  const failed = (error: unknown): void => {
    if (navigator.onLine) reportError(error);
    else addEventListener("online", start, { once: true });
  };
  const start = (): void => void load().catch(failed);
  whenIdle(start);
}
