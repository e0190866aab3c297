/** Runs one job at a time: callers that arrive while it runs share a single further run, which sees what they wrote. */
export function singleFlight<T>(job: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = (): Promise<T> => {
    const run = job().finally(() => {
      if (running === run) running = null;
    });
    running = run;
    return run;
  };

  return () => {
    if (running === null && next === null) return start();
    // A failed run must not fail the one queued behind it.
    next ??= Promise.resolve(running)
      .then(ignore, ignore)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}

const ignore = (): void => undefined;
