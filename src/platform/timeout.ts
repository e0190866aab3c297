/** Waiting, but not for ever. */

/** The work was waited for long enough. */
export class TimedOut extends Error {}

/** Rejects with `TimedOut` once `timeoutMs` have passed without `work` having settled; what it was doing goes on unheard. */
export async function raceTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut(`No answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
