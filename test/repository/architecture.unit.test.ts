/** Enforces the architecture by scanning the source: which modules may import which, and what only the platform may use. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { getTableName, is, Table } from "drizzle-orm";
import { expect, test } from "vitest";
import * as tables from "../../src/db/schema/index.ts";
import * as searchTables from "../../src/db/schema/search.ts";

const root = join(import.meta.dirname, "../..");

type Import = { readonly target: string; readonly typeOnly: boolean };
type Module = { readonly file: string; readonly source: string; readonly imports: readonly Import[] };

/** `import … from`, `export … from`, `import "…"` and `import("…")`; a statement starts its line. */
const STATEMENT =
  /^\s*(?:import|export)\b(\s+type\b)?(?:[^"'`;]*?\bfrom)?\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;

function readModule(file: string): Module {
  const source = readFileSync(join(root, file), "utf8");
  const imports = [...source.matchAll(STATEMENT)].map(([, type, named = "", dynamic]) => {
    const specifier = dynamic ?? named;
    const target = specifier.startsWith(".") ? posix.join(dirname(file), specifier) : specifier;
    return { target, typeOnly: type !== undefined };
  });
  return { file, source, imports };
}

const modules = globSync("{src,durable-objects,queues}/**/*.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .toSorted()
  .map(readModule);

const isPackage = (target: string) => !/^(src|durable-objects|queues|test|scripts|migrations)\//.test(target);
/** A feature, or a part of one with its own folder: `drives`, `pages/bulk`. A path to `index.ts` yields null. */
const folderOf = (path: string) => /^src\/features\/(.+)\/(?!index\.ts$)[^/]+$/.exec(path)?.[1] ?? null;
const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

/** `none` when there are no faults; otherwise one line per fault, so that a failure reads as a list of fixes. */
function report(faults: readonly string[]): string {
  return faults.length === 0 ? "none" : `\n  ${faults.join("\n  ")}\n`;
}

type Arrow = {
  readonly files: RegExp;
  /** Local modules these files may import. */
  readonly locals: RegExp;
  /** Packages they may import; any if omitted. */
  readonly packages?: RegExp;
};

const PURE = /^(zod|uuid)(\/|$)/;
const SLICE = "src/features(?:/[a-z-]+)+";
const KERNEL = "src/kernel/";

const ARROWS: Readonly<Record<string, Arrow>> = {
  "the kernel imports only itself": { files: /^src\/kernel\//, locals: /^src\/kernel\//, packages: PURE },
  "src/realtime imports only itself, the kernel and the task format, and nothing of Workers": {
    files: /^src\/realtime\//,
    locals: /^src\/(realtime|kernel|formats\/tasks)\//,
    packages: /^(yjs|y-protocols|lib0|diff)(\/|$)/,
  },
  "contracts import only contracts, the kernel and src/realtime": {
    files: new RegExp(`^${SLICE}/contract\\.ts$`),
    locals: new RegExp(`^(${KERNEL}|src/realtime/|${SLICE}/contract\\.ts$)`),
    packages: PURE,
  },
  "page formats are pure: they import the kernel, text lines and parsing libraries": {
    files: /^src\/formats\//,
    locals: /^src\/(kernel\/|formats\/|realtime\/text\.ts$)/,
    packages:
      /^(@formulajs\/formulajs|@lezer\/[a-z]+|fflate|htmlparser2|numfmt|papaparse\/papaparse\.js|smol-toml|yaml|node:(buffer|zlib))$/,
  },
  "rules import only contracts, the kernel, src/realtime and the page formats": {
    files: new RegExp(`^${SLICE}/rules\\.ts$`),
    locals: new RegExp(`^(${KERNEL}|src/models/model\\.ts$|src/realtime/|src/formats/|${SLICE}/contract\\.ts$)`),
    packages: PURE,
  },
  "stores import only what their SQL needs": {
    files: new RegExp(`^${SLICE}/([a-z-]+-)?(store|statements)\\.ts$`),
    locals: new RegExp(
      `^(${KERNEL}|src/(db|formats)/|src/platform/db\\.ts$|src/permissions/(ancestors|authorized|bulk-rights|caller-drives|conditions|credential|effective-rights|rights-below|visible-ancestors)\\.ts$|${SLICE}/([a-z-]+-)?(contract|rules|match|cursor|store|statements)\\.ts$|src/words/(notification|language)\\.ts$)`,
    ),
    packages: /^(zod|uuid|drizzle-orm)(\/|$)/,
  },
  "routes and tools call services, and import no store or statements": {
    files: new RegExp(`^${SLICE}/(routes|tools)(-[a-z-]+)?\\.tsx?$`),
    // A feature's use cases may span several files; only the SQL below them is off limits.
    locals: new RegExp(
      `^(${KERNEL}|src/http/|src/rate-limits/rules\\.ts$|src/deps\\.ts$|package\\.json$|${SLICE}/(?!(store|statements)\\.)[a-z-]+\\.ts$)`,
    ),
    packages: /^(zod|hono|@hono\/zod-validator|package\.json)(\/|$)/,
  },
  "features use HTTP only in their routes, and import no Durable Objects, queues or composition": {
    files: new RegExp(`^${SLICE}/(?!(routes|tools)(-[a-z-]+)?\\.tsx?$)[^/]+$`),
    locals: new RegExp(
      `^(${KERNEL}|src/(db|platform|permissions|commit|audit-log|rate-limits|rpc|realtime|anchors|formats|features)/|src/models/model\\.ts$|src/deps\\.ts$|src/words/(alarm|mail|notification|language)\\.ts$)`,
    ),
  },
  "permissions import no feature": {
    files: /^src\/permissions\//,
    locals: /^src\/(kernel|db|platform|permissions)\/|^src\/deps\.ts$/,
    packages: /^drizzle-orm(\/|$)/,
  },
  "the audit log format can be verified without the service": {
    files: /^src\/audit-log\//,
    locals: /^src\/(audit-log|kernel|rpc)\//,
    packages: /^node:crypto$/,
  },
  "commits import only the permissions, the audit log format and modules below them": {
    files: /^src\/commit\//,
    locals: /^src\/(kernel|db|platform|permissions|commit|audit-log)\/|^src\/deps\.ts$/,
    packages: PURE,
  },
  "HTTP imports no feature": {
    files: /^src\/http\//,
    locals: /^src\/(http|kernel|db|platform|permissions|commit|rate-limits|rpc)\/|^src\/deps\.ts$|^dist\//,
  },
  "rate limits import no feature": {
    files: /^src\/rate-limits\//,
    locals: /^src\/(kernel|platform|permissions|commit|rpc|rate-limits)\/|^src\/deps\.ts$/,
    packages: PURE,
  },
  "models import only the platform, and the AI SDK without its own agent loop": {
    files: /^src\/models\//,
    locals: /^src\/(kernel|platform|models)\//,
    packages: /^(zod$|@ai-sdk\/(provider|openai-compatible|anthropic\/internal)$)/,
  },
  "the platform and the database import no feature": {
    files: /^src\/(platform|db)\//,
    locals: /^src\/(kernel|platform|db|rpc|realtime)\//,
  },
  "interfaces of Durable Objects import only the kernel and src/realtime": {
    files: /^src\/rpc\//,
    locals: /^src\/(kernel|rpc|realtime)\//,
    packages: /^$/,
  },
  "the client for live editing knows the engine of a page, and runs in any JavaScript environment": {
    files: /^src\/live-client\//,
    locals: /^src\/(live-client|realtime|kernel)\//,
    packages: /^(yjs|y-protocols|lib0)(\/|$)/,
  },
  "words know only the kernel and what they describe": {
    files: /^src\/words\//,
    locals: /^src\/(words|kernel|formats)\/|^src\/features\/(?:[a-z-]+\/)+contract\.ts$/,
  },
  "components for both the Worker and the browser import neither of them": {
    files: /^src\/web\/shared\//,
    locals: /^src\/(web\/shared|words|kernel|formats)\/|^src\/features\/(?:[a-z-]+\/)+contract\.ts$/,
    packages: /^(preact(\/hooks)?|@lezer\/[a-z]+)$/,
  },
  "the editor imports the document, the live client, components and words, and no view": {
    files: /^src\/web\/client\/editor\//,
    locals: /^src\/(web\/(client\/(editor|properties|ui)|shared)|live-client|words|realtime|kernel|formats)\//,
  },
  "the components of the client import no view": {
    files: /^src\/web\/client\/ui\//,
    locals: /^src\/(web\/(client\/(api|ui)|shared)|words|kernel)\//,
  },
  "the service worker imports only its own modules": {
    files: /^src\/web\/client\/service-worker\//,
    locals: /^src\/web\/client\/service-worker\//,
    packages: /^vitest$/,
  },
  "the browser's client imports the vocabulary, the engine and the formats of the service, and no view that the Worker renders":
    {
      files: /^src\/web\/client\/(?!service-worker\/)/,
      locals:
        /^src\/web\/client\/(?!service-worker\/(?!protocol\.ts$))|^src\/(web\/(?:shared|styles)|live-client|words|kernel|realtime|formats)\/|^src\/features\/(?:[a-z-]+\/)+contract\.ts$/,
    },
};

test.each(Object.entries(ARROWS))("%s", (_, { files, locals, packages }) => {
  const faults = modules
    .filter(({ file }) => files.test(file))
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ target }) => (isPackage(target) ? packages && !packages.test(target) : !locals.test(target)))
        .map(({ target }) => `${file} imports ${target}`),
    );
  expect(report(faults)).toBe("none");
});

test("imports of deps.ts, src/rpc and, in the client, contracts are type-only", () => {
  const faults = modules.flatMap(({ file, imports }) =>
    imports
      .filter(({ typeOnly }) => !typeOnly)
      .filter(
        ({ target }) =>
          /^src\/(deps\.ts$|rpc\/)/.test(file) ||
          (file.startsWith("src/web/client/") && target.endsWith("/contract.ts")),
      )
      .map(({ target }) => `${file} imports ${target}: write \`import type\``),
  );
  expect(report(faults)).toBe("none");
});

test("only entry points create dependencies", () => {
  const makers = modules
    .filter(({ imports }) => imports.some(({ target }) => target === "src/composition.ts"))
    .map(({ file }) => file);
  expect(makers).toEqual([
    "durable-objects/account-lockout.ts",
    "durable-objects/agent-run/agent-run.ts",
    "durable-objects/hub/hub.ts",
    "durable-objects/metrics-writer/metrics-writer.ts",
    "durable-objects/page-room/page-room.ts",
    "queues/parser-rpc.ts",
    "src/app.ts",
    "src/index.ts",
  ]);
});

// Rules are pure, so sharing them creates no coupling.
test("features import only the service, contract, rules or statements of other features", () => {
  const faults = modules.flatMap(({ file, imports }) =>
    imports
      .filter(
        ({ target }) => featureOf(file) !== null && featureOf(target) !== null && featureOf(file) !== featureOf(target),
      )
      .filter(({ target }) => !/\/(index|service|contract|rules|([a-z-]+-)?statements)\.ts$/.test(target))
      .map(({ target }) => `${file} imports ${target}, which is inside another feature`),
  );
  expect(report(faults)).toBe("none");
});

/** The cycles in the graph, each with the imports that form it. */
function circlesIn(edges: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const done = new Set<string>();
  const walk = (at: string, path: readonly string[], why: readonly string[]): string[] => {
    if (path.includes(at)) {
      const start = path.indexOf(at);
      return [`${[...path.slice(start), at].join(" -> ")} (${why.slice(start).join(", ")})`];
    }
    if (done.has(at)) return [];
    const found = [...(edges.get(at) ?? [])].flatMap(([next, edge]) => walk(next, [...path, at], [...why, edge]));
    done.add(at);
    return found;
  };
  return [...edges.keys()].flatMap((at) => walk(at, [], []));
}

/** Import graph between the names that `nameOf` gives to paths; paths without a name are left out. */
function edgesBy(nameOf: (path: string) => string | null): Map<string, Map<string, string>> {
  const edges = new Map<string, Map<string, string>>();
  for (const { file, imports } of modules) {
    for (const { target } of imports) {
      const [from, to] = [nameOf(file), nameOf(target)];
      if (from === null || to === null || from === to) continue;
      edges.set(from, (edges.get(from) ?? new Map<string, string>()).set(to, `${file} -> ${target}`));
    }
  }
  return edges;
}

test("slices have no circular imports", () => {
  expect(report(circlesIn(edgesBy(folderOf)))).toBe("none");
});

test("modules have no circular imports, including type imports", () => {
  expect(report(circlesIn(edgesBy((path) => (isPackage(path) ? null : path))))).toBe("none");
});

/** Modules that dispatch requests, messages and jobs to features. */
const ENTRY = /^(src\/(http|web)\/|src\/(app|composition|index)\.ts$|durable-objects\/|queues\/)/;

test("entry points import only the service, contract, rules, routes or statements of a feature", () => {
  const faults = modules
    .filter(({ file }) => ENTRY.test(file))
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ target }) => featureOf(target) !== null)
        .filter(
          ({ target }) => !/\/(index|service|contract|rules|routes(-[a-z-]+)?|([a-z-]+-)?statements)\.ts$/.test(target),
        )
        .map(({ target }) => `${file} imports ${target}, which is inside a feature`),
    );
  expect(report(faults)).toBe("none");
});

/** Files that may contain SQL statements; those that other features add to their batches are in `statements.ts`. */
const STATEMENTS = new RegExp(
  `^src/(db|permissions)/|^src/commit/outbox\\.ts$|^${SLICE}/(([a-z]+-)*(store|statements))\\.ts$`,
);

const IMPORTED = /^import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/gm;

/** True if a module imports the tools for building statements; importing their types is allowed anywhere. */
const writesSql = ({ file, source, imports }: Module): boolean =>
  imports.some(({ target, typeOnly }) => !typeOnly && /^drizzle-orm(\/|$)/.test(target)) ||
  [...source.matchAll(IMPORTED)].some(
    ([, names = "", from = ""]) =>
      posix.join(dirname(file), from) === "src/db/sql.ts" &&
      names.split(",").some((name) => /^(sql|builder|prepare)( as |$)/.test(name.trim())),
  );

test("only stores, src/db and the permissions contain SQL", () => {
  const writers = modules
    .filter((module) => !STATEMENTS.test(module.file) && writesSql(module))
    .map(({ file }) => file);
  expect(report(writers.map((file) => `${file} contains SQL: move it to a store`))).toBe("none");
});

test("SQL of Durable Objects appears only in their stores and schemas", () => {
  // `/…/.exec(` runs a regular expression, not SQL.
  const executes = /(?<!\/[a-z]*)\.exec\s*[<(]/;
  const objects = modules.filter(({ file }) => file.startsWith("durable-objects/"));
  const others = objects.filter(({ file }) => !/\/(([a-z]+-)*store|schema)\.ts$/.test(file));
  expect(report(findLines(others, executes))).toBe("none");
});

/** Lines of code that match, ignoring comments. */
function findLines(chosen: readonly Module[], pattern: RegExp): string[] {
  return chosen.flatMap(({ file, source }) => {
    const code = source
      .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ""))
      .replaceAll(/(^|\s)\/\/.*$/gm, "$1");
    return code
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []));
  });
}

/** Matches a table name inside a statement. */
const TABLE_AS_TEXT = new RegExp(
  String.raw`\b(?:from|join|into|update|in)\s+(?:${[...Object.values(tables), ...Object.values(searchTables)]
    .flatMap((table) => (is(table, Table) ? [getTableName(table)] : []))
    .join("|")})\b`,
);

test("SQL statements refer to tables by their schema objects, not by name", () => {
  const writers = modules.filter((module) => !module.file.startsWith("src/db/") && writesSql(module));
  expect(report(findLines(writers, TABLE_AS_TEXT))).toBe("none");
});

test("only the permissions create Authorized values", () => {
  const makers = modules
    .filter(
      ({ file, source }) =>
        !file.startsWith("src/permissions/") && /import \{[^}]*(?<!type )\bauthorized\b[^}]*\}/.test(source),
    )
    .map(({ file }) => file);
  expect(report(makers)).toBe("none");
});

test("only the permissions decide what a credential can see and do", () => {
  const inside = /\b(inScope|requireWriter|requireSharing|requireCredential|requireSignIn)\b/;
  const faults = modules
    .filter(({ file }) => file.startsWith("src/features/"))
    .filter(({ source }) => inside.test(source));
  expect(report(faults.map(({ file }) => file))).toBe("none");
});

test("only commits and named exemptions write to the database", () => {
  const writers = modules.filter(({ source }) => /\bwritable\(/.test(source)).map(({ file }) => file);
  expect(writers.toSorted()).toEqual(["src/commit/commit.ts", "src/permissions/exempt.ts", "src/platform/db.ts"]);
});

test("only the platform and the audit log object use D1 directly", () => {
  const holders = modules.filter(({ source }) => /\bD1Database\b/.test(source)).map(({ file }) => file);
  expect(holders.filter((file) => !file.startsWith("src/platform/"))).toEqual([
    "durable-objects/audit-log/audit-log.ts",
    "durable-objects/audit-log/outbox.ts",
  ]);
});

/** Matches the start of a statement that changes rows, whether on its own or wrapped in `rowsOf`. */
const CHANGE = String.raw`(?:rowsOf\((?:(?!=>)[^])*=>\s*)?(?:sql(?:<[^\x60]*?>)?\x60\s*|builder\s*\.)(?:insert|update|delete)\b`;
/** Matches a statement executed like a query; `changing` marks it as a write. */
const readingOf = (what: string) =>
  new RegExp(String.raw`(changing\(\s*)?\b(?:exists|first|many|all)\(\s*${what}`, "g");
const WRITE_AS_QUERY = readingOf(CHANGE);
/** Matches a prepared statement that changes rows; it is executed through its name. */
const PREPARED_CHANGE = new RegExp(String.raw`\bconst (\w+) = prepare\w*\((?:(?!=>)[^])*=>\s*${CHANGE}`, "g");

test("statements that change rows are never executed as queries", () => {
  const faults = modules.flatMap(({ file, source }) =>
    [WRITE_AS_QUERY, ...[...source.matchAll(PREPARED_CHANGE)].map(([, name = ""]) => readingOf(String.raw`${name}\(`))]
      .flatMap((pattern) => [...source.matchAll(pattern)])
      .filter(([, changing]) => changing === undefined)
      .map(([text]) => `${file}: ${text}`),
  );
  expect(report(faults)).toBe("none");
});

test("only entry points and the platform access bindings", () => {
  const shells = /^(src\/platform\/|src\/index\.ts$|src\/composition\.ts$|durable-objects\/|queues\/)/;
  const inner = modules.filter(({ file }) => !shells.test(file));
  expect(report(findLines(inner, /\benv\.[A-Z]|\benv\[|\}\s*=\s*(c\.)?env\b|["']cloudflare:/))).toBe("none");
});

test("only the platform provides time, IDs and randomness", () => {
  const inner = modules.filter(({ file }) => !/^src\/(platform|web\/client)\/|^queues\//.test(file));
  const ambient =
    /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b|\bperformance\.now\b/;
  expect(report(findLines(inner, ambient))).toBe("none");
});

test("only two modules call other hosts, for configured addresses and client ID documents", () => {
  const egress = "src/platform/bounded-fetch.ts";
  const toModels = "src/models/provider-fetch.ts";
  const server = modules.filter(
    ({ file }) => !file.startsWith("src/web/client/") && file !== egress && file !== toModels,
  );
  const ways =
    /(?<![.\w"']|override |override async )fetch\s*(\((?!\s*\{)|[,;)\]}])|globalThis\s*[.[]|\bnew (WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\b/;
  const network = /^(cloudflare:sockets|undici|(node:)?(https?|http2|net|tls|dgram|dns)(\/|$))/;
  const sockets = server.flatMap(({ file, imports }) =>
    imports.filter(({ target }) => network.test(target)).map(({ target }) => `${file} imports ${target}`),
  );
  expect(report([...findLines(server, ways), ...sockets])).toBe("none");
  const users = modules
    .filter(({ imports }) => imports.some(({ target }) => target === egress))
    .map(({ file }) => file);
  // The only module that fetches an address supplied by a third party; it validates the address first.
  const byName = "src/features/auth/oauth/client-document.ts";
  const providers = ["src/features/auth/providers/exchange.ts", "src/features/auth/providers/id-token.ts"];
  // Its receivers are addresses from the configuration.
  expect(users).toEqual(["src/features/alarms/send.ts", byName, ...providers]);
  expect(
    modules.filter(({ imports }) => imports.some(({ target }) => target === byName)).map(({ file }) => file),
  ).toEqual(["src/features/auth/oauth/clients.ts"]);
  const models = modules.filter(({ imports }) => imports.some(({ target }) => target === toModels));
  expect(models.map(({ file }) => file)).toEqual(["src/models/ai-sdk.ts", "src/models/models.ts"]);
  const sdk = models.find(({ file }) => file.endsWith("ai-sdk.ts"))?.source ?? "";
  const made = sdk.match(/\b(new OpenAICompatibleChatLanguageModel|new AnthropicLanguageModel)\(/g) ?? [];
  expect([made.length, sdk.match(/\bfetch: send\b/g)?.length]).toEqual([2, 2]);
  // Libraries that would otherwise call `fetch` themselves must be given ours.
  const libraries = modules.filter(({ source }) => /createRemoteJWKSet|authorizationCodeGrantRequest/.test(source));
  expect(libraries.map(({ file }) => file)).toEqual(providers);
  for (const { file, source } of libraries) {
    const calls = source.match(/\b(createRemoteJWKSet|authorizationCodeGrantRequest)\(/g) ?? [];
    expect(source.match(/\[customFetch\]:/g)?.length, file).toBe(calls.length);
  }
});

test("every module starts with a doc comment and has a specific name", () => {
  const generic = /(^|\/)(utils?|helpers?|common|managers?|data|misc)(\.tsx?$|\/)/;
  const faults = modules.flatMap(({ file, source }) => [
    ...(source.startsWith("/**") ? [] : [`${file} does not open with a doc comment`]),
    ...(generic.test(file) ? [`${file} has a generic name: name it after its content`] : []),
  ]);
  expect(report(faults)).toBe("none");
});
