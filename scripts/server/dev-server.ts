/** A separate development server for a test program: fresh state, a free port, and a log file. */
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startScriptedModel } from "../../test/support/scripted-model.ts";
import { exitOf, npm, startTree, stopTree } from "../commands.ts";
import { findFreePort } from "./free-port.ts";
import { untilHealthy } from "./healthy.ts";
import { makeScratch } from "./scratch.ts";

/** A message printed by Wrangler. */
const RESTARTED = "Local server updated and ready";

/** Warnings and errors in the service's log (src/platform/log.ts), and requests that failed with 50x. */
const WARNING = /"level":"(?:warn|error)"| 50\d /;

/** Environment variables that describe the server to a program. */
export type ServerVariables = {
  readonly OCTAVO_ORIGIN: string;
  readonly OCTAVO_DEV_LOG: string;
  /** Issuer address configured for both identity providers, where the program may start one. */
  readonly OCTAVO_ISSUER: string;
  /** Address of the scripted language model that agents of the server use; see test/support/scripted-model.ts. */
  readonly OCTAVO_MODEL: string;
  /** Address of the server's inspector (Chrome DevTools protocol). */
  readonly OCTAVO_INSPECTOR: string;
};

type DevServer = {
  readonly variables: ServerVariables;
  readonly lastLines: () => Promise<string>;
  /** Whether a served file was written meanwhile, which cuts connections and loses running jobs. */
  readonly hasRestarted: () => Promise<boolean>;
  readonly stop: () => Promise<void>;
};

/** The server that a parent program has already started, if any. */
export function givenServer({
  OCTAVO_ORIGIN,
  OCTAVO_DEV_LOG,
  OCTAVO_ISSUER,
  OCTAVO_MODEL = "",
  OCTAVO_INSPECTOR = "",
}: NodeJS.ProcessEnv): ServerVariables | null {
  if (OCTAVO_ORIGIN === undefined || OCTAVO_DEV_LOG === undefined || OCTAVO_ISSUER === undefined) return null;
  return { OCTAVO_ORIGIN, OCTAVO_DEV_LOG, OCTAVO_ISSUER, OCTAVO_MODEL, OCTAVO_INSPECTOR };
}

/** A flag of this module: serve the browser's modules from source, as `npm run dev` does by default. */
const FROM_SOURCES = "--from-sources";

/** Warnings of the server, and the end of its log. */
async function lastLinesOf(log: string): Promise<string> {
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  const before = lines.slice(0, -60).filter((line) => WARNING.test(line));
  return [
    "--- warnings of the development server, and its last lines ---",
    ...before.slice(-40),
    ...lines.slice(-60),
    "---",
  ].join("\n");
}

/**
 * `more` are flags of `wrangler dev`; variables among them override the test defaults. Resolves once the server responds; if it
 * exits first, rejects and prints warnings and its last lines to standard error.
 */
export async function startServer(more: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<DevServer> {
  const folder = await makeScratch("octavo-server-");
  const log = join(folder, "dev.log");
  const logFile = await open(log, "w");
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const inspectorPort = await findFreePort();
  // All requests are logged, to help find the reason for a failure.
  const built = more.includes(FROM_SOURCES) ? [] : ["--built", "--log-level", "log"];
  const own = [...built, "--port", String(port), "--persist-to", join(folder, "state")];
  own.push("--inspector-port", String(inspectorPort));
  const issuer = `http://127.0.0.1:${await findFreePort()}/local`;
  const model = await startScriptedModel();
  const server = startTree(
    npm,
    [
      "run",
      "dev",
      "--",
      ...own,
      ...variablesFor(issuer, `${model.url}/v1`),
      ...more.filter((flag) => flag !== FROM_SOURCES),
    ],
    env,
    logFile.fd,
  );
  let ended = false;
  const end = (): void => void (ended = true);
  exitOf(server).then(end, end);
  const lastLines = (): Promise<string> => lastLinesOf(log);
  const hasRestarted = async (): Promise<boolean> => (await readFile(log, "utf8")).includes(RESTARTED);
  const stop = async (): Promise<void> => {
    process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt);
    await stopTree(server);
    await model.close();
    await logFile.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupt = (): void => void stop().then(() => process.exit(1));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    await untilHealthy(origin, () => ended);
  } catch (error) {
    console.error(await lastLines());
    await stop();
    throw error;
  }
  return {
    variables: {
      OCTAVO_ORIGIN: origin,
      OCTAVO_DEV_LOG: log,
      OCTAVO_ISSUER: issuer,
      OCTAVO_MODEL: model.url,
      OCTAVO_INSPECTOR: `http://127.0.0.1:${inspectorPort}`,
    },
    lastLines,
    hasRestarted,
    stop,
  };
}

/**
 * Runs `act`, which returns an exit code, against the server that a parent program has started, or a fresh one. `flags` always
 * start one. Its last lines are printed if `act` fails.
 */
export async function withServer(
  flags: readonly string[],
  act: (variables: ServerVariables) => Promise<number>,
): Promise<number> {
  const given = flags.length === 0 ? givenServer(process.env) : null;
  if (given) return act(given);
  const server = await startServer(flags);
  try {
    const code = await act(server.variables);
    if (code !== 0) console.error(await server.lastLines());
    return code;
  } finally {
    await server.stop();
  }
}

/**
 * Tests send more requests than a user would, keep all processors busy while requests wait for rate limits, read the audit log,
 * and may run an identity provider at `issuer` and a language model at `model`.
 */
const variablesFor = (issuer: string, model: string): string[] =>
  Object.entries({
    RATE_LIMIT_SCALE: "10000",
    RATE_LIMIT_WAIT_MS: "30000",
    ADMIN_EMAILS: "smoke@example.com",
    AI_OPENAI_URL: model,
    AI_OPENAI_MODELS: "scripted",
    ...providerAt("PROVIDER_A", issuer),
    PROVIDER_A_CLIENT_SECRET: "the secret of the test client",
    ...providerAt("PROVIDER_B", issuer),
  }).flatMap(([name, value]) => ["--var", `${name}:${value}`]);

const providerAt = (provider: string, issuer: string): Record<string, string> => ({
  [`${provider}_CLIENT_ID`]: "octavo-web",
  [`${provider}_ISSUER`]: issuer,
  [`${provider}_AUTHORIZATION_ENDPOINT`]: `${issuer}/authorize`,
  [`${provider}_TOKEN_ENDPOINT`]: `${issuer}/token`,
  [`${provider}_JWKS_URI`]: `${issuer}/jwks`,
});
