/**
 * `npm run deploy [-- --env NAME] [--dry-run]`: builds the browser's files, migrates both databases and deploys both Workers,
 * with the answers of `npm run setup`. Without an answers file, it deploys the tracked configuration and sends no secrets.
 */
import { parseArgs } from "node:util";
import { buildWeb } from "../build/web.ts";
import { root } from "../commands.ts";
import { deploy } from "./deployment.ts";
import { DEFAULT_ENV, findInstallation, loadInstallation } from "./installation.ts";
import { createOperator, NOTHING_CHANGED, runCommand } from "./operator.ts";
import { configFiles, render, trackedConfigFiles, trackedResources, writeConfigs } from "./render.ts";
import { deployRecorded } from "./recorded-deployment.ts";
import { createMissing } from "./resources.ts";
import { runWrangler } from "./wrangler.ts";

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      env: { type: "string", default: DEFAULT_ENV },
      "dry-run": { type: "boolean", default: false },
    },
  });
  const { env, "dry-run": isDryRun } = values;
  const installation = env === DEFAULT_ENV ? await findInstallation(env) : await loadInstallation(env);
  const { account = null, location = null, secrets = {} } = installation ?? {};
  const operator = createOperator({
    run: runWrangler,
    say: (line) => console.log(line),
    isDryRun,
    canAsk: process.stdin.isTTY && process.stdout.isTTY,
    account,
    secrets: Object.values(secrets),
  });
  operator.say("$ npm run build:web");
  if (!isDryRun) await buildWeb();
  if (installation === null) {
    const resources = await trackedResources();
    await createMissing(operator, resources, location);
    return deploy(operator, { resources, configs: trackedConfigFiles, secrets });
  }
  const { resources } = isDryRun ? await render(installation) : await writeConfigs(installation);
  await createMissing(operator, resources, location);
  const deployment = { resources, configs: configFiles(env), secrets };
  const wayBack = await deployRecorded(operator, deployment, { env, folder: root });
  operator.say(isDryRun ? NOTHING_CHANGED : `Deployed to ${installation.origin}.`);
  if (wayBack !== null) operator.say(wayBack);
});
