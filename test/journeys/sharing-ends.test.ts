/** A share is narrowed and withdrawn. */
// Covers: src/web/client/sharing
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "../e2e/browser.ts";
import { body, openLive, share } from "../e2e/live-page.ts";
import { arrive, makePage } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a colleague loses edit and then view access to an open page, each without a reload", async () => {
  const [ann, ben] = [await arrive(browser, "Ann"), await arrive(browser, "Ben")];
  const pageId = await makePage(ann, "DOCUMENT", "Offer", "The price is open.\n");
  await share(ann, ben, pageId, true);
  await openLive(ben, pageId);
  await ann.page.goto(`/pages/${pageId}`);
  await ann.page.keyboard.press("Control+Alt+s");
  const dialog = ann.page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("combobox", { name: "Access for Ben" }).selectOption("View");
  await ben.page.locator("[data-doc] [contenteditable=true]").waitFor({ state: "detached" });
  await ben.page.getByText("The price is open.").first().waitFor();
  const refused = await callApi(ben.page, "PATCH", `/api/pages/${pageId}`, { title: "Mine" });
  assert.equal(refused.status, 403);
  assert.equal(await ben.page.getByRole("button", { name: "Share", exact: true }).count(), 0);
  await dialog.getByRole("button", { name: "Remove Ben" }).click();
  await dialog.getByRole("button", { name: "Remove access" }).click();
  await ben.page.getByText("The price is open.").first().waitFor({ state: "detached" });
  assert.equal((await callApi(ben.page, "GET", `/api/pages/${pageId}`)).status, 404);
  assert.equal(await body(ann.page).count(), 1);
  assert.deepEqual(ann.faults, []);
});
