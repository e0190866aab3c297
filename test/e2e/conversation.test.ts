/** A conversation of two people on a page. */
// Covers: src/web/client/conversation
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, shoot, startBrowser } from "./browser.ts";
import { reaches, share, sit, type Seat } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let rita: Seat;
let pageId = "";

before(async () => {
  browser = await startBrowser();
  [ann, ben, rita] = await Promise.all([sit(browser, "ann"), sit(browser, "ben"), sit(browser, "rita")]);
  pageId = await makePage(ann.page, { type: "CHANNEL", title: "Launch", content: "About the launch." });
  await share(ann, ben, pageId, true);
  await share(ann, rita, pageId, false);
});

after(async () => {
  await browser.close();
});

const composer = (page: Page, name = "Write a message") => page.getByRole("textbox", { name });
const message = (page: Page, words: string) => page.locator("[data-message]").filter({ hasText: words });

async function open(seat: Seat): Promise<void> {
  await seat.page.goto(`/pages/${pageId}`);
  await seat.page.getByRole("region", { name: "Conversation" }).waitFor();
}

test("shows a sent message to other users immediately, formatted, and accepts replies in a thread", async () => {
  await Promise.all([open(ann), open(ben)]);
  await composer(ann.page).click();
  await ann.page.keyboard.type("We start on **Monday**");
  await ann.page.keyboard.press("Enter");
  await message(ann.page, "Monday").waitFor();
  // The composer is empty again.
  await composer(ann.page).locator(".cm-placeholder").waitFor();
  await message(ben.page, "We start on Monday").waitFor();
  assert.equal(await message(ben.page, "Monday").locator("strong").innerText(), "Monday");
  await message(ben.page, "Monday").hover();
  await message(ben.page, "Monday").getByRole("button", { name: "Reply" }).click();
  await composer(ben.page, "Reply").waitFor();
  await ben.page.keyboard.type("Fine with me");
  await ben.page.keyboard.press("Enter");
  await ann.page.getByRole("list", { name: "Replies" }).getByText("Fine with me").waitFor();
});

test("lets users edit and delete their own messages only", async () => {
  await composer(ben.page).click();
  await ben.page.keyboard.type("A mistaek");
  await ben.page.keyboard.press("Enter");
  await message(ann.page, "A mistaek").waitFor();
  assert.equal(await message(ann.page, "A mistaek").getByRole("button", { name: "Edit" }).count(), 0);
  await message(ben.page, "A mistaek").hover();
  await message(ben.page, "A mistaek").getByRole("button", { name: "Edit" }).click();
  await composer(ben.page, "Edit the message").waitFor();
  await ben.page.keyboard.press("ControlOrMeta+a");
  await ben.page.keyboard.type("No mistake");
  await ben.page.keyboard.press("Enter");
  await message(ann.page, "No mistake").getByText("edited").waitFor();
  await message(ben.page, "No mistake").hover();
  await message(ben.page, "No mistake").getByRole("button", { name: "Delete" }).click();
  await ben.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await message(ben.page, "No mistake").waitFor({ state: "detached" });
  await message(ann.page, "No mistake").waitFor({ state: "detached" });
});

test("shows who is typing until the message arrives", nightly, async () => {
  await Promise.all([open(ann), open(ben)]);
  const typing = ann.page.locator("[data-typing]");
  await composer(ben.page).click();
  // Typing is announced repeatedly, so that a client that was not connected at first sees it later.
  await reaches(async () => {
    await ben.page.keyboard.type("It is ");
    return /^ben\S* is typing…$/.test(await typing.innerText());
  }, true);
  await ben.page.keyboard.type("written by now");
  assert.equal(await ben.page.locator("[data-typing]").innerText(), "");
  await ben.page.keyboard.press("Enter");
  await message(ann.page, "It is written by now").waitFor();
  assert.equal(await typing.innerText(), "");
});

test("shows a reaction to other users, who can add to it and remove it", nightly, async () => {
  const said = (page: Page) => message(page, "Monday").first();
  await said(ben.page).hover();
  await said(ben.page).getByRole("button", { name: "React" }).click();
  await said(ben.page).getByRole("button", { name: "React with 🎉" }).click();
  await said(ben.page)
    .getByRole("button", { name: /^🎉 \d, from ben/, pressed: true })
    .waitFor();
  assert.equal(await ben.page.evaluate("document.activeElement.textContent"), "React");
  const offered = said(ann.page).getByRole("button", { name: /^🎉 \d, from ben/, pressed: false });
  await offered.click();
  await said(ben.page)
    .getByRole("button", { name: /^🎉 \d, from ben.*ann/ })
    .waitFor();
  await said(ben.page).hover();
  await said(ben.page).getByRole("button", { name: "React" }).click();
  await said(ben.page).getByLabel("More emoji").fill("🦉");
  await said(ann.page).getByRole("button", { name: /^🦉/ }).waitFor();
  await said(ben.page).getByRole("button", { name: /^🦉/ }).click();
  await said(ann.page).getByRole("button", { name: /^🦉/ }).waitFor({ state: "detached" });
  assert.deepEqual(await violationsIn(ben.page), []);
});

test("shows the messages without a composer to users with view access", nightly, async () => {
  await open(rita);
  await message(rita.page, "Monday").waitFor();
  assert.equal(await composer(rita.page).count(), 0);
  assert.equal(await rita.page.getByRole("button", { name: "Reply" }).count(), 0);
  await composer(ann.page).click();
  await ann.page.keyboard.type("Rita, have a look");
  await ann.page.keyboard.press("Enter");
  await message(rita.page, "Rita, have a look").waitFor();
});

test("marks unread messages with a divider, and asks before leaving with an unsent message", nightly, async () => {
  await ben.page.goto("/settings");
  await composer(ann.page).click();
  await ann.page.keyboard.type("News of today");
  await ann.page.keyboard.press("Enter");
  await message(ann.page, "News of today").waitFor();
  await open(ben);
  const first = ben.page.locator(".messages > li").filter({ has: ben.page.getByText("New", { exact: true }) });
  await first.getByText("News of today").waitFor();
  await composer(ben.page).click();
  await ben.page.keyboard.type("Not sent");
  await ben.page.getByRole("link", { name: "Settings" }).click();
  const asked = ben.page.getByRole("dialog", { name: "Leave without sending?" });
  await asked.waitFor();
  await ben.page.keyboard.press("Escape");
  assert.match(await composer(ben.page).innerText(), /Not sent/);
});

test("loads older messages on scroll without moving the visible ones", nightly, async () => {
  for (let at = 0; at < 60; at++)
    // oxlint-disable-next-line no-await-in-loop -- in order
    await callApi(ann.page, "POST", `/api/pages/${pageId}/messages`, { content: `Number ${at}` });
  // Delays the older messages until the position of the drawn ones has been measured.
  const held = Promise.withResolvers<void>();
  await ann.page.route("**/messages?*cursor=*", (route) => held.promise.then(() => route.continue()));
  await ann.page.goto(`/pages/${pageId}`);
  await message(ann.page, "Number 59").waitFor();
  assert.equal(await message(ann.page, "Monday").count(), 0);
  const read = await ann.page.locator(".messages > li").nth(9).elementHandle();
  const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
  await ann.page.evaluate("scrollTo(0, 100)");
  await ann.page.evaluate(drawn);
  const place = (await read?.boundingBox())?.y;
  held.resolve();
  await message(ann.page, "Monday").first().waitFor({ state: "attached" });
  await ann.page.evaluate(drawn);
  const moved = Number((await read?.boundingBox())?.y) - Number(place);
  // Fractional scroll positions are rounded.
  assert.ok(Math.abs(moved) < 2, `moved by ${moved} pixels`);
  assert.deepEqual([...ann.faults, ...ben.faults, ...rita.faults], []);
});

test("passes the axe accessibility checks", nightly, async () => {
  assert.deepEqual(await violationsIn(ann.page), []);
});

test("configures the agent's instructions, tools and approvals, and shows them read-only to viewers", async () => {
  const id = await makePage(ann.page, { type: "AI_CHAT", title: "Advice" });
  await share(ann, rita, id, false);
  await ann.page.goto(`/pages/${id}`);
  await ann.page.getByRole("button", { name: "Agent settings" }).click();
  const dialog = ann.page.getByRole("dialog", { name: "Agent settings" });
  await dialog.getByLabel("Instructions").fill("Answer briefly.\nIn verse.");
  await dialog.getByLabel("Before every change").check();
  await dialog.getByLabel("edit_page").check();
  assert.deepEqual(await violationsIn(ann.page, "dialog"), []);
  await shoot(ann.page, "agent-settings");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await rita.page.goto(`/pages/${id}`);
  await rita.page.getByRole("button", { name: "Agent settings" }).click();
  const seen = rita.page.getByRole("dialog", { name: "Agent settings" });
  assert.equal(await seen.getByLabel("Instructions").inputValue(), "Answer briefly.\nIn verse.");
  assert.equal(await seen.getByLabel("Before every change").isChecked(), true);
  await seen.getByText(/^Changed by ann/).waitFor();
  assert.equal(await seen.getByLabel("edit_page").isChecked(), true);
  assert.equal(await seen.getByRole("button", { name: "Save" }).count(), 0);
  assert.deepEqual([ann.faults, rita.faults], [[], []]);
});
