/** Starts other programs by path and without a shell, so that they behave alike on Linux, macOS and Windows. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** A program and the arguments that precede the caller's. */
type Command = readonly [program: string, ...args: string[]];

/** Runs a package's JavaScript entry with the current Node, whatever `node` is in the caller's shell. */
const onThisNode = (...path: string[]): Command => [process.execPath, join(root, "node_modules", ...path)];

export const wrangler = onThisNode("wrangler", "bin", "wrangler.js");
export const vitest = onThisNode("vitest", "vitest.mjs");

/**
 * npm itself. Within an npm script the path of its JavaScript entry is known; on Windows, `npm` is a batch file, not a
 * program.
 */
export const npm: Command = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ["npm"];

/** Keeps Wrangler from prompting, reporting and checking for updates, so that development and tests work offline. */
export const quietWrangler = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
};

/** Tells `npm run dev` that the browser's files are already built, which takes half a minute on a small machine. */
export const ALREADY_BUILT = { OCTAVO_BUILT: "1" };

/** Resolves to the exit code; 1 if a signal ended the process (a shell would report 128 + its number). */
export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs a program to completion with the caller's input and output. */
export function run(
  [program, ...before]: Command,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
  cwd = root,
): Promise<number> {
  return exitOf(spawn(program, [...before, ...args], { cwd, stdio: "inherit", env: { ...process.env, ...env } }));
}

/** Runs a program to completion and returns its output, standard output and error interleaved. */
export async function capture(
  [program, ...before]: Command,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<{ code: number; output: string }> {
  const child = spawn(program, [...before, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exit) => resolve(exit ?? 1));
  });
  return { code, output };
}

/** Starts a program in a separate process group, so that `stopTree` reaches its children too. */
export function startTree(
  command: Command,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: number | "inherit" | "pipe",
  folder = root,
): ChildProcess {
  const [program, ...before] = command;
  return spawn(program, [...before, ...args], {
    cwd: folder,
    stdio: ["ignore", output, output],
    detached: process.platform !== "win32",
    env: { ...process.env, ...env },
  });
}

/** Stops a program from `startTree` and all its children; resolves once it is gone. */
export async function stopTree(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === "win32") {
    await capture(["taskkill"], ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  if (signalGroup(pid, "SIGTERM")) {
    for (let waited = 0; waited < 5_000; waited += 50) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (!signalGroup(pid, 0)) return;
    }
    signalGroup(pid, "SIGKILL");
  }
}

/** Returns false if no process of the group is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
