/** A database that loses calls, loses replies or hangs: at most one effect, and an answer in bounded time. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createDb } from "../../src/platform/db.ts";
import { sql, write } from "../../src/db/sql.ts";
import { bearer, freshId } from "../support/world.ts";
import { callWith, cookiesOf, freshEmail, mailedLink, open, requestTo, signIn } from "../flows/sign-in.ts";
import { faultyDatabase, hungDatabase, type Fault } from "./database.ts";
import { seededFractions } from "../support/seeded.ts";
import { anyAnswer, withFrozenTime } from "./frozen-time.ts";

vi.setConfig({ testTimeout: 120_000 });

const quietly = async (work: () => Promise<void>): Promise<void> => {
  const spies = (["warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  await work().finally(() => spies.forEach((spy) => spy.mockRestore()));
};

const countOf = (
  table: "sessions s join users u on u.id = s.user_id" | "users u",
  email: string,
): Promise<number | null> =>
  env.DB.prepare(`select count(*) as n from ${table} where u.login_email = ?`).bind(email).first<number>("n");

/** Loses three calls in ten, half of them on the way back. */
const threeInTen = (seed: number): (() => Fault) => {
  const random = seededFractions(seed);
  return () => {
    const drawn = random();
    return drawn < 0.15 ? "before" : drawn < 0.3 ? "after" : null;
  };
};

test.each([[100, 1], [100, 2], [100, 3], ...(env.PROOFS ? [[1000, 4]] : [])])(
  "creates one session from %i openings of a link while 30 % of database calls fail (seed %i)",
  async (racers, seed) => {
    await quietly(async () => {
      const email = freshEmail();
      const { url } = await mailedLink(email);
      const DB = faultyDatabase(threeInTen(seed));
      const path = url.pathname + url.search;
      const answers = await Promise.all(Array.from({ length: racers }, () => callWith({ DB }, requestTo(path))));
      const told = new Set(answers.map(({ status, headers }) => `${status} ${headers.get("Location")?.split("?")[0]}`));
      expect(
        [...told].filter((each) => !["303 /auth/continue", "303 /signin", "503 undefined"].includes(each)),
      ).toEqual([]);
      const winners = answers.map((answer) => cookiesOf(answer, "session")).filter((cookie) => cookie !== "");
      // The winner's reply and the check of its outcome may both be lost; then no one is signed in.
      expect(winners.length).toBeLessThanOrEqual(1);
      expect([
        await countOf("sessions s join users u on u.id = s.user_id", email),
        await countOf("users u", email),
      ]).toEqual([1, 1]);
      for (const cookie of winners) {
        expect((await callWith({}, requestTo("/api/auth/me", { headers: { Cookie: cookie } }))).status).toBe(200);
      }
      expect((await open(url)).headers.get("Location")).toBe("/signin?error=link_invalid");
    });
  },
);

test("applies a sign-out everywhere whose reply was lost, and does not apply a lost request", async () => {
  await quietly(async () => {
    for (const [fault, after] of [
      ["after", 401],
      ["before", 200],
    ] as const) {
      const { token } = await signIn();
      let trips = 0;
      const DB = faultyDatabase(() => ((trips += 1) === 2 ? fault : null));
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await callWith({ DB }, requestTo("/api/auth/logout-all", { method: "POST", headers }));
      expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "2"]);
      expect(await answer.json()).toMatchObject({ code: "unavailable" });
      expect((await bearer(token).get("/api/auth/me")).status).toBe(after);
    }
  });
});

const ROUTES = [
  ["GET", "/api/auth/me"],
  ["GET", "/api/drives"],
  ["POST", "/api/auth/logout-all"],
  ["POST", "/api/auth/logout"],
  ["GET", "/api/auth/mcp-tokens"],
] as const;

test.each(ROUTES)(
  "%s %s returns 503 with Retry-After while the database is down, and reveals nothing",
  async (method, path) => {
    await quietly(async () => {
      const { token } = await signIn();
      const DB = faultyDatabase(() => "before");
      const answer = await callWith({ DB }, requestTo(path, { method, headers: { Authorization: `Bearer ${token}` } }));
      expect([answer.status, answer.headers.get("Retry-After"), answer.headers.getSetCookie()]).toEqual([503, "2", []]);
      expect(await answer.json()).toEqual({
        code: "unavailable",
        error: expect.any(String),
        requestId: expect.any(String),
        retryAfter: 2,
      });
    });
  },
);

test.each(ROUTES)("%s %s gives up once on an unresponsive database after ten seconds", async (method, path) => {
  await quietly(async () => {
    const { token } = await signIn();
    const { DB, asked } = hungDatabase();
    await withFrozenTime(async ({ pass, until }) => {
      let answer: Response | undefined;
      void callWith({ DB }, requestTo(path, { method, headers: { Authorization: `Bearer ${token}` } })).then(
        (response) => (answer = response),
      );
      await until(() => asked() > 0);
      pass(9_999);
      await anyAnswer();
      expect(answer).toBeUndefined();
      pass(1);
      await until(() => answer !== undefined);
      expect([answer?.status, asked()]).toEqual([503, 1]);
      expect(await answer?.json()).toMatchObject({ code: "unavailable", retryAfter: 2 });
    });
  });
});

test("gives up on opening a link after ten seconds of an unresponsive database", async () => {
  await quietly(async () => {
    const { url } = await mailedLink(freshEmail());
    let trips = 0;
    // Reading the link succeeds; using it and checking the outcome hang.
    const DB = {
      prepare: (text: string) => env.DB.prepare(text),
      batch: () => new Promise<never>(() => (trips += 1)),
    };
    await withFrozenTime(async ({ pass, until }) => {
      let answer: Response | undefined;
      void callWith({ DB }, requestTo(url.pathname + url.search)).then((response) => (answer = response));
      await until(() => trips > 0);
      pass(10_000);
      await until(() => answer !== undefined);
      expect([answer?.status, trips]).toEqual([503, 1]);
    });
    expect((await open(url)).headers.get("Location")).toContain("/auth/continue");
  });
});

test("shortens the next wait to half a second after a timeout, until a response arrives, but not for jobs", async () => {
  const probe = write(sql`select 1`);
  let hangs = true;
  const statement = {
    bind: () => statement,
    all: () => (hangs ? new Promise<never>(() => undefined) : env.DB.prepare("select 1").all()),
  };
  // The part of D1 that `createDb` uses.
  const d1 = { prepare: () => statement } as unknown as D1Database;
  const patient = createDb(d1, 10_000);
  await withFrozenTime(async ({ pass, waits, until }) => {
    const expectGivenUpAfter = async (ms: number): Promise<void> => {
      let failed = false;
      patient.writeOne(probe).catch(() => (failed = true));
      pass(ms - 1);
      await anyAnswer();
      expect(failed).toBe(false);
      pass(1);
      await until(() => failed);
    };
    await expectGivenUpAfter(10_000);
    await expectGivenUpAfter(500);
    hangs = false;
    expect(await patient.writeOne(probe)).toBeDefined();
    hangs = true;
    await expectGivenUpAfter(10_000);
    void createDb(d1).writeOne(probe);
    expect(waits()).toBe(0);
  });
});

test("the fault harness drops exactly the calls it reports", async () => {
  const faults: Fault[] = ["before", "after", null];
  const db = createDb(faultyDatabase(() => faults.shift() ?? null) as D1Database); // the part of D1 that `createDb` uses
  const mark = freshId("mark");
  const counts: unknown[] = [];
  for (let i = 0; i < 3; i += 1) {
    const made = db.writeOne(
      write(sql`insert into jobs_outbox (id, job, created_at) values (${freshId("job")}, ${mark}, 1)`),
    );
    const isTold = await made.then(
      () => true,
      () => false,
    );
    counts.push([
      isTold,
      await env.DB.prepare("select count(*) as n from jobs_outbox where job = ?").bind(mark).first("n"),
    ]);
  }
  expect(counts).toEqual([
    [false, 0],
    [false, 1],
    [true, 2],
  ]);
  await env.DB.prepare("delete from jobs_outbox where job = ?").bind(mark).run();
});

test("names the command that completes the installation where the database has no tables", async () => {
  await quietly(async () => {
    const { token } = await signIn();
    const headers = { Authorization: `Bearer ${token}` };
    // The real search database, which has none of the tables of the main one.
    const answer = await callWith({ DB: env.SEARCH }, requestTo("/api/auth/me", { headers }));
    expect(answer.status).toBe(503);
    const { code, error } = await answer.json<{ code: string; error: string }>();
    expect([code, error]).toEqual(["unavailable", expect.stringContaining("`npm run setup`")]);
    expect(error).not.toContain("no such table");
  });
});

test("answers every request by the missing variables and the command that sets them", async () => {
  await quietly(async () => {
    const bare = { ENVIRONMENT: "production", ROOT_SECRET: undefined, APP_ORIGIN: undefined };
    for (const path of ["/", "/api/health", "/api/auth/me", "/mcp"]) {
      const answer = await callWith(bare, requestTo(path));
      expect(answer.status, path).toBe(503);
      expect(await answer.text()).toMatch(/ROOT_SECRET.*APP_ORIGIN.*`npm run setup`/);
    }
  });
});
