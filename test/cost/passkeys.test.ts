/** The most that signing in with a passkey may cost. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { offerSignIn, passkeyFor } from "../flows/passkeys.ts";
import { requestTo } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import type { Endpoint } from "./endpoint.ts";
import { measureWarm, overruns } from "./endpoints.ts";
import { measure } from "./meter.ts";

let w: World;

// Signing in by mail would leave a job, which the queue would have done while something else is measured.
beforeAll(async () => {
  w = await world();
});

const CHAIN = ["AuditLog.drain"];

const within = async (endpoint: Endpoint): Promise<string[]> => overruns(endpoint, await measureWarm(endpoint));

test("stores a challenge as one row in one round trip", async () => {
  const endpoint: Endpoint = {
    name: "POST passkey/authenticate/options",
    status: 200,
    request: () => requestTo("/api/auth/passkey/authenticate/options", { method: "POST" }),
    budget: { trips: 1, rowsRead: 0, rowsWritten: 1, objectRows: 1, calls: ["RateLimiter.hit"], bytes: 260 },
  };
  expect(await within(endpoint)).toEqual([]);
});

test("takes two round trips to sign in: one for challenge and passkey, one to commit", async () => {
  const { passkey } = await passkeyFor(w.session("olivia"));
  const endpoint: Endpoint = {
    name: "POST passkey/authenticate",
    status: 200,
    async request() {
      const { options, challengeId } = await offerSignIn();
      return requestTo("/api/auth/passkey/authenticate", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ response: await passkey.assert(options), challengeId }),
      });
    },
    budget: {
      trips: 2,
      // With the sessions that somebody may have, of which there are 200 at most.
      // Four of them prove that its audit entries are stored.
      rowsRead: 28,
      rowsWritten: 7,
      objectRows: 14,
      calls: ["RateLimiter.hit"],
      bytes: 350,
      later: { calls: CHAIN },
    },
  };
  expect(await within(endpoint)).toEqual([]);
});

test("takes one more round trip in the lockout object for a failure, and audits it once", async () => {
  const { passkey } = await passkeyFor(w.session("olivia"));
  const failure = async (): Promise<Request> => {
    const { options, challengeId } = await offerSignIn();
    return requestTo("/api/auth/passkey/authenticate", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ response: await passkey.assert(options, { signature: "broken" }), challengeId }),
    });
  };
  const [first, second] = [await failure(), await failure()];
  await measure(() => exports.default.fetch(first));
  const cost = await measure(() => exports.default.fetch(second));
  expect(cost.waited).toMatchObject({
    trips: 2,
    parallelTrips: 0,
    calls: ["RateLimiter.hit", "RateLimiter.hit", "AccountLockout.recordFailure"],
  });
  expect(cost.waited.rowsWritten).toBeLessThanOrEqual(4);
  expect(cost.deferred.calls.filter((call) => call === "AuditLog.drain")).toHaveLength(1);
});
