/** An administrator's Monday. */
// Covers: src/web/client/admin
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, openContext, signIn, startBrowser } from "../e2e/browser.ts";
import { arrive } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("an administrator checks the status, suspends and reinstates a user, and verifies the audit log", async () => {
  const someone = await arrive(browser, "Sam");
  const { page, faults } = await openContext(browser);
  await signIn(page, "smoke@example.com");
  await page.goto("/admin");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.goto("/admin/users");
  await page.getByLabel("Search by name or email").fill(someone.email);
  await page.getByRole("button", { name: "Find" }).click();
  const row = page.getByRole("row").filter({ hasText: someone.email });
  await row.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Reason").fill("Left the company");
  await page.getByLabel("Reason").press("Enter");
  await row.getByText("Suspended").waitFor();
  assert.notEqual((await someone.page.request.get("/api/auth/me")).status(), 200);
  await row.getByRole("button", { name: "Reinstate" }).click();
  await row.getByRole("button", { name: "Suspend" }).waitFor();
  await page.goto("/admin/audit?kind=account.suspend");
  await page.locator("summary", { hasText: "account.suspend" }).first().click();
  await page.getByText("Left the company").waitFor();
  await page.goto("/admin/audit");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("region", { name: "The audit log is intact" }).waitFor();
  const { body } = await callApi<{ valid: boolean }>(page, "GET", "/api/admin/audit/verify");
  assert.equal(body.valid, true);
  assert.deepEqual(faults, []);
});
