/** OAuth clients: registered, or described by a document at the URL that is their id; and which URLs are allowed. */
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { REDIRECT, allow, authorize, exchange, leadsTo, newVerifier, register, requestOf, showConsent } from "./app.ts";
import { ORIGIN, world, type World } from "../support/world.ts";
import { isDocumentAddress } from "../../src/features/auth/oauth/client-rules.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

afterEach(() => vi.restoreAllMocks());

let documents = 0;
const freshId = (): string => `https://notes-${(documents += 1)}.octavo-app.dev/oauth/client.json`;

/** Mocks other hosts, and records the addresses requested from them. */
function hosts(answer: (address: string, init: RequestInit | undefined) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const address = new Request(input).url;
    asked.push(address);
    return answer(address, init);
  });
  return asked;
}

const describe = (id: string, more: object = {}): Response =>
  Response.json({ client_id: id, client_name: "Notes", redirect_uris: [REDIRECT], ...more });

const ask = (id: string): Promise<Response> => authorize(requestOf(id, newVerifier()));

test("describes an app by its document, fetched once an hour, with its host vouching for the name", async () => {
  const id = freshId();
  const asked = hosts((address) => describe(address));
  const response = await ask(id);
  expect([response.status, leadsTo(response).pathname]).toEqual([303, "/oauth/consent"]);
  const page = await showConsent(w, "olivia", leadsTo(response).searchParams.get("request") ?? "");
  expect(page.body).toContain(`vouched for by <strong class="address">${new URL(id).host}</strong>`);
  expect(page.body).not.toContain("Not verified");
  const { status } = await exchange(await allow(w, "olivia", { clientId: id }));
  expect([status, asked]).toEqual([200, [id]]);
  expect((await authorize(requestOf(id, newVerifier(), { redirect_uri: "https://evil.example/x" }))).status).toBe(400);
});

test("warns on the consent page that anyone can publish a document on shared hosting", async () => {
  const id = "https://notes-of-somebody.pages.dev/oauth/client.json";
  hosts((address) => describe(address));
  const page = await showConsent(w, "olivia", leadsTo(await ask(id)).searchParams.get("request") ?? "");
  expect(page.body).toContain('<strong class="address">notes-of-somebody.pages.dev</strong> is on shared hosting');
});

test("refetches a document after an hour, and rejects what it no longer lists", async () => {
  const id = freshId();
  let redirects = [REDIRECT];
  const asked = hosts((address) => describe(address, { redirect_uris: redirects }));
  expect((await ask(id)).status).toBe(303);
  redirects = ["https://app.example/moved"];
  expect((await ask(id)).status).toBe(303);
  await d1`update oauth_clients set checked_at = checked_at - 3600000 where id = ${id}`.run();
  expect([(await ask(id)).status, asked.length]).toEqual([400, 2]);
});

test("does not fetch documents from itself", () => {
  const id = "https://octavo.example/oauth/client.json";
  expect(isDocumentAddress(id, "https://other.example")).toBe(true);
  expect(isDocumentAddress(id, "https://octavo.example")).toBe(false);
});

test.each([
  ["names another client", (id: string) => describe(`${id}/other`)],
  ["is not JSON", () => new Response("<html>", { headers: { "Content-Type": "application/json" } })],
  ["has an HTML content type", async (id: string) => new Response(await describe(id).text(), HTML)],
  ["has an error status", async (id: string) => new Response(await describe(id).text(), GONE)],
  ["has a redirect status with a valid body", async (id: string) => new Response(await describe(id).text(), MOVED)],
  ["redirects elsewhere", () => Response.redirect("https://169.254.169.254/latest", 302)],
  ["has no redirect URI", (id: string) => describe(id, { redirect_uris: [] })],
  ["has a script as redirect URI", (id: string) => describe(id, { redirect_uris: [REDIRECT, "javascript:alert(1)"] })],
  ["requires a shared secret", (id: string) => describe(id, { token_endpoint_auth_method: "client_secret_basic" })],
  ["is too long", (id: string) => describe(id, { padding: "x".repeat(5_200) })],
  ["never ends", () => new Response(endless(), { headers: { "Content-Type": "application/json" } })],
  ["is unreachable", () => Promise.reject(new TypeError("unreachable"))],
])("rejects a document that %s, and does not show the fetched content", async (_, answer) => {
  const id = freshId();
  const asked = hosts(() => answer(id));
  const response = await ask(id);
  expect([response.status, response.headers.get("Location"), asked]).toEqual([400, null, [id]]);
  const shown = await response.text();
  expect(shown).toContain("This app cannot connect");
  expect(shown).not.toMatch(/169\.254|unreachable|alert\(/);
});

const HTML = { headers: { "Content-Type": "text/html" } };
const MOVED = { status: 300, headers: { "Content-Type": "application/json" } };
const GONE = { status: 404, headers: { "Content-Type": "application/json" } };

const endless = (): ReadableStream<Uint8Array> =>
  new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_024).fill(32)) });

test("waits five minutes before it refetches a document that could not be used", async () => {
  const id = freshId();
  let good = false;
  const asked = hosts((address) => (good ? describe(address) : new Response("{}", GONE)));
  for (let i = 0; i < 5; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    expect((await ask(id)).status).toBe(400);
  }
  expect(asked).toHaveLength(1);
  good = true;
  expect([(await ask(id)).status, asked.length]).toEqual([400, 1]);
  await d1`update oauth_clients set failed_until = failed_until - 300000 where id = ${id}`.run();
  expect([(await ask(id)).status, (await ask(id)).status, asked.length]).toEqual([303, 303, 2]);
});

test("rejects a known app while its document fails, without a fetch per request, and accepts it afterwards", async () => {
  const id = freshId();
  let good = true;
  const asked = hosts((address) => (good ? describe(address) : new Response("{}", GONE)));
  expect((await ask(id)).status).toBe(303);
  good = false;
  await d1`update oauth_clients set checked_at = checked_at - 3600000 where id = ${id}`.run();
  expect([(await ask(id)).status, (await ask(id)).status, asked.length]).toEqual([400, 400, 2]);
  good = true;
  await d1`update oauth_clients set failed_until = 1 where id = ${id}`.run();
  expect([(await ask(id)).status, asked.length]).toEqual([303, 3]);
});

test("keeps a failed fetch of an unknown app's document only while it is in effect", async () => {
  const id = freshId();
  hosts(() => new Response("{}", GONE));
  await ask(id);
  const row = await d1`select redirect_uris, keep_until, failed_until from oauth_clients where id = ${id}`.first();
  expect(row).toMatchObject({ redirect_uris: "[]", keep_until: row?.["failed_until"] });
});

test("follows no redirects of a document, and waits three seconds at most", async () => {
  const inits: (RequestInit | undefined)[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout");
  hosts((address, init) => {
    inits.push(init);
    return describe(address);
  });
  await ask(freshId());
  expect(inits).toMatchObject([{ redirect: "manual", signal: expect.any(AbortSignal) }]);
  expect(timeout.mock.calls.flat()).toContain(3_000);
  // No credentials are sent.
  expect(Object.keys(inits[0]?.headers ?? {})).toEqual(["Accept"]);
});

const PRIVATE = [
  "http://notes.octavo-app.dev/client.json",
  "https://127.0.0.1/client.json",
  "https://2130706433/client.json",
  "https://0x7f.1/client.json",
  "https://017700000001/client.json",
  "https://10.0.0.8/client.json",
  "https://169.254.169.254/latest/meta-data",
  "https://[::1]/client.json",
  "https://[::ffff:7f00:1]/client.json",
  "https://localhost/client.json",
  "https://api.localhost/client.json",
  "https://printer.local/client.json",
  "https://db.internal/client.json",
  "https://intranet/client.json",
  "https://router.home.arpa/client.json",
  "https://notes.octavo-app.dev./client.json",
  "https://notes.octavo-app.dev:8443/client.json",
  "https://user:secret@notes.octavo-app.dev/client.json",
  "https://notes.octavo-app.dev",
  "https://notes.octavo-app.dev/",
  "https://notes.octavo-app.dev/client.json?x=1",
  "https://notes.octavo-app.dev/client.json#x",
  "https://notes.octavo-app.dev/a/../client.json",
  "https://notes.octavo-app.dev/a/%2e%2e/client.json",
  "HTTPS://notes.octavo-app.dev/client.json",
  "https://NOTES.octavo-app.dev/client.json",
  "https:\\\\notes.octavo-app.dev\\client.json",
  " https://notes.octavo-app.dev/client.json",
  "https://nötes.octavo-app.dev/client.json",
  `https://notes.octavo-app.dev/${"x".repeat(600)}`,
  `${ORIGIN}/api/health`,
  "ftp://notes.octavo-app.dev/client.json",
  "file:///etc/passwd",
];

test.each(PRIVATE)("never fetches %s", async (id) => {
  const asked = hosts((address) => describe(address));
  expect((await ask(id)).status).toBe(400);
  expect(asked).toEqual([]);
});

test("registers an app as a public client with a one-line name, whatever it requests (RFC 7591)", async () => {
  const { status, body } = await register({
    client_name: "Notes\u202e\n for you",
    redirect_uris: [REDIRECT, "http://localhost:3000/cb"],
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["authorization_code", "refresh_token", "password"],
    scope: "admin",
    logo_uri: "https://169.254.169.254/",
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    client_id: expect.any(String),
    client_id_issued_at: expect.any(Number),
    client_name: "Notes for you",
    redirect_uris: [REDIRECT, "http://localhost:3000/cb"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
});

test.each([
  ["invalid_redirect_uri", { redirect_uris: ["http://app.example/back"] }],
  ["invalid_redirect_uri", { redirect_uris: ["javascript:alert(1)"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://app.example/back#x"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://a@app.example/back"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://app;frame-src *.example/back"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://app;frame-src.example/back"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://*.example/back"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https:\\\\app.example\\back"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://app.example/ba ck"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://app.example/back\r\nX-Y: z"] }],
  ["invalid_redirect_uri", { redirect_uris: ["https://\u0430pp.example/back"] }],
  ["invalid_redirect_uri", { redirect_uris: [`https://app.example/${"x".repeat(2_000)}`] }],
  ["invalid_redirect_uri", { redirect_uris: ["intent://x"] }],
  ["invalid_redirect_uri", { redirect_uris: [] }],
  ["invalid_redirect_uri", {}],
  ["invalid_redirect_uri", { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://app.example/${i}`) }],
  ["invalid_client_metadata", { redirect_uris: [REDIRECT], client_name: 7 }],
])("rejects a registration with %s for %o", async (error, body) => {
  const answer = await register(body);
  expect([answer.status, answer.body.error]).toEqual([400, error]);
});

test("returns invalid_grant to a client whose registration is gone", async () => {
  const { status, body } = await exchange({ clientId: "gone", verifier: newVerifier(), code: `cde_${"x".repeat(43)}` });
  expect([status, body.error]).toEqual([400, "invalid_grant"]);
  expect((await ask("gone")).status).toBe(400);
});
