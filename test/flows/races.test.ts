/** Opening one link many times at once, lost replies and failing databases: one session, and truthful responses. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { bearer } from "../support/world.ts";
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
import { nightly } from "../support/nightly.ts";

// A thousand requests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const countOf = (table: "sessions" | "drives" | "users", email: string): Promise<number | null> => {
  const sql = {
    sessions: "select count(*) as n from sessions s join users u on u.id = s.user_id where u.login_email = ?",
    drives: "select count(*) as n from drives d join users u on u.id = d.owner_id where u.login_email = ?",
    users: "select count(*) as n from users where login_email = ?",
  }[table];
  return env.DB.prepare(sql).bind(email).first<number>("n");
};

for (const racers of env.PROOFS ? [100, 1000] : [100]) {
  test(`creates one working session from ${racers} concurrent openings of one link`, async () => {
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

test("leaves the requesting browser signed in after concurrent openings of its link", async () => {
  const { url, binding } = await mailedLink(freshEmail());
  const answers = await Promise.all(Array.from({ length: 100 }, () => openBound(url, binding)));
  const [cookie = ""] = answers.map((answer) => cookiesOf(answer, "session")).filter((each) => each !== "");
  expect((await call("/api/auth/me", { headers: { Cookie: cookie } })).status).toBe(200);
});

test("creates one user, drive and session from three links of a new email opened concurrently", async () => {
  const email = freshEmail();
  const links = [await mailedLink(email), await mailedLink(email), await mailedLink(email)];
  await Promise.all(links.flatMap(({ url }) => Array.from({ length: 10 }, () => open(url))));
  expect([await countOf("users", email), await countOf("drives", email), await countOf("sessions", email)]).toEqual([
    1, 1, 1,
  ]);
});

type Fault = "before" | "after" | null;

/** The real database, but a batch or its reply may be lost. */
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

test("signs in once when the database reply is lost after the commit", async () => {
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

test("returns 503 with Retry-After for a failure before the commit, and keeps the link valid", async () => {
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

test("invalidates every older session and pending link on a sign-out everywhere", async () => {
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

test("signs out everywhere once for concurrent requests, and returns 401 to the others", async () => {
  for (let round = 0; round < 4; round += 1) {
    const client = bearer((await signIn()).token);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => client.post("/api/auth/logout-all")));
    expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 401),
    ]);
  }
});

nightly("accepts no request that starts after the session ends, with 64 requests in flight", async () => {
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
