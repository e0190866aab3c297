/** Notes an answer among what this isolate measures of itself. */
import type { Deps } from "../deps.ts";
import { systemClock } from "../platform/system.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { RouteSpec } from "./route.ts";

/** What answers are counted under: never an address, which anybody can invent. */
export type Measurement = {
  /** Method and template. */
  readonly name: string;
  /** Whether it sends files, which browsers keep and ask for again by their version. */
  readonly isFile: boolean;
};

export const measurementOf = ({ method, path, answer }: RouteSpec): Measurement => ({
  name: `${method.toUpperCase()} ${path}`,
  isFile: answer.schema === "file",
});

/** A request that no route takes. */
export const NO_ROUTE: Measurement = { name: "(none)", isFile: false };

/** The time is that until the answer's head; what streams after it is not in it. */
export function recordResponse(
  deps: Deps,
  { name, isFile }: Measurement,
  status: number,
  { measured }: RequestObserver,
): void {
  if (!deps.metrics) return;
  const end = systemClock();
  deps.metrics.request(name, status, deps.now, end, deps.identity.actor);
  if (isFile && status < 400) deps.metrics.cache("files that browsers kept", status === 304, end);
  measured(deps, end);
}
