/** Upgrade and rollback against a stand-in for Wrangler and for the instance. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root } from "../commands.ts";
import { newestRelease } from "./checkout.ts";
import { newClassMigrations } from "./class-migrations.ts";
import type { Fetch } from "./instance-client.ts";
import { type DeploymentRecord, nameOfFiles, readDeployments, recordFile } from "./release-record.ts";
import { rollBack } from "./rollback.ts";
import { hasTooManyErrors } from "./rollout-watch.ts";
import { setUp } from "./setup.ts";
import { type Account, emptyAccount, standIn } from "./test/wrangler-stand-in.ts";
import { upgrade, type UpgradeOptions } from "./upgrade.ts";
import type { RunWrangler } from "./wrangler.ts";

/** An environment of its own, so that tests do not write the configuration that is deployed. */
const ENV = "upgraded";
const APP = `octavo-${ENV}`;
const PARSER = `octavo-file-parser-${ENV}`;
const TAG = "v1.1.0";

let folder = "";
let said: string[] = [];

const say = (line: string): void => void said.push(line);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-upgrade-test-"));
  said = [];
  vi.stubEnv("ROOT_SECRET", undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** An instance that runs one version, whose databases lack the last migrations. */
async function installed(): Promise<Account> {
  const account = emptyAccount();
  await setUp({
    env: ENV,
    flags: {
      host: "octavo.example.com",
      admin: ["ann@example.com"],
      location: "weur",
      signup: "closed",
      "mail-from": "none",
    },
    account: null,
    isDryRun: false,
    prompt: null,
    run: standIn(account),
    say: () => {},
    build: async () => {},
    folder,
  });
  for (const database of Object.values(account.databases)) database.migrations = database.migrations.slice(0, 1);
  return { ...account, calls: [] };
}

/** An instance that answers every request, and counts more failed ones each time if the new version is `broken`. */
function instance(account: Account, broken: "not" | "errors" | "down" = "not"): Fetch {
  let failed = 3;
  return async (url, init) => {
    const isSplit = account.workers[APP]?.traffic.length === 2;
    const override = new Headers(init?.headers).get("Cloudflare-Workers-Version-Overrides");
    if (url.endsWith("/api/health")) return Response.json({ status: "ok", version: "1.0.0" });
    if (override !== null && override !== `${APP}="${account.workers[APP]?.traffic[1]?.version_id}"`)
      throw new Error(`The override names no version of the deployment: ${override}`);
    if (broken === "down" && override !== null) return new Response("", { status: 503 });
    if (!url.endsWith("/metrics")) return new Response("{}");
    if (isSplit && broken === "errors") failed += 40;
    return new Response(
      `octavo_http_requests_total{route="/",status="2xx"} 1000\noctavo_http_requests_total{route="/a b",status="5xx"} ${failed}\n`,
    );
  };
}

const runUpgrade = (account: Account, changes: Partial<UpgradeOptions> = {}): Promise<void> =>
  upgrade({
    env: ENV,
    tag: TAG,
    isDryRun: false,
    acceptsOneWay: false,
    minutes: 1,
    run: standIn(account),
    say,
    build: async () => {},
    findClassMigrations: () => [],
    send: instance(account),
    pause: async () => {},
    folder,
    ...changes,
  });

const runRollback = (account: Account): Promise<void> =>
  rollBack({ env: ENV, isDryRun: false, run: standIn(account), say, folder });

/** Records of upgrades, without that of setup. */
const upgrades = async (): Promise<readonly DeploymentRecord[]> =>
  (await readDeployments(ENV, folder)).filter(({ tag }) => tag === TAG);

const runningIn = (account: Account, worker: string): unknown => account.workers[worker]?.traffic;
const whole = (id: string | undefined) => [{ version_id: id, percentage: 100 }];
const commandsOf = ({ calls }: Account): string[] => calls.map((call) => call.slice(0, 2).join(" "));
const migrationsIn = (history: string): string[] => readdirSync(join(root, "migrations", history)).toSorted();

test("records where it began, migrates, gives a tenth of the traffic, then all, and deploys the parser last", async () => {
  const account = await installed();
  const [oldApp] = account.workers[APP]?.versions ?? [];
  const [oldParser] = account.workers[PARSER]?.versions ?? [];
  await runUpgrade(account);

  const [, newApp] = account.workers[APP]?.versions ?? [];
  const [, newParser] = account.workers[PARSER]?.versions ?? [];
  expect(runningIn(account, APP)).toEqual(whole(newApp));
  expect(runningIn(account, PARSER)).toEqual(whole(newParser));
  expect(account.databases[APP]?.migrations).toEqual(migrationsIn("main"));
  const splits = account.calls.filter(([, second]) => second === "deploy").map((call) => call.slice(2, 4));
  expect(splits.slice(0, 2)).toEqual([
    [`${oldApp}@90%`, `${newApp}@10%`],
    [`${newApp}@100%`, "--yes"],
  ]);
  expect(commandsOf(account).indexOf("d1 time-travel")).toBeLessThan(commandsOf(account).indexOf("d1 migrations"));
  expect(commandsOf(account).indexOf("d1 migrations")).toBeLessThan(commandsOf(account).indexOf("versions upload"));
  expect(commandsOf(account).slice(-2)).toEqual(["deploy --config", "deployments status"]);
  expect(await upgrades()).toEqual([
    {
      tag: TAG,
      startedAt: expect.any(String) as string,
      state: "complete",
      fromVersion: "1.0.0",
      from: { app: oldApp, parser: oldParser },
      to: { app: newApp, parser: newParser },
      bookmarks: { DB: "bookmark-after-1-migrations", SEARCH: "bookmark-after-1-migrations" },
      oneWay: [],
    },
  ]);
  expect(said.join("\n")).not.toContain(account.workers[APP]?.secrets.ROOT_SECRET);

  await runRollback(account);
  expect(runningIn(account, APP)).toEqual(whole(oldApp));
  expect(runningIn(account, PARSER)).toEqual(whole(oldParser));
  expect(account.databases[APP]?.migrations).toEqual(migrationsIn("main"));
  expect(said.at(-1)).toContain(`git checkout ${nameOfFiles(root).replace("-dirty", "")} && npm ci`);
  await expect(runRollback(account)).rejects.toThrow("rolled back already");
});

test("continues after a failure at any step, before or after it took effect", async () => {
  const undisturbed = await installed();
  await runUpgrade(undisturbed);
  const steps = undisturbed.calls.length;
  expect(steps).toBeGreaterThan(12);
  for (const when of ["before", "after"] as const) {
    for (let call = 1; call <= steps; call += 1) {
      rmSync(recordFile(ENV, folder), { force: true });
      const account = await installed();
      const [oldApp] = account.workers[APP]?.versions ?? [];
      const [oldParser] = account.workers[PARSER]?.versions ?? [];
      account.failure = { call, when };
      const step = `${when} call ${call}: ${undisturbed.calls[call - 1]?.slice(0, 4).join(" ")}`;
      await expect(runUpgrade(account), step).rejects.toThrow("connection reset");
      account.failure = null;
      await runUpgrade(account);
      const [record] = await upgrades();
      expect(record, step).toMatchObject({
        state: "complete",
        from: { app: oldApp, parser: oldParser },
        bookmarks: { DB: "bookmark-after-1-migrations", SEARCH: "bookmark-after-1-migrations" },
      });
      expect(runningIn(account, APP), step).toEqual(whole(account.workers[APP]?.versions.at(-1)));
      expect(runningIn(account, PARSER), step).toEqual(whole(account.workers[PARSER]?.versions.at(-1)));
      expect(record?.to, step).toEqual({
        app: account.workers[APP]?.versions.at(-1),
        parser: account.workers[PARSER]?.versions.at(-1),
      });
      await runRollback(account);
      expect(runningIn(account, APP), step).toEqual(whole(oldApp));
    }
  }
});

test.each([
  ["errors", "Too many requests failed"],
  ["down", "The new version fails: / answered 503"],
] as const)(
  "returns all traffic to the old version if the new one has %s, and can be repeated",
  async (broken, message) => {
    const account = await installed();
    const [oldApp] = account.workers[APP]?.versions ?? [];
    await expect(runUpgrade(account, { send: instance(account, broken) })).rejects.toThrow(message);
    expect(runningIn(account, APP)).toEqual(whole(oldApp));
    expect(account.workers[PARSER]?.versions).toHaveLength(1);
    expect(await upgrades()).toMatchObject([{ state: "stopped", from: { app: oldApp } }]);
    await runUpgrade(account);
    expect(await upgrades()).toMatchObject([{ state: "complete", from: { app: oldApp } }]);
  },
);

test("says one way before it changes anything, and then deploys at once, without a rollback", async () => {
  const account = await installed();
  account.hasPendingClasses = true;
  const findClassMigrations = () => ["v6"];
  await expect(runUpgrade(account, { findClassMigrations })).rejects.toThrow(/One way: .*v6.*--one-way/);
  expect(new Set(commandsOf(account))).toEqual(new Set(["deployments status"]));
  await runUpgrade(account, { findClassMigrations, acceptsOneWay: true });
  expect(commandsOf(account)).not.toContain("versions deploy");
  expect(account.workers[APP]?.versions).toHaveLength(2);
  await expect(runRollback(account)).rejects.toThrow("One way");
  expect(runningIn(account, APP)).toEqual(whole(account.workers[APP]?.versions.at(-1)));
});

test("finds new Durable Object classes at the upload if the running version has no tag", async () => {
  const account = await installed();
  account.hasPendingClasses = true;
  const findClassMigrations = () => null;
  await expect(runUpgrade(account, { findClassMigrations })).rejects.toThrow("One way");
  await runUpgrade(account, { findClassMigrations, acceptsOneWay: true });
  await expect(runRollback(account)).rejects.toThrow("One way");
});

test("a dry run calls nothing, writes nothing and prints every command", async () => {
  const account = await installed();
  await runUpgrade(account, { isDryRun: true, findClassMigrations: () => [] });
  expect(account.calls).toEqual([]);
  expect(await upgrades()).toEqual([]);
  const text = said.join("\n");
  for (const command of [
    "d1 time-travel info DB",
    "d1 migrations apply SEARCH",
    "OLD@90% NEW@10%",
    "NEW@100%",
    "triggers",
  ])
    expect(text).toContain(command);
});

test("does not roll back past a version that was deployed in another way since", async () => {
  const account = await installed();
  await runUpgrade(account);
  const [config = ""] = account.calls.at(-1)?.slice(-1) ?? [];
  await standIn(account)(["deploy", "--config", config.replace(".parser", "")]);
  await expect(runRollback(account)).rejects.toThrow("was deployed after v1.1.0");
});

const redeploy = (account: Account, run = standIn(account)): Promise<void> =>
  setUp({
    env: ENV,
    flags: {},
    account: null,
    isDryRun: false,
    prompt: null,
    run,
    say,
    build: async () => {},
    folder,
  });

test("rolls back a deployment by setup to the version before it", async () => {
  const account = await installed();
  await expect(runRollback(account)).rejects.toThrow("was the first deployment");
  await runUpgrade(account);
  await redeploy(account);
  const [, upgraded, deployed] = account.workers[APP]?.versions ?? [];
  const [, upgradedParser] = account.workers[PARSER]?.versions ?? [];
  expect(runningIn(account, APP)).toEqual(whole(deployed));
  expect((await readDeployments(ENV, folder)).at(-1)).toMatchObject({
    tag: nameOfFiles(root),
    state: "complete",
    from: { app: upgraded, parser: upgradedParser },
    to: { app: deployed },
  });
  await runRollback(account);
  expect(runningIn(account, APP)).toEqual(whole(upgraded));
  expect(runningIn(account, PARSER)).toEqual(whole(upgradedParser));
});

test("a deployment that was interrupted and repeated is rolled back to what ran before both", async () => {
  const account = await installed();
  const [before] = account.workers[APP]?.versions ?? [];
  const run: RunWrangler = async (args) =>
    args[0] === "deploy" && args.join(" ").includes(".parser.")
      ? { code: 1, stdout: "", stderr: "connection reset" }
      : standIn(account)(args);
  await expect(redeploy(account, run)).rejects.toThrow("connection reset");
  expect(runningIn(account, APP)).not.toEqual(whole(before));
  await redeploy(account);
  await runRollback(account);
  expect(runningIn(account, APP)).toEqual(whole(before));
});

test("leaves a release alone that runs already", async () => {
  const account = await installed();
  await runUpgrade(account);
  const { versions = [] } = account.workers[APP] ?? {};
  const before = [...versions];
  await runUpgrade(account);
  expect(account.workers[APP]?.versions).toEqual(before);
  expect(said.at(-1)).toContain("runs v1.1.0 already");
  await runRollback(account);
  expect(runningIn(account, APP)).toEqual(whole(before[0]));
});

test("finds new migrations of Durable Object classes by their tags", () => {
  const toml = readFileSync(join(root, "wrangler.toml"), "utf8");
  expect(newClassMigrations(toml, toml)).toEqual([]);
  expect(newClassMigrations(toml, `${toml}\n[[migrations]]\ntag = "v99"\nnew_sqlite_classes = ["A"]\n`)).toEqual([
    "v99",
  ]);
});

test("takes the newest release by its numbers", () => {
  expect(newestRelease(["v1.9.0", "v1.10.0", "v1.10.0-rc.1", "v1.2.30", "nightly"])).toBe("v1.10.0");
  expect(newestRelease(["nightly"])).toBeNull();
});

test("compares errors with the usual share of them, and ignores a few", () => {
  const start = { requests: 1_000, errors: 20 };
  expect(hasTooManyErrors(start, { requests: 2_000, errors: 45 })).toBe(false);
  expect(hasTooManyErrors(start, { requests: 2_000, errors: 55 })).toBe(true);
  expect(hasTooManyErrors({ requests: 0, errors: 0 }, { requests: 4, errors: 4 })).toBe(false);
});
