/** Deploys at once, and records what ran before, so that `npm run rollback` can return to it. */
import { root } from "../commands.ts";
import { classMigrationsBetween } from "./class-migrations.ts";
import { deploy, type Deployment } from "./deployment.ts";
import { npmRun } from "./installation.ts";
import type { Operator } from "./operator.ts";
import { filesBefore, nameOfFiles, readDeployments, saveDeployment, type DeploymentRecord } from "./release-record.ts";
import { findCurrentVersion } from "./worker-versions.ts";

type Place = {
  readonly env: string;
  /** Folder of the answers file. */
  readonly folder: string;
};

/**
 * Safe to repeat: an interrupted deployment of the same files keeps what ran before it. Returns a sentence about the way back, if
 * something ran before.
 */
export async function deployRecorded(operator: Operator, deployment: Deployment, place: Place): Promise<string | null> {
  const { env, folder } = place;
  const { configs } = deployment;
  let record = await begin(operator, deployment, place);
  const save = async (changes: Partial<DeploymentRecord>): Promise<void> => {
    record = { ...record, ...changes };
    if (!operator.isDryRun) await saveDeployment(record, env, folder);
  };
  await save({});
  await deploy(operator, deployment);
  const [app, parser] = [
    await findCurrentVersion(operator, configs.app),
    await findCurrentVersion(operator, configs.parser),
  ];
  await save({ state: "complete", to: { app: app ?? undefined, parser: parser ?? undefined } });
  if (operator.isDryRun || record.from.app === null) return null;
  return record.oneWay.length > 0
    ? `One way: ${record.tag} has new Durable Object classes, and cannot be rolled back.`
    : `The way back: ${npmRun("rollback", env)}`;
}

async function begin(operator: Operator, { configs }: Deployment, { env, folder }: Place): Promise<DeploymentRecord> {
  const records = await readDeployments(env, folder);
  const tag = nameOfFiles(root);
  const last = records.at(-1);
  if (last?.tag === tag && last.state === "started") return last;
  const from = {
    app: await findCurrentVersion(operator, configs.app),
    parser: await findCurrentVersion(operator, configs.parser),
  };
  const before = filesBefore(records, { from, fromVersion: null }, root);
  return {
    tag,
    startedAt: new Date().toISOString(),
    state: "started",
    fromVersion: null,
    from,
    to: {},
    bookmarks: {},
    oneWay: before === null ? [] : (classMigrationsBetween(before, "HEAD") ?? []),
  };
}
