/** Command-line options of the smoke run. */
import { parseArgs } from "node:util";
import { UsageError } from "../runner/cases.ts";

export type Options = {
  /** Scheme, host and port of the deployment. */
  readonly origin: string;
  readonly email: string;
  /** The development server's log, which contains mailed links. */
  readonly devLog: string | null;
  /** A raw session token, for deployments whose mail cannot be read. */
  readonly session: string | null;
  /** Number of writers of each type: line tools and whole bodies. */
  readonly workers: number;
  /** Edits per writer. */
  readonly rounds: number;
  /** Maximum number of README files to load. */
  readonly pages: number;
  readonly seed: number;
  /** Do not delete the drives, tokens and session. */
  readonly keep: boolean;
  /** Folder for the history of every faulty page. */
  readonly trace: string | null;
  /** File for the table of results, in Markdown. */
  readonly report: string | null;
};

export const USAGE = `
A case starts a development server, unless it is given a deployment: CASE ORIGIN [--dev-log FILE | --session ses_...].
ORIGIN alone runs edits there.

ORIGIN      the deployment, for example http://localhost:8787 (also: --url, OCTAVO_ORIGIN)
--dev-log   the development server's log, where the sign-in link is printed (also: OCTAVO_DEV_LOG, OCTAVO_LOG)
--session   a session token to use instead of signing in; not for spec
--email     the address to sign in with, an administrator for spec; smoke@example.com by default
--workers   writers on each side, 8 by default
--rounds    edits per writer, 100 by default
--pages     most README files to load, 200 by default
--seed      repeats the choices of an earlier run
--keep      keeps the drives, the tokens and the session
--trace     a folder for the recorded history of every incorrect page, to replay it
--report    a file for the table of results of files, in Markdown`;

type Environment = Readonly<Record<string, string | undefined>>;

const count = (name: string, text: string, least: number): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least)
    throw new UsageError(`--${name} must be a whole number of at least ${least}.`);
  return value;
};

const OPTIONS = {
  url: { type: "string" },
  "dev-log": { type: "string" },
  session: { type: "string" },
  email: { type: "string", default: "smoke@example.com" },
  workers: { type: "string", default: "8" },
  rounds: { type: "string", default: "100" },
  pages: { type: "string", default: "200" },
  seed: { type: "string" },
  trace: { type: "string" },
  report: { type: "string" },
  keep: { type: "boolean", default: false },
} as const;

export function readOptions(args: readonly string[], env: Environment, now: number): Options {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const address = positionals[0] ?? values.url ?? env["OCTAVO_ORIGIN"];
  if (address === undefined || positionals.length > 1 || !URL.canParse(address))
    throw new UsageError("Pass one origin.");
  const session = values.session ?? null;
  const devLog = values["dev-log"] ?? env["OCTAVO_DEV_LOG"] ?? env["OCTAVO_LOG"] ?? null;
  if (session === null && devLog === null)
    throw new UsageError("Pass --dev-log or --session, so that the run can sign in.");
  if (session !== null && !session.startsWith("ses_"))
    throw new UsageError("--session requires a token that starts with ses_.");
  return {
    origin: new URL(address).origin,
    email: values.email.toLowerCase(),
    devLog,
    session,
    workers: count("workers", values.workers, 1),
    rounds: count("rounds", values.rounds, 1),
    pages: count("pages", values.pages, 4),
    seed: values.seed === undefined ? now % 1_000_000 : count("seed", values.seed, 0),
    keep: values.keep,
    trace: values.trace ?? null,
    report: values.report ?? null,
  };
}
