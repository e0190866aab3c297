/** Runs the operator's commands as an operator does: as processes, which can be killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exitOf, root } from "../../commands.ts";

/** ROOT_SECRET of the rehearsed instances. */
export const SECRET = "the secret of a rehearsal, which protects nothing";
const PASSPHRASE = "the passphrase of a rehearsal";

export type Running = { readonly child: ChildProcess; readonly done: Promise<string> };

type Circumstances = {
  readonly secret?: string;
  /** Typed at a terminal, which is util-linux's `script`: the answer to each question that contains the key. */
  readonly answers?: Readonly<Record<string, string>>;
};

/** `done` resolves to the output; it rejects if the command fails. */
export function start(
  command: "backup" | "restore",
  args: readonly string[],
  { secret = SECRET, answers }: Circumstances = {},
): Running {
  // As in package.json: without a small young generation, buffers that are no longer needed pile up to 100 MB.
  const program = [process.execPath, "--max-semi-space-size=1", join(root, "scripts", "operate", `${command}.ts`)];
  const words = [...program, ...args].map((word) => `'${word}'`).join(" ");
  const [first = "", ...others] = answers ? ["script", "-qec", words, "/dev/null"] : [...program, ...args];
  const child = spawn(first, others, {
    cwd: root,
    stdio: [answers ? "pipe" : "ignore", "pipe", "pipe"],
    env: { ...process.env, ROOT_SECRET: secret, BACKUP_PASSPHRASE: PASSPHRASE },
  });
  let output = "";
  let answered = 0;
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const asked = output.slice(answered);
      if (!asked.includes("] ")) return;
      const [, answer] = Object.entries(answers ?? {}).find(([question]) => asked.includes(question)) ?? [];
      if (answer === undefined) return;
      answered = output.length;
      child.stdin?.write(`${answer}\n`);
    });
  const done = exitOf(child).then((code) => {
    if (code !== 0) throw new Error(`npm run ${command} failed:\n${output}`);
    return output;
  });
  return { child, done };
}

/** Resolves to the largest resident memory (bytes) that a process had; 0 where the system does not tell. */
export async function peakMemory({ child, done }: Running): Promise<number> {
  let peak = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1_024);
    } catch {
      // It has ended, or this is not Linux.
    }
  }, 100);
  await done.finally(() => clearInterval(look));
  return peak;
}
