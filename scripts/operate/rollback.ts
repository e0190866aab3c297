/** The steps of `npm run rollback`: both Workers return to the versions that ran before the last upgrade. */
import { root } from "../commands.ts";
import { loadInstallation } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { createOperator } from "./operator.ts";
import { readUpgrades, saveUpgrade } from "./release-record.ts";
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
  const last = (await readUpgrades(env, folder)).at(-1);
  if (last === undefined) throw new OperatorError("No upgrade of this installation is recorded on this machine.");
  const { tag, from, to, oneWay, fromVersion, state } = last;
  if (state === "rolled_back") throw new OperatorError(`The upgrade to ${tag} was rolled back already.`);
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
      `Another version (${current.id}) was deployed after the upgrade to ${tag}. Choose a version yourself: npx wrangler rollback`,
    );
  const message = `Rollback of ${tag}`;
  // In the reverse order of an upgrade: the parser calls the app.
  await splitTraffic(operator, configs.parser, [[from.parser, 100]], message);
  await splitTraffic(operator, configs.app, [[from.app, 100]], message);
  if (isDryRun) return say("Nothing was changed.");
  await saveUpgrade({ ...last, state: "rolled_back" }, env, folder);
  say(
    `Both Workers run ${fromVersion ?? "what ran"} before ${tag} again. The databases keep the migrations of ${tag}: earlier versions run with them.`,
  );
  if (fromVersion !== null) say(`Before you deploy again, return to its files: git checkout v${fromVersion} && npm ci`);
}
