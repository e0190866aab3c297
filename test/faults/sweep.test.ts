/** The sweep when one of its steps fails or hangs: the others still run, and administrators see which one failed. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { STEP_TIMEOUT, sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { calls, type CallEvent } from "../../src/platform/durable-objects.ts";
import { makeId } from "../../src/kernel/ids.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { forgetMeasured, read } from "../monitoring/harness.ts";
import { world, type World } from "../support/world.ts";
import { withFrozenTime } from "./frozen-time.ts";
import { d1 } from "../support/d1.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let w: World;
/** A different hour for each test, at a minute when every step has work. */
let now = Math.ceil(Date.now() / HOUR) * HOUR + 17 * 60_000;

const run = (text: string, ...values: unknown[]): Promise<unknown> =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const count = async (text: string): Promise<number> => Number(await env.DB.prepare(text).first<number>("n"));
const idAt = (at: number): string => makeId(at, systemRandom);

type Work = {
  /** Gives the step something to do. */
  readonly prepare: () => Promise<unknown>;
  /** Matches the rows that remain while the step has not run. */
  readonly left: string;
  /** Makes the step's statement throw, and undoes that. */
  readonly breaking: string;
  readonly mending: string;
};

const refuse = (act: string): Pick<Work, "breaking" | "mending"> => ({
  breaking: `create trigger broken before ${act} begin select raise(abort, 'out of order'); end`,
  mending: "drop trigger broken",
});

const WORK: Readonly<Record<string, Work>> = {
  "job outbox": {
    prepare: () => run("insert into jobs_outbox values ('job', ?, 1)", JSON.stringify({ id: "job", kind: "none" })),
    left: "select count(*) as n from jobs_outbox where id = 'job'",
    ...refuse("delete on jobs_outbox when old.id = 'job'"),
  },
  "ended credentials": {
    prepare: () =>
      run(
        "insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent) values ('over', 'over', ?, 0, 1, 1, 1, 1, 'email', '', '')",
        w.ids.vera,
      ),
    left: "select count(*) as n from sessions where id = 'over'",
    ...refuse("delete on sessions"),
  },
  "property index": {
    prepare: () => run("delete from property_index"),
    left: "select count(*) = 0 as n from property_index",
    ...refuse("insert on property_index"),
  },
  "task reminders": {
    prepare: () =>
      run(
        "insert or replace into task_people (user_id, is_done, due, page_id, key, source, remind_on) select ?, 0, '9999', id, 'task', 'Call', date('now') from pages limit 1",
        w.ids.vera,
      ),
    left: "select count(*) as n from task_people where remind_on is not null and reminded = 0",
    ...refuse("update of reminded on task_people"),
  },
  "connected apps": {
    prepare: () => run("insert into oauth_clients values ('unused', 'registered', 'App', '[]', 1, 1, 1, null)"),
    left: "select count(*) as n from oauth_clients where id = 'unused'",
    ...refuse("delete on oauth_clients"),
  },
  "old rows": {
    prepare: () => run("insert into spent_id_tokens values ('spent', 1, '')"),
    left: "select count(*) as n from spent_id_tokens",
    ...refuse("delete on spent_id_tokens"),
  },
  "file places": {
    prepare: () => run("insert into blobs values ('staged', 'aa', 1, 'live', 1, null, 1, 0)"),
    left: "select count(*) as n from blobs where sent_at = 0 and staged = 1",
    ...refuse("update of sent_at on blobs"),
  },
  "file readings": {
    prepare: () =>
      env.DB.batch([
        d1`insert into blobs values ('read', 'bb', 1, 'live', 0, null, 1, 0)`,
        d1`insert into files (id, page_id, role, filename, mime_type, size, generation, created_by, created_at, updated_at) select 'file', id, 'attachment', 'f', 'text/plain', 1, 'read', ${w.ids.vera}, 1, 1 from pages limit 1`,
      ]),
    left: "select count(*) as n from files where updated_at = 1",
    ...refuse("update of updated_at on files"),
  },
  "unused files": {
    prepare: () => run("insert into blobs values ('condemned', 'cc', 1, 'live', 0, 0, 1, 0)"),
    left: "select count(*) as n from blobs where condemned_at = 0",
    ...refuse("update of condemned_at on blobs"),
  },
  "unnamed objects": {
    prepare: () => run("insert into blob_candidates values (?, 'dd', 1)", idAt(now - 3 * DAY)),
    left: "select count(*) as n from blob_candidates",
    ...refuse("delete on blob_candidates"),
  },
  "expired uploads": {
    prepare: () =>
      run(
        "insert into uploads (id, user_id, target, filename, size, store_upload_id, file_id, created_at, expires_at) values ('upload', ?, '{}', 'f', 1, 'u', 'f', 1, 1)",
        w.ids.vera,
      ),
    left: "select count(*) as n from uploads",
    ...refuse("delete on uploads"),
  },
  "expired archives": {
    prepare: () =>
      run(
        `insert or replace into transfers (id, user_id, kind, drive_id, name, state, phase, caller_kind, token_hash, root_id, size, created_at, updated_at, ended_at, expires_at)
          values ('archive', ?, 'export', ?, 'a.zip', 'done', 'ended', 'session', '', '', 5, 1, 1, ?, 1)`,
        w.ids.vera,
        w.drive,
        now,
      ),
    left: "select count(*) as n from transfers where expires_at is not null",
    ...refuse("update of expires_at on transfers"),
  },
  "metrics roll-up": {
    prepare: () => run("insert into metrics (grain, kind, at, name) values (1, 'request', ?, 'old')", now - 3 * DAY),
    left: "select count(*) as n from metrics where grain = 1 and name = 'old'",
    ...refuse("insert on metrics_rolled"),
  },
};

const LEFT = Object.keys(WORK).toSorted();

/** Steps whose work is not done. */
async function leftover(): Promise<string[]> {
  const counts = await Promise.all(LEFT.map((step) => count(WORK[step]?.left ?? "")));
  return LEFT.filter((_, i) => counts[i] !== 0);
}

/** The tests break steps with a trigger, which the sweep reports too. */
const isOfStep = ({ route }: { route?: string }): boolean => route !== "triggers" && route !== "CRON triggers";

/** Discards jobs. */
const JOBS = { sendBatch: () => Promise.resolve() } as unknown as Queue; // the only method used

type Swept = { errors: { event: string; route?: string }[]; called: string[] };

async function sweepNow(variables: object = {}): Promise<Swept> {
  const called: string[] = [];
  const hear = (message: unknown): void => {
    const { phase, object, method } = message as CallEvent; // the message type of this channel
    if (phase === "start") called.push(`${object}.${method}`);
  };
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  calls.subscribe(hear);
  const context = createExecutionContext();
  // Otherwise a search job sent within the last second would suppress the next one.
  now += 5_000;
  await sweep(createDeps({ ...env, JOBS, FILE_JOBS: JOBS, ...variables }, context)).finally(() =>
    calls.unsubscribe(hear),
  );
  await waitOnExecutionContext(context);
  const lines: Swept["errors"] = errors.mock.calls.map(([line]) => JSON.parse(String(line)));
  errors.mockRestore();
  return { errors: lines.filter(isOfStep), called };
}

async function sweepWhile({ breaking, mending }: Pick<Work, "breaking" | "mending">): Promise<Swept> {
  await run(breaking);
  try {
    return await sweepNow();
  } finally {
    await run(mending);
  }
}

beforeEach(async () => {
  w ??= await world();
  now += HOUR;
  vi.spyOn(Date, "now").mockImplementation(() => now);
  forgetMeasured();
  for (const table of ["error_log", "metrics", "metrics_rolled", "jobs_outbox", "blob_candidates", "files", "blobs"])
    await run(`delete from ${table}`);
  await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type: "DOCUMENT" });
  for (const { prepare } of Object.values(WORK)) await prepare();
  expect(await leftover()).toEqual(LEFT);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await sweepNow();
});

test("runs every step without faults, and counts each run", async () => {
  const { errors } = await sweepNow();
  expect([errors, await leftover()]).toEqual([[], []]);
  const { sweep: steps } = await read(w.as("rupert"), "system-health", "1h");
  expect(steps).toHaveLength(LEFT.length + 12);
  expect(steps).toContainEqual({ step: "audit log", runs: 1, failures: 0, p95: expect.any(Number) });
});

test.each(LEFT)("%s: a failure blocks no other step, and administrators see it", async (step) => {
  const { errors, called } = await sweepWhile(WORK[step] ?? refuse(""));
  expect(await leftover()).toEqual([step]);
  expect(called).toEqual(expect.arrayContaining(["AuditLog.publish", "Jobs.enqueueDebounced"]));
  expect(errors).toMatchObject([{ event: "sweep.step_failed", route: step }]);
  const admin = w.as("rupert");
  const health = await read(admin, "system-health", "1h");
  const failed = health.sweep.filter(
    ({ step: name, failures }: { step: string; failures: number }) => failures > 0 && name !== "triggers",
  );
  expect(failed).toMatchObject([{ step, runs: 1, failures: 1 }]);
  const { errors: told } = await read(admin, "error-logs", "1h");
  expect(told.filter(isOfStep)).toMatchObject([
    { route: `CRON ${step}`, message: expect.stringContaining("out of order"), count: 1 },
  ]);
  // Nothing is lost: the next run does the remaining work.
  await sweepNow();
  expect(await leftover()).toEqual([]);
});

test("deletes old rows of other tables when one table cannot be written", async () => {
  await run("insert into oauth_marks values ('mark', 'providera', 1, 1, null, null)");
  const { errors } = await sweepWhile(refuse("delete on spent_id_tokens"));
  expect(await count("select count(*) as n from oauth_marks")).toBe(0);
  expect(JSON.stringify(errors)).toContain("Old rows stay in spent_id_tokens.");
});

test("deletes other unused bytes when recovered bytes cannot replace lost ones", async () => {
  const sha256 = "e".repeat(64);
  const [older, younger] = [idAt(now - 5 * DAY), idAt(now - 4 * DAY)];
  await env.FILES.put(`sha256/${sha256}/${older}`, "none that hash to this");
  await run("insert into blobs values ('lost', ?, 1, 'live', 0, null, 1, 0)", sha256);
  await run("insert into blob_candidates values (?, ?, 1), (?, 'ff', 1)", older, sha256, younger);
  const { errors } = await sweepNow();
  expect(errors).toMatchObject([{ event: "sweep.step_failed", route: "unnamed objects" }]);
  const { results } = await d1`select generation from blob_candidates`.all();
  expect(results).toEqual([{ generation: older }]);
});

test("gives up on a hanging step after 30 seconds, and completes the others", async () => {
  let asked = 0;
  const AUDIT_LOG = {
    getByName: () => ({
      publish: () => ((asked += 1), new Promise<never>(() => undefined)),
      drain: () => Promise.resolve(),
    }),
  };
  vi.restoreAllMocks();
  await withFrozenTime(async ({ pass, until, waits }) => {
    let swept: Swept | undefined;
    void sweepNow({ AUDIT_LOG }).then((result) => (swept = result));
    await until(() => asked === 1 && waits() === 1);
    pass(STEP_TIMEOUT);
    await until(() => swept !== undefined);
    expect(swept?.errors).toMatchObject([{ event: "sweep.step_failed", route: "audit log" }]);
  });
  expect((await leftover()).filter((step) => step !== "metrics roll-up")).toEqual([]);
});
