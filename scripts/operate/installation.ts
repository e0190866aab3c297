/**
 * The answers file of an environment: everything that distinguishes this installation from another one, with its secrets. A
 * copy of this one file is what an operator has to keep.
 */
import { chmod, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { EmailAddress } from "../../src/kernel/contract.ts";
import { SignUp } from "../../src/platform/instance-variables.ts";
import { root } from "../commands.ts";
import { OperatorError } from "./operator-error.ts";

/** The value of EMAIL_FROM for an installation that sends no mail. */
export const NO_MAIL = "none";

/** The environment without `--env`. Names of its resources have no suffix. */
export const DEFAULT_ENV = "production";

/** D1's location hints. */
export const LOCATIONS = {
  weur: "Western Europe",
  eeur: "Eastern Europe",
  wnam: "Western North America",
  enam: "Eastern North America",
  apac: "Asia-Pacific",
  oc: "Oceania",
} as const;
type Location = keyof typeof LOCATIONS;

/** The form of a host name that a certificate can be issued for. */
const HOST = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/;

/** What each answer may be. A rejected answer's message completes the sentence "NAME …". */
export const answers = {
  /** Takes a host or its address, and returns the origin. */
  origin: z
    .string()
    .transform((text) =>
      text
        .trim()
        .toLowerCase()
        .replace(/^https:\/\//, "")
        .replace(/\/$/, ""),
    )
    .pipe(z.string().regex(HOST, "must be a host name such as octavo.example.com, without a path or port"))
    .transform((host) => `https://${host}`),
  admins: z.array(EmailAddress, "must be email addresses").min(1, "must contain at least one address"),
  location: z.enum(Object.keys(LOCATIONS) as [Location, ...Location[]]).nullable(),
  signup: z.string().superRefine((text, context) => {
    for (const issue of SignUp.safeParse(text).error?.issues ?? []) context.addIssue(issue.message);
  }),
  mailFrom: EmailAddress.nullable(),
};

const ByName = z.record(z.string(), z.string().min(1)).default({});
const Names = z.strictObject({ workers: ByName, databases: ByName, buckets: ByName, queues: ByName });
export type Names = z.infer<typeof Names>;

const Installation = z.strictObject({
  env: z.string(),
  /** The Cloudflare account's id, if the operator's login can use several. */
  account: z.string().nullable().default(null),
  /** Scheme and host, without a slash at the end. */
  origin: answers.origin,
  /** Addresses whose accounts become administrators when they sign in. */
  admins: answers.admins,
  /** Where the databases are created; null leaves the choice to Cloudflare. */
  location: answers.location,
  /** The variable SIGNUP: who may register. */
  signup: answers.signup,
  /** Sender of mail; null if the installation sends none. */
  mailFrom: answers.mailFrom,
  /** Further variables of the Worker, by name. */
  variables: z.record(z.string(), z.string()).default({}),
  /** ROOT_SECRET, MONITORING_TOKEN and further secrets of the Worker, by name. */
  secrets: z.record(z.string(), z.string()).default({}),
  /** Resources that are not called as in `wrangler.toml`: their names, by the names there. */
  names: Names.optional(),
  /** Top-level keys of `wrangler.toml` that this installation replaces, for example `vectorize` or `observability`. */
  config: z.record(z.string(), z.unknown()).default({}),
});
export type Installation = z.infer<typeof Installation>;

const nameOf = (env: string): string => (env === DEFAULT_ENV ? "octavo.json" : `octavo.${env}.json`);
export const installationFile = (env: string, folder = root): string => join(folder, nameOf(env));

/** An npm command for an environment, as a message shows it. */
export function npmRun(script: string, env: string, ...args: readonly string[]): string {
  const all = env === DEFAULT_ENV ? args : [...args, "--env", env];
  return ["npm run", script, ...(all.length > 0 ? ["--", ...all] : [])].join(" ");
}

/** The answers file of an environment, or null if there is none. */
export async function findInstallation(env = DEFAULT_ENV, folder = root): Promise<Installation | null> {
  const file = installationFile(env, folder);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : parseInstallation(text, file);
}

/** The answers file of an environment. Throws an OperatorError if there is none. */
export async function loadInstallation(env = DEFAULT_ENV, folder = root): Promise<Installation> {
  const installation = await findInstallation(env, folder);
  if (installation) return installation;
  throw new OperatorError(`${nameOf(env)} does not exist. Create it: ${npmRun("setup", env)}`);
}

/** Messages name what is wrong but never quote the file, which contains secrets. */
function parseInstallation(text: string, file: string): Installation {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError(`${file} is not valid JSON.`);
  }
  const parsed = Installation.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`);
  throw new OperatorError(`${file} is invalid: ${faults.join("; ")}.`);
}

/** Replaces the file as a whole, so that an interruption leaves the old or the new one; only its owner can read it. */
export async function saveInstallation(installation: Installation, folder = root): Promise<void> {
  const file = installationFile(installation.env, folder);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(draft, `${JSON.stringify(Installation.parse(installation), null, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    await rename(draft, file);
    await chmod(file, 0o600);
  } finally {
    await rm(draft, { force: true });
  }
}
