/** Doctor's checks with their own DNS, clock, instance and account. */
import { expect, test } from "vitest";
import type { AlarmTest } from "../../src/features/alarms/contract.ts";
import type { DeepHealth } from "../../src/features/monitoring/contract.ts";
import type { SupportErrors, SupportState } from "../../src/features/operator/contract.ts";
import { createInstanceClient, type Fetch, type InstanceClient } from "./instance-client.ts";
import { createOperator } from "./operator.ts";
import { trackedConfigFiles, trackedResources } from "./render.ts";
import { callWrangler, emptyAccount, standIn } from "./test/wrangler-stand-in.ts";
import { checkAccount } from "./doctor/account-checks.ts";
import { createBundle } from "./doctor/bundle.ts";
import { type Finding, problem } from "./doctor/finding.ts";
import { checkDeeply, checkReachable } from "./doctor/instance-checks.ts";
import { checkMail } from "./doctor/mail-checks.ts";
import { checkAsOperator } from "./doctor/operator-checks.ts";

const NOW = Date.parse("2026-11-29T09:00:00Z");
const ENV = "production";
const TOKEN = "canary-of-the-monitoring-token";

const bad = (findings: readonly Finding[]): string[] =>
  findings.filter(({ status }) => status !== "ok").map(({ check, status }) => `${status}: ${check}`);

const HEALTHY: DeepHealth = {
  status: "ok",
  version: "1.0.0",
  parts: [{ name: "database", status: "ok", latencyMs: 3 }],
  sweepAgeSeconds: 40,
  oldestOutboxSeconds: null,
  oldestUnindexedSeconds: 3,
  sizes: { main: 2e9, search: null, audit: 1e6 },
  backlog: 0,
  deadLetters: { count: 0, lastAt: null },
  openAlarms: 0,
};

function instance(health: DeepHealth = HEALTHY, date = NOW, failed = 0): InstanceClient {
  const send: Fetch = async (url, init) => {
    if (url.endsWith("/api/health"))
      return Response.json({ status: "ok", version: "1.0.0" }, { headers: { Date: new Date(date).toUTCString() } });
    if (new Headers(init?.headers).get("Authorization") !== `Bearer ${TOKEN}`) return new Response("", { status: 401 });
    if (url.endsWith("/deep")) return Response.json(health, { status: health.status === "down" ? 503 : 200 });
    return new Response(
      `octavo_http_requests_total{route="/",status="2xx"} 100\noctavo_http_requests_total{route="/",status="5xx"} ${failed}\n`,
    );
  };
  return createInstanceClient("https://octavo.example.com", TOKEN, undefined, send);
}

test("finds nothing wrong with a healthy instance", async () => {
  expect(bad(await checkReachable(instance(), ENV, () => NOW))).toEqual([]);
  expect(bad(await checkDeeply(instance(), ENV))).toEqual([]);
});

test("names each part that is not well, with what fixes it", async () => {
  const health: DeepHealth = {
    ...HEALTHY,
    status: "down",
    parts: [
      { name: "database", status: "down", latencyMs: 2_000 },
      { name: "queues", status: "degraded", latencyMs: 5 },
      { name: "sweep", status: "down", latencyMs: 0 },
    ],
    sweepAgeSeconds: 7_200,
    oldestOutboxSeconds: 900,
    oldestUnindexedSeconds: 1_000,
    sizes: { main: 9.6e9, search: 8.1e9, audit: 1e6 },
    backlog: 5_000,
    deadLetters: { count: 2, lastAt: "2026-11-29T08:00:00.000Z" },
    openAlarms: 1,
  };
  const findings = await checkDeeply(instance(health, NOW, 30), ENV);
  expect(bad(findings)).toEqual([
    "problem: database",
    "warning: queues",
    "problem: age of the last sweep",
    "warning: oldest outbox entry",
    "warning: search index",
    "problem: size of the main database",
    "warning: size of the search database",
    "warning: queues",
    "warning: dead letters",
    "warning: alarms",
    "warning: errors",
  ]);
  expect(findings.filter(({ status, fix }) => status !== "ok" && fix === undefined)).toEqual([]);
});

test("finds a clock that differs, an instance that does not answer, and a token that is rejected", async () => {
  expect(bad(await checkReachable(instance(HEALTHY, NOW - 120_000), ENV, () => NOW))).toEqual(["problem: clock"]);
  const unreachable = createInstanceClient("https://octavo.example.com", undefined, undefined, async () => {
    throw new TypeError("fetch failed", { cause: new Error("self-signed certificate") });
  });
  const [finding] = await checkReachable(unreachable, ENV, () => NOW);
  expect(finding?.detail).toContain("self-signed certificate");
  const refused = createInstanceClient(
    "https://octavo.example.com",
    "other",
    undefined,
    async () => new Response("", { status: 401 }),
  );
  expect(bad(await checkDeeply(refused, ENV))).toEqual(["problem: deep health"]);
  expect(bad(await checkDeeply(unreachable, ENV))).toEqual(["warning: deep health"]);
});

test("looks for the records of mail", async () => {
  const records: Record<string, string[][]> = {
    "cf-bounce.example.com": [["v=spf1 include:", "_spf.example.net ~all"]],
    "cf-bounce._domainkey.example.com": [["v=DKIM1; k=rsa; p=", "MIIB"]],
    "_dmarc.example.com": [["v=DMARC1; p=reject"]],
  };
  const resolve = async (name: string): Promise<string[][]> => {
    const found = records[name];
    if (!found) throw new Error("ENOTFOUND");
    return found;
  };
  expect(bad(await checkMail("example.com", resolve))).toEqual([]);
  // A key that was revoked is an empty one.
  records["cf-bounce._domainkey.example.com"] = [["v=DKIM1; p="]];
  expect(bad(await checkMail("example.com", resolve))).toEqual(["warning: DKIM"]);
  expect(bad(await checkMail("example.org", resolve))).toEqual(["warning: SPF", "warning: DKIM", "warning: DMARC"]);
});

test("finds pending migrations, queues without a consumer and missing secrets in the account", async () => {
  const account = emptyAccount();
  const operator = createOperator({
    run: standIn(account),
    say: () => {},
    isDryRun: false,
    canAsk: false,
    account: null,
  });
  const check = async (): Promise<string[]> =>
    bad(await checkAccount(operator, { env: ENV, resources: await trackedResources(), configs: trackedConfigFiles }));
  expect(await check()).toContain("problem: version of octavo");

  callWrangler(account, ["deploy"]);
  expect(await check()).toEqual(
    expect.arrayContaining([
      "problem: version of octavo-file-parser",
      "problem: migrations of octavo",
      "problem: queue octavo-files",
      "problem: secrets",
    ]),
  );
  callWrangler(account, ["deploy", "--config", "queues/parser/wrangler.toml"]);
  for (const binding of ["DB", "SEARCH"]) callWrangler(account, ["d1", "migrations", "apply", binding]);
  const { octavo } = account.workers;
  if (octavo) octavo.secrets = { ROOT_SECRET: "a", MONITORING_TOKEN: "b" };
  expect(await check()).toEqual([]);
});

const ERROR: SupportErrors[number] = {
  id: "e",
  at: "2026-11-29T08:59:00.000Z",
  route: "GET /",
  message: "",
  stack: "Error\n  at send with canary-of-the-environment",
  requestId: "r",
  count: 1,
};

const STATE: SupportState = {
  restoring: false,
  mail: true,
  webhook: true,
  checkpoint: { publishedAt: "2026-11-26T09:00:00.000Z", waiting: 0, since: null },
};
const SENT: AlarmTest = { webhook: { outcome: "sent", status: 200 }, mail: { reached: 2, failed: 0 } };

/** Doctor's requests to an instance with these answers, and what was asked. */
async function asOperator(state: SupportState, sent: AlarmTest | null = null) {
  const asked: unknown[] = [];
  const json = async (path: string, body: object): Promise<never> => {
    asked.push(path, body);
    const { ask } = body as { ask: string };
    return (ask === "state" ? state : ask === "errors" ? [ERROR] : sent) as never; // the caller names the type
  };
  const { findings, errors } = await checkAsOperator({
    client: { json },
    origin: "https://octavo.example.com",
    env: ENV,
    sendsTest: sent !== null,
    readsErrors: true,
    now: NOW,
  });
  return { findings, errors, asked };
}

test("a checkpoint may be old if no entries wait for the next one", async () => {
  const { findings, errors, asked } = await asOperator(STATE);
  expect(bad(findings)).toEqual([]);
  expect(errors).toEqual([ERROR]);
  expect(asked).not.toContainEqual({ ask: "test message" });
  expect(findings.find(({ check }) => check === "audit checkpoint")?.detail).toContain("3 days ago");
  expect(findings.find(({ check }) => check === "test message")?.detail).toContain("--test-message");

  const since = "2026-11-29T08:30:00.000Z";
  const late = await asOperator({ ...STATE, checkpoint: { publishedAt: null, waiting: 3, since } });
  expect(bad(late.findings)).toEqual(["problem: audit checkpoint"]);
  const soon = await asOperator({
    ...STATE,
    checkpoint: { ...STATE.checkpoint, waiting: 3, since: "2026-11-29T08:59:00.000Z" },
  });
  expect(bad(soon.findings)).toEqual([]);
});

test("finds a restore that has not ended, and alarms that reach nobody", async () => {
  expect(bad((await asOperator({ ...STATE, restoring: true })).findings)).toEqual(["problem: restore"]);
  const { findings } = await asOperator({ ...STATE, mail: false });
  expect(bad(findings)).toEqual([]);
  expect(findings.filter(({ detail }) => detail.includes("npm run signin -- ADDRESS"))).toHaveLength(1);
  expect(bad((await asOperator({ ...STATE, mail: false, webhook: false })).findings)).toEqual([
    "warning: alarm channels",
  ]);
});

test("reports how far a test message got", async () => {
  const outcome = async (sent: AlarmTest): Promise<string[]> => bad((await asOperator(STATE, sent)).findings);
  expect(await outcome(SENT)).toEqual([]);
  expect(await outcome({ ...SENT, webhook: { outcome: "none", status: null } })).toEqual([]);
  for (const broken of [
    { ...SENT, webhook: { outcome: "status", status: 500 } },
    { ...SENT, mail: { reached: 1, failed: 1 } },
    { webhook: { outcome: "none", status: null }, mail: null },
  ] as const)
    expect(await outcome(broken)).toEqual(["problem: test message"]);
});

test("says what it cannot check without ROOT_SECRET or without an answer", async () => {
  const request = {
    origin: "https://octavo.example.com",
    env: ENV,
    sendsTest: true,
    readsErrors: true,
    now: NOW,
  };
  expect(bad((await checkAsOperator({ ...request, client: null })).findings)).toEqual(["warning: audit checkpoint"]);
  const json = () => Promise.reject(new Error("The instance answered 503."));
  const { findings, errors } = await checkAsOperator({ ...request, client: { json } });
  expect(findings).toMatchObject([{ status: "problem", detail: "The instance answered 503." }]);
  expect(errors).toBeNull();
});

test("the support file contains findings, and neither secrets nor addresses", () => {
  const canaries = ["canary-root-secret", "canary-of-a-key", "https://hooks.example.com/canary", 'canary"quoted'];
  const [rootSecret = "", key = "", webhook = "", quoted = ""] = canaries;
  const text = createBundle(
    [problem("secrets", `failed with ${rootSecret}, ${TOKEN} and ${quoted} for ann@example.com`, "npm run setup")],
    [{ ...ERROR, message: `no mail for ann@example.com with ${key}` }],
    {
      env: ENV,
      account: "canary-account",
      origin: "https://octavo.example.com",
      admins: ["ann@example.com"],
      location: "weur",
      signup: "closed",
      mailFrom: "octavo@example.com",
      variables: { ALERT_WEBHOOK: webhook },
      secrets: { ROOT_SECRET: rootSecret, AI_OPENAI_KEY: key, OTHER: quoted },
      config: { vectorize: [{ index_name: "canary-index" }] },
    },
    [TOKEN, "canary-of-the-environment"],
    "2026-11-29T09:00:00Z",
  );
  expect(text).not.toContain("canary");
  expect(text).not.toContain("@example.com");
  expect(JSON.parse(text)).toMatchObject({
    findings: [{ check: "secrets", fix: "npm run setup" }],
    errors: [{ message: "no mail for [redacted] with [redacted]", stack: "Error\n  at send with [redacted]" }],
    configuration: {
      origin: "https://octavo.example.com",
      secrets: { AI_OPENAI_KEY: "[redacted]" },
      administrators: 1,
    },
  });
});
