/**
 * `npm run doctor -- URL [--env NAME] [--test-message] [--bundle FILE] [--json]`: checks an installation, and names the command
 * that fixes each finding. With the URL alone, it checks what is public; with MONITORING_TOKEN in the environment or the answers
 * file, all parts of the service; with ROOT_SECRET, the audit log's checkpoint and alarms, whose test message it can send; with
 * the answers file, the Cloudflare account, too. Exits with 1 if there is a problem.
 */
import { resolveTxt } from "node:dns/promises";
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkAccount } from "./doctor/account-checks.ts";
import { createBundle } from "./doctor/bundle.ts";
import { print } from "./doctor/finding.ts";
import { checkDeeply, checkReachable } from "./doctor/instance-checks.ts";
import { checkMail } from "./doctor/mail-checks.ts";
import { checkAsOperator } from "./doctor/operator-checks.ts";
import { DEFAULT_ENV, findInstallation } from "./installation.ts";
import { createInstanceClient } from "./instance-client.ts";
import { createOperatorClient } from "./operator-client.ts";
import { OperatorError } from "./operator-error.ts";
import { createOperator, runCommand } from "./operator.ts";
import { configFiles, writeConfigs } from "./render.ts";
import { runWrangler } from "./wrangler.ts";

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      env: { type: "string", default: DEFAULT_ENV },
      bundle: { type: "string" },
      "test-message": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const { env, bundle, json, "test-message": sendsTest } = values;
  const installation = await findInstallation(env);
  const url = positionals[0] ?? installation?.origin;
  if (url === undefined || !URL.canParse(url))
    throw new OperatorError("Name the instance: npm run doctor -- https://octavo.example.com");
  const { origin } = new URL(url);
  // The answers are those of another instance if it has another address.
  const own = installation?.origin === origin ? installation : null;
  const token = process.env.MONITORING_TOKEN || own?.secrets.MONITORING_TOKEN;
  const rootSecret = process.env.ROOT_SECRET || own?.secrets.ROOT_SECRET;
  const client = createInstanceClient(origin, token);
  const findings = [...(await checkReachable(client, env, Date.now)), ...(await checkDeeply(client, env))];
  const support = await checkAsOperator({
    client: rootSecret === undefined ? null : createOperatorClient(origin, rootSecret, { attempts: 1 }),
    origin,
    env,
    sendsTest,
    readsErrors: bundle !== undefined,
    now: Date.now(),
  });
  findings.push(...support.findings);
  if (own) {
    const { mailFrom, account, secrets } = own;
    if (mailFrom !== null)
      findings.push(...(await checkMail(mailFrom.slice(mailFrom.lastIndexOf("@") + 1), resolveTxt)));
    const say = (): void => {};
    const operator = createOperator({
      run: runWrangler,
      say,
      isDryRun: false,
      canAsk: false,
      account,
      secrets: Object.values(secrets),
    });
    const { resources } = await writeConfigs(own);
    findings.push(...(await checkAccount(operator, { env, resources, configs: configFiles(env) })));
  }
  console.log(json ? JSON.stringify(findings, null, 2) : findings.map(print).join("\n"));
  if (bundle !== undefined)
    await writeFile(
      bundle,
      createBundle(findings, support.errors, own, [token ?? "", rootSecret ?? ""], new Date().toISOString()),
      { mode: 0o600 },
    );
  if (findings.some(({ status }) => status === "problem")) process.exitCode = 1;
});
