/**
 * `npm run signin -- ADDRESS [--env NAME]`: prints a sign-in link that needs no mail, for the first administrator and as the way
 * back in. An address in ADMIN_EMAILS becomes an administrator by signing in. Without an answers file, it needs `--url ORIGIN`,
 * and ROOT_SECRET in the environment; `--local [--persist-to FOLDER]` is for a development server.
 */
import { parseArgs } from "node:util";
import { ConfigError, parseConfig } from "../../src/platform/config.ts";
import { DEFAULT_ENV, loadInstallation } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";
import { createOperator, runCommand } from "./operator.ts";
import { remoteDatabase, writeConfigs } from "./render.ts";
import { insertOperatorLink } from "./sign-in-link.ts";
import { runWrangler } from "./wrangler.ts";

type Target = {
  readonly origin: string;
  readonly rootSecret: string;
  readonly account: string | null;
  readonly database: readonly string[];
};

const { ROOT_SECRET } = process.env;

/** Origin and secret of a service without an answers file. */
function issuerOf(ENVIRONMENT: string, url: string): { origin: string; rootSecret: string } {
  try {
    return parseConfig({ ENVIRONMENT, APP_ORIGIN: url, ROOT_SECRET });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new OperatorError(`${error.message} APP_ORIGIN is --url, and ROOT_SECRET is read from the environment.`);
  }
}

async function targetOf(env: string, url: string | undefined): Promise<Target> {
  if (url !== undefined) {
    const { origin, rootSecret } = issuerOf("production", url);
    return { origin, rootSecret, account: null, database: ["--remote"] };
  }
  const installation = await loadInstallation(env);
  const { origin, account, secrets } = installation;
  if (secrets.ROOT_SECRET === undefined) throw new OperatorError("The answers file has no ROOT_SECRET.");
  await writeConfigs(installation);
  return { origin, rootSecret: secrets.ROOT_SECRET, account, database: remoteDatabase(env) };
}

function localTarget(url = "http://localhost:8787", persistTo: string | undefined): Target {
  const { origin, rootSecret } = issuerOf("development", url);
  const database = ["--local", ...(persistTo === undefined ? [] : ["--persist-to", persistTo])];
  return { origin, rootSecret, account: null, database };
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      env: { type: "string", default: DEFAULT_ENV },
      url: { type: "string" },
      local: { type: "boolean", default: false },
      "persist-to": { type: "string" },
    },
  });
  const [address] = positionals;
  if (address === undefined || positionals.length > 1)
    throw new OperatorError("Name one address: npm run signin -- ann@example.com");
  const { env, url, local, "persist-to": persistTo } = values;
  const target = local ? localTarget(url, persistTo) : await targetOf(env, url);
  const operator = createOperator({
    run: runWrangler,
    say: () => {},
    isDryRun: false,
    canAsk: false,
    account: target.account,
  });
  const link = await insertOperatorLink(operator, target, address, target.database);
  console.log(`Sign in as ${address}, once, within ten minutes:\n${link}`);
});
