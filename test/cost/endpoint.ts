/** A request whose cost is held down, and the most it may cost. */
import { ORIGIN } from "../support/world.ts";
import { mcpTokenOf, sessionOf } from "./workspace.ts";

export type Budget = {
  readonly trips: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Statements that are put together anew for it, where it is asked for often. */
  readonly printed?: number;
  /** Rows that the Durable Objects write into their own databases. */
  readonly objectRows?: number;
  readonly calls?: readonly string[];
  readonly bytes: number;
  /** Work after the answer; none when left out. */
  readonly later?: { readonly trips?: number; readonly rowsWritten?: number; readonly calls: readonly string[] };
};

export type Endpoint = {
  readonly name: string;
  readonly status: number;
  /** Makes the request: round 0 warms up, round 1 is measured. */
  readonly request: (round: number) => Request | Promise<Request>;
  /** Where the answer sends the browser: tells a sign-in from a refusal, which have one status. */
  readonly location?: string;
  readonly budget: Budget;
};

type Send = { readonly as?: string; readonly token?: string; readonly body?: unknown };

export function ask(method: string, path: string, { as, token, body }: Send = {}): Request {
  const headers = new Headers({ "CF-Connecting-IP": "192.0.2.1" });
  if (as !== undefined) headers.set("Authorization", `Bearer ${sessionOf(as)}`);
  if (token !== undefined) headers.set("Authorization", `Bearer ${mcpTokenOf(token)}`);
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (body !== undefined) {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(body);
  }
  return new Request(ORIGIN + path, init);
}

export const READ = { trips: 1, rowsWritten: 0, printed: 0 } as const satisfies Partial<Budget>;
