/** Setup against a stand-in for Wrangler: it finishes, continues after a failure at any step, and reveals no secret. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root } from "../commands.ts";
import { editedAnswers } from "./adoption.ts";
import { type Installation, installationFile, loadInstallation } from "./installation.ts";
import { differentNames, trackedResources } from "./render.ts";
import { rebuildSearch } from "./rebuild-search.ts";
import { type SetupOptions, setUp } from "./setup.ts";
import { type Account, callWrangler, emptyAccount, standIn } from "./test/wrangler-stand-in.ts";
import { runWrangler, type RunWrangler } from "./wrangler.ts";

/** An environment of its own, so that tests do not write the configuration that is deployed. */
const ENV = "standin";

const FLAGS = {
  host: "octavo.example.com",
  admin: ["ann@example.com", "bob@example.com"],
  location: "weur",
  signup: "invited",
  "mail-from": "octavo@example.com",
};

let folder = "";
let said: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "octavo-setup-test-"));
  said = [];
  vi.stubEnv("ROOT_SECRET", undefined);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const runSetup = (account: Account, changes: Partial<SetupOptions> = {}): Promise<void> =>
  setUp({
    env: ENV,
    flags: FLAGS,
    account: null,
    isDryRun: false,
    prompt: null,
    run: standIn(account),
    say: (line) => void said.push(line),
    build: async () => {},
    folder,
    ...changes,
  });

const readAnswers = (): Installation => JSON.parse(readFileSync(installationFile(ENV, folder), "utf8")) as Installation;

/** The account without what differs between two installations: ids, links, and secrets, which are compared with the answers. */
function stateOf(account: Account): unknown {
  const { secrets } = readAnswers();
  const isKept = (sent: Record<string, string>) =>
    Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, value === secrets[name]]));
  return {
    buckets: account.buckets,
    queues: account.queues.toSorted(),
    mailDomains: account.mailDomains,
    databases: Object.entries(account.databases).map(([name, { location, migrations, statements }]) => ({
      name,
      location,
      migrations,
      hasLink: statements.some((sql) => sql.includes("magic_links")),
    })),
    workers: Object.entries(account.workers).map(([name, { config, secrets: sent }]) => ({
      name,
      config,
      secrets: isKept(sent),
    })),
  };
}

const secretsIn = (text: string): string[] =>
  Object.values(readAnswers().secrets).filter((secret) => text.includes(secret));

const trackedChanges = (): string =>
  execFileSync("git", ["diff", "HEAD"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });

test("installs into an empty account, without an id and without changing a tracked file", async () => {
  const before = trackedChanges();
  const account = emptyAccount();
  await runSetup(account);
  expect(trackedChanges()).toBe(before);

  const suffix = `-${ENV}`;
  expect(Object.entries(account.databases).map(([name, { location }]) => [name, location])).toEqual([
    [`octavo${suffix}`, "weur"],
    [`octavo-search${suffix}`, "weur"],
  ]);
  for (const [name, history] of [
    ["octavo", "main"],
    ["octavo-search", "search"],
  ] as const)
    expect(account.databases[`${name}${suffix}`]?.migrations).toEqual(
      readdirSync(join(root, "migrations", history)).toSorted(),
    );
  expect(account.buckets).toEqual([`octavo-files${suffix}`]);
  const queues = ["octavo-files", "octavo-files-dead", "octavo-jobs", "octavo-jobs-dead", "octavo-transfers"];
  expect(account.queues.toSorted()).toEqual(queues.map((name) => name + suffix).toSorted());
  expect(account.workers[`octavo${suffix}`]).toMatchObject({
    config: {
      routes: [{ pattern: "octavo.example.com", custom_domain: true }],
      vars: {
        ENVIRONMENT: "production",
        APP_ORIGIN: "https://octavo.example.com",
        ADMIN_EMAILS: "ann@example.com,bob@example.com",
        EMAIL_FROM: "octavo@example.com",
        SIGNUP: "invited",
      },
    },
    secrets: readAnswers().secrets,
  });
  expect(account.workers[`octavo-file-parser${suffix}`]).toMatchObject({
    config: { services: [{ service: `octavo${suffix}` }] },
    secrets: {},
  });
  expect(account.mailDomains).toEqual(["example.com"]);

  const ids = Object.values(account.databases).map(({ id }) => id);
  expect(ids.filter((id) => JSON.stringify([account.calls, account.workers, readAnswers()]).includes(id))).toEqual([]);
  expect(said.at(-1)).toContain(`npm run signin -- ann@example.com --env ${ENV}`);
  expect(said.at(-1)).toContain("https://octavo.example.com/api/auth/magic-link/verify?token=mlk_");
  if (process.platform !== "win32") expect(statSync(installationFile(ENV, folder)).mode & 0o777).toBe(0o600);
});

test("continues after a failure at any step, before or after it took effect", async () => {
  const undisturbed = emptyAccount();
  await runSetup(undisturbed);
  const expected = stateOf(undisturbed);
  const steps = undisturbed.calls.length;
  expect(steps).toBeGreaterThan(15);

  for (const when of ["before", "after"] as const) {
    for (let call = 1; call <= steps; call += 1) {
      await rm(installationFile(ENV, folder), { force: true });
      const account = { ...emptyAccount(), failure: { call, when } };
      const step = `${when} call ${call}: ${undisturbed.calls[call - 1]?.slice(0, 4).join(" ")}`;
      // Mail alone is not needed to go on.
      const isMail = undisturbed.calls[call - 1]?.[0] === "email";
      const error = await runSetup(account).catch((reason: unknown) => reason);
      if (!isMail) expect(error, step).toMatchObject({ name: "OperatorError" });
      // A dashboard is no way to answer again: the second run has nothing but the answers file, if it came that far.
      const { flags } = existsSync(installationFile(ENV, folder)) ? { flags: {} } : { flags: FLAGS };
      await runSetup(account, { flags });
      expect(stateOf(account), step).toEqual(expected);
    }
  }
});

test("keeps secrets out of arguments and output, and removes their file, even when deploying fails", async () => {
  const undisturbed = emptyAccount();
  await runSetup(undisturbed);
  expect(secretsIn(JSON.stringify(undisturbed.calls) + said.join("\n"))).toEqual([]);
  await rm(installationFile(ENV, folder));
  const call = undisturbed.calls.findIndex((args) => args.includes("--secrets-file")) + 1;
  const failing = { ...emptyAccount(), failure: { call, when: "after" as const } };
  const error = await runSetup(failing).catch((reason: unknown) => reason);
  expect(String(error)).toContain('connection reset {"MONITORING_TOKEN":"[redacted]","ROOT_SECRET":"[redacted]"}');
  expect(secretsIn(JSON.stringify(failing.calls) + said.join("\n") + String(error))).toEqual([]);

  const calls = [...undisturbed.calls, ...failing.calls];
  const files = calls.flatMap((args) => (args.includes("--secrets-file") ? [args.at(-1) ?? ""] : []));
  expect(files).toHaveLength(2);
  expect(files.filter((file) => existsSync(file))).toEqual([]);
});

test("prints every command in a dry run, and runs none", async () => {
  const account = emptyAccount();
  await runSetup(account);
  const dry = emptyAccount();
  await rm(installationFile(ENV, folder));
  said = [];
  await runSetup(dry, { isDryRun: true });
  expect(dry).toEqual(emptyAccount());
  expect(existsSync(installationFile(ENV, folder))).toBe(false);
  const heads = said
    .filter((line) => line.startsWith("$ npx wrangler "))
    .map((line) => line.split(" ").slice(3, 6).join(" "));
  const changing = account.calls.filter(([first, second]) => first !== "whoami" && second !== "list");
  for (const args of changing) expect(heads).toContain(args.slice(0, 3).join(" "));
});

test("does not replace the secret of an installation by another one in the environment", async () => {
  const account = emptyAccount();
  await runSetup(account);
  const before = readAnswers().secrets;
  vi.stubEnv("ROOT_SECRET", "the-secret-of-another-installation-here");
  await expect(runSetup(account)).rejects.toThrow("differs from the answers file");
  expect(readAnswers().secrets).toEqual(before);
  expect((await loadInstallation(ENV, folder)).secrets).toEqual(before);
  expect(account.workers[`octavo-${ENV}`]?.secrets.ROOT_SECRET).toBe(before.ROOT_SECRET);
});

test("adopts an installation that has a ROOT_SECRET only with that secret", async () => {
  const account = emptyAccount();
  await runSetup(account);
  const { ROOT_SECRET = "" } = readAnswers().secrets;
  await rm(installationFile(ENV, folder));

  await expect(runSetup(account)).rejects.toThrow("already has a ROOT_SECRET");
  expect(existsSync(installationFile(ENV, folder))).toBe(false);
  vi.stubEnv("ROOT_SECRET", ROOT_SECRET);
  await runSetup(account);
  expect(account.workers[`octavo-${ENV}`]?.secrets.ROOT_SECRET).toBe(ROOT_SECRET);
  expect(readAnswers().secrets.ROOT_SECRET).toBe(ROOT_SECRET);
});

test("tells the Worker that an installation without a sender sends no mail", async () => {
  const account = emptyAccount();
  await runSetup(account, { flags: { ...FLAGS, "mail-from": "none" } });
  const vars = { EMAIL_FROM: "none" };
  expect(account.workers[`octavo-${ENV}`]).toMatchObject({ config: { vars } });
  expect(account.mailDomains).toEqual([]);
  expect(editedAnswers({ name: "octavo", main: "src/index.ts", vars }, null).earlier).toMatchObject({ mailFrom: null });
});

test("continues an installation that was set up by editing wrangler.toml", () => {
  const vars = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example.com",
    ADMIN_EMAILS: "ann@example.com, Bob@example.com",
    EMAIL_FROM: "octavo@example.com",
    PAGE_QUOTA: "5",
  };
  const names = { workers: {}, databases: { octavo: "acme" }, buckets: {}, queues: {} };
  const vectorize = [{ binding: "VECTORS", index_name: "octavo-pages" }];
  expect(editedAnswers({ name: "octavo", main: "src/index.ts", vars, vectorize }, names)).toEqual({
    earlier: { origin: vars.APP_ORIGIN, admins: FLAGS.admin, mailFrom: vars.EMAIL_FROM },
    variables: { PAGE_QUOTA: "5" },
    names,
    config: { vectorize },
  });
});

test("adopts resources by the names that were edited, and keeps them once the edit is undone", async () => {
  const tracked = await trackedResources();
  const named = (name: string): string => (name === "octavo-files" || name === "octavo" ? `acme-${name}` : name);
  const edited = {
    ...tracked,
    workers: { ...tracked.workers, app: named(tracked.workers.app) },
    buckets: tracked.buckets.map(named),
  };
  const names = differentNames(tracked, edited);
  expect(names).toEqual({
    workers: { octavo: "acme-octavo" },
    databases: {},
    buckets: { "octavo-files": "acme-octavo-files" },
    queues: {},
  });
  await runSetup(emptyAccount());
  writeFileSync(installationFile(ENV, folder), JSON.stringify({ ...readAnswers(), names }));
  const fresh = { ...emptyAccount(), buckets: ["acme-octavo-files"] };
  await runSetup(fresh);
  expect(fresh.buckets).toEqual(["acme-octavo-files"]);
  expect(Object.keys(fresh.workers)).toEqual(["acme-octavo", `octavo-file-parser-${ENV}`]);
  expect(fresh.workers[`octavo-file-parser-${ENV}`]).toMatchObject({
    config: { services: [{ service: "acme-octavo" }] },
  });
  expect(Object.keys(fresh.databases)).toEqual([`octavo-${ENV}`, `octavo-search-${ENV}`]);

  const misspelt = { ...readAnswers(), names: { ...names, queues: { "octavo-job": "acme-jobs" } } };
  writeFileSync(installationFile(ENV, folder), JSON.stringify(misspelt));
  await expect(runSetup(fresh)).rejects.toThrow("names.queues: octavo-job is not one of octavo-jobs");
});

test("rebuilds the search index of the named installation, emptying it before pages are queued", async () => {
  const account = emptyAccount();
  await runSetup(account);
  account.calls = [];
  const options = { env: ENV, flags: [], run: standIn(account), say: () => {}, folder };
  await rebuildSearch({ ...options, isKept: false });
  await rebuildSearch({ ...options, isKept: true });
  expect(account.calls.map((call) => call.slice(1, 3))).toEqual([
    ["execute", "SEARCH"],
    ["execute", "DB"],
    ["execute", "DB"],
  ]);
  expect(account.databases[`octavo-search-${ENV}`]?.statements.at(-1)).toContain("delete from");
  expect(account.databases[`octavo-${ENV}`]?.statements.at(-1)).toContain("search_dirty");
  await expect(rebuildSearch({ ...options, env: "missing", isKept: true })).rejects.toThrow("does not exist");
});

test("lets Wrangler ask at the terminal before it takes a host over, unless nothing may be asked", async () => {
  const deployments: boolean[] = [];
  const account = emptyAccount();
  const run: RunWrangler = async (args, options) => {
    if (args.includes("--secrets-file")) deployments.push(options?.isInteractive ?? false);
    return standIn(account)(args, options);
  };
  await runSetup(account, { run });
  await runSetup(account, { run, prompt: async () => "" });
  expect(deployments).toEqual([false, true]);
});

test("keeps further variables, secrets and configuration of the answers file", async () => {
  const account = emptyAccount();
  await runSetup(account);
  const answers = readAnswers();
  const further = {
    ...answers,
    variables: { PAGE_QUOTA: "5" },
    secrets: { ...answers.secrets, AI_OPENAI_KEY: "canary-of-the-key" },
    config: { vectorize: [{ binding: "VECTORS", index_name: "octavo-pages" }] },
  };
  writeFileSync(installationFile(ENV, folder), JSON.stringify(further));
  await runSetup(account, { flags: { signup: "closed" } });
  expect(await loadInstallation(ENV, folder)).toEqual({ ...further, signup: "closed" });
  expect(account.workers[`octavo-${ENV}`]).toMatchObject({
    config: { vars: { PAGE_QUOTA: "5", SIGNUP: "closed" }, vectorize: [{ binding: "VECTORS" }] },
    secrets: { AI_OPENAI_KEY: "canary-of-the-key" },
  });
});

test.each([
  ["host", "https://octavo.example.com/app", "must be a host name"],
  ["host", "localhost:8787", "must be a host name"],
  ["admin", ["ann@example.com,bob"], "Invalid email address"],
  ["location", "europe", "weur"],
  ["signup", "domains:", "must be open, invited, closed"],
  ["mail-from", "example.com", "Invalid email address"],
])("rejects --%s %s before it runs a command", async (flag, value, message) => {
  const account = emptyAccount();
  await expect(runSetup(account, { flags: { ...FLAGS, [flag]: value } })).rejects.toThrow(message);
  expect(account.calls).toEqual([]);
});

test("names the flag of a missing answer", async () => {
  const { host: _, ...flags } = FLAGS;
  await expect(runSetup(emptyAccount(), { flags })).rejects.toThrow("--host");
});

test.each(["search", "dead", "Staging", "a-b"])("rejects the environment %s", async (env) => {
  await expect(runSetup(emptyAccount(), { env })).rejects.toThrow(/environment/);
});

test("asks again after an invalid answer, and offers the earlier answers", async () => {
  const account = emptyAccount();
  await runSetup(account);
  const asked: string[] = [];
  const replies = ["not a host", "wiki.example.com"];
  const prompt = async (question: string): Promise<string> => {
    asked.push(question);
    return replies.shift() ?? "";
  };
  await runSetup(account, { flags: {}, prompt });
  expect(readAnswers()).toMatchObject({ origin: "https://wiki.example.com", admins: FLAGS.admin, location: "weur" });
  expect(asked[0]).toContain("[octavo.example.com]");
  expect(asked[1]).toContain('"not a host" must be a host name');
  expect(asked).toHaveLength(6);
});

test("a Worker deployed without setup gets all its databases, buckets and queues", () => {
  const account = emptyAccount();
  expect(callWrangler(account, ["deploy"])).toMatchObject({ code: 0 });
  expect(callWrangler(account, ["deploy", "--config", "queues/parser/wrangler.toml"])).toMatchObject({ code: 0 });
  for (const binding of ["DB", "SEARCH"])
    expect(callWrangler(account, ["d1", "migrations", "apply", binding, "--remote"])).toMatchObject({ code: 0 });
  expect(account.queues).toContain("octavo-jobs-dead");
});

test("starts another executable instead of Wrangler, without a shell, and passes its arguments and exit code on", async () => {
  const file = join(folder, "account.json");
  const account = { ...emptyAccount(), failure: { call: 2, when: "before" } };
  writeFileSync(file, JSON.stringify(account));
  vi.stubEnv("OCTAVO_WRANGLER", join(root, "scripts/operate/test/wrangler-stand-in.ts"));
  const env = { STAND_IN_ACCOUNT: file };
  const create = ["r2", "bucket", "create", "a; echo $HOME 'b'"];
  expect(await runWrangler(create, { capture: true, env })).toMatchObject({ code: 0 });
  expect(await runWrangler(["whoami", "--json"], { capture: true, env })).toMatchObject({ code: 1, stdout: "" });
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
    buckets: [create[3]],
    calls: [create, ["whoami", "--json"]],
  });
});
