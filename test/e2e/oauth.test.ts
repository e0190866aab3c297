/**
 * Connecting an app as users see it: the reference client discovers the server from a 401, a person consents in a browser,
 * and the client works, refreshes its tokens and revokes them.
 */
// Covers: src/web/client/sign-in, src/web/client/settings
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from "@modelcontextprotocol/client";
import * as z from "zod";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { origin, startBrowser, shoot } from "./browser.ts";
import { sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

const MCP = new URL("/mcp", origin);

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
/** Receives the browser's redirect, as an app on the user's machine does. */
let app: Server;
let redirectUrl = "";
const answers: URLSearchParams[] = [];

before(async () => {
  app = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (url.pathname === "/callback") answers.push(url.searchParams);
    response.setHeader("Content-Type", "text/html").end("<title>App</title><h1>You can close this</h1>");
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  redirectUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`; // it listens on a port
  browser = await startBrowser();
  ({ context, page, faults } = await sit(browser, "oauth"));
});

after(async () => {
  await browser.close();
  app.close();
});

type Stored = Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
type Registered = Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;

/** The state of an app between requests, and the page to which it sends its user. */
class App implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadata = { client_name: "Reference client", redirect_uris: [redirectUrl], scope: "read write" };
  asked: URL | null = null;
  stored: Stored;
  #client: Registered;
  #verifier = "";

  state = (): string => "state-of-the-app";
  tokens = (): Stored => this.stored;
  codeVerifier = (): string => this.#verifier;
  clientInformation = () => this.#client;

  saveClientInformation(client: NonNullable<Registered>): void {
    this.#client = client;
  }

  saveTokens(tokens: NonNullable<Stored>): void {
    this.stored = tokens;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  redirectToAuthorization(url: URL): void {
    this.asked = url;
  }

  get clientId(): string {
    return this.#client?.client_id ?? "";
  }
}

const newClient = (): Client => new Client({ name: "octavo-e2e", version: "1.0.0" });

/** Connects without a token, and is told to ask the user. */
async function beginWith(provider: App): Promise<StreamableHTTPClientTransport> {
  const transport = new StreamableHTTPClientTransport(MCP, { authProvider: provider });
  await assert.rejects(newClient().connect(transport), UnauthorizedError);
  assert.equal(provider.asked?.pathname, "/oauth/authorize");
  assert.equal(provider.asked?.searchParams.get("resource"), MCP.href);
  return transport;
}

const Drives = z.looseObject({ drives: z.array(z.looseObject({ name: z.string() })) });

async function listDrives(provider: App): Promise<string[]> {
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(MCP, { authProvider: provider }));
  const { structuredContent } = await client.callTool({ name: "list_drives", arguments: {} });
  await client.close();
  return Drives.parse(structuredContent).drives.map(({ name }) => name);
}

/** By keyboard and label, as a user without a mouse does. */
async function pressAllow(on: Page): Promise<URLSearchParams> {
  await on.getByRole("button", { name: "Allow" }).focus();
  await Promise.all([on.waitForURL(`${redirectUrl}?**`), on.keyboard.press("Enter")]);
  return answers.at(-1) ?? assert.fail("no authorization response");
}

test("supports discovery, registration, consent, API calls, token refresh and revocation", async () => {
  const provider = new App();
  const transport = await beginWith(provider);

  await page.goto(provider.asked?.href ?? "");
  await page.getByRole("heading", { name: "Connect Reference client?" }).waitFor();
  await page.getByText("Not verified.").waitFor();
  await page.getByText("A program on this computer gets access.").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await shoot(page, "consent");
  const answer = await pressAllow(page);
  assert.equal(answer.get("iss"), origin);
  assert.equal(answer.get("state"), "state-of-the-app");

  await transport.finishAuth(answer);
  assert.match(provider.stored?.access_token ?? "", /^mcp_/);
  const drives = await listDrives(provider);
  assert.equal(drives.length, 1);

  // The client refreshes an invalid access token automatically.
  const first = provider.stored ?? assert.fail("no tokens");
  provider.stored = { ...first, access_token: `mcp_${"x".repeat(43)}` };
  assert.deepEqual(await listDrives(provider), drives);
  assert.notEqual(provider.stored?.access_token, first.access_token);
  assert.notEqual(provider.stored?.refresh_token, first.refresh_token);

  await page.goto("/settings/connect");
  await page.getByText("Reference client").first().waitFor();
  await shoot(page, "settings");

  const access = provider.stored?.access_token ?? "";
  const revoked = await fetch(new URL("/oauth/revoke", origin), {
    method: "POST",
    body: new URLSearchParams({ token: access, client_id: provider.clientId }),
  });
  assert.equal(revoked.status, 200);
  const refused = await fetch(MCP, {
    method: "POST",
    headers: { Authorization: `Bearer ${access}`, "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  assert.equal(refused.status, 401);
  assert.deepEqual(faults, []);
});

test("accepts consent and device codes without JavaScript", nightly, async () => {
  const plain = await browser.newContext({ baseURL: origin, javaScriptEnabled: false });
  await plain.addCookies(await context.cookies());
  const view = await plain.newPage();
  const provider = new App();
  const transport = await beginWith(provider);
  await view.goto(provider.asked?.href ?? "");
  await view.getByLabel("All drives, including future ones").check();
  await view.getByLabel("Read only").check();
  await view.getByLabel("Stays connected for").selectOption("a day");
  await transport.finishAuth(await pressAllow(view));
  assert.equal(provider.stored?.scope, "read");

  // A terminal's code is entered in a form, and allowing it without any drive is rejected on the page.
  const begun = await fetch(new URL("/oauth/device", origin), {
    method: "POST",
    body: new URLSearchParams({ client_id: provider.clientId }),
  });
  const { user_code: code } = z.object({ user_code: z.string() }).parse(await begun.json());
  await view.goto("/device");
  await view.getByLabel("Code").fill("BCDF-BCDF");
  await view.getByRole("button", { name: "Continue" }).click();
  await view.getByText("No terminal is waiting with this code.").waitFor();
  await view.getByLabel("Code").fill(code.toLowerCase());
  await view.getByRole("button", { name: "Continue" }).click();
  await view.getByText(`A program that shows the code ${code}`).waitFor();
  for (const box of await view.getByRole("checkbox").all()) await box.uncheck();
  await view.getByRole("button", { name: "Allow" }).click();
  await view.getByText("Choose at least one drive").waitFor();
  await view.getByRole("button", { name: "Decline" }).click();
  await view.getByRole("heading", { name: "Declined" }).waitFor();
  await plain.close();
});

test("opens the consent page from a cross-site link, and passes axe on the device page", async () => {
  const provider = new App();
  await beginWith(provider);
  await page.goto(redirectUrl.replace("/callback", "/"));
  await Promise.all([
    page.waitForURL("**/oauth/consent?**"),
    page.evaluate(`location.href = ${JSON.stringify(provider.asked?.href)}`),
  ]);
  await page.getByRole("button", { name: "Decline" }).click();
  await page.waitForURL(`${redirectUrl}?**`);
  assert.equal(answers.at(-1)?.get("error"), "access_denied");
  await page.goto("/device");
  await page.getByLabel("Code").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await shoot(page, "device");
  assert.deepEqual(faults, []);
});
