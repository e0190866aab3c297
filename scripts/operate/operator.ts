/** How the operator's commands run Wrangler: each command is printed, a failure stops, and a dry run only prints. */
import { OperatorError } from "./operator-error.ts";
import type { RunWrangler, WranglerOptions, WranglerResult } from "./wrangler.ts";

export type Operator = {
  readonly isDryRun: boolean;
  readonly say: (line: string) => void;
  /** Runs a command that only reads, and returns its result whatever its exit code; null in a dry run. */
  read(args: readonly string[]): Promise<WranglerResult | null>;
  /** Runs a command that changes something, or only prints it in a dry run. Throws an OperatorError if it fails. */
  change(args: readonly string[]): Promise<void>;
  /** Runs a command and returns its output; null in a dry run. Throws an OperatorError if it fails. */
  output(args: readonly string[]): Promise<string | null>;
  /** Like `change`, but Wrangler asks at the terminal, if there is one, before it does anything surprising. */
  changeAsking(args: readonly string[]): Promise<void>;
  /** Like `change`, but returns false if the command failed for this reason. */
  changeUnless(reason: RegExp, args: readonly string[]): Promise<boolean>;
};

/** The last line of a dry run. */
export const NOTHING_CHANGED = "Nothing was changed. What exists already would not be created again.";

type Settings = {
  readonly run: RunWrangler;
  readonly say: (line: string) => void;
  readonly isDryRun: boolean;
  /** Whether Wrangler may ask at the terminal. */
  readonly canAsk: boolean;
  readonly account: string | null;
  /** Values that are never printed. */
  readonly secrets?: readonly string[];
};

/** Longer arguments, which are SQL, are not printed in full. */
const MAX_SHOWN = 120;

function quoted(arg: string): string {
  const text = arg.length > MAX_SHOWN ? `${arg.slice(0, MAX_SHOWN)}…` : arg;
  return /^[\w@%+=:,./\\-]+$/.test(text) ? text : JSON.stringify(text);
}

const shown = (args: readonly string[]): string => ["npx wrangler", ...args.map(quoted)].join(" ");

export function createOperator({ run, say, isDryRun, canAsk, account, secrets = [] }: Settings): Operator {
  const execute = async (args: readonly string[], options: WranglerOptions = {}): Promise<WranglerResult | null> => {
    say(`$ ${shown(args)}`);
    return isDryRun ? null : run(args, { ...options, capture: true, account });
  };
  const fault = (args: readonly string[], result: WranglerResult): OperatorError => {
    const output = secrets.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), outputOf(result));
    return new OperatorError(`${output}\nThis command failed: ${shown(args)}`);
  };
  const change = async (args: readonly string[], options?: WranglerOptions): Promise<string | null> => {
    const result = await execute(args, options);
    if (result && result.code !== 0) throw fault(args, result);
    return result && result.stdout;
  };
  return {
    isDryRun,
    say,
    read: (args) => execute(args),
    change: async (args) => void (await change(args)),
    output: (args) => change(args),
    changeAsking: async (args) => void (await change(args, { isInteractive: canAsk })),
    async changeUnless(reason, args) {
      const result = await execute(args);
      if (!result || result.code === 0) return true;
      if (reason.test(outputOf(result))) return false;
      throw fault(args, result);
    },
  };
}

export const outputOf = ({ stdout, stderr }: WranglerResult): string => `${stdout}\n${stderr}`.trim();

/** Runs a command's main function. An expected error is printed as its message, without a stack. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isExpected = error instanceof OperatorError || (error instanceof TypeError && "code" in error); // parseArgs
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
