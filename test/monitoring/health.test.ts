/** The health check probes every part of the platform in parallel, with a timeout of two seconds. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { anyAnswer, withFrozenTime } from "../faults/frozen-time.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { callsDuring } from "./harness.ts";
import { d1 } from "../support/d1.ts";

let w: World;

beforeAll(async () => {
  w = await world();
});

const askInTime = async (variables: object = {}, person: "rupert" | "vera" = "rupert") => {
  const headers = { Authorization: `Bearer ${w.session(person)}` };
  const answer = await callWith(variables, requestTo("/api/monitoring/system-health", { headers }));
  return { status: answer.status, body: await answer.json<Health>() };
};

/** Uses frozen time, so that a busy machine is not reported as slow. */
const ask: typeof askInTime = (...question) => withFrozenTime(() => askInTime(...question));

type Health = {
  status: string;
  uptime: number;
  memory: object;
  components: { name: string; status: string; latencyMs: number }[];
  storage: { databaseBytes: number; fileBytes: number; fileCount: number };
};

const statuses = ({ components }: Health) => Object.fromEntries(components.map(({ name, status }) => [name, status]));

const WELL = { database: "ok", search: "ok", files: "ok", objects: "ok", queue: "ok" };

test("reports a service whose parts all respond as healthy, with the size of its stores", async () => {
  await d1`insert into storage_usage values ('u1', 1000, 2), ('u2', 500, 1)`.run();
  const { body } = await ask();
  expect(body).toMatchObject({
    timeRange: "24h",
    status: "ok",
    memory: { limitBytes: 134_217_728, usedBytes: null },
    storage: { fileBytes: 1_500, fileCount: 3 },
  });
  expect(statuses(body)).toEqual(WELL);
  expect(body.storage.databaseBytes).toBeGreaterThan(10_000);
  expect(Number.isInteger(body.uptime) && body.uptime >= 0).toBe(true);
});

const broken = (): Promise<never> => Promise.reject(new Error("out of order"));

test.each<[string, object]>([
  ["search", { SEARCH: { prepare: () => ({ all: broken }), batch: broken } }],
  ["files", { FILES: { head: broken } }],
  ["objects", { AUDIT_LOG: { getByName: () => ({ entries: broken }) } }],
  ["queue", { JOBS: { metrics: broken } }],
  [
    "files",
    {
      FILES: {
        head: () => {
          throw new Error("at once");
        },
      },
    },
  ],
])("reports degraded for a failing %s, and no other part", async (part, variables) => {
  const { status, body } = await ask(variables);
  expect([status, body.status, statuses(body)]).toEqual([200, "degraded", { ...WELL, [part]: "down" }]);
});

test("reports a part slower than one second as degraded", async () => {
  const body = await withFrozenTime(async ({ pass }) => {
    const head = (): Promise<null> => {
      pass(1_500);
      return Promise.resolve(null);
    };
    return (await askInTime({ FILES: { head } })).body;
  });
  expect([body.status, statuses(body)["files"]]).toEqual(["degraded", "degraded"]);
  expect(body.components.find(({ name }) => name === "files")?.latencyMs).toBe(1_500);
});

test("reports a database that fails after authentication as down", async () => {
  const real = env.DB;
  let asked = 0;
  const DB = {
    prepare: (text: string) => (text === "select 1" ? { all: broken } : real.prepare(text)),
    batch: (statements: D1PreparedStatement[]) => ((asked += 1), real.batch(statements)),
  };
  const { body } = await ask({ DB });
  expect([asked, body.status, statuses(body)]).toEqual([1, "down", { ...WELL, database: "down" }]);
});

test("waits two seconds at most for unresponsive parts, all in parallel", async () => {
  let asked = 0;
  const silent = (): Promise<never> => ((asked += 1), new Promise<never>(() => undefined));
  const variables = {
    FILES: { head: silent },
    JOBS: { metrics: silent },
    SEARCH: { prepare: () => ({ all: silent }), batch: silent },
  };
  await withFrozenTime(async ({ pass, waits, until }) => {
    let found: Health | undefined;
    void askInTime(variables).then(({ body }) => (found = body));
    // One timeout per hung probe, plus the search database's own; the timeouts of healthy parts have been cleared.
    await until(() => asked === 3 && waits() === 4);
    pass(1_999);
    await anyAnswer();
    expect(found).toBeUndefined();
    pass(1);
    await until(() => found !== undefined);
    expect(found && statuses(found)).toEqual({ ...WELL, search: "down", files: "down", queue: "down" });
  });
});

test("probes only for administrators", async () => {
  const calls = await callsDuring(async () => expect((await ask({}, "vera")).status).toBe(403));
  expect(calls.filter((call) => /entries|metrics/.test(call))).toEqual([]);
  expect(await callsDuring(() => ask())).toEqual(expect.arrayContaining(["AuditLog.entries", "Jobs.metrics"]));
});
