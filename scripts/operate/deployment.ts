/** Migrates both databases and deploys both Workers, the app first, since the parser is bound to it. */
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../commands.ts";
import type { Operator } from "./operator.ts";
import type { Resources, WorkerName } from "./render.ts";

export type Deployment = {
  readonly resources: Resources;
  /** Paths of the configurations. */
  readonly configs: Readonly<Record<WorkerName, string>>;
  /** Sent with the new version. Secrets that the Worker has and that are not among these are kept. */
  readonly secrets: Readonly<Record<string, string>>;
};

/** The databases must exist. The previous version of the Worker runs on the new schema, so migrations come first. */
export async function deploy(operator: Operator, { resources, configs, secrets }: Deployment): Promise<void> {
  const app = ["--config", relative(root, configs.app)];
  const parser = ["--config", relative(root, configs.parser)];
  await migrate(operator, resources, configs.app);
  // Without a terminal, Wrangler takes a host over from another Worker or DNS record; with one, it asks first.
  const deployApp = (...secretsFile: string[]): Promise<void> =>
    operator.changeAsking(["deploy", ...app, ...secretsFile]);
  await withSecretsFile(operator, secrets, deployApp);
  await operator.change(["deploy", ...parser]);
}

/** Applies the migrations that the databases lack. The previous version of the Worker runs on the new schema. */
export async function migrate(operator: Operator, resources: Resources, config: string): Promise<void> {
  for (const { binding } of resources.databases)
    await operator.change(["d1", "migrations", "apply", binding, "--remote", "--config", relative(root, config)]);
}

/**
 * Passes the arguments that send these secrets to `use`. Secrets are neither arguments, which other users of the machine can see, nor in the project's folder. The file is removed on
 * failures and interruptions, too.
 */
export async function withSecretsFile<T>(
  operator: Operator,
  secrets: Readonly<Record<string, string>>,
  use: (...args: string[]) => Promise<T>,
): Promise<T> {
  if (Object.keys(secrets).length === 0) return use();
  if (operator.isDryRun) return use("--secrets-file", "TEMPORARY-FILE");
  const folder = await mkdtemp(join(tmpdir(), "octavo-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const stop = (): never => {
    remove();
    process.exit(130);
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  try {
    const file = join(folder, "secrets.json");
    await writeFile(file, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    return await use("--secrets-file", file);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    remove();
  }
}
