/** Connecting a program in a real browser: a token is created by keyboard, filled into the snippets, used, and revoked. */
// Covers: src/web/client/settings
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { origin, startBrowser, shoot } from "../browser.ts";
import { sit } from "../live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let token = "";

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await sit(browser, "connect"));
});

after(async () => {
  await browser.close();
});

const callMcp = (message: object): Promise<Response> =>
  fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
  });

test("links to the connect page from the settings, and shows the address before a token is created", async () => {
  await page.goto("/settings");
  await shoot(page, "settings");
  await page.getByRole("link", { name: "Connect an agent" }).click();
  await page.getByRole("heading", { level: 1, name: "Connect an agent" }).waitFor();
  assert.equal(
    (await page.getByRole("figure", { name: "Server URL" }).locator("pre").textContent())?.trim(),
    `${origin}/mcp`,
  );
  assert.equal(await page.getByText("Your new token").isVisible(), false);
  await page.getByText("Nothing is connected yet.").waitFor();
});

test("creates and copies a token with the keyboard, and stores it in no URL, storage or attribute", async () => {
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Laptop");
  await page.getByLabel("Expires").selectOption("After 30 days");
  await page.getByRole("textbox", { name: "Name", exact: true }).press("Enter");
  const figure = page.getByRole("figure", { name: "Token", exact: true });
  await figure.waitFor();
  token = ((await figure.locator("pre").textContent()) ?? "").trim();
  assert.match(token, /^mcp_[\w-]{43}$/);
  await figure.getByRole("button", { name: "Copy Token" }).press("Enter");
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), token);
  const summary = page.locator("summary", { hasText: "Claude Code" });
  await summary.focus();
  await summary.press("Enter");
  const snippet = page.getByRole("figure", { name: "Claude Code: Terminal" });
  await snippet.getByRole("button").press("Enter");
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.match(
    copied,
    new RegExp(`^claude mcp add .* ${origin}/mcp .*\\n *--header "Authorization: Bearer ${token}"$`),
  );
  const told: unknown = await page.evaluate(`[
    location.href,
    JSON.stringify({ ...localStorage, ...sessionStorage }),
    ...[...document.querySelectorAll("*")].flatMap((each) => [...each.attributes].map(({ value }) => value)),
  ].join(" ")`);
  assert.ok(!String(told).includes(token));
});

test("shows the first call of a token and a rejected call", async () => {
  await page.getByText("Waiting for the first request from “Laptop”").waitFor();
  await shoot(page, "connect-waiting");
  const row = page.getByRole("listitem").filter({ hasText: "Laptop" });
  await row.getByText("No calls yet").waitFor();
  assert.equal((await callMcp({ method: "tools/call", params: { name: "list_drives", arguments: {} } })).status, 200);
  await page.getByText("“Laptop” is connected: its first request succeeded.").waitFor();
  await row.getByText("Last call: just now, list_drives, ok").waitFor();
  await callMcp({ method: "tools/call", params: { name: "fetch", arguments: { id: "nothing-here" } } });
  await page.reload();
  await row.getByText("Last call: just now, fetch, rejected (not_found)").waitFor();
  await row.getByText(/All drives, read and write, until \d+ \w+ \d+/).waitFor();
});

test("the connect page passes axe in both themes and fits a phone", async () => {
  await page.evaluate("document.querySelectorAll('details.program').forEach((each) => each.removeAttribute('name'))");
  await page.evaluate("document.querySelectorAll('details.program').forEach((each) => (each.open = true))");
  await shoot(page, "connect");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await violationsIn(page), []);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
});

test("removes a revoked token from the list and rejects it", async () => {
  await page.getByRole("button", { name: "Revoke Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("“Laptop” revoked.").waitFor();
  await page.getByText("Nothing is connected yet.").waitFor();
  assert.equal((await callMcp({ method: "tools/list" })).status, 401);
  assert.deepEqual(faults, []);
});
