/**
 * The deployed configuration of both Workers, rendered from the tracked `wrangler.toml` files and an environment's answers into
 * `dist`, so that no installation edits a tracked file.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import { parse } from "smol-toml";
import { root } from "../commands.ts";
import { git } from "../migrations/older-version.ts";
import { DEFAULT_ENV, NO_MAIL, type Installation, type Names } from "./installation.ts";
import { OperatorError } from "./operator-error.ts";

const SOURCES = { app: "wrangler.toml", parser: "queues/parser/wrangler.toml" } as const;
export type WorkerName = keyof typeof SOURCES;
const WORKERS: readonly WorkerName[] = ["app", "parser"];

const OUTPUT = join(root, "dist");

/** The parts of a configuration that depend on the environment or on where the file is. */
export type Config = {
  name: string;
  main: string;
  alias?: Record<string, string>;
  vars?: Record<string, string>;
  assets?: { directory: string };
  d1_databases?: { binding: string; database_name: string; migrations_dir: string }[];
  r2_buckets?: { bucket_name: string }[];
  queues?: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
  services?: { service: string }[];
  ratelimits?: { namespace_id: string }[];
  [key: string]: unknown;
};

/** Names of an environment's resources. The Workers and databases are in the order in which they are created. */
export type Resources = {
  readonly workers: Readonly<Record<WorkerName, string>>;
  /** Binding and name. */
  readonly databases: readonly { readonly binding: string; readonly name: string }[];
  readonly buckets: readonly string[];
  readonly queues: readonly string[];
};

/** Path of a Worker's rendered configuration. */
const configFile = (env: string, worker: WorkerName): string =>
  join(
    OUTPUT,
    ["wrangler", ...(env === DEFAULT_ENV ? [] : [env]), ...(worker === "app" ? [] : [worker]), "json"].join("."),
  );

export const configFiles = (env: string): Readonly<Record<WorkerName, string>> => ({
  app: configFile(env, "app"),
  parser: configFile(env, "parser"),
});

/** Arguments of `wrangler d1` that choose the deployed databases of an environment. */
export const remoteDatabase = (env: string): string[] => [
  "--remote",
  "--config",
  relative(root, configFile(env, "app")),
];

/** The tracked configurations, for installations without an answers file. */
export const trackedConfigFiles: Readonly<Record<WorkerName, string>> = {
  app: join(root, SOURCES.app),
  parser: join(root, SOURCES.parser),
};

const readSource = async (worker: WorkerName): Promise<Config> =>
  parse(await readFile(join(root, SOURCES[worker]), "utf8")) as Config; // Wrangler validates the rest

const readSources = async (): Promise<Record<WorkerName, Config>> => ({
  app: await readSource("app"),
  parser: await readSource("parser"),
});

const suffixed = (name: string, env: string): string => (env === DEFAULT_ENV ? name : `${name}-${env}`);

function resourcesIn({ app, parser }: Record<WorkerName, Config>): Resources {
  const queues = [app, parser].flatMap(({ queues: { producers = [], consumers = [] } = {} }) => [
    ...producers.map(({ queue }) => queue),
    ...consumers.flatMap(({ queue, dead_letter_queue: dead }) => (dead === undefined ? [queue] : [queue, dead])),
  ]);
  return {
    workers: { app: app.name, parser: parser.name },
    databases: (app.d1_databases ?? []).map(({ binding, database_name: name }) => ({ binding, name })),
    buckets: (app.r2_buckets ?? []).map(({ bucket_name: name }) => name),
    queues: [...new Set(queues)],
  };
}

/** Throws an OperatorError for a name whose resources could be mistaken for those of another environment. */
export async function validateEnv(env: string): Promise<void> {
  if (!/^[a-z][a-z\d]{0,19}$/.test(env)) {
    throw new OperatorError(
      "The environment's name must have 1 to 20 lower-case letters and digits, and begin with a letter.",
    );
  }
  const { workers, databases, queues } = resourcesIn(await readSources());
  for (const names of [Object.values(workers), databases.map(({ name }) => name), queues]) {
    const taken = names.find((name) => env !== DEFAULT_ENV && names.includes(suffixed(name, env)));
    if (taken !== undefined) {
      throw new OperatorError(`The environment cannot be named ${env}: ${suffixed(taken, env)} belongs to production.`);
    }
  }
}

/** Counters of coarse rate limits are shared by all Workers of an account that name the same namespace. */
function namespaceOf(id: string, env: string): string {
  if (env === DEFAULT_ENV) return id;
  return String((createHash("sha256").update(env).digest().readUInt16BE() + 1) * 10_000 + Number(id));
}

/** Variables of the app Worker. Further ones in the answers have precedence over the tracked defaults, not over the answers. */
const variablesOf = ({ origin, admins, signup, mailFrom, variables }: Installation): Record<string, string> => ({
  ...variables,
  APP_ORIGIN: origin,
  ADMIN_EMAILS: admins.join(","),
  SIGNUP: signup,
  EMAIL_FROM: mailFrom ?? NO_MAIL,
});

/** A host on workers.dev is served without a route; Cloudflare creates record and certificate of any other. */
function addressOf({ origin }: Installation): Record<string, unknown> {
  const { host } = new URL(origin);
  if (host.endsWith(".workers.dev")) return { workers_dev: true };
  return { workers_dev: false, preview_urls: false, routes: [{ pattern: host, custom_domain: true }] };
}

/** A path of a tracked configuration, as seen from `dist`, with forward slashes on every system. */
function pathFrom(source: string, path: string): string {
  const moved = relative(OUTPUT, join(root, dirname(source), path)).replaceAll("\\", "/");
  return moved.startsWith(".") ? moved : `./${moved}`;
}

/** Changes the paths and names in a tracked configuration. */
function relocate(config: Config, source: string, { env, names }: Pick<Installation, "env" | "names">): Config {
  const named = (kind: keyof Names, name: string): string => names?.[kind][name] ?? suffixed(name, env);
  const moved = (path: string): string => pathFrom(source, path);
  const { alias = {}, assets, queues: { producers = [], consumers = [] } = {} } = config;
  return {
    ...config,
    name: named("workers", config.name),
    main: moved(config.main),
    alias: Object.fromEntries(Object.entries(alias).map(([from, to]) => [from, to.startsWith(".") ? moved(to) : to])),
    ...(assets && { assets: { ...assets, directory: moved(assets.directory) } }),
    d1_databases: (config.d1_databases ?? []).map((each) => ({
      ...each,
      database_name: named("databases", each.database_name),
      migrations_dir: moved(each.migrations_dir),
    })),
    r2_buckets: (config.r2_buckets ?? []).map((each) => ({ ...each, bucket_name: named("buckets", each.bucket_name) })),
    queues: {
      producers: producers.map((each) => ({ ...each, queue: named("queues", each.queue) })),
      consumers: consumers.map((each) => ({
        ...each,
        queue: named("queues", each.queue),
        ...(each.dead_letter_queue !== undefined && { dead_letter_queue: named("queues", each.dead_letter_queue) }),
      })),
    },
    services: (config.services ?? []).map((each) => ({ ...each, service: named("workers", each.service) })),
    ratelimits: (config.ratelimits ?? []).map((each) => ({
      ...each,
      namespace_id: namespaceOf(each.namespace_id, env),
    })),
  };
}

/** Names by kind, in the order of the configuration. */
const namesIn = ({ workers, databases, buckets, queues }: Resources): Record<keyof Names, string[]> => ({
  workers: Object.values(workers),
  databases: databases.map(({ name }) => name),
  buckets: [...buckets],
  queues: [...queues],
});

/** A misspelt name would leave a resource with its default name, and so create it. An edited file has the other name already. */
function requireKnownNames(names: Names, tracked: Resources): void {
  for (const [kind, known] of Object.entries(namesIn(tracked))) {
    const given = Object.entries(names[kind as keyof typeof names]); // its keys
    const [unknown] = given.find(([name, other]) => !known.includes(name) && !known.includes(other)) ?? [];
    if (unknown !== undefined)
      throw new OperatorError(
        `names.${kind}: ${unknown} is not one of ${known.join(", ")}, the names in wrangler.toml.`,
      );
  }
}

/**
 * The names that were edited in the tracked files, by those of the last commit; null if none was, or there is no repository.
 */
export async function editedNames(): Promise<Names | null> {
  const committed = WORKERS.map((worker) => git(root, "show", `HEAD:${SOURCES[worker]}`));
  const [app, parser] = committed.map((text) => (text === null ? null : (parse(text) as Config)));
  return app && parser ? differentNames(resourcesIn({ app, parser }), resourcesIn(await readSources())) : null;
}

/** Null if no name differs. Kinds of which there are more or fewer resources cannot be compared, and are left out. */
export function differentNames(before: Resources, after: Resources): Names | null {
  const [defaults, edited] = [namesIn(before), namesIn(after)];
  const changesOf = (kind: keyof Names): Record<string, string> => {
    if (defaults[kind].length !== edited[kind].length) return {};
    const pairs = defaults[kind].map((name, at) => [name, edited[kind][at] ?? name] as const);
    return Object.fromEntries(pairs.filter(([name, other]) => name !== other));
  };
  const names = {
    workers: changesOf("workers"),
    databases: changesOf("databases"),
    buckets: changesOf("buckets"),
    queues: changesOf("queues"),
  };
  return Object.values(names).some((each) => Object.keys(each).length > 0) ? names : null;
}

type Rendered = {
  readonly configs: Readonly<Record<WorkerName, Config>>;
  /** Resources that the configurations name. */
  readonly resources: Resources;
};

/** The configurations of both Workers for an installation. */
export async function render(installation: Installation): Promise<Rendered> {
  const sources = await readSources();
  const { account, config } = installation;
  if (installation.names) requireKnownNames(installation.names, resourcesIn(sources));
  const accountId = account === null ? {} : { account_id: account };
  const app = relocate(sources.app, SOURCES.app, installation);
  const vars = { ...app.vars, ...variablesOf(installation) };
  const configs = {
    app: { ...app, ...accountId, ...addressOf(installation), ...config, vars },
    parser: { ...relocate(sources.parser, SOURCES.parser, installation), ...accountId },
  };
  return { configs, resources: resourcesIn(configs) };
}

/** Writes both configurations into `dist`. They contain no secrets. */
export async function writeConfigs(installation: Installation): Promise<Rendered> {
  const rendered = await render(installation);
  await mkdir(OUTPUT, { recursive: true });
  for (const worker of WORKERS) {
    const text = `${JSON.stringify(rendered.configs[worker], null, 2)}\n`;
    await writeFile(configFile(installation.env, worker), text);
  }
  return rendered;
}

/** Resources of an installation without an answers file. */
export const trackedResources = async (): Promise<Resources> => resourcesIn(await readSources());

/** The tracked configuration of the app, which some installations have edited. */
export const readTrackedConfig = (): Promise<Config> => readSource("app");
