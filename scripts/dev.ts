/**
 * `npm run dev [-- wrangler flags]`: brings the local databases up to date and serves on one port, the browser's modules
 * from their sources. With `--built` it serves the files that are deployed, as everything that tests wants them.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "./build-web.ts";
import { ALREADY_BUILT, capture, quietWrangler, root, wrangler } from "./commands.ts";
import { serveClient } from "./dev-client.ts";
import { planDev, readFlag, readVariableNames } from "./dev-flags.ts";
import { findFreePort } from "./free-port.ts";

const DEFAULT_PORT = 8787;
/** How long Wrangler may take to stop before it is ended. */
const STOP_MS = 8_000;

/** Names a flag of ours would override. Wrangler reads the .env files only where there is no .dev.vars. */
function readFileVariables(): Set<string> {
  const read = (name: string) => (existsSync(join(root, name)) ? readFileSync(join(root, name), "utf8") : "");
  return readVariableNames(existsSync(join(root, ".dev.vars")) ? read(".dev.vars") : read(".env") + read(".env.local"));
}

/** One after the other: two runs at once would contend for the local state. */
async function applyMigrations(runs: readonly (readonly string[])[]): Promise<void> {
  for (const args of runs) {
    const { code, output } = await capture(wrangler, args, { ...quietWrangler, CI: "1" });
    if (code === 0) continue;
    console.error(output);
    throw new Error("The local databases could not be brought up to date (see above).");
  }
}

/** Serves until Wrangler ends or a signal asks to stop; resolves to the exit code. Output passes through untouched. */
function serve(args: readonly string[]): Promise<number> {
  const [program, ...before] = wrangler;
  // Without a terminal as input Wrangler asks nothing and draws nothing over the lines below it.
  const child = spawn(program, [...before, "dev", ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...quietWrangler },
  });
  const parent = process.ppid;
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), STOP_MS).unref();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  // The shell npm starts us in passes no signal on: its end must not leave a server behind on the port.
  const orphaned = setInterval(() => process.ppid !== parent && stop("SIGTERM"), 250).unref();
  if (process.env.npm_lifecycle_event === undefined) clearInterval(orphaned);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
}

const args = process.argv.slice(2).filter((arg) => arg !== "--built");
// Vite speaks HTTP alone.
const isBuilt = process.argv.includes("--built") || readFlag(args, "local-protocol") === "https";
const isCurrent = process.env.OCTAVO_BUILT === ALREADY_BUILT.OCTAVO_BUILT;
const asked = Number(readFlag(args, "port") ?? DEFAULT_PORT);
const port = asked === 0 ? await findFreePort() : asked;
const workerPort = isBuilt ? port : await findFreePort();
const plan = planDev(args, port, workerPort, readFileVariables());
try {
  // Without these files Wrangler does not start, and the Worker does not know their names.
  await Promise.all([isCurrent ? undefined : buildWeb(), applyMigrations(plan.migrate)]);
  const client = isBuilt ? null : await serveClient(port, workerPort);
  if (client) console.log(`Serving on http://localhost:${port}, by way of Vite.`);
  const code = await serve(plan.dev);
  await client?.close();
  process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
