/** Many openings of one link, lost replies and failing databases: one session, and an honest answer for everybody. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { insertSession, userWithEmail, raiseEpoch } from "../../src/features/identity/store.ts";
import { createDb } from "../../src/platform/db.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { bearer, freshId } from "../world.ts";
import {
  callWith,
  cookiesOf,
  freshEmail,
  mailedLink,
  open,
  openBound,
  requestTo,
  signIn,
  call,
  type SignedIn,
} from "./sign-in.ts";

// A thousand requests take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const countOf = (table: "sessions" | "drives" | "users", email: string): Promise<number | null> => {
  const sql = {
    sessions: "select count(*) as n from sessions s join users u on u.id = s.user_id where u.login_email = ?",
    drives: "select count(*) as n from drives d join users u on u.id = d.owner_id where u.login_email = ?",
    users: "select count(*) as n from users where login_email = ?",
  }[table];
  return env.DB.prepare(sql).bind(email).first<number>("n");
};

for (const racers of [100, 1000]) {
  test(`${racers} openings of one link at once make one session, and it works`, async () => {
    const email = freshEmail();
    const { url } = await mailedLink(email);
    const answers = await Promise.all(Array.from({ length: racers }, () => open(url)));
    const winners = answers.map((answer) => cookiesOf(answer, "session")).filter((cookie) => cookie !== "");
    expect(winners).toHaveLength(1);
    const losers = answers.filter((answer) => cookiesOf(answer, "session") === "");
    expect(new Set(losers.map((answer) => `${answer.status} ${answer.headers.get("Location")}`))).toEqual(
      new Set(["303 /signin?error=link_invalid"]),
    );
    expect([await countOf("users", email), await countOf("drives", email), await countOf("sessions", email)]).toEqual([
      1, 1, 1,
    ]);
    expect((await call("/api/auth/me", { headers: { Cookie: winners[0] ?? "" } })).status).toBe(200);
  });
}

test("openings in the asking browser alone, all at once, end with that browser signed in", async () => {
  const { url, binding } = await mailedLink(freshEmail());
  const answers = await Promise.all(Array.from({ length: 100 }, () => openBound(url, binding)));
  const [cookie = ""] = answers.map((answer) => cookiesOf(answer, "session")).filter((each) => each !== "");
  expect((await call("/api/auth/me", { headers: { Cookie: cookie } })).status).toBe(200);
});

test("three links of one new address opened at once make one user, one drive and one session", async () => {
  const email = freshEmail();
  const links = [await mailedLink(email), await mailedLink(email), await mailedLink(email)];
  await Promise.all(links.flatMap(({ url }) => Array.from({ length: 10 }, () => open(url))));
  expect([await countOf("users", email), await countOf("drives", email), await countOf("sessions", email)]).toEqual([
    1, 1, 1,
  ]);
});

type Fault = "before" | "after" | null;

/** The real database, with a say in what becomes of each batch: lost on the way there, or its reply lost on the way back. */
const faulty = (faultOf: () => Fault): object => ({
  prepare: (text: string) => env.DB.prepare(text),
  async batch(statements: D1PreparedStatement[]) {
    const fault = faultOf();
    if (fault === "before") throw new Error("D1_ERROR: Network connection lost.");
    const results = await env.DB.batch(statements);
    if (fault === "after") throw new Error("D1_ERROR: Network connection lost.");
    return results;
  },
});

const openWith = (DB: object, url: URL): Promise<Response> => callWith({ DB }, requestTo(url.pathname + url.search));

test("a reply lost after the commit still signs in, once", async () => {
  const email = freshEmail();
  const { url } = await mailedLink(email);
  const opened = await openWith(
    faulty(() => "after"),
    url,
  );
  expect(opened.status).toBe(303);
  const me = await call("/api/auth/me", { headers: { Cookie: cookiesOf(opened, "session") } });
  expect(me.status).toBe(200);
  expect(await countOf("sessions", email)).toBe(1);
  expect((await open(url)).headers.get("Location")).toBe("/signin?error=link_invalid");
});

test("a failure before the commit is 503 with Retry-After, and the link works afterwards", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { url } = await mailedLink(freshEmail());
  const failed = await openWith(
    faulty(() => "before"),
    url,
  );
  expect([failed.status, failed.headers.get("Retry-After"), failed.headers.getSetCookie()]).toEqual([503, "2", []]);
  expect(await failed.json()).toMatchObject({ code: "unavailable" });
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
  expect(cookiesOf(await open(url), "session")).not.toBe("");
});

test("a hundred openings while the database loses three batches in ten, either way, make one session at most", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  let turn = 0;
  const DB = faulty(
    () => (["before", null, null, "after", null, null, "after", null, null, null] as const)[(turn += 1) % 10] ?? null,
  );
  for (let round = 0; round < 3; round += 1) {
    const email = freshEmail();
    const { url } = await mailedLink(email);
    const answers = await Promise.all(Array.from({ length: 100 }, () => openWith(DB, url)));
    const winners = answers.filter((answer) => cookiesOf(answer, "session") !== "");
    expect(winners).toHaveLength(1);
    expect(await countOf("sessions", email)).toBe(1);
  }
  logged.mockRestore();
});

test("signing out everywhere refuses every older session at its next request, and links under way with them", async () => {
  const email = freshEmail();
  const sessions: SignedIn[] = [];
  for (let i = 0; i < 4; i += 1) sessions.push(await signIn(email));
  const { url } = await mailedLink(email);
  const [first] = sessions;
  expect((await bearer(first?.token ?? "").post("/api/auth/logout-all")).status).toBe(200);
  for (const { token } of sessions) expect((await bearer(token).get("/api/auth/me")).status).toBe(401);
  expect((await open(url)).headers.get("Location")).toBe("/signin?error=link_invalid");
  expect((await bearer((await signIn(email)).token).get("/api/auth/me")).status).toBe(200);
});

test("of 200 sessions born around the end of an epoch, those that are accepted were born after it", async () => {
  const { email } = await signIn();
  const userId = String(await env.DB.prepare("select id from users where login_email = ?").bind(email).first("id"));
  const db = createDb(env.DB);
  const now = Date.now();
  const tokens: string[] = [];
  const give = async (): Promise<void> => {
    const raw = makeToken("session", systemRandom);
    const session = {
      id: freshId("session"),
      tokenHash: hashToken("session", raw),
      user: userWithEmail(email),
      method: "test",
      ip: "",
      userAgent: "",
    };
    await db.one(
      insertSession({ ...session, claimed: false, device: null, now, authTime: now, expiresAt: now + 60_000 }),
    );
    tokens.push(raw);
  };
  // Twenty lanes of ten; in one of them the epoch ends while the others go on.
  const lanes = Array.from({ length: 20 }, async (_, lane) => {
    for (let i = 0; i < 10; i += 1) {
      if (lane === 7 && i === 4) await db.one(raiseEpoch(userId, now));
      await give();
    }
  });
  await Promise.all(lanes);
  const epochs = await Promise.all(
    tokens.map((raw) =>
      env.DB.prepare("select epoch from sessions where token_hash = ?").bind(hashToken("session", raw)).first("epoch"),
    ),
  );
  expect(new Set(epochs)).toEqual(new Set([0, 1]));
  const statuses = await Promise.all(tokens.map(async (raw) => (await bearer(raw).get("/api/auth/me")).status));
  expect(statuses).toEqual(epochs.map((epoch) => (epoch === 1 ? 200 : 401)));
});

test("signing out everywhere twice at once is one invalidation: the loser is told its session has ended", async () => {
  for (let round = 0; round < 4; round += 1) {
    const client = bearer((await signIn()).token);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => client.post("/api/auth/logout-all")));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 401),
    ]);
  }
});

test("no request that begins after a session's end is accepted, with 64 of them on their way all the time", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { token } = await signIn();
    const client = bearer(token);
    let over = false;
    const late: number[] = [];
    const hammer = Array.from({ length: 64 }, async () => {
      for (let i = 0; i < 4; i += 1) {
        const begunAfter = over;
        const { status } = await client.get("/api/auth/me");
        if (begunAfter) late.push(status);
      }
    });
    const end = (async () => {
      await client.post("/api/auth/logout");
      over = true;
    })();
    await Promise.all([...hammer, end]);
    expect(late.filter((status) => status !== 401)).toEqual([]);
    expect((await client.get("/api/auth/me")).status).toBe(401);
  }
});
