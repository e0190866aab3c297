/** Requesting a link: the same response for every address, and at most one mail however often the job runs. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { type RoundTripEvent, trips } from "../../src/platform/db.ts";
import { freshId } from "../support/world.ts";
import {
  OWN_PAGE,
  callWith,
  consume,
  cookiesOf,
  freshEmail,
  mailJob,
  mailsDuring,
  newestLink,
  open,
  readMail,
  requestTo,
  signIn,
} from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
  RATE_LIMIT_SCALE: "100000",
  EMAIL_FROM: "octavo@octavo.example",
};

/** Replaces the queue, so that only the test runs jobs. */
let queued: unknown[];
const JOBS = {
  sendBatch: (messages: Iterable<{ body: unknown }>) => {
    queued.push(...[...messages].map(({ body }) => body));
    return Promise.resolve();
  },
};

beforeEach(() => {
  queued = [];
});

let networks = 0;
/** An IP address that no other request in this file has used. */
const freshAddress = (): string => `198.51.${(networks += 1) >> 8}.${networks & 255}`;

function asking(email: string, headers: Record<string, string> = {}): Request {
  return requestTo("/api/auth/magic-link/send", {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "CF-Connecting-IP": freshAddress(),
      Cookie: `ml=${"b".repeat(43)}`,
      ...headers,
    },
    body: JSON.stringify({ email }),
  });
}

async function answerOf(response: Response): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  return { status: response.status, headers, body: await response.text() };
}

const watched = new AsyncLocalStorage<string[]>();

/** Runs `work` and returns the statements that it alone sent to the database, trip by trip. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  const listen = (event: unknown): void => {
    const trip = event as RoundTripEvent; // the type of this channel's messages
    if (trip.phase === "start") watched.getStore()?.push(trip.statements.join(" ; ").replaceAll('"', ""));
  };
  trips.subscribe(listen);
  await watched.run(seen, work).finally(() => trips.unsubscribe(listen));
  return seen;
}

test("does the same work and returns the same bytes for known, unknown, suspended and rate-limited emails", async () => {
  const [known, suspended, overAsked] = [freshEmail("known"), freshEmail("suspended"), freshEmail("asked")];
  await signIn(known);
  await signIn(suspended);
  await d1`update users set suspended_at = 1 where login_email = ${suspended}`.run();
  const scaled = { RATE_LIMIT_SCALE: "1", JOBS };
  for (let i = 0; i < 4; i += 1) await callWith(scaled, asking(overAsked));
  expect((await newestLink(overAsked)).muted).toBe(1);

  const answers: unknown[] = [];
  const work: unknown[] = [];
  for (const email of [freshEmail("unknown"), known, suspended, overAsked]) {
    queued = [];
    const statements = await statementsOf(async () => {
      answers.push(await answerOf(await callWith(scaled, asking(email))));
    });
    // The audit log is drained after the response, which may include entries of other tests.
    work.push([
      statements.filter((text) => text.includes("insert into") || !text.includes("from audit_outbox")),
      queued.length,
    ]);
  }
  expect(answers[0]).toMatchObject({ status: 200, body: expect.stringContaining("a link is on its way") });
  expect(answers.slice(1)).toEqual([answers[0], answers[0], answers[0]]);
  expect(work[0]).toEqual([expect.arrayContaining([expect.stringContaining("insert into magic_links")]), 1]);
  expect(work.slice(1)).toEqual([work[0], work[0], work[0]]);
});

test("sends an email at most three links in ten minutes, and each of them works", async () => {
  const email = freshEmail();
  for (let i = 0; i < 12; i += 1)
    expect((await callWith({ RATE_LIMIT_SCALE: "1", JOBS }, asking(email))).status).toBe(200);
  expect(queued).toHaveLength(12);
  const mails = await mailsDuring(() => consume(queued));
  expect(mails).toHaveLength(3);
  for (const mail of mails)
    expect(mail).toMatch(/^mail to=\S+ subject="Sign in to Octavo" link=http:\/\/localhost:8787\//);
  const [, last = ""] = / link=(\S+)$/.exec(mails[2] ?? "") ?? [];
  expect(cookiesOf(await open(new URL(last)), "session")).not.toBe("");
});

test("puts only the link ID and the page's language into the job", async () => {
  const email = freshEmail();
  await callWith({ JOBS }, asking(email));
  const { id } = await newestLink(email);
  expect(queued).toEqual([{ id: expect.any(String), kind: "mail.magic-link", linkId: id, language: "en" }]);
});

test("sends a link in the user's chosen language, or that of the requesting page", async () => {
  const [unknown, chosen] = [freshEmail("unknown"), freshEmail("chosen")];
  await signIn(chosen);
  await d1`update users set language = 'ar' where login_email = ${chosen}`.run();
  for (const email of [unknown, chosen])
    await callWith({ JOBS }, asking(email, { "Accept-Language": "de-AT,en;q=0.5" }));
  const sent: { to: string; subject: string; text: string }[] = [];
  const EMAIL = { send: (mail: (typeof sent)[number]) => Promise.resolve(void sent.push(mail)) };
  await consume(queued, { variables: { ...PRODUCTION, JOBS, EMAIL } });
  expect(sent).toMatchObject([
    { to: unknown, subject: "Bei Octavo anmelden", text: expect.stringMatching(/^Öffne diesen Link/) },
    { to: chosen, subject: "تسجيل الدخول إلى Octavo", text: expect.stringMatching(/^افتح هذا الرابط/) },
  ]);
  for (const { text } of sent) expect(text).toMatch(/^https:\/\/octavo\.example\/api\/auth\/magic-link\/verify\?\S+$/m);
});

test("sends one email for a job delivered five times, alone or in one batch", async () => {
  for (const batches of [[5], [1, 1, 1, 1, 1], [2, 3]]) {
    const email = freshEmail();
    await callWith({ JOBS }, asking(email));
    const job = mailJob((await newestLink(email)).id);
    const mails = await mailsDuring(async () => {
      for (const size of batches) await consume(Array.from({ length: size }, () => job));
    });
    expect(mails).toHaveLength(1);
  }
  const email = freshEmail();
  await callWith({ JOBS }, asking(email));
  const job = mailJob((await newestLink(email)).id);
  expect(await mailsDuring(() => Promise.all(Array.from({ length: 20 }, () => consume([job]))))).toHaveLength(1);
});

test("sends nothing for a suspended user or for a used, expired or unknown link", async () => {
  const spoil: ((email: string, linkId: string) => Promise<unknown>)[] = [
    async (email) => {
      await signIn(email);
      await d1`update users set suspended_at = 1 where login_email = ${email}`.run();
    },
    (_, linkId) => d1`update magic_links set used_at = 1 where id = ${linkId}`.run(),
    (_, linkId) => d1`update magic_links set expires_at = ${Date.now()} where id = ${linkId}`.run(),
    (_, linkId) => d1`delete from magic_links where id = ${linkId}`.run(),
  ];
  for (const change of spoil) {
    const email = freshEmail();
    await callWith({ JOBS }, asking(email));
    const { id } = await newestLink(email);
    await change(email, id);
    let result: unknown;
    expect(await mailsDuring(async () => (result = await consume([mailJob(id)])))).toEqual([]);
    expect(result).toMatchObject({ explicitAcks: ["message-0"], retryMessages: [] });
  }
});

test("sends email through the binding in production, and retries after a failure until one email arrives", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const sent: { from: string; to: string; subject: string; text: string }[] = [];
  let failures = 2;
  const EMAIL = {
    send: (mail: (typeof sent)[number]) => {
      if ((failures -= 1) >= 0) return Promise.reject(new Error(`mailbox ${mail.to} busy: ${mail.text}`));
      sent.push(mail);
      return Promise.resolve();
    },
  };
  const variables = { ...PRODUCTION, JOBS, EMAIL };
  const email = freshEmail();
  expect((await callWith(variables, asking(email))).status).toBe(200);
  const retried: number[] = [];
  for (let attempts = 1; attempts <= 4; attempts += 1) {
    const { retryMessages } = await consume(queued, { attempts, variables });
    retried.push(retryMessages.length);
  }
  expect(retried).toEqual([1, 1, 0, 0]);
  expect(sent).toHaveLength(1);
  const [mail] = sent;
  expect(mail).toMatchObject({ from: "octavo@octavo.example", to: email });
  const [link = ""] = /https:\S+/.exec(mail?.text ?? "") ?? [];
  const url = new URL(link);
  expect(url.origin).toBe("https://octavo.example");
  const opened = await callWith(variables, requestTo(url.pathname + url.search));
  expect(opened.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-session=ses_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    expect.stringMatching(/^__Host-ct=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  vi.restoreAllMocks();
});

test("sends the other emails of a batch when one fails", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const arrived: string[] = [];
  const bad = freshEmail("bad");
  const EMAIL = {
    send: ({ to }: { to: string }) => {
      if (to === bad) return Promise.reject(new Error("no such mailbox"));
      arrived.push(to);
      return Promise.resolve();
    },
  };
  const variables = { ...PRODUCTION, JOBS, EMAIL };
  const others = [freshEmail(), freshEmail()];
  for (const email of [bad, ...others]) await callWith(variables, asking(email));
  const result = await consume(queued, { variables });
  expect(arrived).toEqual(others);
  expect(result).toMatchObject({ explicitAcks: ["message-1", "message-2"], retryMessages: [{ msgId: "message-0" }] });
  expect(warned).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

test("processes emails before other jobs of a batch", async () => {
  const email = freshEmail();
  await callWith({ JOBS }, asking(email));
  const jobs = [{ id: freshId("job"), kind: "search.index" }, mailJob((await newestLink(email)).id)];
  const statements = await statementsOf(() => mailsDuring(() => consume(jobs, { variables: { JOBS } })));
  expect(statements[0]).toContain("update magic_links");
  expect(statements.slice(1).join()).toContain("search_dirty");
});

test("keeps an unknown job for a later version without blocking others", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const email = freshEmail();
  await callWith({ JOBS }, asking(email));
  const bodies = [null, { id: "j", kind: "mail.of-tomorrow" }, "text", mailJob((await newestLink(email)).id)];
  let result: Awaited<ReturnType<typeof consume>> | undefined;
  expect(await mailsDuring(async () => (result = await consume(bodies)))).toHaveLength(1);
  expect(result?.explicitAcks).toEqual(["message-3"]);
  expect(result?.retryMessages.map(({ msgId }) => msgId).toSorted()).toEqual(["message-0", "message-1", "message-2"]);
  expect(warned).toHaveBeenCalledTimes(3);
  vi.restoreAllMocks();
});

test("logs a dead job and acknowledges it", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const result = await consume([mailJob(freshId("link")), null], { queue: "octavo-jobs-dead", attempts: 6 });
  expect(result).toMatchObject({ explicitAcks: ["message-0", "message-1"], retryMessages: [] });
  expect(told.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { event: "job.dead", kind: "mail.magic-link", attempts: 6 },
    { event: "job.dead" },
  ]);
  vi.restoreAllMocks();
});

test("returns the same response when the queue fails, and the sweep sends the job later", async () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  const email = freshEmail();
  const broken = { sendBatch: () => Promise.reject(new Error("Too Many Requests")) };
  expect((await callWith({ JOBS: broken }, asking(email))).status).toBe(200);
  expect(error).toHaveBeenCalled();
  const { id } = await newestLink(email);
  const shipAt = async (now: number): Promise<void> => {
    const context = createExecutionContext();
    await sweep(createDeps({ ...env, JOBS: JOBS as unknown as Queue }, context, now)); // the only method used
    await waitOnExecutionContext(context);
  };
  const ours = (): unknown[] => queued.filter((job) => (job as { linkId?: string }).linkId === id);
  await shipAt(Date.now());
  expect(ours()).toEqual([]);
  await shipAt(Date.now() + 61_000);
  expect(ours()).toHaveLength(1);
  await shipAt(Date.now() + 122_000);
  expect(ours()).toHaveLength(1);
  expect(await readMail(id)).toBeInstanceOf(URL);
  vi.restoreAllMocks();
});

test("keeps a link's row for a day, and then deletes it", async () => {
  const email = freshEmail();
  await callWith({ JOBS }, asking(email));
  const { id } = await newestLink(email);
  const isThereAt = async (later: number): Promise<boolean> => {
    const context = createExecutionContext();
    await sweep(createDeps(env, context, Date.now() + later));
    await waitOnExecutionContext(context);
    return (await d1`select 1 from magic_links where id = ${id}`.first()) !== null;
  };
  expect([await isThereAt(0), await isThereAt(86_390_000), await isThereAt(86_400_001)]).toEqual([true, true, false]);
});

test("rejects invalid emails and emails with invisible characters", async () => {
  for (const email of [
    "",
    "nobody",
    "a@b@c",
    "a b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    "a\u0000@example.com",
    "a\u202e@example.com",
    "a\ud800@example.com",
    `${"a".repeat(250)}@example.com`,
    7,
    null,
    ["a@example.com"],
    { address: "a@example.com" },
  ]) {
    const request = requestTo("/api/auth/magic-link/send", {
      method: "POST",
      headers: { "Content-Type": "application/json", ...OWN_PAGE },
      body: JSON.stringify({ email }),
    });
    const response = await callWith({ JOBS }, request);
    expect([response.status, (await response.json<{ code: string }>()).code], String(email)).toEqual([
      400,
      "invalid_request",
    ]);
  }
  expect(queued).toEqual([]);
});
