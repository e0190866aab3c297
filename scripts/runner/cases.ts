/** Runs one of a command's named cases: parses its flags, starts its server, and prints the last line. */
import { parseArgs } from "node:util";
import { formatTally, type Tally } from "../check/test-summary.ts";
import { withServer } from "../server/dev-server.ts";

export type Case = {
  /** The case in one line: what it proves, its duration, and when to run it. */
  readonly about: string;
  /** Runs against the server at `--url` (with its log at `--dev-log`), or against a fresh development server. */
  readonly needsServer?: true;
  /** `args` follow the case's name. The result is null if the machine was too busy for a verdict. */
  readonly load: () => Promise<{ readonly run: (args: readonly string[]) => Promise<Tally | null> }>;
};

/** A mistake in the command line. */
export class UsageError extends Error {}

const isParseError = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");

/** Requires that `--url` or the environment names a server. */
export const NO_SERVER = "--no-server";

/** Resolves to the exit code: 1 for a failed check, 2 for a mistake in the command line or no verdict. */
export async function runCases(
  command: string,
  cases: Readonly<Record<string, Case>>,
  [name = "", ...rest]: readonly string[] = process.argv.slice(2),
  usage = "",
): Promise<number> {
  const lines = Object.entries(cases).map(([each, { about }]) => `  ${each.padEnd(12)}${about}`);
  const help = [`Usage: npm run ${command} -- CASE [options]`, "", ...lines, usage].join("\n");
  const found = Object.hasOwn(cases, name) ? cases[name] : undefined;
  if (found === undefined) {
    console.error(name === "" ? help : `There is no case ${name}.\n\n${help}`);
    return 2;
  }
  const args = rest.filter((arg) => arg !== NO_SERVER);
  const act = async (): Promise<number> => {
    try {
      const tally = await (await found.load()).run(args);
      if (tally === null) return 2;
      console.log(formatTally(tally));
      return tally.failed === 0 ? 0 : 1;
    } catch (error) {
      const isUsage = error instanceof UsageError || isParseError(error);
      console.error(isUsage ? `${error.message}\n\n${help}` : error);
      return isUsage ? 2 : 1;
    }
  };
  if (found.needsServer !== true || takeAddress(args) || rest.includes(NO_SERVER)) return act();
  const served = withServer([], (variables) => {
    Object.assign(process.env, variables);
    return act();
  });
  return served.catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  });
}

/** Sockets that a case left open would keep the process alive. */
export const exit = (code: number): void => void process.stdout.write("", () => process.exit(code));

/** Puts the server named by `--url` into the environment, where the cases find it. */
function takeAddress(args: readonly string[]): boolean {
  const options = { url: { type: "string" }, "dev-log": { type: "string" } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true });
  const url = values.url ?? positionals.find((word) => /^https?:/.test(word));
  if (typeof url !== "string") return false;
  const log = values["dev-log"];
  Object.assign(process.env, { OCTAVO_ORIGIN: url }, typeof log === "string" && { OCTAVO_DEV_LOG: log });
  return true;
}

/** The case's flags; a flag whose default is a number must be one. */
export function readFlags<T extends Readonly<Record<string, string | number>>>(
  defaults: T,
  args = process.argv.slice(3),
): T {
  const options = Object.fromEntries(
    ["url", "dev-log", ...Object.keys(defaults)].map((name) => [name, { type: "string" } as const]),
  );
  const { values } = parseArgs({ args: [...args], options });
  const flags = Object.entries(defaults).map(([name, preset]) => {
    const given = values[name];
    if (given === undefined || typeof preset === "string") return [name, given ?? preset];
    if (given.trim() === "" || !(Number(given) >= 0)) throw new UsageError(`--${name} must be a number.`);
    return [name, Number(given)];
  });
  return Object.fromEntries(flags) as T; // the keys and types of the defaults
}
