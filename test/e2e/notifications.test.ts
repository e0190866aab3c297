/** Notifications: counted as they arrive, and marked as read when they lead to the text they refer to. */
// Covers: src/web/client/inbox
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, hold, startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";

let browser: Browser;
let ann: Page;
let ben: Page;
let annFaults: string[];
let pageId = "";
let benId = "";

before(async () => {
  browser = await startBrowser();
  ({ page: ann, faults: annFaults } = await sit(browser, "inbox-a"));
  ({ page: ben, userId: benId } = await sit(browser, "inbox-b", { viewport: { width: 1280, height: 720 } }));
  await ben.goto("/");
  const content = "Nothing here.\n\n".repeat(120);
  pageId = await makePage(ann, { type: "DOCUMENT", title: "Minutes", content });
});

after(() => browser.close());

test("counts a share and a mention immediately, and opens the mentioned text", async () => {
  const badge = ben.locator(".side .count");
  await ben.getByRole("button", { name: "Notifications" }).waitFor();
  await callApi(ann, "POST", `/api/pages/${pageId}/permissions`, { userId: benId, canView: true, canEdit: false });
  await badge.getByText("1", { exact: false }).waitFor();
  const { body } = await callApi<{ content: string; revision: number }>(ann, "GET", `/api/pages/${pageId}`);
  const content = `${body.content}Ask @[Ben Low](user:${benId}) about it.\n`;
  await callApi(ann, "PATCH", `/api/pages/${pageId}`, { content, baseRevision: body.revision });
  await badge.getByText("2", { exact: false }).waitFor();
  await ben.getByRole("button", { name: /Notifications/ }).click();
  const inbox = ben.getByRole("dialog", { name: "Notifications" });
  await inbox.locator("li").nth(1).waitFor();
  await inbox.locator("li button").first().click();
  await ben.waitForURL(`**/pages/${pageId}`);
  const mention = ben.locator(".md-mention", { hasText: "@Ben Low" });
  await mention.waitFor();
  await reaches(() => ben.evaluate<string>("getSelection().toString()"), "@Ben Low");
  const box = await mention.boundingBox();
  assert.ok(box && box.y > 0 && box.y < 720);
  await badge.getByText("1", { exact: false }).waitFor();
});

test("marks all as read, removes one, and updates the remaining list", async () => {
  await ben.getByRole("button", { name: /Notifications/ }).click();
  const inbox = ben.getByRole("dialog", { name: "Notifications" });
  await inbox.getByRole("button", { name: "Mark all as read" }).click();
  await ben.locator(".side .count").waitFor({ state: "detached" });
  await inbox.locator("[data-unread]").first().waitFor({ state: "detached" });
  await inbox
    .getByRole("button", { name: /^Remove/ })
    .first()
    .click();
  await inbox.locator("li").nth(1).waitFor({ state: "detached" });
  await inbox.getByRole("button", { name: /^Remove/ }).click();
  await inbox.getByText("Mentions and shared pages will show up here.").waitFor();
  assert.deepEqual(annFaults, []);
});

test("shows a notification that arrived before the event connection opened", async () => {
  const { asked, release } = await hold(ben, /socket-token/);
  await ben.goto("/settings");
  await ben.getByRole("button", { name: /Notifications/ }).click();
  const inbox = ben.getByRole("dialog", { name: "Notifications" });
  await inbox.getByText("Mentions and shared pages will show up here.").waitFor();
  await asked;
  const mine = `/api/pages/${pageId}/permissions`;
  await callApi(ann, "POST", mine, { userId: benId, canView: true, canEdit: true });
  release();
  await inbox.locator("li").first().waitFor();
  await ben.unroute(/socket-token/);
});
