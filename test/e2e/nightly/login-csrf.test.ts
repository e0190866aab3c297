/** Another site tries to sign a visitor's browser in to the attacker's account. */
// Covers: src/web/client/sign-in
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { askForLink, callApi, freshEmail, openContext, origin, signIn, startBrowser } from "../browser.ts";

let browser: Browser;
let page: Page;
/** A different site from ours, which is `localhost`; a different port would not be enough. */
let evil: Server;
let evilOrigin = "";
let evilPage = "";
const victim = freshEmail("victim");
/** The attacker's own link, and the form of the page that asked the attacker to confirm it. */
let link: URL;
let fields: URLSearchParams;

before(async () => {
  browser = await startBrowser();
  ({ page } = await openContext(browser));
  evil = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>x</title>${evilPage}`);
  });
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  evilOrigin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`; // it listens at a port
  await signIn(page, victim);
  const attacker = await openContext(browser);
  link = new URL(await askForLink(attacker.page, freshEmail("attacker")));
  await attacker.context.close();
  const headers = { "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "none" };
  const html = await (await fetch(link, { headers })).text();
  const inputs = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)];
  fields = new URLSearchParams();
  for (const [, name = "", value = ""] of inputs) fields.append(name, value.replaceAll("&amp;", "&"));
  assert.ok((fields.get("c") ?? "").length > 20);
});

after(async () => {
  await browser.close();
  evil.close();
});

const whoIsIn = async (): Promise<string> => (await callApi<{ email: string }>(page, "GET", "/api/auth/me")).body.email;

async function visitEvil(content: string): Promise<void> {
  evilPage = content;
  await page.goto(evilOrigin);
}

const leadTo = (address: string): string => `<script>location = ${JSON.stringify(origin + address)}</script>`;

test("redirects a cross-site sign-in link through /auth/continue to home, however its path is spelled", async () => {
  const query = fields.toString();
  const verify = "auth/magic-link/verify";
  for (const path of [
    `/api/${verify}`,
    `/%61pi/${verify}`,
    `/drives/%2e%2e/api/${verify}`,
    `/./api/${verify}`,
    `/API/${verify}`,
  ]) {
    const once = `/auth/continue?next=${encodeURIComponent(`${path}?${query}`)}`;
    for (const address of [once, `/auth/continue?next=${encodeURIComponent(once)}`]) {
      await visitEvil(leadTo(address));
      await page.waitForURL("**/drives/*");
      assert.equal(await whoIsIn(), victim, path);
    }
  }
});

test("asks for confirmation of a cross-site sign-in link, and rejects a cross-site form post", async () => {
  await visitEvil(leadTo(`${link.pathname}?${fields.toString()}`));
  await page.getByRole("heading", { name: "Sign in as a" }).waitFor();
  assert.equal(await whoIsIn(), victim);
  const inputs = [...fields].map(([name, value]) => `<input name="${name}" value="${value}">`);
  const form = `<form method="post" action="${origin}${link.pathname}">${inputs.join("")}</form>`;
  const refused = page.waitForResponse((response) => response.request().method() === "POST");
  await visitEvil(`${form}<script>document.forms[0].submit()</script>`);
  assert.equal((await refused).status(), 403);
  assert.equal(await whoIsIn(), victim);
});

test("signs in when the confirmation page was shown and confirmed in this browser", async () => {
  await page.goto(link.href);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/drives/*");
  assert.match(await whoIsIn(), /^attacker-/);
});
