/** What the operator's commands share: options, the instance they are about, secrets and errors. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { findInstallation } from "./installation.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
export type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>["values"];

/** Runs a command and sets the exit code. Errors are sentences for the operator. */
export async function runCommand<const O extends Options>(
  options: O,
  act: (values: Values<O>) => Promise<void>,
): Promise<void> {
  try {
    await act(parseArgs({ options, strict: true }).values);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * The instance's address and its ROOT_SECRET, from the file that `npm run setup` keeps for the environment. `--url` and the
 * environment variable ROOT_SECRET replace what the file says.
 */
export async function findTarget({
  env,
  url,
}: {
  readonly env?: string | undefined;
  readonly url?: string | undefined;
}): Promise<[origin: string, rootSecret: string]> {
  const kept = await findInstallation(env);
  const origin = url ?? kept?.origin;
  const secret = process.env.ROOT_SECRET ?? kept?.secrets["ROOT_SECRET"];
  if (origin === undefined) throw new Error("Say which instance: --env NAME or --url https://octavo.example.com");
  if (secret === undefined)
    throw new Error("Set ROOT_SECRET, the instance's secret, in the environment of this command.");
  return [new URL(origin).origin, secret];
}

/** From BACKUP_PASSPHRASE or the terminal, so that it is in no list of processes. */
export async function readPassphrase(): Promise<string> {
  const given = process.env.BACKUP_PASSPHRASE ?? (await ask("Passphrase of the backup: ", "hidden"));
  if (given.length < 12) throw new Error("The passphrase of a backup needs at least 12 characters.");
  return given;
}

/** Throws without a terminal. */
export async function ask(question: string, answer: "shown" | "hidden" = "shown"): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`There is no terminal to ask: ${question.trim()}`);
  const isHidden = answer === "hidden";
  if (isHidden) process.stdout.write(question);
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stdout;
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await prompt.question(question);
  } finally {
    prompt.close();
    if (isHidden) process.stdout.write("\n");
  }
}
