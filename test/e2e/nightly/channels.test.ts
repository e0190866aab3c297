/** Growing channels: marked in the page list while they have unread messages, and drawn in part once they are long. */
// Covers: src/web/client/conversation, src/web/client/tree
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { callApi, startBrowser, makePage, makeDrive, addMember } from "../browser.ts";
import { reaches, sit, type Seat } from "../live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let driveId = "";
const channels: string[] = [];

before(async () => {
  browser = await startBrowser();
  [ann, ben] = await Promise.all([sit(browser, "ann"), sit(browser, "ben")]);
  driveId = await makeDrive(ann.page, "Together");
  await addMember(ann.page, driveId, { userId: ben.userId, canEdit: true });
  for (const title of ["general", "random"]) {
    channels.push(await makePage(ann.page, { driveId, type: "CHANNEL", title }));
  }
});

after(() => browser.close());

const say = (seat: Seat, channel: number, content: string) =>
  callApi(seat.page, "POST", `/api/pages/${channels[channel]}/messages`, { content });
const row = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });
const message = (page: Page, words: string) => page.locator("[data-message]").getByText(words, { exact: true });

test("marks channels with unread messages in every view immediately", async () => {
  await say(ann, 0, "Before he came");
  await ben.page.goto(`/drives/${driveId}`);
  await row(ben.page, "Channel: general, unread messages").waitFor();
  await row(ben.page, "Channel: random").waitFor();
  assert.deepEqual(await violationsIn(ben.page), []);
  await row(ben.page, "Channel: general, unread messages").getByRole("link").click();
  await message(ben.page, "Before he came").waitFor();
  await row(ben.page, "Channel: general").waitFor();
  // A message in another channel is marked as unread, and one in the open channel counts as read.
  await Promise.all([say(ann, 1, "Elsewhere"), say(ann, 0, "Here")]);
  await message(ben.page, "Here").waitFor();
  await row(ben.page, "Channel: random, unread messages").waitFor();
  assert.equal(await row(ben.page, "Channel: general").count(), 1);
  await ben.page.reload();
  await row(ben.page, "Channel: random, unread messages").waitFor();
  assert.equal(await row(ben.page, "Channel: general").count(), 1);
  // The user's own messages are not unread.
  await ann.page.goto(`/drives/${driveId}`);
  await row(ann.page, "Channel: general").waitFor();
  await say(ben, 0, "An answer");
  await row(ann.page, "Channel: general, unread messages").waitFor();
  assert.equal(await row(ann.page, "Channel: random").count(), 1);
});

test("marks a collapsed branch that contains unread messages until it is expanded or they are read", async () => {
  const make = (title: string, type: string, parentId?: string): Promise<string> =>
    makePage(ann.page, { driveId, type, title, parentId });
  const project = await make("Project", "FOLDER");
  const inside = await make("inside", "CHANNEL", await make("Talk", "FOLDER", project));
  await callApi(ann.page, "POST", `/api/pages/${inside}/messages`, { content: "In there" });
  await ben.page.goto(`/drives/${driveId}`);
  await row(ben.page, "Folder: Project, unread messages").waitFor();
  await row(ben.page, "Folder: Project, unread messages").getByRole("button", { name: "Expand" }).click();
  await row(ben.page, "Folder: Project").waitFor();
  await row(ben.page, "Folder: Talk, unread messages").waitFor();
  assert.deepEqual(await violationsIn(ben.page), []);
  await ben.page.goto(`/pages/${inside}`);
  await message(ben.page, "In there").waitFor();
  await ben.page.goto(`/drives/${driveId}`);
  await row(ben.page, "Folder: Project").waitFor();
  await ben.page.waitForTimeout(2_000);
  assert.equal(await row(ben.page, "Folder: Project").count(), 1);
  await callApi(ann.page, "POST", `/api/pages/${inside}/messages`, { content: "While it is folded" });
  await row(ben.page, "Folder: Talk, unread messages").waitFor();
});

const drawn = (page: Page): Promise<number> => page.locator(".messages > li").count();

test("marks favorite and recent pages with unread messages when the tree does not show them", async () => {
  const make = (type: string, title: string, parentId: string | null = null): Promise<string> =>
    makePage(ann.page, { driveId, type, title, parentId });
  const folder = await make("FOLDER", "Archive");
  channels.push(await make("CHANNEL", "old", folder), await make("CHANNEL", "older", folder));
  await ben.page.goto(`/pages/${channels[3]}`);
  // By then the scripts have recorded the visit.
  await ben.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await ben.page.goto(`/pages/${channels[2]}`);
  await row(ben.page, "Channel: old").focus();
  await ben.page.keyboard.press("Shift+F10");
  await ben.page.getByRole("menuitem", { name: "Add to favourites" }).click();
  const favourite = ben.page.getByRole("navigation", { name: "Favourites" }).getByRole("link");
  await favourite.waitFor();
  await ben.page.goto(`/drives/${driveId}`);
  await row(ben.page, "Folder: Archive").locator("[data-twist]").click();
  await row(ben.page, "Channel: old").waitFor({ state: "detached" });
  await Promise.all([say(ann, 2, "Are you there?"), say(ann, 3, "And there?")]);
  await favourite.and(ben.page.getByLabel("old, unread messages", { exact: true })).waitFor();
  // The list is folded, so its heading shows the mark.
  const recent = ben.page.locator("summary");
  await recent.and(ben.page.getByLabel("Recent, unread messages")).click();
  await ben.page.locator("details").getByRole("link", { name: "older, unread messages", exact: true }).waitFor();
  assert.deepEqual(await violationsIn(ben.page), []);
  await favourite.click();
  await message(ben.page, "Are you there?").waitFor();
  await reaches(async () => favourite.getAttribute("aria-label"), null);
  assert.deepEqual([ann.faults, ben.faults], [[], []]);
});

/** Scrolls to the end repeatedly until the message is visible; returns the most messages drawn at once. */
async function scrollTo(page: Page, end: "first" | "last", words: string): Promise<number> {
  let most = 0;
  await page.mouse.move(600, 400);
  await reaches(async () => {
    // With the wheel: a conversation stays at its end until its reader moves it.
    await page.mouse.wheel(0, end === "first" ? -1_000_000 : 1_000_000);
    most = Math.max(most, await drawn(page));
    return message(page, words).isVisible();
  }, true);
  return most;
}

test("draws a bounded part of a long channel while scrolling to its start and back to its end", async () => {
  for (let at = 0; at < 420; at += 10)
    // oxlint-disable-next-line no-await-in-loop -- ten at a time
    await Promise.all(Array.from({ length: 10 }, (_, more) => say(ann, 1, `Number ${at + more}`)));
  await say(ann, 1, "The newest");
  await ben.page.goto(`/pages/${channels[1]}`);
  await message(ben.page, "The newest").waitFor();
  const most = await scrollTo(ben.page, "first", "Elsewhere");
  assert.ok(most <= 200, `${most} were drawn`);
  // A message that arrives meanwhile moves nothing.
  const there = await drawn(ben.page);
  await say(ann, 1, "Meanwhile");
  await reaches(async () => (await ben.page.getByRole("button", { name: "Newest messages" }).count()) === 1, true);
  assert.equal(await message(ben.page, "Meanwhile").count(), 0);
  assert.equal(await drawn(ben.page), there);
  assert.deepEqual(await violationsIn(ben.page), []);
  assert.ok((await scrollTo(ben.page, "last", "Meanwhile")) <= 200);
  assert.equal(await message(ben.page, "Elsewhere").count(), 0);
  await scrollTo(ben.page, "first", "Elsewhere");
  await ben.page.getByRole("button", { name: "Newest messages" }).click();
  await message(ben.page, "Meanwhile").waitFor();
  assert.ok(await message(ben.page, "Meanwhile").isVisible());
  assert.equal(await ben.page.getByRole("button", { name: "Newest messages" }).count(), 0);
  assert.deepEqual([ann.faults, ben.faults], [[], []]);
});
