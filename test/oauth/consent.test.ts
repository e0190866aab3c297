/** OAuth consent: which requests are shown, what the page says, and what the decision grants. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { OWN_PAGE, call, cookiesOf } from "../flows/sign-in.ts";
import { createDeps } from "../../src/composition.ts";
import { decide as decideAs } from "../../src/features/auth/oauth/consent.ts";
import type { Caller } from "../../src/kernel/caller.ts";
import { writable } from "../../src/platform/db.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { interceptedDb } from "../support/intercepted-db.ts";
import { entriesOf } from "../security/audit.ts";
import { legacy } from "../mcp/clients.ts";
import { ORIGIN, world, type World, makeDrive } from "../support/world.ts";
import {
  REDIRECT,
  allow,
  authorize,
  connect,
  consentOf,
  decide,
  exchange,
  formOf,
  leadsTo,
  newApp,
  newVerifier,
  requestOf,
  showConsent,
} from "./app.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let clientId: string;
beforeAll(async () => {
  w = await world();
  clientId = await newApp();
});

const ask = (more: Parameters<typeof requestOf>[2] = {}) => requestOf(clientId, newVerifier(), more);

test("shows an error without a redirect for an unknown app or redirect URI", async () => {
  const elsewhere = [
    "https://evil.example/back",
    `${REDIRECT}&more=1`,
    "https://app.example/back",
    "https://app.example/back/../evil?of=octavo",
    "https://app.example/x/../back?of=octavo",
    "https://app.example:443/back?of=octavo",
    "HTTPS://app.example/back?of=octavo",
    "https://APP.example/back?of=octavo",
    "https:/app.example/back?of=octavo",
    "https://app.example/BACK?of=octavo",
    "https://app.example:444/back?of=octavo",
    "https://app.example.evil.example/back?of=octavo",
    "https://app.example@evil.example/back?of=octavo",
    "https://evil.example/https://app.example/back?of=octavo",
    `${REDIRECT}#`,
    `${REDIRECT}#x`,
    "http://app.example/back?of=octavo",
    "//app.example/back?of=octavo",
    "/signin",
    "javascript:alert(1)",
    "data:text/html,x",
  ];
  const wrong = [
    ...elsewhere.map((redirect_uri) => ask({ redirect_uri })),
    ask({ redirect_uri: undefined }),
    ask({ client_id: undefined }),
    ask({ client_id: "unknown" }),
  ].map(formOf);
  wrong.push(`${formOf(ask())}&redirect_uri=https%3A%2F%2Fevil.example`, `${formOf(ask())}&client_id=other`);
  for (const query of wrong) {
    const response = await authorize(query);
    expect([response.status, response.headers.get("Location")], query).toEqual([400, null]);
    expect(await response.text(), query).toContain("This app cannot connect");
  }
});

test.each([
  ["unsupported_response_type", { response_type: "token" }],
  ["invalid_request", { response_type: undefined }],
  ["invalid_request", { response_mode: "fragment" }],
  ["invalid_request", { code_challenge: undefined }],
  ["invalid_request", { code_challenge_method: "plain" }],
  ["invalid_request", { code_challenge_method: undefined }],
  ["invalid_request", { code_challenge: "too-short" }],
  ["invalid_request", { request_uri: "https://app.example/request" }],
  ["invalid_request", { state: "x".repeat(3_000) }],
  ["invalid_target", { resource: "https://other.example/mcp" }],
  ["invalid_target", { resource: `${ORIGIN}/mcp/x` }],
  ["invalid_target", { resource: `${ORIGIN}.evil.example` }],
])("shows an error page with a link back for a known app whose request fails with %s for %o", async (error, more) => {
  const response = await authorize(ask(more));
  expect([response.status, response.headers.get("Location"), response.headers.get("Refresh")]).toEqual([
    400,
    null,
    null,
  ]);
  const page = await response.text();
  expect(page).toContain("Notes for you</strong> sent you here with an invalid request");
  expect(page).toContain('leads to <strong class="address">app.example</strong>');
  expect(page).not.toContain("http-equiv");
  const back = new URL(
    (/<a class="button quiet outlined" href="([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&"),
  );
  expect(back.origin + back.pathname).toBe("https://app.example/back");
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    of: "octavo",
    error,
    iss: ORIGIN,
    state: "state" in more ? more.state : "st&te",
  });
  expect(back.searchParams.get("code")).toBeNull();
});

test("shows an error page without a redirect even when a user has granted the app access", async () => {
  const granted = await newApp();
  await connect(w, "sara", { clientId: granted });
  const response = await authorize(requestOf(granted, newVerifier(), { response_type: "token" }));
  expect([response.status, response.headers.get("Location")]).toEqual([400, null]);
});

test("names a native app by its URI scheme on the error page", async () => {
  const app = await newApp("Editor", ["cursor://anysphere/cb"]);
  const response = await authorize(
    requestOf(app, newVerifier(), { redirect_uri: "cursor://anysphere/cb", response_type: "token" }),
  );
  expect(await response.text()).toContain('leads to <strong class="address">cursor:</strong>');
});

test("accepts any port on the loopback address, at the registered path", async () => {
  const local = await newApp("Editor", [
    "http://127.0.0.1/callback",
    "http://localhost:3000/cb",
    "cursor://anysphere/cb",
    "https://localhost:3000/secure",
  ]);
  const asks = async (redirect_uri: string): Promise<number> =>
    (await authorize(requestOf(local, newVerifier(), { redirect_uri }))).status;
  for (const uri of ["http://127.0.0.1:51234/callback", "http://localhost:9/cb", "cursor://anysphere/cb"])
    expect(await asks(uri), uri).toBe(303);
  for (const uri of [
    "http://127.0.0.1:51234/callback/",
    "http://127.0.0.1:51234/callback?x=1",
    "http://localhost:51234/callback",
    "http://127.0.0.2:51234/callback",
    "http://127.0.0.1:51234@evil.example/callback",
    "http://127.0.0.1.evil.example:51234/callback",
    "https://127.0.0.1:51234/callback",
    "https://localhost:4000/secure",
    "cursor://evil/cb",
  ])
    expect(await asks(uri), uri).toBe(400);
});

test("redirects to sign-in and back without a session, by an intermediate page for cross-site requests", async () => {
  const id = await consentOf(ask());
  const path = `/oauth/consent?request=${id}`;
  const stranger = await call(path);
  expect([stranger.status, stranger.headers.get("Location")]).toEqual([
    303,
    `/signin?next=${encodeURIComponent(path)}`,
  ]);
  const fromSite = await call(path, { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(leadsTo(fromSite).pathname).toBe("/auth/continue");
  const page = await call(leadsTo(fromSite).pathname + leadsTo(fromSite).search, {
    headers: { Cookie: cookiesOf(fromSite) },
  });
  expect(await page.text()).toContain(`url=${path}`);
});

test("shows the unverified app and the redirect host, and restricts the form to that host", async () => {
  const named = await newApp("Claude <script>alert(1)</script>\u202e");
  const { status, body, headers } = await showConsent(w, "olivia", await consentOf(requestOf(named, newVerifier())));
  expect(status).toBe(200);
  expect(body).toContain("Connect Claude &lt;script>alert(1)&lt;/script>?");
  expect(body).not.toMatch(/<script>alert|\u202e/);
  expect(body).toContain("Not verified.");
  expect(body).toContain("app.example</strong>");
  expect(body).toContain(`value="${w.drive}"`);
  expect(body).not.toContain(w.otherDrive);
  const policy = headers.get("Content-Security-Policy");
  expect(policy).toContain("form-action 'self' https://app.example;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect([headers.get("X-Frame-Options"), headers.get("Cache-Control")]).toEqual(["DENY", "no-store"]);
});

test("highlights letters of a name that mixes scripts, and no others", async () => {
  const named = async (name: string) =>
    String((await showConsent(w, "olivia", await consentOf(requestOf(await newApp(name), newVerifier())))).body);
  const mixed = await named("Cl\u0430ude");
  expect(mixed).toContain('<strong class="address">Cl<mark>\u0430</mark>ude</strong>');
  expect(mixed).toContain("It mixes letters from different scripts");
  for (const name of ["Claude", "\u041a\u043b\u043e\u0434", "メモ帳 Notes"]) {
    // oxlint-disable-next-line no-await-in-loop -- three pages
    const page = await named(name);
    expect(page, name).toContain(`<strong class="address">${name}</strong>`);
    expect(page, name).not.toMatch(/<mark>|different scripts/);
  }
});

test.each([
  ["notes.pages.dev", "pages.dev"],
  ["notes.someone.workers.dev", "workers.dev"],
  ["someone.github.io", "github.io"],
  ["notes.vercel.app", "vercel.app"],
  ["notes.netlify.app:8443", "netlify.app"],
])("warns that %s is on shared hosting", async (host, suffix) => {
  const redirect_uri = `https://${host}/back`;
  const app = await newApp("Notes", [redirect_uri]);
  const { body } = await showConsent(w, "olivia", await consentOf(requestOf(app, newVerifier(), { redirect_uri })));
  expect(body).toContain(`<strong class="address">${host}</strong> is on shared hosting`);
  expect(body).toContain(`ends in <strong class="address">${suffix}</strong>`);
});

test("shows no shared hosting warning for a separate host or a loopback address", async () => {
  for (const redirect_uri of ["https://app.example.co.uk/back", "https://a.b.app.dev/back", "http://127.0.0.1/cb"]) {
    // oxlint-disable no-await-in-loop -- three pages
    const app = await newApp("Notes", [redirect_uri]);
    const { body } = await showConsent(w, "olivia", await consentOf(requestOf(app, newVerifier(), { redirect_uri })));
    // oxlint-enable no-await-in-loop
    expect(body, redirect_uri).toContain("Connect Notes?");
    expect(body, redirect_uri).not.toContain("shared hosting");
  }
});

test("selects read-only access by default", async () => {
  const { body } = await showConsent(w, "olivia", await consentOf(ask()));
  expect(body).toMatch(/<input type="radio" name="access" value="read" checked/);
  expect(body).toMatch(/<input type="radio" name="access" value="write"(?! checked)/);
});

test("redirects with a code, the state and the issuer after approval, and accepts the form once", async () => {
  const id = await consentOf(ask());
  const answer = await decide(w, "olivia", id);
  const back = leadsTo(answer);
  expect([answer.status, back.origin + back.pathname]).toEqual([303, "https://app.example/back"]);
  const { code, ...rest } = Object.fromEntries(back.searchParams);
  expect(rest).toEqual({ of: "octavo", state: "st&te", iss: ORIGIN });
  expect(code).toMatch(/^cde_[\w-]{43}$/);
  const again = await showConsent(w, "olivia", id);
  expect([again.status, again.body.includes("This request has ended")]).toEqual([404, true]);
  expect((await decide(w, "olivia", id)).status).toBe(403);
  const stored = await d1`select * from oauth_requests where id = ${id}`.first();
  expect(JSON.stringify(stored)).not.toContain(code);
  const entries = await entriesOf("mcp.consent", ({ userId }) => userId === w.ids.olivia);
  expect(entries.at(-1)).toMatchObject({ entry: { outcome: "ok", d: { client: clientId, drives: "all", days: 30 } } });
});

test("accepts one of several concurrent approvals, with one valid code", async () => {
  const verifier = newVerifier();
  const id = await consentOf(requestOf(clientId, verifier));
  const { csrf } = await showConsent(w, "olivia", id);
  const known = (await entriesOf("mcp.consent", ({ userId }) => userId === w.ids.olivia)).length;
  const answers = await Promise.all(Array.from({ length: 4 }, () => decide(w, "olivia", id, { csrf })));
  const led = answers.filter(({ status }) => status === 303).map((answer) => leadsTo(answer).searchParams.get("code"));
  expect(led).toHaveLength(1);
  expect((await exchange({ clientId, verifier, code: led[0] ?? "" })).status).toBe(200);
  expect(await entriesOf("mcp.consent", ({ userId }) => userId === w.ids.olivia)).toHaveLength(known + 1);
});

test("redirects without a grant after a decline", async () => {
  const id = await consentOf(ask());
  const back = leadsTo(await decide(w, "vera", id, { decision: "decline" }));
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: "access_denied", state: "st&te", iss: ORIGIN });
  expect(back.searchParams.get("code")).toBeNull();
  expect((await showConsent(w, "vera", id)).status).toBe(404);
  const entries = await entriesOf("mcp.consent", ({ userId }) => userId === w.ids.vera);
  expect(entries).toMatchObject([{ entry: { outcome: "refused" } }]);
});

test("declines nothing when the session ends during the request", async () => {
  const id = await consentOf(ask());
  const deps = createDeps(env, { waitUntil: () => undefined });
  const end = d1`delete from sessions where token_hash = ${hashToken("session", w.session("dora"))}`;
  let trips = 0;
  const db = interceptedDb(deps.db, async (queries) => {
    trips += 1;
    if (trips === 2) await end.run();
    return writable(deps.db).write(queries);
  });
  const caller: Caller = {
    kind: "session",
    tokenHash: hashToken("session", w.session("dora")),
    client: { ip: "192.0.2.9", userAgent: "test" },
  };
  await expect(decideAs({ ...deps, db }, caller, id, { allow: false })).rejects.toThrow("guard");
  expect((await showConsent(w, "vera", id)).status).toBe(200);
});

test("rejects approvals from another site, another session's form and forms without a token", async () => {
  const id = await consentOf(ask());
  const other = await showConsent(w, "adam", id);
  const codes = await Promise.all([
    decide(w, "olivia", id, {}, { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }),
    decide(w, "olivia", id, {}, { Origin: "https://evil.example" }),
    decide(w, "olivia", id, {}, { Origin: "null" }),
    decide(w, "olivia", id, {}, { Origin: "https://sub.localhost", "Sec-Fetch-Site": "same-site" }),
    decide(w, "olivia", id, { csrf: other.csrf }),
    decide(w, "olivia", id, { csrf: "v1.x.y.z" }),
    decide(w, "olivia", id, { csrf: "" }, {}),
  ]);
  expect(codes.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
  expect((await showConsent(w, "olivia", id)).status).toBe(200);
});

test("requires a recent sign-in for the consent page and its form", async () => {
  const old = await world();
  const id = await consentOf(ask());
  const { csrf } = await showConsent(old, "olivia", id);
  await d1`update sessions set auth_time = auth_time - 3600000 where token_hash = ${hashToken("session", old.session("olivia"))}`.run();
  const again = `/signin?again=1&next=${encodeURIComponent(`/oauth/consent?request=${id}`)}`;
  const page = await showConsent(old, "olivia", id);
  expect([page.status, page.headers.get("Location")]).toEqual([303, again]);
  const pressed = await decide(old, "olivia", id, { csrf });
  expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, again]);
  // Declining grants nothing.
  expect(leadsTo(await decide(old, "olivia", id, { csrf, decision: "decline" })).searchParams.get("error")).toBe(
    "access_denied",
  );
});

test("rejects drives that the user cannot see, and an empty selection", async () => {
  const id = await consentOf(ask());
  expect((await decide(w, "olivia", id, { scope: "some", drive: w.otherDrive })).status).toBe(403);
  const none = await decide(w, "olivia", id, { scope: "some" });
  expect([none.status, await none.text()]).toEqual([200, expect.stringContaining("Choose at least one drive")]);
  expect((await decide(w, "olivia", id, { days: "3650" })).status).toBe(400);
  expect((await decide(w, "olivia", id, { scope: "some", drive: w.drive })).status).toBe(303);
});

test("lists a granted tool token in the settings with its drives and access, and revokes it there", async () => {
  const other = await makeDrive(w.as("adam"), "B");
  const { access } = await connect(w, "adam", { choices: { scope: "some", drive: other, access: "read", days: "1" } });
  const { body: listed } = await w.as("adam").get("/api/auth/mcp-tokens");
  const [token] = listed;
  expect(token).toMatchObject({
    name: "Notes for you",
    isApp: true,
    isScoped: true,
    readOnly: true,
    canShare: false,
    driveScopes: [{ id: other, name: "B" }],
  });
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBeGreaterThan(86_390_000);
  const drives = async () => (await legacy(access, "tools/call", { name: "list_drives", arguments: {} })).body.result;
  expect((await drives()).structuredContent.drives.map(({ id }: { id: string }) => id)).toEqual([other]);
  const args = { drive: w.drive };
  const hidden = await legacy(access, "tools/call", { name: "list_pages", arguments: args });
  expect(hidden.body.result).toMatchObject({ isError: true });
  expect(
    (await legacy(access, "tools/list")).body.result.tools.map(({ name }: { name: string }) => name),
  ).not.toContain("edit_page");
  expect((await w.as("adam").delete(`/api/auth/mcp-tokens/${token.id}`)).status).toBe(200);
  expect((await legacy(access, "tools/list")).status).toBe(401);
});

test("limits an app that requested read access to reading, whatever the form contains", async () => {
  const { access } = await connect(w, "edna", { ask: { scope: "read openid" }, choices: { access: "write" } });
  const [token] = (await w.as("edna").get("/api/auth/mcp-tokens")).body;
  expect(token.readOnly).toBe(true);
  expect((await legacy(access, "tools/list")).status).toBe(200);
});

test("rejects a grant when the user has 100 tokens", async () => {
  const full = await world();
  await env.DB.batch(
    Array.from(
      { length: 100 },
      (_, i) =>
        d1`insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, created_at) values (${`full-${full.ids.dora}-${i}`}, ${`full-${full.ids.dora}-${i}`}, ${full.ids.dora}, 'n', 'abcd', 'all', 1)`,
    ),
  );
  expect((await decide(full, "dora", await consentOf(ask()))).status).toBe(409);
});

test("rejects approval by a bearer session without the page", async () => {
  const id = await consentOf(ask());
  const response = await call(`/oauth/consent?request=${id}`, {
    method: "POST",
    headers: {
      ...OWN_PAGE,
      "Content-Type": "application/x-www-form-urlencoded",
      Authorization: `Bearer ${w.session("olivia")}`,
    },
    body: formOf({ csrf: "none", decision: "allow", scope: "all", access: "write", days: "30" }),
  });
  expect(response.status).toBe(403);
});

test("rejects a code after a sign-out everywhere or a suspension", async () => {
  const gone = await world();
  const signedOut = await allow(gone, "vera");
  await d1`update users set epoch = epoch + 1 where id = ${gone.ids.vera}`.run();
  expect((await exchange(signedOut)).body).toMatchObject({ error: "invalid_grant" });
  const suspended = await allow(gone, "edna");
  await d1`update users set suspended_at = 1 where id = ${gone.ids.edna}`.run();
  expect((await exchange(suspended)).body).toMatchObject({ error: "invalid_grant" });
});
