/** Empty views say that they are empty, and offer a next step. */
// Covers: src/web/client/page, src/web/client/conversation, src/web/client/admin
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { openContext, signIn, startBrowser, makePage, makeDrive } from "../browser.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser, { viewport: { width: 390, height: 844 } }));
  // The administrator of the server under test.
  await signIn(page, "smoke@example.com");
  driveId = await makeDrive(page, "Empty");
});

after(() => browser.close());

async function openNew(type: string): Promise<void> {
  const pageId = await makePage(page, { driveId, type, title: type.toLowerCase(), content: "" });
  await page.goto(`/pages/${pageId}`);
}

test("shows a message for an empty canvas until text is typed, and again after it is deleted", async () => {
  await openNew("CANVAS");
  const empty = page.getByText("Nothing to show yet.", { exact: false });
  assert.ok(await empty.isVisible());
  await page.getByRole("textbox", { name: "Text of the page" }).click();
  await page.keyboard.type("<p>Here</p>");
  await empty.waitFor({ state: "hidden" });
  await page.frameLocator("[data-canvas] iframe:not(.coming)").getByText("Here").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await empty.waitFor();
});

test("invites the first message in an empty channel, and does not shift when the script loads", async () => {
  await openNew("CHANNEL");
  const empty = page.getByText("No messages yet. Start the conversation", { exact: false });
  const printed = await empty.boundingBox();
  await page.getByRole("textbox", { name: "Write a message" }).waitFor();
  assert.deepEqual(await empty.boundingBox(), printed);
  assert.deepEqual(await violationsIn(page), []);
});

test("links to the full list when a search of users or audit entries has no results", async () => {
  await page.goto("/admin/users?q=nobody-is-called-so");
  await page.getByRole("link", { name: "Show all users" }).click();
  await page.locator(".people-table tbody tr").first().waitFor();
  await page.goto("/admin/audit?q=nowhere-to-be-found");
  await page.getByRole("link", { name: "Show all entries" }).click();
  await page.locator(".audit-log > li").first().waitFor();
  assert.deepEqual(faults, []);
});
