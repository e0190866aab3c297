/** Granted, reduced and withdrawn access shows at once on the other person's screen: in the tree, the page and the palette. */
// Covers: src/web/client/sharing, src/web/client/tree, src/web/client/shell, src/web/client/palette, src/web/client/inbox
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, makePage, addMember } from "./browser.ts";
import { body, openLive, reaches, type Seat, sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

/** In ms. It takes a fraction of a second, but a busy machine is slower. */
const SOON = 5_000;

const NOTHING = { canView: false, canComment: false, canEdit: false, canShare: false, canDelete: false };
const ALL = { canView: true, canComment: true, canEdit: true, canShare: true, canDelete: true };
const VIEW = { ...NOTHING, canView: true };

let browser: Browser;
let ann: Seat;
let bob: Seat;
let driveId = "";

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "giver"), await sit(browser, "taker")];
  driveId = ann.driveId;
  await addMember(ann.page, driveId, { userId: bob.userId });
});

after(() => browser.close());

let count = 0;

/** A page of Ann's on which Bob has these rights, whatever his rights in the drive. */
async function makeShared(rights: typeof ALL): Promise<{ id: string; title: string }> {
  const title = `Shared plan ${(count += 1)}`;
  const id = await makePage(ann.page, { driveId, type: "DOCUMENT", title, content: "Words." });
  await grant(id, rights);
  return { id, title };
}

async function grant(pageId: string, rights: typeof ALL): Promise<void> {
  const { status } = await callApi(ann.page, "POST", `/api/pages/${pageId}/permissions`, { userId: bob.userId, ...rights }); // oxfmt-ignore
  assert.ok(status < 300, `sharing returned ${status}`);
}

const row = (page: Page, title: string) => page.getByRole("treeitem", { name: `: ${title}` });
const option = (page: Page, title: string) => page.getByRole("option", { name: title }).first();

/** Opens a view and waits until its hub is connected. */
async function goTo(page: Page, address: string): Promise<void> {
  // The hub's first message may arrive before the page has loaded, so start waiting before the navigation.
  const listens = page
    .waitForEvent("websocket", { predicate: (socket) => !socket.url().includes("pageId") })
    .then((socket) => socket.waitForEvent("framereceived"));
  await Promise.all([listens, page.goto(address)]);
}

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search pages and commands" }).fill(typed);
}

test("shows a page in the tree as soon as access is granted", async () => {
  const { id, title } = await makeShared(NOTHING);
  await goTo(bob.page, `/drives/${driveId}`);
  assert.equal(await row(bob.page, title).count(), 0);
  await grant(id, ALL);
  await row(bob.page, title).waitFor({ timeout: SOON });
});

test("opens a page that showed “Request access” as soon as access is granted", nightly, async () => {
  const { id } = await makeShared(NOTHING);
  await goTo(bob.page, `/pages/${id}`);
  await bob.page.getByRole("button", { name: "Request access" }).waitFor();
  await grant(id, ALL);
  await body(bob.page).waitFor({ timeout: SOON });
});

test("shows a page in the open palette as soon as access is granted", nightly, async () => {
  const { id, title } = await makeShared(NOTHING);
  await goTo(bob.page, `/drives/${driveId}`);
  await openPalette(bob.page, title);
  await bob.page.getByRole("option", { name: "Create page" }).or(bob.page.getByText("Nothing")).first().waitFor();
  assert.equal(await option(bob.page, title).count(), 0);
  await grant(id, ALL);
  await option(bob.page, title).waitFor({ timeout: SOON });
});

test("removes Rename from the tree menu when access is reduced to view", nightly, async () => {
  const { id, title } = await makeShared(ALL);
  await goTo(bob.page, `/drives/${driveId}`);
  await row(bob.page, title).waitFor();
  await grant(id, VIEW);
  await row(bob.page, title).click({ button: "right" });
  await bob.page.getByRole("menuitem").first().waitFor({ timeout: SOON });
  assert.equal(await bob.page.getByRole("menuitem", { name: "Rename" }).count(), 0);
  await bob.page.keyboard.press("Escape");
});

test("makes an open page read-only when access is reduced, and editable when it is restored", async () => {
  const { id } = await makeShared(ALL);
  await openLive(bob, id);
  await grant(id, VIEW);
  await body(bob.page).waitFor({ state: "detached", timeout: SOON });
  await bob.page.getByText("You can view this page, but you can no longer edit it.").waitFor({ timeout: SOON });
  await bob.page.getByText("Words.").waitFor();
  await grant(id, ALL);
  await body(bob.page).waitFor({ timeout: SOON });
});

test("shows on an open page whether the user may comment, and tells them when that changes", async () => {
  const { id } = await makeShared({ ...VIEW, canComment: true });
  await goTo(bob.page, `/pages/${id}`);
  await bob.page.getByRole("button", { name: "Comment only" }).waitFor();
  await grant(id, VIEW);
  await bob.page.getByText("You can view this page, but you can no longer comment on it.").waitFor({ timeout: SOON });
  await bob.page.getByRole("button", { name: "View only" }).waitFor();
  await grant(id, { ...VIEW, canComment: true });
  await bob.page.getByText("You can now comment on this page.").waitFor({ timeout: SOON });
  await bob.page.getByRole("button", { name: "Comment only" }).waitFor();
});

test("removes the trash command from the palette when access is reduced to view", nightly, async () => {
  const { id, title } = await makeShared(ALL);
  await openLive(bob, id);
  await openPalette(bob.page, "> trash");
  await option(bob.page, "Move this page to trash").waitFor();
  await bob.page.keyboard.press("Escape");
  await grant(id, VIEW);
  await body(bob.page).waitFor({ state: "detached", timeout: SOON });
  await openPalette(bob.page, "> trash");
  await option(bob.page, "Go to the trash").waitFor();
  assert.equal(await option(bob.page, "Move this page to trash").count(), 0);
  await bob.page.getByRole("combobox", { name: "Search pages and commands" }).fill(title);
  await option(bob.page, title).waitFor();
  await bob.page.keyboard.press("Escape");
});

test("removes a page from the tree when access is revoked", async () => {
  const { id, title } = await makeShared(ALL);
  await goTo(bob.page, `/drives/${driveId}`);
  await row(bob.page, title).waitFor();
  await grant(id, NOTHING);
  await row(bob.page, title).waitFor({ state: "detached", timeout: SOON });
});

test("replaces the open page with “Request access” when access is revoked", async () => {
  const { id } = await makeShared(ALL);
  await openLive(bob, id);
  bob.faults.length = 0;
  await grant(id, NOTHING);
  await bob.page.getByRole("button", { name: "Request access" }).waitFor({ timeout: SOON });
  assert.equal(await bob.page.getByText("Words.").count(), 0);
});

test("removes a page from the open palette when access is revoked", nightly, async () => {
  const { id, title } = await makeShared(ALL);
  await goTo(bob.page, `/drives/${driveId}`);
  await openPalette(bob.page, title);
  await option(bob.page, title).waitFor();
  await grant(id, NOTHING);
  await option(bob.page, title).waitFor({ state: "detached", timeout: SOON });
  await bob.page.keyboard.press("Escape");
});

test("opens a requested page automatically when the owner approves the request from the notification", async () => {
  const { id, title } = await makeShared(NOTHING);
  await goTo(bob.page, `/pages/${id}`);
  await bob.page.getByLabel("Why do you need access?").fill("I write the minutes");
  await ann.page.goto(`/drives/${driveId}`);
  await bob.page.getByRole("button", { name: "Request access" }).click();
  await bob.page.getByText("Request sent. If this page exists").waitFor();
  await ann.page.getByRole("link", { name: /Notifications/ }).click();
  const inbox = ann.page.locator("#main .inbox-list");
  await inbox.getByText(`requests access to “${title}”: “I write the minutes”`).waitFor();
  await inbox.getByRole("button", { name: "Allow editing" }).click();
  await body(bob.page).waitFor({ timeout: SOON });
  await inbox.getByRole("button", { name: "Allow editing" }).waitFor({ state: "detached" });
});

test("declines an access request in the open share dialog and notifies the requester", nightly, async () => {
  const { id } = await makeShared(NOTHING);
  await ann.page.goto(`/pages/${id}`);
  await ann.page.getByRole("button", { name: "Share" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Share" });
  await dialog.waitFor();
  await goTo(bob.page, `/pages/${id}`);
  await bob.page.getByRole("button", { name: "Request access" }).click();
  await dialog.getByRole("button", { name: "Decline" }).click({ timeout: SOON });
  await bob.page.getByText("Your request for access to a page was declined.").waitFor({ timeout: SOON });
  await dialog.getByRole("button", { name: "Decline" }).waitFor({ state: "detached" });
});

test("follows another user's caret until the user presses a key", nightly, async () => {
  const { id } = await makeShared(ALL);
  const { body: read } = await callApi<{ revision: number }>(ann.page, "GET", `/api/pages/${id}`);
  const content = Array.from({ length: 150 }, (_, at) => `Line ${at}`).join("\n\n");
  await callApi(ann.page, "PATCH", `/api/pages/${id}`, { content, baseRevision: read.revision });
  await openLive(ann, id);
  await openLive(bob, id);
  await body(bob.page).click();
  await bob.page.keyboard.press("Control+Home");
  await ann.page.getByRole("button", { name: /^Here now: / }).click();
  await ann.page.getByRole("button", { name: /^Follow/ }).click();
  await ann.page.getByText(/^Following/).waitFor();
  await bob.page.keyboard.press("Control+End");
  await ann.page.getByText("Line 149", { exact: true }).waitFor();
  await reaches(() => ann.page.evaluate<boolean>("scrollY > 1000"), true);
  await ann.page.keyboard.press("Escape");
  await ann.page.getByText(/^Following/).waitFor({ state: "detached" });
  const { y } = await ann.page.evaluate<{ y: number }>("({ y: scrollY })");
  await bob.page.keyboard.press("Control+Home");
  await ann.page.waitForTimeout(500);
  assert.equal(await ann.page.evaluate("scrollY"), y);
});
