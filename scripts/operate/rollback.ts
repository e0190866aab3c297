/** The steps of `npm run rollback`: both Workers return to the versions that ran before the last deployment. */
import { relative } from "node:path";
import { root } from "../commands.ts";
import { loadInstallation } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { createOperator } from "./operator.ts";
import { filesBefore, readDeployments, saveDeployment } from "./release-record.ts";
import { configFiles, writeConfigs } from "./render.ts";
import { currentVersion, splitTraffic } from "./worker-versions.ts";
import type { RunWrangler } from "./wrangler.ts";

export type RollbackOptions = {
  readonly env: string;
  readonly isDryRun: boolean;
  readonly run: RunWrangler;
  readonly say: (line: string) => void;
  /** Folder of the answers file. */
  readonly folder?: string;
};

/** The databases keep the newer schema, which the older version runs with. Throws an OperatorError if there is no way back. */
export async function rollBack({ env, isDryRun, run, say, folder = root }: RollbackOptions): Promise<void> {
  const installation = await loadInstallation(env, folder);
  const records = await readDeployments(env, folder);
  const last = records.at(-1);
  if (last === undefined) throw new OperatorError("No deployment of this installation is recorded on this machine.");
  const { tag, from, to, oneWay, state } = last;
  if (state === "rolled_back") throw new OperatorError(`The deployment of ${tag} was rolled back already.`);
  if (from.app === null || from.parser === null)
    throw new OperatorError(`${tag} was the first deployment: there is no version to return to.`);
  if (oneWay.length > 0)
    throw new OperatorError(
      `One way: ${tag} has new Durable Object classes (migrations ${oneWay.join(", ")}), and Cloudflare runs no version from before them. Deploy a corrected version instead.`,
    );
  const operator = createOperator({ run, say, isDryRun, canAsk: false, account: installation.account });
  if (!isDryRun) await writeConfigs(installation);
  const configs = configFiles(env);
  const current = await currentVersion(operator, configs.app);
  if (current && to.app !== undefined && current.id !== to.app && current.id !== from.app)
    throw new OperatorError(
      `Another version (${current.id}) was deployed after ${tag}. Choose a version yourself: npx wrangler rollback --config ${relative(root, configs.app)}`,
    );
  const message = `Rollback of ${tag}`;
  // In the reverse order of an upgrade: the parser calls the app.
  await splitTraffic(operator, configs.parser, [[from.parser, 100]], message);
  await splitTraffic(operator, configs.app, [[from.app, 100]], message);
  if (isDryRun) return say("Nothing was changed.");
  await saveDeployment({ ...last, state: "rolled_back" }, env, folder);
  const before = filesBefore(records, last, root);
  say(
    `Both Workers run again what ran before the deployment of ${tag}${before === null || before === tag ? "" : `: ${before}`}. The databases keep the migrations of ${tag}: earlier versions run with them.`,
  );
  say(
    before === null || before === tag
      ? "Before you deploy again, undo what you changed in the files or answers."
      : `Before you deploy again, return to its files: git checkout ${before} && npm ci`,
  );
}
