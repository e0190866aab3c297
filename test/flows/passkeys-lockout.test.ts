/** Ten failed passkeys in a row lock an account's passkeys for 15 minutes, whatever network the failures come from. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { LOCK_AFTER, LOCK_FOR, lockoutStep } from "../../src/features/auth/passkeys/rules.ts";
import { countFailure } from "../../src/features/auth/passkeys/lockout-store.ts";
import { createDb } from "../../src/platform/db.ts";
import { createAuthenticator, type Authenticator, type Tweak } from "./authenticator.ts";
import {
  enter,
  enterByBrowser,
  lockoutOf,
  offerSignIn,
  ownerOf,
  refusalOf,
  talliesOf,
  auditEntriesOf,
  withToken,
} from "./passkeys.ts";
import { call, callWith, requestTo, signIn } from "./sign-in.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

// Hundreds of ceremonies are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const INVALID = [401, "passkey_invalid"];
const BROKEN: Tweak = { signature: "broken" };

const fail = (passkey: Authenticator): Promise<Response> => enter(passkey, { tweak: BROKEN });

async function failTimes(passkey: Authenticator, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await refusalOf(await fail(passkey))).toEqual(INVALID);
}

const setLockout = (userId: string, failed: number, lockedUntil: number | null): Promise<unknown> =>
  d1`update users set failed_passkeys = ${failed}, locked_until = ${lockedUntil} where id = ${userId}`.run();

const KINDS = ["auth.login.fail", "lockout.set", "lockout.reject", "lockout.clear"] as const;

const FAILURES = env.PROOFS ? 300 : 60;

nightly(`counts ten of ${FAILURES} concurrent failures from different addresses, and locks once`, async () => {
  const { passkey, userId } = await ownerOf();
  const answers = await Promise.all(
    Array.from({ length: FAILURES }, (_, n) =>
      enter(passkey, { tweak: BROKEN, ip: `198.51.${100 + Math.floor(n / 200)}.${n % 200}` }),
    ),
  );
  expect(new Set((await Promise.all(answers.map(refusalOf))).map(String))).toEqual(new Set([String(INVALID)]));
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 10, locked_until: expect.any(Number) });
  expect(await talliesOf(userId, ...KINDS)).toEqual({
    "auth.login.fail": FAILURES,
    "lockout.set": 1,
    "lockout.reject": FAILURES - 10,
    "lockout.clear": 0,
  });
  const [set] = (await auditEntriesOf(userId)).filter(({ kind }) => kind === "lockout.set");
  expect(set).toMatchObject({ risk: 80, d: { method: "passkey" } });
});

test("does not lock after nine failures, and resets the count on any sign-in", async () => {
  const { passkey, userId } = await ownerOf();
  await failTimes(passkey, 9);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 9, locked_until: null });
  expect((await enter(passkey)).status).toBe(200);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 0, locked_until: null });
  await failTimes(passkey, 1);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 1, locked_until: null });
  expect(await talliesOf(userId, "lockout.clear", "lockout.set")).toEqual({ "lockout.clear": 1, "lockout.set": 0 });
});

test("returns 423 with the remaining seconds for a valid passkey during a lock, and 401 for an invalid one", async () => {
  const { passkey, userId } = await ownerOf();
  const before = await fail(passkey);
  await failTimes(passkey, 9);
  const locked = await enter(passkey);
  const body = await locked.clone().json<{ retryAfter: number }>();
  expect(await refusalOf(locked)).toEqual([423, "account_locked"]);
  expect(body.retryAfter).toBeGreaterThan(890);
  expect(body.retryAfter).toBeLessThanOrEqual(900);
  expect(locked.headers.get("Retry-After")).toBe(String(body.retryAfter));
  expect(locked.headers.getSetCookie()).toEqual([]);

  const shown = async (response: Response) => {
    const { requestId: _, ...rest } = await response.json<Record<string, unknown>>();
    return [response.status, rest, [...response.headers.keys()].toSorted()];
  };
  expect(await shown(await fail(passkey))).toEqual(await shown(before));
  expect(await refusalOf(await enterByBrowser(passkey))).toEqual([423, "account_locked"]);
  // The good attempts are recorded as rejected, the bad one both as rejected and as failed.
  expect(await talliesOf(userId, ...KINDS)).toEqual({
    "auth.login.fail": 11,
    "lockout.set": 1,
    "lockout.reject": 3,
    "lockout.clear": 0,
  });
});

test("locks every passkey of the account, and none of other accounts", async () => {
  const { passkey, userId } = await ownerOf();
  const { passkey: other } = await ownerOf();
  await setLockout(userId, 10, Date.now() + LOCK_FOR);
  expect((await enter(passkey)).status).toBe(423);
  expect((await enter(other)).status).toBe(200);
});

test("does not extend a lock on further attempts, and starts counting from one when it ends", async () => {
  const { passkey, userId } = await ownerOf();
  await failTimes(passkey, 10);
  const { locked_until: until } = (await lockoutOf(userId)) ?? {};
  await failTimes(passkey, 3);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 10, locked_until: until });

  await setLockout(userId, 10, Date.now() - 1);
  await failTimes(passkey, 1);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 1, locked_until: null });
  await setLockout(userId, 10, Date.now() - 1);
  expect((await enter(passkey)).status).toBe(200);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 0, locked_until: null });
});

test("signs in by email link during a lock, and ends the lock", async () => {
  const { email, passkey, userId } = await ownerOf();
  await failTimes(passkey, 10);
  const { token } = await signIn(email);
  expect((await call("/api/auth/me", { headers: withToken(token) })).status).toBe(200);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 0, locked_until: null });
  expect(await talliesOf(userId, "lockout.clear")).toEqual({ "lockout.clear": 1 });
  expect((await enter(passkey)).status).toBe(200);
});

test("locks no account for an unknown passkey", async () => {
  const { userId } = await ownerOf();
  const strange = await createAuthenticator();
  for (let time = 0; time < 12; time += 1) expect(await refusalOf(await fail(strange))).toEqual(INVALID);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 0, locked_until: null });
});

/** A complete sign-in with other variables. */
async function enterWith(
  variables: object,
  passkey: Authenticator,
  tweak?: Tweak,
  ip = "192.0.2.9",
): Promise<Response> {
  const { options, challengeId } = await offerSignIn();
  return callWith(
    variables,
    requestTo("/api/auth/passkey/authenticate", {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
      body: JSON.stringify({ response: await passkey.assert(options, tweak), challengeId }),
    }),
  );
}

/** The account's object, but its calls fail before or after the work is done. */
const failing = (when: "before" | "after"): object => ({
  getByName: (name: string) => ({
    async recordFailure(failure: never) {
      if (when === "after") await env.ACCOUNT_LOCKOUT.getByName(name).recordFailure(failure);
      throw new Error("Durable Object reset because its code was updated.");
    },
  }),
});

test.each(["before", "after"] as const)(
  "does not change the count when the lockout object fails %s its work",
  async (when) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { passkey, userId } = await ownerOf();
    const variables = { ACCOUNT_LOCKOUT: failing(when) };
    for (let time = 1; time <= 10; time += 1) {
      expect(await refusalOf(await enterWith(variables, passkey, BROKEN))).toEqual(INVALID);
      expect(await lockoutOf(userId)).toMatchObject({ failed_passkeys: time });
    }
    expect((await enterWith(variables, passkey)).status).toBe(423);
    expect(await talliesOf(userId, "auth.login.fail", "lockout.set")).toEqual({
      "auth.login.fail": 10,
      "lockout.set": 1,
    });
    warned.mockRestore();
  },
);

nightly("limits failures alike for known and unknown passkeys, and never limits the owner", async () => {
  const variables = { RATE_LIMIT_SCALE: "1" };
  const { passkey, userId } = await ownerOf();
  const strange = await createAuthenticator();
  const handle = Buffer.alloc(32, 1).toString("base64url");
  const told: Record<string, unknown[][]> = { known: [], unknown: [] };
  for (let time = 0; time < 12; time += 1) {
    const ip = `203.0.113.${time}`;
    told["known"]?.push(await refusalOf(await enterWith(variables, passkey, BROKEN, ip)));
    told["unknown"]?.push(await refusalOf(await enterWith(variables, strange, { userHandle: handle }, ip)));
  }
  expect(told["known"]).toEqual([
    ...Array.from({ length: 10 }, () => INVALID),
    ...Array.from({ length: 2 }, () => [429, "rate_limited"]),
  ]);
  expect(told["unknown"]).toEqual(told["known"]);
  expect(await refusalOf(await enterWith(variables, passkey, undefined, "203.0.113.77"))).toEqual([
    423,
    "account_locked",
  ]);
  await setLockout(userId, 0, null);
  expect((await enterWith(variables, passkey, undefined, "203.0.113.78")).status).toBe(200);
});

test("the SQL statement matches the lockout rule for every state", async () => {
  const db = createDb(env.DB);
  const { userId } = await ownerOf();
  const now = 1_700_000_000_000;
  const locks = [null, 0, now - 1, now, now + 1, now + LOCK_FOR];
  for (const lockedUntil of locks) {
    for (let failed = 0; failed <= LOCK_AFTER + 1; failed += 1) {
      await setLockout(userId, failed, lockedUntil);
      await db.writeOne(countFailure(userId, now));
      const { failed_passkeys, locked_until } = (await lockoutOf(userId)) ?? {};
      expect({ failed: failed_passkeys, lockedUntil: locked_until }).toEqual(lockoutStep({ failed, lockedUntil }, now));
    }
  }
});
