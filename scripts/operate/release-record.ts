/** What an installation keeps about its upgrades, beside the answers file: where a rollback or a restore returns to. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

const Workers = z.object({ app: z.string(), parser: z.string() });

const Upgrade = z.object({
  /** The release, such as `v1.2.0`. */
  tag: z.string(),
  startedAt: z.string(),
  state: z.enum(["started", "stopped", "complete", "rolled_back"]),
  /** Product version that ran before; null if the instance did not answer. */
  fromVersion: z.string().nullable(),
  /** Ids of the Workers' versions that ran before. */
  from: Workers,
  /** Ids of the Workers' versions of this release, as far as they receive all traffic. */
  to: Workers.partial(),
  /** Time Travel bookmarks of the databases before the migrations, by binding. */
  bookmarks: z.record(z.string(), z.string()),
  /** Tags of migrations of Durable Object classes that prevent a rollback. */
  oneWay: z.array(z.string()),
});
export type Upgrade = z.infer<typeof Upgrade>;

export const recordFile = (env: string, folder: string): string => join(folder, `octavo.${env}.releases.json`);

/** Oldest first. */
export async function readUpgrades(env: string, folder: string): Promise<readonly Upgrade[]> {
  const text = await readFile(recordFile(env, folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  return z.array(Upgrade).parse(JSON.parse(text));
}

/** Adds an upgrade, or replaces the one that began at the same time. */
export async function saveUpgrade(upgrade: Upgrade, env: string, folder: string): Promise<void> {
  const others = (await readUpgrades(env, folder)).filter(({ startedAt }) => startedAt !== upgrade.startedAt);
  const file = recordFile(env, folder);
  await writeFile(`${file}.new`, `${JSON.stringify([...others, upgrade], null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
