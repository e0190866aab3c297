/**
 * `npm run dev [-- wrangler flags]`: migrates the local databases and serves on one port, with the browser's modules
 * from source. With `--built` it serves the deployed files, as tests require.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildWeb } from "../build/web.ts";
import { ALREADY_BUILT, capture, quietWrangler, root, wrangler } from "../commands.ts";
import { serveClient } from "./client.ts";
import { planDev, readFlag, readVariableNames } from "./flags.ts";
import { filterOutput } from "./output.ts";
import { findFreePort, isPortFree } from "../server/free-port.ts";
import { untilHealthy } from "../server/healthy.ts";

const DEFAULT_PORT = 8787;
/** Time (ms) that Wrangler has to stop before it is killed. */
const STOP_MS = 8_000;

/** Variable names that one of our flags would override. Wrangler reads the .env files only if there is no .dev.vars. */
function readFileVariables(): Set<string> {
  const read = (name: string) => (existsSync(join(root, name)) ? readFileSync(join(root, name), "utf8") : "");
  return readVariableNames(existsSync(join(root, ".dev.vars")) ? read(".dev.vars") : read(".env") + read(".env.local"));
}

/** Sequential: concurrent runs would contend for the local state. */
async function applyMigrations(runs: readonly (readonly string[])[]): Promise<void> {
  for (const args of runs) {
    const { code, output } = await capture(wrangler, args, { ...quietWrangler, CI: "1" });
    if (code === 0) continue;
    console.error(output);
    throw new Error("The local databases could not be migrated (see above).");
  }
}

/**
 * Serves until Wrangler exits or a stop signal arrives; resolves to the exit code. With `isRaw`, Wrangler prints to the
 * terminal directly.
 */
function serve(args: readonly string[], isRaw: boolean): { readonly ended: Promise<number> } {
  const [program, ...before] = wrangler;
  // Without a terminal as input, Wrangler neither prompts nor redraws over its output.
  const output = isRaw ? "inherit" : "pipe";
  const child = spawn(program, [...before, "dev", ...args], {
    cwd: root,
    stdio: ["ignore", output, output],
    env: { ...process.env, ...quietWrangler },
  });
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    if (from === null) continue;
    const filter = filterOutput(to.isTTY);
    createInterface({ input: from }).on("line", (line) => {
      const text = filter(line);
      if (text !== null) to.write(`${text}\n`);
    });
  }
  const parent = process.ppid;
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal);
    setTimeout(() => child.kill("SIGKILL"), STOP_MS).unref();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  // The npm shell that started this process does not forward signals, so stop the server when that shell exits, to free
  // the port.
  const orphaned = setInterval(() => process.ppid !== parent && stop("SIGTERM"), 250).unref();
  if (process.env.npm_lifecycle_event === undefined) clearInterval(orphaned);
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGINT" ? 130 : 143)));
  });
  return { ended };
}

/** Resolves to true once the Workers respond; to false if they exited first. */
async function untilReady(origin: string, ended: Promise<number>): Promise<boolean> {
  let hasEnded = false;
  const end = (): void => void (hasEnded = true);
  ended.then(end, end);
  return untilHealthy(origin, () => hasEnded).then(
    () => true,
    (error: unknown) => {
      if (!hasEnded) throw error;
      return false;
    },
  );
}

const args = process.argv.slice(2).filter((arg) => arg !== "--built");
const scheme = readFlag(args, "local-protocol") ?? "http";
// Vite only serves HTTP.
const isBuilt = process.argv.includes("--built") || scheme === "https";
const isCurrent = process.env.OCTAVO_BUILT === ALREADY_BUILT.OCTAVO_BUILT;
const asked = Number(readFlag(args, "port") ?? DEFAULT_PORT);
const port = asked === 0 ? await findFreePort() : asked;
const workerPort = isBuilt ? port : await findFreePort();
const plan = planDev(args, port, workerPort, readFileVariables());
try {
  if (!(await isPortFree(port))) throw new Error(`Port ${port} is in use. Choose another: npm run dev -- --port 9000`);
  console.log("Starting Octavo. This takes about half a minute.");
  // Wrangler does not start without these files, and the Worker needs their names.
  await Promise.all([isCurrent ? undefined : buildWeb(), applyMigrations(plan.migrate)]);
  const { ended } = serve(plan.dev, readFlag(args, "log-level") !== undefined);
  const isReady = await untilReady(`${scheme}://127.0.0.1:${workerPort}`, ended);
  // Accept visitors only now, since they would have been shown an error before.
  const client = isBuilt || !isReady ? null : await serveClient(port, workerPort);
  if (isReady)
    console.log(
      `\nOctavo is ready: ${scheme}://localhost:${port}  Sign in with any address; the link is printed here.\n`,
    );
  const code = await ended;
  await client?.close();
  process.exit(code);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
