/** Runs the built service and its floors in one Miniflare, without Wrangler's proxy, on a seeded local database. */
import { mkdtemp, readFile, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readD1Migrations } from "@cloudflare/vitest-plugin";
import { Miniflare, convertV4MiniflareOptions, Log, LogLevel } from "miniflare";
import { seeding, type Size } from "../../test/cost/workspace.ts";
import { seedSignIns } from "./sign-in.ts";
import { buildWeb } from "../build/web.ts";
import { cpuOfRuntime } from "./processes.ts";
import { capture, quietWrangler, root, wrangler } from "../commands.ts";
import { TMPFS } from "../server/scratch.ts";

export type Server = {
  /** Changes on a restart. */
  readonly port: number;
  /** The folder of its databases. */
  readonly folder: string;
  /** CPU time (ms) used by the runtime so far; null if there is no /proc. */
  readonly cpu: () => number | null;
  /** The main database, for writing directly. */
  readonly database: () => ReturnType<Miniflare["getD1Database"]>;
  /** Stops, runs `meanwhile` and starts again on the same databases. */
  readonly restart: (meanwhile: () => void) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Bindings of the benchmark's own entry, which are not in wrangler.toml. */
const OBJECTS = {
  PAGE_ROOM: "PageRoom",
  HUB: "Hub",
  RATE_LIMITER: "RateLimiter",
  AUDIT_LOG: "AuditLog",
  ACCOUNT_LOCKOUT: "AccountLockout",
  METRICS_WRITER: "MetricsWriter",
  AGENT_RUN: "AgentRun",
  BENCH_OBJECT: "BenchObject",
  BENCH_ECHO: "BenchEcho",
};

async function bundle(folder: string): Promise<string> {
  // Wrangler rejects a Worker whose assets are missing.
  await buildWeb();
  const flags = ["deploy", "test/cost/bench-worker.ts", "--dry-run", "--minify", "--outdir", folder];
  const { code, output } = await capture(wrangler, flags, quietWrangler);
  if (code !== 0) throw new Error(`The bench's Worker could not be built:\n${output}`);
  return readFile(join(folder, "bench-worker.js"), "utf8");
}

/** `variables` override those of the benchmark; the databases are in a new folder within `place`. */
export async function startServer(
  size: Size,
  variables: Readonly<Record<string, string>> = {},
  place = tmpdir(),
): Promise<Server> {
  const folder = await mkdtemp(join(place, "octavo-bench-"));
  const script = await bundle(folder);
  const gate = (id: string) => ({ namespace_id: id, simple: { limit: 1_000_000_000, period: 60 as const } });
  const options = {
    ...convertV4MiniflareOptions({
      port: 0,
      cf: false,
      log: new Log(LogLevel.NONE),
      logRequests: false,
      workers: [
        {
          name: "octavo-bench",
          modules: [{ type: "ESModule", path: "worker.js", contents: script }],
          compatibilityDate: "2026-10-01",
          compatibilityFlags: ["nodejs_compat"],
          bindings: { ENVIRONMENT: "development", RATE_LIMIT_SCALE: "1000000", ...variables },
          d1Databases: { DB: "bench", SEARCH: "bench-search" },
          durableObjects: Object.fromEntries(
            Object.entries(OBJECTS).map(([binding, className]) => [binding, { className, useSQLite: true }]),
          ),
          r2Buckets: { FILES: "files" },
          queueProducers: {
            JOBS: { queueName: "jobs" },
            TRANSFER_JOBS: { queueName: "transfers" },
            FILE_JOBS: { queueName: "files" },
          },
          ratelimits: { FLOOD_IP: gate("1"), FLOOD_CALLER: gate("2"), FLOOD_MCP: gate("3"), FLOOD_USER: gate("4") },
        },
      ],
    }),
    // Omitted by the conversion; without it, Miniflare chooses the folder for the data.
    resourcePersistencePath: folder,
  };
  let miniflare = new Miniflare(options);
  let { port } = await miniflare.ready;
  await seedDatabase(miniflare, size);
  console.log(`Measured on ${await placeOf(folder)}.`);
  return {
    get port() {
      return Number(port);
    },
    folder,
    cpu: cpuOfRuntime,
    database: () => miniflare.getD1Database("DB"),
    async restart(meanwhile) {
      await miniflare.dispose();
      meanwhile();
      miniflare = new Miniflare(options);
      ({ port } = await miniflare.ready);
    },
    async stop() {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The folder of the databases, and its file system. Throws if they are elsewhere. */
async function placeOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true });
  if (!files.some((file) => file.endsWith(".sqlite"))) throw new Error(`No database was found in ${folder}.`);
  return `${folder}, ${(await statfs(folder)).type === TMPFS ? "a tmpfs, which is memory" : "on a disk"}`;
}

async function seedDatabase(miniflare: Miniflare, size: Size): Promise<void> {
  const db = await miniflare.getD1Database("DB");
  await migrate(db, "migrations/main");
  await migrate(await miniflare.getD1Database("SEARCH"), "migrations/search");
  const now = Date.now();
  for (const [text, ...params] of [...seeding(size, now), ...seedSignIns(now)]) {
    await db
      .prepare(text)
      .bind(...params)
      .run();
  }
  await db.prepare("analyze").run();
}

async function migrate(db: Awaited<ReturnType<Miniflare["getD1Database"]>>, folder: string): Promise<void> {
  // Triggers contain semicolons, so leave splitting statements to a real SQL parser.
  for (const { queries } of await readD1Migrations(join(root, folder))) {
    for (const statement of queries) await db.prepare(statement).run();
  }
}
