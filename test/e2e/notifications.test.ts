/** Notifications: counted as they arrive, and marked as read when they lead to the text they refer to. */
// Covers: src/web/client/inbox, src/web/client/list-detail
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, hold, startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";

let browser: Browser;
let ann: Page;
let ben: Page;
let annFaults: string[];
let pageId = "";
let detail: Locator;
let benId = "";

before(async () => {
  browser = await startBrowser();
  ({ page: ann, faults: annFaults } = await sit(browser, "inbox-a"));
  ({ page: ben, userId: benId } = await sit(browser, "inbox-b", { viewport: { width: 1280, height: 720 } }));
  await ben.goto("/");
  detail = ben.getByRole("region", { name: "Selected notification" });
  const content = "Nothing here.\n\n".repeat(120);
  pageId = await makePage(ann, { type: "DOCUMENT", title: "Minutes", content });
});

after(() => browser.close());

const row = (at: number) => ben.locator("#main .inbox-list > li").nth(at);
const entry = (at: number) => row(at).locator("[data-entry]").first();
const isSelected = (at: number) => entry(at).and(ben.locator('[aria-current="true"]'));
const none = () => ben.getByText("Mentions and shared pages will show up here.").waitFor();

/** Opens the inbox at its address. */
async function openInbox(): Promise<void> {
  await ben.goto("/inbox");
  await ben.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
}

test("counts a share and a mention immediately, and opens the mentioned text", async () => {
  const badge = ben.locator(".side .count");
  await ben.getByRole("link", { name: "Notifications" }).waitFor();
  await callApi(ann, "POST", `/api/pages/${pageId}/permissions`, { userId: benId, canView: true, canEdit: false });
  await badge.getByText("1", { exact: false }).waitFor();
  const { body } = await callApi<{ content: string; revision: number }>(ann, "GET", `/api/pages/${pageId}`);
  const content = `${body.content}Ask @[Ben Low](user:${benId}) about it.\n`;
  await callApi(ann, "PATCH", `/api/pages/${pageId}`, { content, baseRevision: body.revision });
  await badge.getByText("2", { exact: false }).waitFor();
  await ben.getByRole("link", { name: /Notifications/ }).click();
  await ben.waitForURL("**/inbox");
  await row(0).waitFor();
  await row(1).waitFor();
  // The newest is selected, and its preview shows the text around the mention.
  await detail.getByText("Ask @Ben Low about it.").waitFor();
  await detail.getByRole("button", { name: "Open" }).click();
  await ben.waitForURL(`**/pages/${pageId}`);
  const mention = ben.locator(".md-mention", { hasText: "@Ben Low" });
  await mention.waitFor();
  await reaches(() => ben.evaluate<string>("getSelection().toString()"), "@Ben Low");
  const box = await mention.boundingBox();
  assert.ok(box && box.y > 0 && box.y < 720);
  await badge.getByText("1", { exact: false }).waitFor();
});

test("is printed by the service with its address, and is part of the history of the tab", async () => {
  const printed = await (await ben.request.get("/inbox")).text();
  assert.match(printed, /data-entry=[^]*mentioned you in/);
  await openInbox();
  await isSelected(0).waitFor();
  await entry(1).click();
  await isSelected(1).waitFor();
  await detail.getByRole("button", { name: "Open" }).click();
  await ben.waitForURL(`**/pages/${pageId}`);
  await ben.goBack();
  await ben.waitForURL("**/inbox");
  await isSelected(1).waitFor();
  await ben.reload();
  await entry(1).waitFor();
  // With a modifier key, the link opens another tab.
  const [opened] = await Promise.all([
    ben.context().waitForEvent("page"),
    entry(0).click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await opened.waitForURL(`**/pages/${pageId}`);
  await opened.close();
});

test("selects, marks as read, removes and opens with the keyboard", async () => {
  const other = await makePage(ann, { type: "DOCUMENT", title: "Budget", content: "Sums" });
  for (const id of [other, pageId])
    await callApi(ann, "POST", `/api/pages/${id}/permissions`, { userId: benId, canView: true, canShare: true });
  await openInbox();
  await row(0).and(ben.locator("[data-unread]")).waitFor();
  await isSelected(0).waitFor();
  await ben.keyboard.press("ArrowDown");
  await isSelected(1).waitFor();
  await detail.getByText("Sums").waitFor();
  await ben.keyboard.press("e");
  await row(1).and(ben.locator(":not([data-unread])")).waitFor();
  await ben.keyboard.press("ArrowUp");
  await isSelected(0).waitFor();
  const [count, removed] = [await ben.locator("[data-entry]").count(), await entry(0).getAttribute("data-entry")];
  await ben.keyboard.press("Delete");
  await ben.locator(`[data-entry="${removed}"]`).waitFor({ state: "detached" });
  await reaches(() => ben.locator("[data-entry]").count(), count - 1);
  // The next entry has the focus.
  await isSelected(0).waitFor();
  await reaches(() => entry(0).evaluate((node) => node.matches(":focus")), true);
  await ben.keyboard.press("Enter");
  await ben.getByRole("heading", { level: 1, name: "Budget" }).waitFor();
  assert.deepEqual(await violationsIn(ben), []);
});

test("loads only the page that stays selected, and none on a phone", async () => {
  const made: string[] = [];
  for (const title of ["One", "Two", "Three"]) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    const id = await makePage(ann, { type: "DOCUMENT", title, content: `Text of ${title}` });
    made.push(id);
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await callApi(ann, "POST", `/api/pages/${id}/permissions`, { userId: benId, canView: true, canEdit: false });
  }
  const loaded: string[] = [];
  ben.on("request", (request) => loaded.push(/\/api\/pages\/([\w-]+)$/.exec(request.url())?.[1] ?? ""));
  await openInbox();
  await detail.getByText("Text of Three").waitFor();
  await ben.evaluate(`for (let times = 0; times < 2; times++)
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }))`);
  await detail.getByText("Text of One").waitFor();
  assert.equal(loaded.includes(made[1] ?? ""), false);
  await ben.keyboard.press("ArrowUp");
  await ben.keyboard.press("ArrowUp");
  await detail.getByText("Text of Three").waitFor();
  const [one = "", , three = ""] = made;
  const times = (id: string): number => loaded.filter((each) => each === id).length;
  assert.deepEqual([times(three), times(one)], [1, 1]);
  await ben.setViewportSize({ width: 390, height: 844 });
  loaded.length = 0;
  await openInbox();
  await entry(0).waitFor();
  await ben.waitForLoadState("networkidle");
  assert.equal(await detail.count(), 0);
  assert.deepEqual(loaded.filter((id) => made.includes(id)), []); // oxfmt-ignore
  assert.deepEqual(await violationsIn(ben), []);
  await entry(0).click();
  await ben.waitForURL(`**/pages/${three}`);
  await ben.setViewportSize({ width: 1280, height: 720 });
});

test("marks all as read, removes one, and updates the remaining list", async () => {
  await callApi(ann, "POST", `/api/pages/${pageId}/permissions`, { userId: benId, canView: true, canEdit: false });
  await openInbox();
  await row(0).and(ben.locator("[data-unread]")).waitFor();
  await ben.getByRole("button", { name: "Mark all as read" }).click();
  await ben.locator(".side .count").waitFor({ state: "detached" });
  await ben.locator("#main [data-unread]").first().waitFor({ state: "detached" });
  for (let left = await ben.locator(".inbox-list > li").count(); left > 0; left--) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await row(left - 1).hover();
    await row(left - 1)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await row(left - 1).waitFor({ state: "detached" });
  }
  await none();
  assert.deepEqual(annFaults, []);
});

test("shows a notification that arrived before the event connection opened", async () => {
  const { asked, release } = await hold(ben, /socket-token/);
  await openInbox();
  await none();
  await asked;
  const mine = `/api/pages/${pageId}/permissions`;
  await callApi(ann, "POST", mine, { userId: benId, canView: true, canEdit: true });
  release();
  await row(0).waitFor();
  await ben.unroute(/socket-token/);
});

test("mutes a page from its notification, and lists it as muted", async () => {
  const content = `Hello @[Ben Low](user:${benId})`;
  const id = await makePage(ann, { type: "DOCUMENT", title: "Retro", content: "" });
  await callApi(ann, "POST", `/api/pages/${id}/permissions`, { userId: benId, canView: true, canEdit: false });
  const { body } = await callApi<{ revision: number }>(ann, "GET", `/api/pages/${id}`);
  await callApi(ann, "PATCH", `/api/pages/${id}`, { content, baseRevision: body.revision });
  await openInbox();
  await detail.getByRole("button", { name: "Mute" }).click();
  await detail.getByRole("button", { name: "Mute this page" }).click();
  await ben.getByRole("button", { name: "Unmute Retro" }).click();
  await ben.getByRole("heading", { name: "Muted" }).waitFor({ state: "detached" });
  assert.deepEqual(annFaults, []);
});
