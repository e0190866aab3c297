/** Goes through a whole OAuth connection with faults along the way, then searches all stored data for leaked secrets. */
import { expect, test } from "vitest";
import { ROTATION_GRACE } from "../../src/features/auth/rotation-rules.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { OWN_PAGE, callWith, requestTo } from "../flows/sign-in.ts";
import { dumpDatabase, exportAuditLog, findSecrets, listenToConsole, quoting } from "../security/canary.ts";
import { world } from "../support/world.ts";
import { REDIRECT, challengeOf, formOf, newVerifier } from "./app.ts";
import { d1 } from "../support/d1.ts";

const SITE = "https://octavo.example";
const VARIABLES = {
  ENVIRONMENT: "production",
  APP_ORIGIN: SITE,
  ROOT_SECRET: "canary-root-secret-0123456789-abcdefgh",
  RATE_LIMIT_SCALE: "1000",
} as const;
const FORM = { "Content-Type": "application/x-www-form-urlencoded" } as const;
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const FROM_OWN_PAGE = { ...OWN_PAGE, Origin: SITE };

test("stores no secret of an app's connection in a log, the audit log, the database, an error or a URL", async () => {
  const w = await world();
  const cookie = { Cookie: `__Host-session=${w.session("olivia")}` };
  const console = listenToConsole();
  const errors: string[] = [];
  const pages: string[] = [];
  const addresses: string[] = [];
  const ask = async (
    path: string,
    send: Parameters<typeof requestTo>[1] = {},
    fault: object = {},
  ): Promise<{ status: number; text: string; location: string }> => {
    const response = await callWith({ ...VARIABLES, ...fault }, requestTo(SITE + path, send));
    const text = await response.text();
    const location = response.headers.get("Location") ?? "";
    const isAnswer = response.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    if (response.status >= 400) errors.push(text);
    else if (!isAnswer) pages.push(text);
    addresses.push(location);
    return { status: response.status, text, location };
  };
  /** Posts first with a database that fails and quotes its input in the error, then normally. */
  const post = async (path: string, fields: Record<string, string>) => {
    const send = { method: "POST", headers: FORM, body: formOf(fields) };
    const failed = await ask(path, send, quoting(JSON.stringify(fields)));
    expect([path, failed.status]).toEqual([path, 503]);
    const { text } = await ask(path, send);
    return JSON.parse(text) as Record<string, string>;
  };

  const registered = await ask("/oauth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Canary", redirect_uris: [REDIRECT] }),
  });
  const { client_id } = JSON.parse(registered.text) as { client_id: string };
  const verifier = newVerifier();
  const state = `state-${newVerifier()}`;
  const query = formOf({
    response_type: "code",
    client_id,
    redirect_uri: REDIRECT,
    state,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
  });
  expect((await ask(`/oauth/authorize?${query}`, {}, quoting(query))).status).toBe(503);
  expect((await ask(`/oauth/authorize?${query}&redirect_uri=x`)).status).toBe(400);
  const consent = (await ask(`/oauth/authorize?${query}`)).location;
  const csrf = /name="csrf" value="([^"]+)"/.exec((await ask(consent, { headers: cookie })).text)?.[1] ?? "";
  const press = { method: "POST", headers: { ...FORM, ...cookie, ...FROM_OWN_PAGE } };
  const choices = { csrf, decision: "allow", scope: "all", access: "write", days: "30" };
  expect((await ask(consent, { ...press, body: formOf(choices) }, quoting(csrf))).status).toBe(503);
  const back = new URL((await ask(consent, { ...press, body: formOf(choices) })).location);
  const code = back.searchParams.get("code") ?? "";
  expect(back.searchParams.get("state")).toBe(state);
  // The redirect URL must contain the secret.
  addresses.pop();

  const exchange = {
    grant_type: "authorization_code",
    client_id,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
  };
  await post("/oauth/token", { ...exchange, code_verifier: newVerifier() });
  const first = await post("/oauth/token", exchange);
  const renew = { grant_type: "refresh_token", client_id, refresh_token: first["refresh_token"] ?? "" };
  const second = await post("/oauth/token", renew);
  const list = (token = "") => ({
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  expect((await ask("/mcp", list(second["access_token"]))).status).toBe(200);
  expect((await ask("/mcp", list(second["access_token"]), quoting(JSON.stringify(second)))).status).toBe(503);

  const device = await post("/oauth/device", { client_id });
  const { device_code = "", user_code = "" } = device;
  const entering = `/device?code=${user_code}`;
  expect((await ask(entering, { headers: cookie }, quoting(SITE + entering))).status).toBe(503);
  expect((await ask(entering, { headers: cookie })).status).toBe(303);
  await post("/oauth/token", { grant_type: DEVICE_GRANT, client_id, device_code });

  // Send the secrets to wrong places, reuse them, and revoke them.
  const all = [state, verifier, code, ...Object.values(first), ...Object.values(second), device_code, user_code];
  for (const secret of all) {
    await ask(`/api/nothing/${secret}?code=${secret}`, { headers: { Authorization: `Bearer ${secret}` } });
    await ask(`/oauth/authorize?client_id=${encodeURIComponent(secret)}`);
    await ask("/oauth/register", { method: "POST", headers: FORM, body: secret });
  }
  await ask("/oauth/token", { method: "POST", headers: FORM, body: formOf({ grant_type: `urn:${code}`, client_id }) });
  await d1`update oauth_refresh_tokens set replaced_at = replaced_at - ${ROTATION_GRACE} where token_hash = ${hashToken("refresh", renew.refresh_token)}`.run();
  await ask("/oauth/token", { method: "POST", headers: FORM, body: formOf(renew) });
  await ask("/oauth/token", { method: "POST", headers: FORM, body: formOf(exchange) });
  await ask("/oauth/revoke", {
    method: "POST",
    headers: FORM,
    body: formOf({ client_id, token: second["access_token"] }),
  });

  const secrets = {
    "authorization code": code.slice(4),
    state,
    "PKCE verifier": verifier,
    "access token": first["access_token"]?.slice(4) ?? "",
    "renewed access token": second["access_token"]?.slice(4) ?? "",
    "refresh token": first["refresh_token"]?.slice(4) ?? "",
    "renewed refresh token": second["refresh_token"]?.slice(4) ?? "",
    "device code": device_code.slice(4),
    "user code": user_code,
  };
  const places = {
    console: console.stop(),
    auditLog: await exportAuditLog(),
    database: await dumpDatabase(),
    errors: errors.join("\n"),
    pages: pages.join("\n"),
    addresses: addresses.join("\n"),
  };
  // Make sure the searched places are not empty.
  expect(places.console).toContain("request.failed");
  expect(places.auditLog).toContain("token.reuse");
  expect(places.database).toContain(client_id);
  expect(places.errors).toContain("invalid_grant");
  expect(places.pages).toContain("Canary");
  expect(places.addresses).toContain("/oauth/consent?request=");
  expect(findSecrets(secrets, places, 9)).toEqual([]);
});
