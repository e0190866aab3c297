/** An attack on sign-in is reported once, at the failure that reaches the threshold, and changes no response. */
import { expect, test, vi } from "vitest";
import {
  ACCOUNTS_FROM_ADDRESS,
  FAILURES_FROM_ADDRESS,
  FAILURES_OF_ACCOUNT,
  DETECTION_WINDOW,
} from "../../src/features/auth/detection/rules.ts";
import { callWith, freshEmail, mailedLink, open, requestTo, userIdOf } from "../flows/sign-in.ts";
import { entriesOf, type Entry } from "./audit.ts";
import { nightly } from "../support/nightly.ts";

vi.setConfig({ testTimeout: 60_000 });

let networks = 0;
const freshAddress = (): string => `203.0.${(networks += 1) >> 8}.${networks & 255}`;

type Victim = { readonly email: string; readonly id: string; readonly link: URL };

/** A user with a used link: opening it again counts as their failure. */
async function victim(): Promise<Victim> {
  const email = freshEmail("victim");
  const { url } = await mailedLink(email);
  await open(url);
  return { email, id: String(await userIdOf(email)), link: url };
}

/** A failing sign-in; resolves when all its deferred work is done. */
const fail = (link: URL, ip: string, variables: object = {}): Promise<Response> =>
  callWith(variables, requestTo(link.pathname + link.search, { headers: { "CF-Connecting-IP": ip } }));

const NO_LINK = new URL("http://localhost:8787/api/auth/magic-link/verify?token=x");

const alarmsFrom = (kind: string, ip: string): Promise<Entry[]> => entriesOf(kind, (entry) => entry.ip === ip);

const alarmsAbout = (userId: string): Promise<Entry[]> => entriesOf("brute.force", (entry) => entry.userId === userId);

test("raises a brute force alarm once at the tenth failure of one account from many networks", async () => {
  const { id, email, link } = await victim();
  for (let i = 1; i < FAILURES_OF_ACCOUNT; i += 1) await fail(link, freshAddress());
  expect(await alarmsAbout(id)).toEqual([]);
  const ip = freshAddress();
  await fail(link, ip);
  const [alarm, ...others] = await alarmsAbout(id);
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    ip,
    email,
    userAgent: "Test/1.0",
    entry: {
      outcome: "fail",
      risk: 80,
      d: { by: "account", threshold: FAILURES_OF_ACCOUNT, windowMs: DETECTION_WINDOW },
    },
  });
  for (let i = 0; i < 2 * FAILURES_OF_ACCOUNT; i += 1) await fail(link, freshAddress());
  expect(await alarmsAbout(id)).toHaveLength(1);
});

nightly("raises a new alarm in the next window", async () => {
  const { id, link } = await victim();
  const burst = async (later: number): Promise<void> => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + later);
    try {
      for (let i = 0; i < FAILURES_OF_ACCOUNT; i += 1) await fail(link, freshAddress());
    } finally {
      clock.mockRestore();
    }
  };
  await burst(0);
  await burst(DETECTION_WINDOW - 60_000);
  expect(await alarmsAbout(id)).toHaveLength(1);
  await burst(2 * DETECTION_WINDOW);
  expect(await alarmsAbout(id)).toHaveLength(2);
});

test("raises a brute force alarm by address, without a user, for links of no account", async () => {
  const ip = freshAddress();
  for (let i = 1; i < FAILURES_FROM_ADDRESS; i += 1) await fail(NO_LINK, ip);
  expect(await alarmsFrom("brute.force", ip)).toEqual([]);
  for (let i = 0; i < FAILURES_FROM_ADDRESS; i += 1) await fail(NO_LINK, ip);
  expect(await alarmsFrom("brute.force", ip)).toMatchObject([
    {
      userId: null,
      email: null,
      userAgent: "Test/1.0",
      entry: { actor: { t: "anonymous", id: null }, risk: 80, d: { by: "address", threshold: FAILURES_FROM_ADDRESS } },
    },
  ]);
  expect(await alarmsFrom("credential.stuffing", ip)).toEqual([]);
});

test("treats an IPv6 /64 as one address", async () => {
  for (let i = 0; i < FAILURES_FROM_ADDRESS; i += 1) await fail(NO_LINK, `2001:db8:d:1:${i + 1}::${i + 1}`);
  expect(await alarmsFrom("brute.force", "2001:db8:d:1::/64")).toHaveLength(1);
});

test("raises a credential stuffing alarm for many accounts from one network, counting each account once", async () => {
  const ip = freshAddress();
  const victims: Victim[] = [];
  for (let i = 0; i < ACCOUNTS_FROM_ADDRESS; i += 1) victims.push(await victim());
  const [last, ...others] = victims;
  for (let round = 0; round < 2; round += 1) for (const { link } of others) await fail(link, ip);
  expect(await alarmsFrom("credential.stuffing", ip)).toEqual([]);
  if (last) for (let i = 0; i < 3; i += 1) await fail(last.link, ip);
  expect(await alarmsFrom("credential.stuffing", ip)).toMatchObject([
    {
      userId: null,
      entry: {
        outcome: "fail",
        risk: 80,
        d: { by: "address", threshold: ACCOUNTS_FROM_ADDRESS, windowMs: DETECTION_WINDOW },
      },
    },
  ]);
});

nightly("raises one alarm of each kind for 100 concurrent failures", async () => {
  const ip = freshAddress();
  const { id, link } = await victim();
  await Promise.all(Array.from({ length: 100 }, () => fail(link, ip)));
  expect(await alarmsAbout(id)).toHaveLength(1);
  expect((await alarmsFrom("brute.force", ip)).map(({ entry }) => String(entry.d["by"])).toSorted()).toEqual([
    "account",
    "address",
  ]);
});

test("raises no alarm for successful sign-ins and link requests", async () => {
  const ip = freshAddress();
  for (let i = 0; i < FAILURES_OF_ACCOUNT + 2; i += 1) {
    const { url } = await mailedLink(freshEmail());
    expect((await fail(url, ip)).headers.get("Location")).toContain("/auth/continue");
  }
  expect(await alarmsFrom("brute.force", ip)).toEqual([]);
  expect(await alarmsFrom("credential.stuffing", ip)).toEqual([]);
});

test("returns the same response to failures before and after an alarm, and while counting is unavailable", async () => {
  const { link } = await victim();
  const ip = freshAddress();
  const answers: string[] = [];
  const ask = async (variables = {}): Promise<void> => {
    const { status, headers } = await fail(link, ip, variables);
    const told = [...headers].filter(([name]) => name !== "x-request-id");
    answers.push(JSON.stringify([status, told]));
  };
  for (let i = 0; i < FAILURES_OF_ACCOUNT + 1; i += 1) await ask();
  const logged = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")].map((spy) =>
    spy.mockImplementation(() => undefined),
  );
  const broken = (): Promise<never> => Promise.reject(new Error("Durable Object reset"));
  const get = () => ({ hit: broken, peek: broken, commit: broken, release: broken });
  await ask({ RATE_LIMITER: { idFromName: (name: string) => name, get } });
  logged.forEach((spy) => spy.mockRestore());
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain("/signin?error=link_invalid");
  expect(await alarmsFrom("brute.force", ip)).toHaveLength(1);
});
