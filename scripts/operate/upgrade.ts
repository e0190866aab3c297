/**
 * The steps of `npm run upgrade` in the new version's files. Each can be repeated, so that an interrupted upgrade continues when
 * it is started again.
 */
import { setTimeout as wait } from "node:timers/promises";
import { root } from "../commands.ts";
import { classMigrationsBetween } from "./class-migrations.ts";
import { migrate } from "./deployment.ts";
import { type Installation, loadInstallation, npmRun } from "./installation.ts";
import { createInstanceClient, type Fetch } from "./instance-client.ts";
import { OperatorError } from "./operator-error.ts";
import { createOperator, type Operator } from "./operator.ts";
import { filesBefore, readDeployments, saveDeployment, type DeploymentRecord } from "./release-record.ts";
import { configFiles, render, writeConfigs } from "./render.ts";
import { createMissing } from "./resources.ts";
import { watchRollout } from "./rollout-watch.ts";
import {
  bookmarkOf,
  currentVersion,
  deployAtOnce,
  deployTriggers,
  splitTraffic,
  uploadVersion,
} from "./worker-versions.ts";
import type { RunWrangler } from "./wrangler.ts";

const FIRST_PERCENTAGE = 10;

export type UpgradeOptions = {
  readonly env: string;
  /** The release whose files these are. */
  readonly tag: string;
  readonly isDryRun: boolean;
  /** Whether the operator accepts that there is no way back. */
  readonly acceptsOneWay: boolean;
  /** How long the new version has a part of the traffic. */
  readonly minutes: number;
  readonly run: RunWrangler;
  readonly say: (line: string) => void;
  readonly build: () => Promise<void>;
  /** Tags of Durable Object migrations between two versions in git; null if unknown. */
  readonly findClassMigrations?: (older: string, newer: string) => string[] | null;
  readonly send?: Fetch;
  readonly pause?: (ms: number) => Promise<unknown>;
  /** Folder of the answers file. */
  readonly folder?: string;
};

type Upgrading = {
  readonly options: UpgradeOptions;
  readonly installation: Installation;
  readonly operator: Operator;
  readonly configs: ReturnType<typeof configFiles>;
  readonly save: (changes: Partial<DeploymentRecord>) => Promise<DeploymentRecord>;
};

/** Throws an OperatorError that names the command that failed, or what was wrong with the new version. */
export async function upgrade(options: UpgradeOptions): Promise<void> {
  const { env, tag, isDryRun, run, say, build, folder = root } = options;
  const installation = await loadInstallation(env, folder);
  const { account, location, secrets } = installation;
  const operator = createOperator({ run, say, isDryRun, canAsk: false, account, secrets: Object.values(secrets) });
  const { resources } = isDryRun ? await render(installation) : await writeConfigs(installation);
  const configs = configFiles(env);
  const begun = await begin(options, installation, operator);
  if (begun === null)
    return say(`${installation.origin} runs ${tag} already. To deploy changed answers: ${npmRun("deploy", env)}`);
  let record = begun;
  const save = async (changes: Partial<DeploymentRecord>): Promise<DeploymentRecord> => {
    record = { ...record, ...changes };
    if (!isDryRun) await saveDeployment(record, env, folder);
    return record;
  };
  const upgrading = { options, installation, operator, configs, save };
  requireConsent(upgrading, record);
  for (const { binding } of resources.databases) {
    if (record.bookmarks[binding] !== undefined) continue;
    const bookmark = await bookmarkOf(operator, binding, configs.app);
    if (bookmark !== null) await save({ bookmarks: { ...record.bookmarks, [binding]: bookmark } });
  }
  await save({ state: "started" });
  say("$ npm run build:web");
  if (!isDryRun) await build();
  await createMissing(operator, resources, location);
  await migrate(operator, resources, configs.app);
  const app = await currentVersion(operator, configs.app);
  const isDeployed = app !== null && app.percentage === 100 && app.id === record.to.app;
  if (!isDeployed) {
    if (record.oneWay.length > 0) await deployAtOnce(operator, configs.app, secrets);
    else await rollOut(upgrading, record, resources.workers.app);
    await save({ to: { app: (await currentVersion(operator, configs.app))?.id } });
  }
  await deployTriggers(operator, configs.app);
  await deployAtOnce(operator, configs.parser);
  const parser = await currentVersion(operator, configs.parser);
  await save({ state: "complete", to: { ...record.to, parser: parser?.id } });
  say(isDryRun ? "Nothing was changed." : `${installation.origin} runs ${tag}.`);
  if (!isDryRun && record.oneWay.length === 0) say(`The way back: ${npmRun("rollback", env)}`);
}

/** Continues an unfinished upgrade to the same release: what ran before it is in its record. Null if the release runs already. */
async function begin(
  options: UpgradeOptions,
  installation: Installation,
  operator: Operator,
): Promise<DeploymentRecord | null> {
  const { env, tag, findClassMigrations = classMigrationsBetween, send, folder = root } = options;
  const records = await readDeployments(env, folder);
  const last = records.at(-1);
  const isLast = last?.tag === tag;
  const isUnfinished = last?.state === "started" || last?.state === "stopped";
  // The first deployment has no version before it.
  if (isLast && isUnfinished && last.from.app !== null) return last;
  const configs = configFiles(env);
  const current = await currentVersion(operator, configs.app);
  if (isLast && last.state === "complete" && current !== null && current.id === last.to.app) return null;
  const from = {
    app: current?.id ?? "OLD",
    parser: (await currentVersion(operator, configs.parser))?.id ?? "OLD",
  };
  const fromVersion = await createInstanceClient(installation.origin, undefined, undefined, send).version();
  const before = filesBefore(records, { from, fromVersion }, root);
  const classes = before === null ? null : findClassMigrations(before, tag);
  if (classes === null)
    operator.say(
      `This repository does not have the files of the running version${fromVersion === null ? "" : `, ${fromVersion}`}: whether this upgrade can be rolled back is known once the new version is uploaded.`,
    );
  return {
    tag,
    startedAt: new Date().toISOString(),
    state: "started",
    fromVersion,
    from,
    to: {},
    bookmarks: {},
    oneWay: classes ?? [],
  };
}

function requireConsent({ options, operator }: Upgrading, { oneWay }: DeploymentRecord): void {
  if (oneWay.length === 0) return;
  const { tag, acceptsOneWay, isDryRun, env } = options;
  const text = `One way: ${tag} has new Durable Object classes (migrations ${oneWay.join(", ")}). It goes to all traffic at once, and cannot be rolled back.`;
  if (!acceptsOneWay && !isDryRun)
    throw new OperatorError(
      `${text} Make a backup (${npmRun("backup", env)}), and accept it: ${npmRun("upgrade", env, "--one-way")}`,
    );
  operator.say(text);
}

/** Gives a tenth of the traffic to the new version, and then all of it. Returns to the old one if something is wrong. */
async function rollOut(upgrading: Upgrading, { from }: DeploymentRecord, worker: string): Promise<void> {
  const { options, installation, operator, configs, save } = upgrading;
  const { tag, minutes, send, pause = wait, isDryRun } = options;
  const { origin, secrets } = installation;
  const token = secrets.MONITORING_TOKEN;
  const next = await upload(upgrading);
  if (next === null) return;
  if (from.app === null) throw new Error("an upgrade replaces a version");
  const old = [[from.app, 100]] as const;
  const shares = [
    [from.app, 100 - FIRST_PERCENTAGE],
    [next, FIRST_PERCENTAGE],
  ] as const;
  try {
    await splitTraffic(operator, configs.app, shares, `${tag}, first ${FIRST_PERCENTAGE} %`);
    operator.say(`Watching errors for ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`);
    if (token === undefined) operator.say("Without MONITORING_TOKEN, only the new version's own answers are checked.");
    if (!isDryRun)
      await watchRollout({
        all: createInstanceClient(origin, token, undefined, send),
        next: createInstanceClient(origin, token, { worker, version: next }, send),
        minutes,
        pause,
      });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    await splitTraffic(operator, configs.app, old, `${tag} stopped`);
    await save({ state: "stopped" });
    throw new OperatorError(
      `${error.message}\nAll traffic is back on the version that ran before. The new migrations stay: it runs with them.\nThis folder has the files of ${tag}. Repeat npm run upgrade to try again; npm run deploy would deploy them to all traffic.`,
    );
  }
  await splitTraffic(operator, configs.app, [[next, 100]], tag);
}

/** Uploads the new version. If it has new Durable Object classes, it is deployed at once instead, and null is returned. */
async function upload({ options, installation, operator, configs, save }: Upgrading): Promise<string | null> {
  const { tag, acceptsOneWay, env } = options;
  const { secrets } = installation;
  try {
    return await uploadVersion(operator, configs.app, tag, secrets);
  } catch (error) {
    if (!(error instanceof OperatorError) || !/pending Durable Object migration/i.test(error.message)) throw error;
    if (!acceptsOneWay)
      throw new OperatorError(
        `One way: ${tag} has new Durable Object classes and cannot be rolled back. Accept it: ${npmRun("upgrade", env, "--one-way")}`,
      );
    await save({ oneWay: ["unknown"] });
    operator.say(`One way: ${tag} has new Durable Object classes, and goes to all traffic at once.`);
    await deployAtOnce(operator, configs.app, secrets);
    return null;
  }
}
