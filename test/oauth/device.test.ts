/** Device authorization (RFC 8628): a terminal shows a code that is entered elsewhere. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { sweepApps } from "../../src/features/auth/oauth/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { createExecutionContext } from "cloudflare:test";
import { hashToken } from "../../src/platform/tokens.ts";
import { call, callWith, requestTo } from "../flows/sign-in.ts";
import { legacy } from "../mcp/clients.ts";
import { ORIGIN, world, type Person, type World } from "../support/world.ts";
import { connect, cookieOf, decide, leadsTo, newApp, post, register, showConsent, type Reply } from "./app.ts";
import { d1 } from "../support/d1.ts";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";

let w: World;
let clientId: string;
beforeAll(async () => {
  w = await world();
  const { body } = await register({ client_name: "Terminal", grant_types: [DEVICE_GRANT] });
  clientId = body.client_id;
});

type Waiting = { device_code: string; user_code: string };

async function begin(more = {}): Promise<Waiting> {
  const { status, body } = await post("/oauth/device", { client_id: clientId, scope: "read write", ...more });
  expect(status).toBe(200);
  return body;
}

const poll = (deviceCode: string, more = {}): Promise<Reply> =>
  post("/oauth/token", { grant_type: DEVICE_GRANT, client_id: clientId, device_code: deviceCode, ...more });

/** Resets the polling interval, as if the terminal had waited. */
const wait = ({ device_code: code }: Waiting): Promise<unknown> =>
  d1`update oauth_requests set polled_at = null where device_hash = ${hashToken("deviceCode", code)}`.run();

const enter = (person: Person, code: string): Promise<Response> =>
  call(`/device?code=${encodeURIComponent(code)}`, { headers: cookieOf(w, person) });

async function requestBehind(person: Person, code: string): Promise<string> {
  const led = leadsTo(await enter(person, code));
  expect(led.pathname).toBe("/oauth/consent");
  return led.searchParams.get("request") ?? "";
}

test("issues tokens to a terminal once the user approves its code", async () => {
  const waiting = await post("/oauth/device", { client_id: clientId });
  expect(waiting.body).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${ORIGIN}/device`,
    verification_uri_complete: `${ORIGIN}/device?code=${waiting.body.user_code}`,
    expires_in: 900,
    interval: 5,
  });
  expect((await poll(waiting.body.device_code)).body.error).toBe("authorization_pending");
  // Sloppy input, as a person might type it.
  const id = await requestBehind("edna", ` ${waiting.body.user_code.toLowerCase().replace("-", " ")}`);
  const page = await showConsent(w, "edna", id);
  expect(page.body).toContain(`<strong class="address">${waiting.body.user_code}</strong>`);
  expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self';");
  const answer = await decide(w, "edna", id);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Return to your terminal")]);
  await wait(waiting.body);
  const { status, body } = await poll(waiting.body.device_code);
  expect([status, (await legacy(body.access_token, "tools/list")).status]).toEqual([200, 200]);
  // The code works once; using it again revokes the tokens issued for it.
  await wait(waiting.body);
  expect((await poll(waiting.body.device_code)).body.error).toBe("invalid_grant");
  expect((await legacy(body.access_token, "tools/list")).status).toBe(401);
});

test("returns slow_down to a terminal that polls too often", async () => {
  const waiting = await begin();
  expect((await poll(waiting.device_code)).body.error).toBe("authorization_pending");
  expect((await poll(waiting.device_code)).body.error).toBe("slow_down");
  const interval =
    await d1`select poll_interval from oauth_requests where device_hash = ${hashToken("deviceCode", waiting.device_code)}`.first(
      "poll_interval",
    );
  expect(interval).toBe(10_000);
  await wait(waiting);
  expect((await poll(waiting.device_code)).body.error).toBe("authorization_pending");
});

test("rejects declined, expired, unknown and another app's codes", async () => {
  const declined = await begin();
  await decide(w, "edna", await requestBehind("edna", declined.user_code), { decision: "decline" });
  expect((await poll(declined.device_code)).body.error).toBe("access_denied");
  const old = await begin();
  const id = await requestBehind("edna", old.user_code);
  await d1`update oauth_requests set expires_at = 1 where id = ${id}`.run();
  expect((await poll(old.device_code)).body.error).toBe("expired_token");
  expect((await showConsent(w, "edna", id)).status).toBe(404);
  expect(await (await enter("edna", old.user_code)).text()).toContain("No terminal is waiting with this code");
  const other = await begin();
  expect((await poll(other.device_code, { client_id: await newApp() })).body.error).toBe("invalid_grant");
  expect((await poll(`dvc_${"x".repeat(43)}`)).body.error).toBe("invalid_grant");
  expect((await poll("x")).body.error).toBe("invalid_grant");
  expect((await post("/oauth/device", { client_id: "unknown" })).body.error).toBe("invalid_client");
  expect((await post("/oauth/device", { client_id: clientId, resource: "https://x.example" })).body.error).toBe(
    "invalid_target",
  );
});

test("rejects a resource other than the one that the user approved", async () => {
  const waiting = await begin();
  await decide(w, "edna", await requestBehind("edna", waiting.user_code));
  expect((await poll(waiting.device_code, { resource: ORIGIN })).body.error).toBe("invalid_target");
  await wait(waiting);
  expect((await poll(waiting.device_code, { resource: `${ORIGIN}/mcp` })).status).toBe(200);
});

test("limits a user to ten code attempts in ten minutes, valid or not", async () => {
  const { user_code: code } = await begin();
  const tried = await world();
  const attempt = async (typed: string): Promise<number> =>
    (
      await callWith(
        { RATE_LIMIT_SCALE: "1" },
        requestTo(`/device?code=${typed}`, { headers: cookieOf(tried, "olivia") }),
      )
    ).status;
  const statuses: number[] = [];
  for (let i = 0; i < 10; i += 1) statuses.push(await attempt("BCDF-GHJK"));
  expect(statuses).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await attempt(code)).toBe(429);
  expect(await attempt(code)).toBe(429);
});

test("requires a session to enter a code, and stores no code in clear", async () => {
  const { user_code: code, device_code: deviceCode } = await begin();
  const stranger = await call(`/device?code=${code}`);
  expect(stranger.headers.get("Location")).toBe(`/signin?next=${encodeURIComponent(`/device?code=${code}`)}`);
  const { results } = await d1`select * from oauth_requests`.all();
  expect(JSON.stringify(results)).not.toMatch(new RegExp(`${code}|${deviceCode}`));
});

test("deletes expired grants, old requests and apps without grants", async () => {
  const { access } = await connect(w, "sara");
  const unused = await newApp();
  const { device_code: code } = await begin();
  await env.DB.batch([
    d1`update mcp_tokens set granted_until = 1 where token_hash = ${hashToken("mcp", access)}`,
    d1`update oauth_requests set expires_at = 1 where device_hash = ${hashToken("deviceCode", code)}`,
    d1`update oauth_clients set keep_until = 1 where id = ${unused}`,
  ]);
  await sweepApps(createDeps(env, createExecutionContext()));
  expect((await w.as("sara").get("/api/auth/mcp-tokens")).body).toEqual([]);
  expect((await poll(code)).body.error).toBe("invalid_grant");
  expect((await post("/oauth/device", { client_id: unused })).body.error).toBe("invalid_client");
  expect((await post("/oauth/device", { client_id: clientId })).status).toBe(200);
});
