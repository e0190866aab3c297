/**
 * Stands in for the `wrangler` command: it keeps the state of one Cloudflare account, records calls, and fails when told. As a
 * program (OCTAVO_WRANGLER), it keeps the account in the file that STAND_IN_ACCOUNT names.
 */
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { root } from "../../commands.ts";
import type { RunWrangler, WranglerResult } from "../wrangler.ts";

type Database = { id: string; location: string | null; migrations: string[]; statements: string[] };
type Share = { version_id: string; percentage: number };
type Worker = {
  config: unknown;
  secrets: Record<string, string>;
  /** Ids of all uploaded versions. */
  versions: string[];
  /** The current deployment. */
  traffic: Share[];
};

export type Account = {
  databases: Record<string, Database>;
  buckets: string[];
  queues: string[];
  workers: Record<string, Worker>;
  mailDomains: string[];
  /** What a deployment has to apply before a version with new Durable Object classes can be uploaded. */
  hasPendingClasses: boolean;
  /** Arguments of all calls. */
  calls: string[][];
  /** Fails once at the call with this number, counted from 1, before or after the call took effect. */
  failure: { call: number; when: "before" | "after" } | null;
};

export const emptyAccount = (): Account => ({
  databases: {},
  buckets: [],
  queues: [],
  workers: {},
  mailDomains: [],
  hasPendingClasses: false,
  calls: [],
  failure: null,
});

type Config = {
  name: string;
  d1_databases?: { binding: string; database_name: string; database_id?: string; migrations_dir: string }[];
  r2_buckets?: { bucket_name: string }[];
  queues?: { producers?: { queue: string }[]; consumers?: { queue: string }[] };
  services?: { service: string }[];
};

class Failure extends Error {}

const flagOf = (args: readonly string[], name: string): string | undefined =>
  args.includes(name) ? args[args.indexOf(name) + 1] : undefined;

function readConfig(args: readonly string[]): { config: Config; folder: string } {
  const path = join(root, flagOf(args, "--config") ?? "wrangler.toml");
  const text = readFileSync(path, "utf8");
  const config = (path.endsWith(".toml") ? parse(text) : JSON.parse(text)) as Config; // the fields of the type are Wrangler's
  return { config, folder: dirname(path) };
}

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `│ ${row.join(" │ ")} │`).join("\n├───┼───┤\n");

const addDatabase = (account: Account, name: string, location: string | null): void => {
  account.databases[name] = { id: randomUUID(), location, migrations: [], statements: [] };
};

/** The database that is bound under this name; like Wrangler, it is found by the name in the configuration. */
function databaseOf(account: Account, args: readonly string[], binding: string | undefined) {
  const { config, folder } = readConfig(args);
  const bound = config.d1_databases?.find((each) => each.binding === binding);
  const database = bound && account.databases[bound.database_name];
  if (!database) throw new Failure(`Couldn't find a D1 DB named '${bound?.database_name}' (bound as '${binding}').`);
  return { database, migrations: join(folder, bound.migrations_dir) };
}

function create(list: string[], name: string, message: string): string {
  if (list.includes(name)) throw new Failure(message);
  list.push(name);
  return `Created ${name}`;
}

/**
 * As in Wrangler's `ensureQueuesExistByConfig` and `provisionBindings`: queues of producers are created, and a queue that is only
 * consumed must exist. What a Worker is bound to by a service must exist, too.
 */
function deploy(account: Account, args: readonly string[]): string {
  const { config } = readConfig(args);
  account.hasPendingClasses = false;
  const { producers = [], consumers = [] } = config.queues ?? {};
  const produced = new Set(producers.map(({ queue }) => queue));
  for (const { queue } of consumers)
    if (!produced.has(queue) && !account.queues.includes(queue)) throw new Failure(`Queue "${queue}" does not exist.`);
  for (const { service } of config.services ?? [])
    if (!account.workers[service]) throw new Failure(`Service binding refers to ${service}, which was not found.`);
  for (const { database_name: name, database_id: id } of config.d1_databases ?? []) {
    if (id !== undefined) throw new Failure(`${name} has an id, so that it is not created.`);
    if (!account.databases[name]) addDatabase(account, name, null);
  }
  for (const { bucket_name: name } of config.r2_buckets ?? [])
    if (!account.buckets.includes(name)) account.buckets.push(name);
  account.queues.push(...[...produced].filter((queue) => !account.queues.includes(queue)));
  const file = flagOf(args, "--secrets-file");
  if (file !== undefined && process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    throw new Failure(`${file} can be read by others.`);
  const sent = file === undefined ? {} : (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>); // as written
  const earlier = account.workers[config.name];
  const id = randomUUID();
  account.workers[config.name] = {
    config,
    // Wrangler keeps secrets that are not sent.
    secrets: { ...earlier?.secrets, ...sent },
    versions: [...(earlier?.versions ?? []), id],
    traffic: [{ version_id: id, percentage: 100 }],
  };
  return `Deployed ${config.name}. ${JSON.stringify(sent)}`;
}

function workerOf(account: Account, args: readonly string[]): Worker {
  const { name } = readConfig(args).config;
  const worker = account.workers[name];
  if (!worker) throw new Failure(`You cannot upload a new version of a Worker that does not yet exist: ${name}`);
  return worker;
}

/** Refuses an upload with new Durable Object classes, as Wrangler's `uploadWorkerVersion` does. */
function upload(account: Account, args: readonly string[]): string {
  const worker = workerOf(account, args);
  if (account.hasPendingClasses)
    throw new Failure(
      "This Worker has a pending Durable Object migration, which cannot be applied by `versions upload`.",
    );
  const id = randomUUID();
  worker.versions.push(id);
  return `Uploaded octavo (3.21 sec)\nWorker Version ID: ${id}\n`;
}

function deployVersions(account: Account, args: readonly string[]): string {
  const worker = workerOf(account, args);
  const traffic = args
    .filter((arg) => /@\d+%$/.test(arg))
    .map((arg): Share => ({
      version_id: arg.split("@")[0] ?? "",
      percentage: Number.parseInt(arg.split("@")[1] ?? ""),
    }));
  if (traffic.reduce((sum, { percentage }) => sum + percentage, 0) !== 100)
    throw new Failure("Sum of specified percentages must be 100");
  for (const { version_id: id } of traffic)
    if (!worker.versions.includes(id)) throw new Failure(`Version ${id} was not found.`);
  worker.traffic = traffic;
  return "SUCCESS";
}

function execute(account: Account, args: readonly string[]): string {
  const [first, second] = args;
  switch (`${first} ${second}`) {
    case "whoami --json":
      return JSON.stringify({ loggedIn: true, accounts: [{ id: "0".repeat(32), name: "Ann's account" }] });
    case "secret list": {
      const worker = account.workers[flagOf(args, "--name") ?? ""];
      if (!worker) throw new Failure(`Worker "${flagOf(args, "--name")}" not found.`);
      return JSON.stringify(Object.keys(worker.secrets).map((name) => ({ name, type: "secret_text" })));
    }
    case "versions upload":
      return upload(account, args);
    case "versions deploy":
      return deployVersions(account, args);
    case "deployments status":
      if (!account.workers[readConfig(args).config.name])
        throw new Failure("This Worker does not exist on your account.");
      return JSON.stringify({ id: randomUUID(), versions: workerOf(account, args).traffic });
    case "triggers deploy":
      workerOf(account, args).config = readConfig(args).config;
      return "Deployed triggers";
    default:
      if (first === "deploy") return deploy(account, args);
      return first === "d1" ? executeD1(account, args) : executeOnResource(account, args);
  }
}

function executeD1(account: Account, args: readonly string[]): string {
  const [, second, third] = args;
  switch (`d1 ${second}`) {
    case "d1 list":
      return JSON.stringify(Object.entries(account.databases).map(([name, { id }]) => ({ uuid: id, name })));
    case "d1 create": {
      if (third === undefined || account.databases[third])
        throw new Failure(`A database with that name already exists`);
      addDatabase(account, third, flagOf(args, "--location") ?? null);
      return `Created ${third}`;
    }
    case "d1 time-travel": {
      const { database } = databaseOf(account, args, args[3]);
      return JSON.stringify({ bookmark: `bookmark-after-${database.migrations.length}-migrations` });
    }
    case "d1 migrations": {
      const { database, migrations } = databaseOf(account, args, args[3]);
      const missing = readdirSync(migrations).filter((name) => !database.migrations.includes(name));
      if (third === "list")
        return missing.length === 0
          ? "✅ No migrations to apply!"
          : `Migrations to be applied:\n${table(missing.map((name) => [name]))}`;
      database.migrations = readdirSync(migrations).toSorted();
      return "Applied";
    }
    case "d1 execute": {
      const { database } = databaseOf(account, args, third);
      if (database.migrations.length === 0) throw new Failure("no such table: audit_outbox");
      database.statements.push(flagOf(args, "--command") ?? "");
      return "Executed";
    }
    default:
      throw new Failure(`Unknown command: ${args.join(" ")}`);
  }
}

function executeOnResource(account: Account, args: readonly string[]): string {
  const [first, second, third] = args;
  switch (`${first} ${second}`) {
    case "r2 bucket":
      if (third === "create")
        return create(account.buckets, args[3] ?? "", "The bucket already exists, and you own it");
      return `Listing buckets...\n${account.buckets.map((name) => `name:           ${name}\ncreation_date:  2026`).join("\n\n")}`;
    case "queues create":
      return create(account.queues, third ?? "", `Queue name '${third}' is already taken`);
    case "queues list": {
      // Two rows a page, so that a reader of the first page alone misses some.
      const start = (Number(flagOf(args, "--page") ?? 1) - 1) * 2;
      return table([
        ["id", "name"],
        ...account.queues.slice(start, start + 2).map((name) => [createHash("md5").update(name).digest("hex"), name]),
      ]);
    }
    case "queues info": {
      if (!account.queues.includes(third ?? "")) throw new Failure(`Queue "${third}" does not exist.`);
      const isConsumer = (config: Config): boolean =>
        config.queues?.consumers?.some(({ queue }) => queue === third) ?? false;
      const count = Object.values(account.workers).filter(({ config }) => isConsumer(config as Config)).length;
      return `Queue Name: ${third}\nNumber of Producers: 1\nNumber of Consumers: ${count}`;
    }
    case "email sending": {
      const domain = args[3] ?? "";
      if (third === "enable") return create(account.mailDomains, domain, `${domain} is enabled already`);
      return table([["name", "enabled", "tag"], ...account.mailDomains.map((name) => [name, "yes", "t"])]);
    }
    default:
      throw new Failure(`Unknown command: ${args.join(" ")}`);
  }
}

/** Runs one command. A failure prints the secrets it was given, as a careless program might. */
export function callWrangler(account: Account, args: readonly string[]): WranglerResult {
  account.calls.push([...args]);
  const { failure } = account;
  const secretsFile = flagOf(args, "--secrets-file");
  const secrets = secretsFile === undefined ? "" : readFileSync(secretsFile, "utf8");
  const result = failure?.call === account.calls.length && failure.when === "before" ? null : attempt(account, args);
  if (result !== null && failure?.call !== account.calls.length) return result;
  return { code: 1, stdout: "", stderr: `connection reset ${secrets}` };
}

function attempt(account: Account, args: readonly string[]): WranglerResult {
  try {
    return { code: 0, stdout: execute(account, args), stderr: "" };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { code: 1, stdout: "", stderr: error.message };
  }
}

/** The stand-in without a process of its own. */
export const standIn =
  (account: Account): RunWrangler =>
  async (args) =>
    callWrangler(account, args);

if (import.meta.main) {
  const { STAND_IN_ACCOUNT: file } = process.env;
  if (file === undefined) throw new Error("STAND_IN_ACCOUNT names no file.");
  const account = JSON.parse(readFileSync(file, "utf8")) as Account; // written below, or by a test
  const { code, stdout, stderr } = callWrangler(account, process.argv.slice(2));
  writeFileSync(file, JSON.stringify(account));
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = code;
}
