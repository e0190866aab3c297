/** Waits for a server that was just started. */

/** A busy machine needs minutes to build and start everything, and seconds for the first response. */
const START_MS = 300_000;
const ANSWER_MS = 30_000;

/** Waits until the service responds with 200 on its health route. Rejects if it exits first or takes too long. */
export async function untilHealthy(origin: string, ended: () => boolean): Promise<void> {
  const deadline = performance.now() + START_MS;
  let last = "no answer";
  while (performance.now() < deadline) {
    if (ended()) throw new Error("The development server ended before it was ready.");
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Response && answer.ok) return;
    last = answer instanceof Response ? `status ${answer.status}` : answer.message;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The development server was not healthy after ${START_MS / 1_000} s: ${last}.`);
}
