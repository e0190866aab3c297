/** A newcomer gets to a written page. */
// Covers: src/web/client/sign-in, src/web/client/drive, src/web/client/page
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { askForLink, callApi, freshEmail, openContext, startBrowser } from "../e2e/browser.ts";
import { reaches, stored } from "../e2e/live-page.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a new user signs in, sets a name, and writes a page that is still there the next day", async () => {
  const { page, faults } = await openContext(browser);
  const email = freshEmail("newcomer");
  await page.goto(await askForLink(page, email));
  await page.waitForURL("**/drives/*");
  await page.getByLabel(/call you/).fill("Nora New");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Start here" }).waitFor();
  await page.keyboard.press("Control+Alt+n");
  await page.getByRole("dialog", { name: "New page" }).getByRole("button", { name: "Document" }).click();
  await page.locator("[data-title]:focus").waitFor();
  await page.keyboard.type("Travel plan");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Travel plan" }).waitFor();
  const text = page.getByRole("textbox", { name: "Text of the page" });
  await text.click();
  await page.keyboard.type("# Monday\nTake the **early** train.\n- [ ] Buy tickets");
  const pageId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const written = "# Monday\nTake the **early** train.\n- [ ] Buy tickets";
  await reaches(() => stored(page, pageId), written);
  assert.deepEqual(faults, []);

  const nextDay = await openContext(browser);
  await nextDay.page.goto(await askForLink(nextDay.page, email));
  await nextDay.page.waitForURL("**/drives/*");
  await nextDay.page.getByRole("treeitem", { name: /Travel plan/ }).click();
  await nextDay.page.getByText("Take the early train.").waitFor();
  const { body } = await callApi<{ name: string }>(nextDay.page, "GET", "/api/auth/me");
  assert.equal(body.name, "Nora New");
  assert.deepEqual(nextDay.faults, []);
});
