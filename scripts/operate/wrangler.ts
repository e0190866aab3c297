/** The one place that starts Wrangler for the operator's commands, without a shell. */
import { spawn } from "node:child_process";
import { quietWrangler, root, wrangler } from "../commands.ts";

export type WranglerOptions = {
  /** Written to standard input. */
  readonly input?: string;
  /** Returns the output instead of printing it. */
  readonly capture?: boolean;
  /** Lets Wrangler ask at the terminal, instead of taking its default answers. The output is printed. */
  readonly isInteractive?: boolean;
  /** The Cloudflare account's id; without it, Wrangler uses the only account of its login. */
  readonly account?: string | null;
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
};

/** `stdout` and `stderr` are empty unless they were captured. */
export type WranglerResult = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type RunWrangler = (args: readonly string[], options?: WranglerOptions) => Promise<WranglerResult>;

/** OCTAVO_WRANGLER names another executable or a Node script, such as the tests' stand-in. */
function command(): readonly [string, ...string[]] {
  const { OCTAVO_WRANGLER: other } = process.env;
  if (!other) return wrangler;
  return /\.[cm]?[jt]s$/.test(other) ? [process.execPath, other] : [other];
}

/** Runs Wrangler to completion. */
export const runWrangler: RunWrangler = (
  args,
  { input, capture = false, isInteractive = false, account, env } = {},
) => {
  const [program, ...before] = command();
  const output = capture && !isInteractive ? "pipe" : "inherit";
  const noInput = isInteractive ? "inherit" : "ignore";
  const child = spawn(program, [...before, ...args], {
    cwd: root,
    stdio: [input === undefined ? noInput : "pipe", output, output],
    env: {
      ...process.env,
      ...quietWrangler,
      ...(!isInteractive && { CI: "1", NO_COLOR: "1" }),
      ...(account && { CLOUDFLARE_ACCOUNT_ID: account }),
      ...env,
    },
  });
  const text = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (part) => (text.stdout += part));
  child.stderr?.setEncoding("utf8").on("data", (part) => (text.stderr += part));
  child.stdin?.on("error", () => {}); // A process that exits early closes its input; its exit code says why.
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code: code ?? 1, ...text }));
  });
};
