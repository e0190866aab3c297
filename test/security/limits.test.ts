/** The rate limits of signing in, end to end: exact counts, one key per network, and behaviour during an outage. */
import { expect, test, vi } from "vitest";
import { freshId, world } from "../support/world.ts";
import {
  callWith,
  consume,
  freshEmail,
  mailedLink,
  mailJob,
  mailsDuring,
  newestLink,
  open,
  requestTo,
  signIn,
} from "../flows/sign-in.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  EMAIL_FROM: "octavo@octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
  RATE_LIMIT_SCALE: "1",
  RATE_LIMIT_WAIT_MS: "30000",
  JOBS: { sendBatch: () => Promise.resolve() },
};

let networks = 0;
const freshAddress = (): string => `203.0.${(networks += 1) >> 8}.${networks & 255}`;

const sendFrom = (ip: string, variables: object = {}, extra: Record<string, string> = {}): Promise<Response> =>
  callWith(
    { ...PRODUCTION, ...variables },
    requestTo("/api/auth/magic-link/send", {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip, ...extra },
      body: JSON.stringify({ email: freshEmail() }),
    }),
  );

const verifyFrom = (ip: string, variables: object = {}): Promise<Response> =>
  callWith(
    { ...PRODUCTION, ...variables },
    requestTo("/api/auth/magic-link/verify?token=x", { headers: { "CF-Connecting-IP": ip } }),
  );

/** Returns how many of `tries` requests got through before the first 429, and that response. */
async function countUntilRefused(
  tries: number,
  ask: (i: number) => Promise<Response>,
): Promise<[number, Response | null]> {
  for (let i = 0; i < tries; i += 1) {
    const response = await ask(i);
    if (response.status === 429) return [i, response];
  }
  return [tries, null];
}

test("limits a network to ten link requests in ten minutes, and returns the wait for the eleventh", async () => {
  const ip = freshAddress();
  const [admitted, refused] = await countUntilRefused(12, () => sendFrom(ip));
  expect(admitted).toBe(10);
  const wait = Number(refused?.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(590);
  expect(wait).toBeLessThanOrEqual(600);
  expect(await refused?.json()).toMatchObject({ code: "rate_limited", retryAfter: wait });
  expect((await sendFrom(freshAddress())).status).toBe(200);
});

test("limits a network to opening 20 links in ten minutes, valid or not", async () => {
  const ip = freshAddress();
  expect((await countUntilRefused(22, () => verifyFrom(ip)))[0]).toBe(20);
});

nightly("slides the window, so that requests older than ten minutes do not count", async () => {
  const ip = freshAddress();
  await countUntilRefused(11, () => sendFrom(ip));
  const later = Date.now() + 600_000;
  const clock = vi.spyOn(Date, "now").mockReturnValue(later + 1_000);
  const admitted = await countUntilRefused(12, () => sendFrom(ip)).finally(() => clock.mockRestore());
  expect(admitted[0]).toBe(10);
});

test("allows exactly ten of 20 concurrent requests from one network", async () => {
  const ip = freshAddress();
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await sendFrom(ip)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
});

test("treats an IPv6 /64 as one network, and every spelling of an IPv4 address as one", async () => {
  const [six] = await countUntilRefused(12, (i) => sendFrom(`2001:db8:7:1:${(i * 977).toString(16)}::${i + 1}`));
  expect(six).toBe(10);
  expect((await sendFrom("2001:db8:7:2::1")).status).toBe(200);
  const spellings = ["203.0.250.9", "::ffff:203.0.250.9", "::FFFF:cb00:fa09", "0:0:0:0:0:ffff:203.0.250.9"];
  const [four] = await countUntilRefused(12, (i) => sendFrom(spellings[i % spellings.length] ?? ""));
  expect(four).toBe(10);
});

test("limits an IPv6 /48 to 50 link requests in ten minutes across its networks", async () => {
  const [admitted, refused] = await countUntilRefused(52, (i) => sendFrom(`2001:db8:48:${i.toString(16)}::1`));
  expect([admitted, (await refused?.json<{ code: string }>())?.code]).toEqual([50, "rate_limited"]);
  expect((await sendFrom("2001:db8:49::1")).status).toBe(200);
  // IPv4 addresses are not grouped into networks, however close their numbers are.
  for (let i = 0; i < 60; i += 1) expect((await sendFrom(`203.0.251.${i}`)).status).toBe(200);
});

test("sends email only to accounts and invited users beyond the service limit, with the same response", async () => {
  const [known, invited, unknown] = [freshEmail(), freshEmail(), freshEmail()];
  await signIn(known);
  const w = await world();
  await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email: invited, canView: true });
  // Development variables, so that links are for this origin; the limit is used up by the first link.
  const variables = { SIGN_IN_MAILS_PER_HOUR: "1", RATE_LIMIT_SCALE: "1" };
  const later = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 7_200_000);
  const answers: string[] = [];
  const ask = async (email: string): Promise<void> => {
    const response = await callWith(
      variables,
      requestTo("/api/auth/magic-link/send", {
        method: "POST",
        headers: { "Content-Type": "application/json", "CF-Connecting-IP": freshAddress() },
        body: JSON.stringify({ email }),
      }),
    );
    answers.push(JSON.stringify([response.status, await response.json()]));
  };
  try {
    await ask(freshEmail());
    for (const email of [known, invited, unknown]) await ask(email);
  } finally {
    later.mockRestore();
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain("200");
  const mailed = async (email: string): Promise<string[]> => {
    const { id, muted } = await newestLink(email);
    expect(muted, email).toBe(2);
    await d1`update magic_links set mailed_at = null where id = ${id}`.run();
    return (await mailsDuring(() => consume([mailJob(id)]))).filter((line) => line.startsWith(`mail to=${email} `));
  };
  expect([await mailed(known), await mailed(invited), await mailed(unknown)].map(({ length }) => length)).toEqual([
    1, 1, 0,
  ]);
});

test("takes the client's address only from the platform's header", async () => {
  const ip = freshAddress();
  const [admitted] = await countUntilRefused(12, (i) =>
    sendFrom(
      ip,
      {},
      {
        "X-Forwarded-For": `198.18.0.${i}`,
        "X-Real-IP": `198.18.1.${i}`,
        "True-Client-IP": `198.18.2.${i}`,
        Forwarded: `for=198.18.3.${i}`,
        "CF-Connecting-IPv6": `2001:db8::${i}`,
      },
    ),
  );
  expect(admitted).toBe(10);
  // Requests without an address or with several of them share one counter.
  const [hidden] = await countUntilRefused(12, (i) =>
    sendFrom(["", "unknown", `192.0.2.1, 198.18.4.${i}`, "localhost"][i % 4] ?? ""),
  );
  expect(hidden).toBe(10);
});

test("RATE_LIMIT_SCALE multiplies the limits", async () => {
  const ip = freshAddress();
  expect((await countUntilRefused(23, () => sendFrom(ip, { RATE_LIMIT_SCALE: "2" })))[0]).toBe(20);
  const other = freshAddress();
  expect((await countUntilRefused(8, () => sendFrom(other, { RATE_LIMIT_SCALE: "0.5" })))[0]).toBe(5);
});

test("limits a network to ten new accounts an hour, and still signs in existing ones", async () => {
  const development = { RATE_LIMIT_SCALE: "1" };
  const ip = freshAddress();
  const openFrom = async (url: URL): Promise<Response> =>
    callWith(development, requestTo(url.pathname + url.search, { headers: { "CF-Connecting-IP": ip } }));
  const links: URL[] = [];
  for (let i = 0; i < 11; i += 1) links.push((await mailedLink(freshEmail())).url);
  const { email: known } = await signIn();
  const statuses: number[] = [];
  for (const url of links) statuses.push((await openFrom(url)).status);
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
  expect((await openFrom((await mailedLink(known)).url)).headers.get("Location")).toContain("/auth/continue");
  // The rejected link is still valid.
  expect((await open(links[10] ?? new URL("http://x"))).headers.get("Location")).toContain("/auth/continue");
});

/** Shards that cannot answer: they fail at once, are overloaded, or hang. */
const outages = {
  throws: () => Promise.reject(new Error("Durable Object reset")),
  overloaded: () => Promise.reject(Object.assign(new Error("overloaded"), { overloaded: true })),
  hangs: () => new Promise<never>(() => {}),
};

const limiterThat = (answer: () => Promise<never>): object => ({
  RATE_LIMIT_WAIT_MS: "750",
  RATE_LIMITER: {
    idFromName: (name: string) => name,
    get: () => ({ hit: answer, peek: answer, commit: answer, release: answer }),
  },
});

for (const [name, answer] of Object.entries(outages)) {
  test(`in production, returns 503 for sign-ins and does nothing when the limiter ${name}`, async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    for (const response of await Promise.all([
      sendFrom(freshAddress(), limiterThat(answer)),
      verifyFrom(freshAddress(), limiterThat(answer)),
    ])) {
      expect([response.status, response.headers.get("Retry-After"), response.headers.getSetCookie()]).toEqual([
        503,
        "5",
        [],
      ]);
      expect(await response.json()).toMatchObject({ code: "rate_limit_unavailable", retryAfter: 5 });
    }
    expect(warned).toHaveBeenCalledTimes(2);
    warned.mockRestore();
  });

  test(`in development, warns and continues when the limiter ${name}`, async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const development = { ENVIRONMENT: "development", APP_ORIGIN: undefined, ROOT_SECRET: undefined };
    expect((await sendFrom(freshAddress(), { ...development, ...limiterThat(answer) })).status).toBe(200);
    expect(JSON.parse(String(warned.mock.calls[0]?.[0]))).toMatchObject({ event: "rate_limit_unavailable" });
    warned.mockRestore();
  });
}

test("does not use up a link while rate limits are unavailable", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const variables = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    EMAIL_FROM: "octavo@octavo.example",
    ROOT_SECRET: PRODUCTION.ROOT_SECRET,
  };
  const { url } = await mailedLink(`${freshId("zoe")}@example.com`);
  const refused = await callWith(
    { ...variables, ...limiterThat(outages.throws) },
    requestTo(url.pathname + url.search),
  );
  expect(refused.status).toBe(503);
  warned.mockRestore();
  expect((await open(url)).headers.get("Location")).toContain("/auth/continue");
});
