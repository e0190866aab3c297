/**
 * `node scripts/with-server.ts PROGRAM [ARGUMENTS]`: runs a program against a fresh development server of its own.
 *
 * The server's address and log file are in OCTAVO_ORIGIN and OCTAVO_DEV_LOG, and replace `{origin}` and `{log}` in the
 * arguments. It takes both identity providers to be at OCTAVO_ISSUER, where the program may start one. The exit code is
 * the program's.
 */
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitOf, npm, startTree, stopTree } from "./commands.ts";
import { findFreePort } from "./free-port.ts";

const START_MS = 120_000;
/** Tests send more than a person would, look into the audit log, and may run an identity provider at `issuer`. */
const variablesFor = (issuer: string): string[] =>
  Object.entries({
    RATE_LIMIT_SCALE: "10000",
    ADMIN_EMAILS: "smoke@example.com",
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

/** Waits until the service answers 200 on its health route. Rejects when it ended first or took too long. */
async function untilHealthy(origin: string, ended: () => boolean): Promise<void> {
  const deadline = performance.now() + START_MS;
  let last = "no answer";
  while (performance.now() < deadline) {
    if (ended()) throw new Error("The development server ended before it was ready.");
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(5_000) }).catch(
      (error: Error) => error,
    );
    if (answer instanceof Response && answer.ok) return;
    last = answer instanceof Response ? `status ${answer.status}` : answer.message;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The development server was not healthy after ${START_MS / 1_000} s: ${last}.`);
}

async function main([program, ...args]: string[]): Promise<number> {
  if (program === undefined) throw new Error("Usage: node scripts/with-server.ts PROGRAM [ARGUMENTS]");
  const folder = await mkdtemp(join(tmpdir(), "octavo-server-"));
  const log = join(folder, "dev.log");
  const logFile = await open(log, "w");
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const flags = ["--port", String(port), "--persist-to", join(folder, "state"), "--inspector-port", "0"];
  const issuer = `http://127.0.0.1:${await findFreePort()}/local`;
  const server = startTree(npm, ["run", "dev", "--", ...flags, ...variablesFor(issuer)], {}, logFile.fd);
  let ended = false;
  const serverEnd = exitOf(server).finally(() => (ended = true));
  serverEnd.catch(() => {});
  const interrupt = () => void stopTree(server).then(() => process.exit(1));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    await untilHealthy(origin, () => ended);
    const filled = args.map((arg) => arg.replaceAll("{origin}", origin).replaceAll("{log}", log));
    // The same Node as here, whatever `node` means in the caller's shell.
    const command = program === "node" ? process.execPath : program;
    const child = startTree(
      [command],
      filled,
      { OCTAVO_ORIGIN: origin, OCTAVO_DEV_LOG: log, OCTAVO_ISSUER: issuer },
      "inherit",
    );
    process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt);
    const interruptBoth = () => void stopTree(child).then(interrupt);
    process.once("SIGINT", interruptBoth).once("SIGTERM", interruptBoth);
    const code = await exitOf(child);
    if (code !== 0) await printTail(log);
    return code;
  } catch (error) {
    await printTail(log);
    throw error;
  } finally {
    await stopTree(server);
    await logFile.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function printTail(log: string): Promise<void> {
  const lines = (await readFile(log, "utf8")).trimEnd().split("\n");
  console.error(`--- last lines of the development server ---\n${lines.slice(-60).join("\n")}\n---`);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
