/** A colleague is invited, finds the page, is mentioned and answers. */
// Covers: src/web/client/sharing, src/web/client/sign-in, src/web/client/inbox, src/web/client/conversation
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, freshEmail, mailedLink, openContext, startBrowser } from "../e2e/browser.ts";
import { body, openLive, reaches, stored } from "../e2e/live-page.ts";
import { arrive, makePage } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a person without an account accepts an email invitation, is mentioned and replies", async () => {
  const ann = await arrive(browser, "Ann");
  const pageId = await makePage(ann, "DOCUMENT", "Launch plan", "When do we start?\n");
  const { page } = ann;
  await openLive(ann, pageId);
  const email = freshEmail("bea");
  await page.keyboard.press("Control+Alt+s");
  const share = page.getByRole("dialog", { name: "Share" });
  await share.getByRole("combobox", { name: "Share with" }).fill(email);
  await share.getByRole("option", { name: "Use this address" }).click();
  await share.getByRole("combobox", { name: "Access level" }).selectOption("View and edit");
  await share.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText(`${email} is invited.`).waitFor();
  await page.keyboard.press("Escape");

  const bea = await openContext(browser);
  await bea.page.goto(await mailedLink(email, 0));
  await bea.page.getByRole("button", { name: /^Continue as b•••@/ }).click();
  await bea.page.getByText(/A sign-in link is on its way/).waitFor();
  await bea.page.goto(await mailedLink(email, 1));
  await bea.page.getByText("When do we start?").first().waitFor();
  assert.equal(new URL(bea.page.url()).pathname, `/pages/${pageId}`);
  await callApi(bea.page, "PATCH", "/api/account", { name: "Bea" });

  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Ask @Bea");
  await page
    .getByRole("option", { name: /^.?\s*Bea/ })
    .first()
    .click();
  await page.keyboard.type(" about it.\n");
  await bea.page.getByRole("link", { name: /Notifications/ }).click();
  const inbox = bea.page.locator("#main .inbox-list");
  await inbox
    .getByText(/mentioned/)
    .first()
    .waitFor();
  await bea.page.getByRole("button", { name: "Open", exact: true }).click();
  // It leads to the words.
  await reaches(() => bea.page.evaluate<boolean>("getSelection().toString().startsWith('@')"), true);
  await bea.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await body(bea.page).click();
  await bea.page.keyboard.press("Control+End");
  await bea.page.keyboard.type("On Monday.");
  await reaches(async () => (await stored(page, pageId)).endsWith("On Monday."), true);
  await body(page).getByText("On Monday.").waitFor();
  assert.deepEqual([...ann.faults, ...bea.faults], []);
});
