/**
 * The search index in one database and in Durable Objects, on the same pages and with the same statements: how fast it is
 * written, how large it becomes, and how long searches take. The pages are in a hundred drives; the index of all of them
 * also answers as that of a single drive.
 */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { build } from "esbuild";
import { Miniflare, convertV4MiniflareOptions, Log, LogLevel } from "miniflare";
import { wordOf } from "../../../test/cost/search-words.ts";
import type { Tally } from "../../check/test-summary.ts";
import { root } from "../../commands.ts";
import { quantile } from "../../runner/quantile.ts";

const PAGES_PER_BATCH = 100;
const TARGETS = ["database", "large", "small"] as const;
type Target = (typeof TARGETS)[number];
type Filled = Record<Target, { ms: number; result: number }>;
type Found = { ms: number; hits: number; rowsRead: number };

/** Words by frequency: of nearly every page, of every tenth, and of one in some thousands. */
const WORDS = { common: 1, medium: 60, rare: 30_000 } as const;
/** How many drives are searched; `large` is the single drive with all pages. */
const SCOPES = { "one of 100": 1, "20 of 100": 20, "all 100": 100, large: 0 } as const;
/** Objects that return few hits each do not yield the best 300 of all drives, only the first page. */
const WAYS = { database: "database?", objects: "objects?", "objects, 30 hits each": "objects?limit=30" } as const;

async function start(folder: string): Promise<Miniflare> {
  const bundle = join(folder, "worker.js");
  await build({
    entryPoints: [join(root, "test/cost/search-worker.ts")],
    bundle: true,
    format: "esm",
    external: ["cloudflare:*", "node:*"],
    outfile: bundle,
    logLevel: "warning",
  });
  return new Miniflare({
    ...convertV4MiniflareOptions({
      port: 0,
      cf: false,
      log: new Log(LogLevel.ERROR),
      logRequests: false,
      workers: [
        {
          name: "s",
          modules: [{ type: "ESModule", path: bundle }],
          modulesRoot: folder,
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          d1Databases: { SEARCH: "s" },
          durableObjects: { INDEX: { className: "SearchBench", useSQLite: true } },
        },
      ],
    }),
    resourcePersistencePath: folder,
  });
}

async function call<T>(miniflare: Miniflare, path: string, init?: { method: string; body?: string }): Promise<T> {
  const response = await fetch(new URL(path, await miniflare.ready), init);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T; // the bench's own Worker
}

async function fill(miniflare: Miniflare, pages: number): Promise<void> {
  const schema = (await readD1Migrations(join(root, "migrations/search"))).flatMap(({ queries }) => queries);
  const db = await miniflare.getD1Database("SEARCH");
  for (const statement of schema) await db.prepare(statement).run();
  await call(miniflare, "/create", { method: "POST", body: JSON.stringify(schema) });
  const sums = { database: { ms: 0, rows: 0 }, large: { ms: 0, rows: 0 }, small: { ms: 0, rows: 0 } };
  for (let batch = 0; batch < pages / PAGES_PER_BATCH; batch += 1) {
    const filled = await call<Filled>(miniflare, `/fill/${batch}`, { method: "POST" });
    for (const target of TARGETS) {
      sums[target].ms += filled[target].ms;
      sums[target].rows += filled[target].result;
    }
    if (batch % 500 === 499) console.log(`${(batch + 1) * PAGES_PER_BATCH} pages`);
  }
  for (const [target, { ms, rows }] of Object.entries(sums))
    console.log(
      `${target}: ${Math.round(pages / (ms / 1_000))} pages and ${Math.round(rows / (ms / 1_000))} rows a second`,
    );
}

/** Bytes of the databases, by the folder that Miniflare gives each kind. */
async function sizes(folder: string): Promise<void> {
  for (const kind of ["d1", "do"]) {
    const files = (await readdir(join(folder, kind), { recursive: true })).filter((file) => file.endsWith(".sqlite"));
    const bytes = await Promise.all(files.map(async (file) => (await stat(join(folder, kind, file))).size));
    const [largest = 0, ...others] = bytes.toSorted((a, b) => b - a);
    const rest = others.reduce((sum, each) => sum + each, 0);
    console.log(
      `${kind}: ${(largest / 1e6).toFixed(1)} MB in the largest, ${(rest / 1e6).toFixed(1)} MB in ${others.length} others`,
    );
  }
}

const milliseconds = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)}`;

async function measure(miniflare: Miniflare, samples: number): Promise<void> {
  console.log("\nMilliseconds, median / 99th percentile; rows read");
  for (const [scope, drives] of Object.entries(SCOPES)) {
    for (const [name, rank] of Object.entries(WORDS)) {
      for (const [target, query] of Object.entries(WAYS)) {
        const found: Found[] = [];
        for (let at = 0; at < samples; at += 1) {
          const q = wordOf(rank + (at % Math.max(1, Math.floor(rank / 2))));
          found.push(await call<Found>(miniflare, `/find/${query}&q=${q}&drives=${drives}`));
        }
        const rows = Math.round(
          quantile(
            found.map(({ rowsRead }) => rowsRead),
            0.5,
          ),
        );
        const hits = Math.round(
          quantile(
            found.map((each) => each.hits),
            0.5,
          ),
        );
        console.log(
          `${scope}, ${name}, ${target}: ${milliseconds(found.map(({ ms }) => ms))} (${rows} rows, ${hits} hits)`,
        );
      }
    }
  }
}

/** The first search after a start, when no object runs and nothing is in memory. */
async function measureFirst(folder: string): Promise<void> {
  for (const target of ["database", "objects"]) {
    const miniflare = await start(folder);
    const { ms } = await call<Found>(miniflare, `/find/${target}?q=${wordOf(WORDS.rare)}&drives=100`);
    console.log(`first search of all drives, ${target}: ${ms.toFixed(1)} ms`);
    await miniflare.dispose();
  }
}

export async function run(args: readonly string[]): Promise<Tally> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pages: { type: "string", default: "100000" },
      samples: { type: "string", default: "100" },
      /** Measures what an earlier run left there. */
      folder: { type: "string" },
    },
  });
  const folder = values.folder ?? (await mkdtemp(join(tmpdir(), "octavo-search-")));
  let miniflare = await start(folder);
  try {
    if (values.folder === undefined) await fill(miniflare, Number(values.pages));
    // A restart writes the logs into the databases.
    await miniflare.dispose();
    await sizes(folder);
    miniflare = await start(folder);
    await measure(miniflare, Number(values.samples));
    await miniflare.dispose();
    await measureFirst(folder);
  } finally {
    if (values.folder === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  return { passed: 1, failed: 0 };
}
