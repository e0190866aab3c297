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

nightly(
  "no request that begins after a session's end is accepted, with 64 of them on their way all the time",
  async () => {
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
  },
);
