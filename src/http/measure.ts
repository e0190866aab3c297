/** Records responses in the isolate's metrics. */
import type { Deps } from "../deps.ts";
import { systemClock } from "../platform/system.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { RouteSpec } from "./route.ts";

/** How responses are grouped: never by address, because anyone can invent addresses. */
export type Measurement = {
  /** Method and template. */
  readonly name: string;
  /** Whether it serves files, which browsers cache and revalidate. */
  readonly isFile: boolean;
};

export const measurementOf = ({ method, path, answer }: RouteSpec): Measurement => ({
  name: `${method.toUpperCase()} ${path}`,
  isFile: answer.schema === "file",
});

/** A request that matches no route. */
export const NO_ROUTE: Measurement = { name: "(none)", isFile: false };

/** Measures the time until the response head, without the streamed body. */
export function recordResponse(
  deps: Deps,
  { name, isFile }: Measurement,
  status: number,
  { measured }: RequestObserver,
): void {
  if (!deps.metrics) return;
  const end = systemClock();
  deps.metrics.request(name, status, deps.now, end, deps.identity.actor);
  if (isFile && status < 400) deps.metrics.cache("files cached by browsers", status === 304, end);
  measured(deps, end);
}
