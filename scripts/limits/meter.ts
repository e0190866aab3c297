/** Reports workerd's CPU time to tests that run inside it, and stores the figures that they measure. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cpuOfRuntime } from "../bench/processes.ts";
import { root } from "../commands.ts";

export const FIGURES = join(root, "test/cost/largest-requests.json");

/** A service binding: GET returns the CPU time used so far in ms; POST merges its JSON body into the file of figures. */
export async function limitsMeter(request: { readonly method: string; json(): Promise<unknown> }): Promise<Response> {
  if (request.method === "GET") return new Response(String(cpuOfRuntime() ?? 0));
  const known: unknown = JSON.parse(readFileSync(FIGURES, "utf8"));
  writeFileSync(FIGURES, JSON.stringify({ ...(known as object), ...((await request.json()) as object) })); // the test's request body
  return new Response();
}
