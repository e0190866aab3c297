/** What an installation keeps about its deployments, beside the answers file: where a rollback or a restore returns to. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { git } from "../migrations/older-version.ts";

/** Older ones are forgotten. */
const MAX_RECORDS = 50;

const Workers = z.object({ app: z.string(), parser: z.string() });

const DeploymentRecord = z.object({
  /** The deployed files: a release such as `v1.2.0`, or what `git describe` calls them. */
  tag: z.string(),
  startedAt: z.string(),
  state: z.enum(["started", "stopped", "complete", "rolled_back"]),
  /** Product version that ran before; null if the instance did not answer. */
  fromVersion: z.string().nullable(),
  /** Ids of the Workers' versions that ran before; null if there was none. */
  from: z.object({ app: z.string().nullable(), parser: z.string().nullable() }),
  /** Ids of the Workers' versions of this release, as far as they receive all traffic. */
  to: Workers.partial(),
  /** Time Travel bookmarks of the databases before the migrations, by binding. */
  bookmarks: z.record(z.string(), z.string()),
  /** Tags of migrations of Durable Object classes that prevent a rollback. */
  oneWay: z.array(z.string()),
});
export type DeploymentRecord = z.infer<typeof DeploymentRecord>;

export const recordFile = (env: string, folder: string): string => join(folder, `octavo.${env}.releases.json`);

/** Oldest first. */
export async function readDeployments(env: string, folder: string): Promise<readonly DeploymentRecord[]> {
  const text = await readFile(recordFile(env, folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  return z.array(DeploymentRecord).parse(JSON.parse(text));
}

/** Adds a deployment, or replaces the one that began at the same time. */
export async function saveDeployment(deployment: DeploymentRecord, env: string, folder: string): Promise<void> {
  const others = (await readDeployments(env, folder)).filter(({ startedAt }) => startedAt !== deployment.startedAt);
  const file = recordFile(env, folder);
  await writeFile(`${file}.new`, `${JSON.stringify([...others, deployment].slice(-MAX_RECORDS), null, 2)}\n`, {
    mode: 0o600,
  });
  await rename(`${file}.new`, file);
}

/** What git calls the files in a folder, such as `v1.2.0` or `v1.2.0-3-g12ab34c-dirty`; "unknown" without git. */
export const nameOfFiles = (folder: string): string =>
  git(folder, "describe", "--tags", "--match", "v*", "--always", "--dirty") ?? "unknown";

/** The commit or tag of the files that ran before a deployment; null if this repository does not know it. */
export function filesBefore(
  records: readonly DeploymentRecord[],
  { from, fromVersion }: Pick<DeploymentRecord, "from" | "fromVersion">,
  repository: string,
): string | null {
  const deployed = from.app === null ? undefined : records.findLast(({ to }) => to.app === from.app)?.tag;
  const name = deployed?.replace(/-dirty$/, "") ?? (fromVersion === null ? null : `v${fromVersion}`);
  if (name === null || git(repository, "rev-parse", "--verify", "--quiet", `${name}^{commit}`) === null) return null;
  return name;
}
