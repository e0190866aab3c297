/** Creates the databases, buckets and queues that an installation lacks. Existing ones are recognized by their names. */
import * as z from "zod";
import { OperatorError } from "./operator-error.ts";
import { type Operator } from "./operator.ts";
import type { Resources } from "./render.ts";

const Databases = z.array(z.object({ name: z.string() }));
const EXISTS = /already exists|already taken|already own/i;

/** Safe to repeat. `location` is a location hint of D1, or null. */
export async function createMissing(operator: Operator, resources: Resources, location: string | null): Promise<void> {
  const databases = await listDatabases(operator);
  for (const { name } of resources.databases) {
    const hint = location === null ? [] : ["--location", location];
    if (!databases.has(name)) await operator.changeUnless(EXISTS, ["d1", "create", name, ...hint]);
  }
  const buckets = await listBuckets(operator);
  for (const name of resources.buckets) {
    if (!buckets.has(name)) await operator.changeUnless(EXISTS, ["r2", "bucket", "create", name]);
  }
  const queues = await listQueues(operator);
  for (const name of resources.queues) {
    if (!queues.has(name)) await operator.changeUnless(EXISTS, ["queues", "create", name]);
  }
}

async function listDatabases(operator: Operator): Promise<ReadonlySet<string>> {
  const output = await operator.output(["d1", "list", "--json"]);
  return new Set(output === null ? [] : Databases.parse(JSON.parse(output)).map(({ name }) => name));
}

async function listBuckets(operator: Operator): Promise<ReadonlySet<string>> {
  try {
    const output = (await operator.output(["r2", "bucket", "list"])) ?? "";
    return new Set([...output.matchAll(/^name:\s+(\S+)\s*$/gm)].map(([, name = ""]) => name));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `${error.message}\nIf R2 is not enabled for this account: open R2 in the dashboard, enable it, and repeat npm run setup.`,
    );
  }
}

/** Wrangler prints queues as a table, page by page. */
async function listQueues(operator: Operator): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (let page = 1; ; page += 1) {
    const output = (await operator.output(["queues", "list", "--page", String(page)])) ?? "";
    const found = output
      .split("\n")
      .map((line) => line.split("│")[2]?.trim() ?? "")
      .filter((name) => name !== "" && name !== "name" && !names.has(name));
    if (found.length === 0) return names;
    for (const name of found) names.add(name);
  }
}
