/** Administration in a real browser: views on a phone and a desktop, suspending a user, and verifying the audit log. */
// Covers: src/web/client/admin
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, freshEmail, openContext, signIn, startBrowser, shoot } from "./browser.ts";
import { nightly } from "./nightly/nightly.ts";

/** The administrator of the server under test. */
const ADMIN = "smoke@example.com";
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

let browser: Browser;
let page: Page;
let faults: string[];
const email = freshEmail("someone");

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser, { viewport: DESKTOP }));
  const other = await openContext(browser);
  await signIn(other.page, email);
  await other.context.close();
  await signIn(page, ADMIN);
});

after(async () => {
  await browser.close();
});

const wide = (): Promise<number> => page.evaluate("document.documentElement.scrollWidth - innerWidth");

/** Waits for metrics, which are written every few seconds. */
async function untilMeasured(): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const { body } = await callApi<{ requests: number }>(page, "GET", "/api/monitoring/api-metrics?timeRange=1h");
    if (body.requests > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("No metrics were recorded within 30 seconds.");
}

test("links to administration from the menu, and every admin view fits a phone", async () => {
  await page.goto("/settings");
  await page.getByRole("link", { name: "Administration" }).click();
  await page.waitForURL("**/admin");
  await page.locator(".metrics").first().waitFor();
  const layout = await page.evaluate("getComputedStyle(document.querySelector('.metrics')).display");
  assert.equal(layout, "grid", "the view has its own style sheet when it is shown");
  await page.setViewportSize(PHONE);
  for (const view of [
    "/admin?range=1h",
    "/admin?range=30d",
    "/admin/users",
    "/admin/instance",
    "/admin/audit?verify=1",
  ]) {
    await page.goto(view);
    assert.equal(await page.locator("h1").count(), 1, view);
    assert.deepEqual(await violationsIn(page), [], view);
    assert.ok((await wide()) <= 0, `${view} scrolls sideways by ${await wide()}`);
  }
  await page.setViewportSize(DESKTOP);
});

test("sends a test alarm by keyboard and shows how far it got, in both appearances", async () => {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto("/admin");
    const alarms = page.getByRole("region", { name: "Alarms" });
    await page.waitForLoadState("networkidle");
    await alarms.getByRole("button", { name: "Send a test alarm" }).press("Enter");
    await alarms.getByText(/^Webhook: not configured · Mail to administrators: sent: \d+, failed: 0$/).waitFor();
    assert.deepEqual(await violationsIn(page), []);
  }
  await shoot(page, "alarms");
});

test(
  "shows chart values on hover, zooms into a range, and opens the data table with the keyboard",
  nightly,
  async () => {
    await page.goto("/admin?range=1h");
    const requests = page.getByRole("region", { name: "Requests" });
    await untilMeasured();
    await page.reload();
    const plot = requests.locator(".u-over");
    const at = async (share: number): Promise<[number, number]> => {
      const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return [x + width * share, y + height / 2];
    };
    const times = requests.locator(".chart-times");
    const whole = await times.textContent();
    await plot.scrollIntoViewIfNeeded();
    await page.mouse.move(...(await at(0.999)));
    const newest = requests.locator("tbody tr", { has: page.locator("time") }).first();
    const [time, ...values] = await newest.locator("time, data").allTextContents();
    const tip = requests.locator(".chart-tip");
    assert.equal(
      await tip.textContent(),
      `${time}Requests ${values[0]}Failed ${values[1]}95th percentile ${values[2]}`,
    );
    await shoot(page, "chart");
    await page.mouse.move(...(await at(0.75)));
    await page.mouse.down();
    await page.mouse.move(...(await at(0.999)), { steps: 3 });
    await page.mouse.up();
    assert.notEqual(await times.textContent(), whole);
    await requests.getByRole("button", { name: "Show full range" }).click();
    assert.equal(await times.textContent(), whole);
    await requests.getByText("Numbers").focus();
    await page.keyboard.press("Enter");
    assert.equal(
      await requests
        .getByRole("row")
        .filter({ has: page.locator("time") })
        .count(),
      60,
    );
    await shoot(page, "overview");
    await page.getByRole("link", { name: "7 days" }).click();
    await page.waitForURL("**/admin?range=7d");
  },
);

test("finds a user, suspends them with a reason, and lifts the suspension", async () => {
  await page.goto("/admin/users");
  await page.getByLabel("Search by name or email").fill(email);
  await page.getByRole("button", { name: "Find" }).click();
  const row = page.getByRole("row").filter({ hasText: email });
  await shoot(page, "users");
  await row.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Reason").fill("Sent <b>spam</b>");
  await shoot(page, "suspend");
  await page.getByLabel("Reason").press("Enter");
  await row.getByText("Suspended").waitFor();
  await row.getByRole("link", { name: /^Activity/ }).click();
  await page.locator("summary", { hasText: "auth.login.ok" }).first().waitFor();
  await page.goto("/admin/audit?kind=account.suspend");
  await page.locator("summary", { hasText: "account.suspend" }).first().click();
  await page.getByText('"reason": "Sent <b>spam</b>"').first().waitFor();
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await row.getByRole("button", { name: "Reinstate" }).click();
  await row.getByRole("button", { name: "Suspend" }).waitFor();
});

test("links to sign-in when an action requires a fresh sign-in", nightly, async () => {
  await page.route("**/api/admin/users/*/suspend", (route) =>
    route.fulfill({
      status: 403,
      json: { error: "Sign in again to do this.", code: "step_up_required", requestId: "r" },
    }),
  );
  await page.goto(`/admin/users?q=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Reason").press("Enter");
  // A user who does not confirm in place gets a message with a link to the sign-in page.
  await page.getByRole("dialog", { name: "Confirm it’s you" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Sign in again to do this").waitFor();
  faults.splice(0);
  await page.unroute("**/api/admin/users/*/suspend");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL("**/signin?again=1&next=%2Fadmin%2Fusers");
});

test("verifies, filters and exports the audit log", async () => {
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: "Verify" }).click();
  const proof = page.getByRole("region", { name: "The audit log is intact" });
  const { body } = await callApi<{ key: string }>(page, "GET", "/api/admin/audit/verify");
  await proof.getByText(body.key).waitFor();
  await shoot(page, "audit");
  await page.getByLabel("Type", { exact: true }).selectOption("account.suspend");
  await page.getByLabel("From (UTC)").fill("2020-01-01T00:00");
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator("summary", { hasText: "account.suspend" }).first().click();
  await shoot(page, "entry");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export all" }).click();
  assert.equal((await download).suggestedFilename(), "octavo-audit.jsonl");
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});
