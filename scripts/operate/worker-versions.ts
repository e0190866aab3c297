/** Versions of a deployed Worker and the share of traffic that each receives. */
import { relative } from "node:path";
import * as z from "zod";
import { root } from "../commands.ts";
import { withSecretsFile } from "./deployment.ts";
import { OperatorError } from "./operator-error.ts";
import { type Operator, outputOf } from "./operator.ts";

const Status = z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1) });
const UPLOADED = /Worker Version ID:\s*(\S+)/;

const configured = (config: string): string[] => ["--config", relative(root, config)];

/** The version that receives most of the traffic, and its share in percent. Null in a dry run. */
export async function currentVersion(
  operator: Operator,
  config: string,
): Promise<{ readonly id: string; readonly percentage: number } | null> {
  const output = await operator.output(["deployments", "status", "--json", ...configured(config)]);
  if (output === null) return null;
  const [first] = Status.parse(JSON.parse(output)).versions.toSorted((a, b) => b.percentage - a.percentage);
  if (first === undefined) throw new OperatorError("The Worker has no deployed version.");
  return { id: first.version_id, percentage: first.percentage };
}

/** What Wrangler says about a Worker that does not exist, or was never deployed. */
const NO_WORKER = /does not exist|has no deployments|not found/i;

/** The id of the version that receives most of the traffic; null if the Worker does not exist yet, and in a dry run. */
export async function findCurrentVersion(operator: Operator, config: string): Promise<string | null> {
  try {
    return (await currentVersion(operator, config))?.id ?? null;
  } catch (error) {
    if (error instanceof OperatorError && NO_WORKER.test(error.message)) return null;
    throw error;
  }
}

/**
 * Uploads a version that receives no traffic yet, and returns its id. Throws an OperatorError if it has a new Durable Object
 * class, which the platform accepts only with a deployment to all traffic.
 */
export async function uploadVersion(
  operator: Operator,
  config: string,
  tag: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  const output = await withSecretsFile(operator, secrets, (...secretsFile) =>
    operator.output(["versions", "upload", "--tag", tag, ...configured(config), ...secretsFile]),
  );
  if (output === null) return "NEW";
  const id = UPLOADED.exec(output)?.[1];
  if (id === undefined) throw new OperatorError(`${output}\nWrangler did not print the id of the uploaded version.`);
  return id;
}

/** Splits the traffic: ids of versions with their shares in percent. */
export async function splitTraffic(
  operator: Operator,
  config: string,
  shares: readonly (readonly [id: string, percentage: number])[],
  message: string,
): Promise<void> {
  const specs = shares.map(([id, percentage]) => `${id}@${percentage}%`);
  await operator.change(["versions", "deploy", ...specs, "--yes", "--message", message, ...configured(config)]);
}

/** Applies routes, schedules and queue consumers, which are not part of a version. */
export const deployTriggers = (operator: Operator, config: string): Promise<void> =>
  operator.change(["triggers", "deploy", ...configured(config)]);

/** Deploys a Worker to all traffic, with its migrations of Durable Object classes. */
export async function deployAtOnce(
  operator: Operator,
  config: string,
  secrets: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withSecretsFile(operator, secrets, (...secretsFile) =>
    operator.change(["deploy", ...configured(config), ...secretsFile]),
  );
}

/** The current point in time of a database, which Time Travel can restore for 30 days. Null in a dry run. */
export async function bookmarkOf(operator: Operator, binding: string, config: string): Promise<string | null> {
  const result = await operator.read(["d1", "time-travel", "info", binding, "--json", ...configured(config)]);
  if (result === null) return null;
  if (result.code !== 0) throw new OperatorError(`${outputOf(result)}\nThe bookmark of ${binding} could not be read.`);
  return z.object({ bookmark: z.string() }).parse(JSON.parse(result.stdout)).bookmark;
}
