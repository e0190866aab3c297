/** The arguments that `npm run dev` passes to Wrangler: the caller's flags, and those it has to read or add. */

type DevPlan = {
  /** Arguments after `wrangler dev`. */
  readonly dev: readonly string[];
  /** Arguments of the migration runs, one per database, for the same local state. */
  readonly migrate: readonly (readonly string[])[];
};

/** The project's Workers, with the one that handles requests first. They run, and call each other, under one Wrangler. */
const WORKERS = ["wrangler.toml", "queues/parser/wrangler.toml"] as const;

/** Binding names in wrangler.toml. */
const DATABASES = ["DB", "SEARCH"] as const;

/**
 * The last value of `--name value` or `--name=value`, in kebab or camel case, since Wrangler accepts both; `alias` is
 * `-x`.
 */
export function readFlag(args: readonly string[], name: string, alias?: string): string | undefined {
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const spellings = [`--${name}`, `--${camel}`, ...(alias ? [`-${alias}`] : [])];
  let value: string | undefined;
  for (const [index, arg] of args.entries()) {
    for (const spelling of spellings) {
      if (arg === spelling) value = args[index + 1];
      else if (arg.startsWith(`${spelling}=`)) value = arg.slice(spelling.length + 1);
    }
  }
  return value;
}

/**
 * `args` are the caller's; users connect to `port`, and Wrangler listens on `workerPort`. Development needs two
 * variables: the environment, and an origin that matches the port. Each is added unless it is set by the caller or in
 * `inFile`, the names in a variables file.
 */
export function planDev(
  args: readonly string[],
  port: number,
  workerPort: number,
  inFile: ReadonlySet<string>,
): DevPlan {
  const scheme = readFlag(args, "local-protocol") ?? "http";
  const variables = {
    ENVIRONMENT: "development",
    APP_ORIGIN: `${scheme}://localhost:${port}`,
  };
  const missing = Object.entries(variables).filter(
    ([name]) =>
      !inFile.has(name) && !args.some((arg) => arg.startsWith(`${name}:`) || arg.startsWith(`--var=${name}:`)),
  );
  const hasConfig = readFlag(args, "config", "c") !== undefined;
  const dev = [
    ...(hasConfig ? [] : WORKERS.flatMap((config) => ["--config", config])),
    ...withoutPort(args),
    "--port",
    String(workerPort),
    ...missing.flatMap(([name, value]) => ["--var", `${name}:${value}`]),
    ...(readFlag(args, "show-interactive-dev-session") === undefined ? ["--show-interactive-dev-session=false"] : []),
  ];
  const shared = [
    ["--persist-to", readFlag(args, "persist-to")],
    ["--config", readFlag(args, "config", "c")],
    ["--env", readFlag(args, "env", "e")],
  ];
  const migrate = shared.flatMap(([flag, value]) => (flag !== undefined && value !== undefined ? [flag, value] : []));
  return { dev, migrate: DATABASES.map((name) => ["d1", "migrations", "apply", name, "--local", ...migrate]) };
}

function withoutPort(args: readonly string[]): string[] {
  return args.filter((arg, index) => arg !== "--port" && !arg.startsWith("--port=") && args[index - 1] !== "--port");
}

/** The names set in a dotenv file. */
export function readVariableNames(text: string): Set<string> {
  return new Set([...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=/gm)].map(([, name = ""]) => name));
}
