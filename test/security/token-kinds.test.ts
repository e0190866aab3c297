/** Presents every kind of token wherever one is accepted: each place accepts only its own kind. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { openEmailProof, proofToken } from "../../src/features/account/email-change.ts";
import { showInvitation } from "../../src/features/invitations/opening/service.ts";
import { issueServiceToken, verifyServiceToken } from "../../src/features/auth/tokens/service-tokens/service.ts";
import { consumeSocketToken } from "../../src/features/auth/tokens/socket/service.ts";
import { showSignUpLink } from "../../src/features/signup/service.ts";
import { TOKEN_KINDS, hashToken, makeToken, type TokenKind } from "../../src/platform/tokens.ts";
import { bearer, anonymous, freshId, world, type World } from "../support/world.ts";
import {
  allow,
  connect,
  cookieOf,
  decide,
  exchange,
  leadsTo,
  newApp,
  post,
  refresh,
  type Allowed,
  type Reply,
} from "../oauth/app.ts";
import { call, freshEmail, mailedLink, open } from "../flows/sign-in.ts";
import { registered } from "../flows/devices.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const CALL = { audience: "indexer", resource: { type: "file", id: "1" }, action: "read" };
const deps = () => createDeps(env, createExecutionContext());
const codeOf = (error: unknown): string => (error as { code: string }).code; // an AppError has one

/** Starts a change of email address, and returns the token from its mail. */
async function liveProof(w: World): Promise<string> {
  await w.as("dora").patch("/api/account", { email: freshEmail() });
  const id = await d1`select id from email_changes where user_id = ${w.ids.dora}`.first<string>("id");
  return proofToken(deps(), id ?? "");
}

/** The authorization of the app whose tokens are live. */
let app: Allowed;
let terminal = "";

/** A device code that a user has approved for a terminal. */
async function allowedTerminal(w: World): Promise<string> {
  terminal = await newApp();
  const { body } = await post("/oauth/device", { client_id: terminal });
  const led = await call(`/device?code=${body.user_code}`, { headers: cookieOf(w, "vera") });
  await decide(w, "vera", leadsTo(led).searchParams.get("request") ?? "");
  return body.device_code;
}

async function liveSignUpLink(w: World): Promise<string> {
  const token = makeToken("signUp", deps().random);
  const soon = Date.now() + 60_000;
  await d1`insert into sign_up_links (id, token_hash, created_by, created_at, expires_at, max_uses)
    values (${freshId("link")}, ${hashToken("signUp", token)}, ${w.ids.olivia}, 1, ${soon}, 1)`.run();
  return token;
}

async function liveInvitation(w: World): Promise<string> {
  const { body } = await w.as("olivia").post(`/api/drives/${w.drive}/members`, { email: freshEmail() });
  return new URL(body.link).searchParams.get("token") ?? "";
}

/** A live token of each kind. */
async function live(): Promise<Record<TokenKind, string>> {
  const w = await world();
  const device = await registered({ world: w, person: "edna" });
  const connected = await connect(w, "vera");
  app = await allow(w, "vera", { clientId: connected.clientId });
  return {
    session: w.session("vera"),
    mcp: (await w.token("vera")).raw,
    magic: (await mailedLink(freshEmail())).url.searchParams.get("token") ?? "",
    device: device.deviceToken,
    socket: (await w.as("vera").get("/api/auth/socket-token")).body.token,
    service: await issueServiceToken(deps(), CALL),
    proof: await liveProof(w),
    refresh: connected.refresh,
    code: app.code,
    deviceCode: await allowedTerminal(w),
    invitation: await liveInvitation(w),
    signUp: await liveSignUpLink(w),
  };
}

/** Presents a token where this kind is accepted; returns the error, or `in` if it was accepted. */
const PLACES: Record<TokenKind, (raw: string) => Promise<string>> = {
  session: async (raw) => answer(await bearer(raw).get("/api/auth/me")),
  mcp: async (raw) => answer(await bearer(raw).get("/api/mcp/drives")),
  async magic(raw) {
    // Signed like our mails, so that only the kind of the token is wrong.
    const { keys, config } = deps();
    const exp = String(Math.floor(Date.now() / 1_000) + 600);
    const sig = keys.sign("magic-link", "url", raw, exp, "/", config.origin);
    const query = new URLSearchParams({ token: raw, exp, sig });
    const response = await open(new URL(`/api/auth/magic-link/verify?${query.toString()}`, config.origin));
    return response.headers.get("Location") === "/signin?error=link_invalid" ? "401 link_invalid" : "in";
  },
  async device(raw) {
    const { results } = await d1`select device_id from devices order by id desc limit 1`.all<{
      device_id: string;
    }>();
    const body = { deviceToken: raw, deviceId: results[0]?.device_id ?? "" };
    const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0" };
    return answer(await anonymous().post("/api/auth/device/refresh", body, { headers }));
  },
  socket: (raw) => consumeSocketToken(deps(), raw).then(() => "in", codeOf),
  service: (raw) => verifyServiceToken(deps(), raw, CALL).then(() => "in", codeOf),
  async proof(raw) {
    const { keys, config } = deps();
    const exp = String(Math.floor(Date.now() / 1_000) + 600);
    const sig = keys.sign("email-proof", "url", raw, exp, config.origin);
    const client = { ip: "", userAgent: "" };
    const { kind } = await openEmailProof(deps(), {
      token: raw,
      exp,
      sig,
      confirmed: false,
      presentedSession: null,
      client,
    });
    return kind === "confirm" ? "in" : kind;
  },
  refresh: async (raw) => oauthAnswer(await refresh(app.clientId, raw)),
  code: async (raw) => oauthAnswer(await exchange({ ...app, code: raw })),
  deviceCode: async (raw) =>
    oauthAnswer(
      await post("/oauth/token", {
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
        client_id: terminal,
        device_code: raw,
      }),
    ),
  invitation: async (raw) => ((await showInvitation(deps(), raw, null)) === null ? "over" : "in"),
  signUp: async (raw) => ((await showSignUpLink(deps(), raw)) === null ? "over" : "in"),
};

const answer = ({ status, body }: { status: number; body: { code?: string } }): string =>
  status === 200 ? "in" : `${status} ${body.code}`;

const oauthAnswer = ({ status, body }: Reply): string => (status === 200 ? "in" : `${status} ${body.error}`);

const REFUSAL: Record<TokenKind, string> = {
  session: "401 unauthenticated",
  mcp: "401 unauthenticated",
  magic: "401 link_invalid",
  device: "401 device_invalid",
  socket: "unauthenticated",
  service: "unauthenticated",
  proof: "refused",
  refresh: "400 invalid_grant",
  code: "400 invalid_grant",
  deviceCode: "400 invalid_grant",
  invitation: "over",
  signUp: "over",
};

test.each(TOKEN_KINDS)("rejects every other kind of token where a %s token is accepted", async (place) => {
  const tokens = await live();
  const others = TOKEN_KINDS.filter((kind) => kind !== place);
  const answers = await Promise.all(others.map((kind) => PLACES[place](tokens[kind])));
  expect(answers).toEqual(others.map(() => REFUSAL[place]));
  // The same bytes with the right prefix are a different token, since the hash covers the kind.
  const dressed = await Promise.all(
    others.map((kind) => PLACES[place](tokens[place].slice(0, 4) + tokens[kind].slice(4))),
  );
  expect(dressed).toEqual(others.map(() => REFUSAL[place]));
  expect(await PLACES[place](tokens[place])).toBe("in");
});
