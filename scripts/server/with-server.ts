/**
 * `node scripts/server/with-server.ts [FLAGS] PROGRAM [ARGUMENTS]`: runs a program against a fresh development server, or the one
 * in the environment if a program like this one has already started it (`npm run check` starts one for several steps).
 * Flags (`--name=value`) before the program are passed to a server started here.
 *
 * The server's address and log file are in OCTAVO_ORIGIN and OCTAVO_DEV_LOG, and replace `{origin}` and `{log}` in the
 * arguments. It expects both identity providers at OCTAVO_ISSUER, where the program may start one. The exit code is the
 * program's.
 */
import { exitOf, startTree, stopTree } from "../commands.ts";
import { type ServerVariables, withServer } from "./dev-server.ts";

async function runProgram([program, ...args]: readonly string[], variables: ServerVariables): Promise<number> {
  if (program === undefined) throw new Error("Usage: node scripts/server/with-server.ts [FLAGS] PROGRAM [ARGUMENTS]");
  const filled = args.map((arg) =>
    arg.replaceAll("{origin}", variables.OCTAVO_ORIGIN).replaceAll("{log}", variables.OCTAVO_DEV_LOG),
  );
  // Uses the current Node, whatever `node` is in the caller's shell.
  const command = program === "node" ? process.execPath : program;
  const child = startTree([command], filled, variables, "inherit");
  let interrupted = false;
  const interrupt = (): void => {
    interrupted = true;
    void stopTree(child);
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const code = await exitOf(child);
  return interrupted ? 1 : code;
}

function main(words: readonly string[]): Promise<number> {
  const start = words.findIndex((word) => !word.startsWith("--"));
  const [flags, command] = start < 0 ? [words, []] : [words.slice(0, start), words.slice(start)];
  return withServer(flags, (variables) => runProgram(command, variables));
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 1;
});
