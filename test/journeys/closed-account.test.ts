/** An account is closed. */
// Covers: src/web/client/settings, src/web/client/transfers
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser, makeDrive, addMember } from "../e2e/browser.ts";
import { arrive, makePage } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a user exports their data and deletes their account, and a colleague keeps the transferred drive", async () => {
  const [ann, ben] = [await arrive(browser, "Ann", { acceptDownloads: true }), await arrive(browser, "Ben")];
  const team = await makeDrive(ann.page, "Field notes");
  await addMember(ann.page, team, { userId: ben.userId, role: "admin" });
  const kept = await makePage(ann, "DOCUMENT", "Kept", "Stays.", { driveId: team });
  const { page } = ann;
  await page.goto("/settings");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export your data" }).click();
  assert.equal((await saved).suggestedFilename(), "octavo-account.zip");
  await page.getByRole("button", { name: "Delete account", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Personal/).selectOption({ label: "Delete it and everything in it" });
  await dialog.getByLabel(/^Field notes/).selectOption({ index: 1 });
  await dialog.getByLabel(/^Type .* to confirm/).fill(ann.email);
  await dialog.getByRole("button", { name: "Delete account permanently" }).click();
  await page.waitForURL("**/signin");
  assert.equal((await page.request.get("/api/auth/me")).status(), 401);
  const left = await callApi<{ content: string }>(ben.page, "GET", `/api/pages/${kept}`);
  assert.equal(left.body.content, "Stays.");
});
