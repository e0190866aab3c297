/** Channels as they grow: marked in the list of pages while something in them was not read, and drawn in part once they are long. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { callApi, startBrowser } from "../browser.ts";
import { reaches, sit, type Seat } from "../live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let driveId = "";
const channels: string[] = [];

before(async () => {
  browser = await startBrowser();
  [ann, ben] = await Promise.all([sit(browser, "ann"), sit(browser, "ben")]);
  driveId = (await callApi<{ id: string }>(ann.page, "POST", "/api/drives", { name: "Together" })).body.id;
  await callApi(ann.page, "POST", `/api/drives/${driveId}/members`, { userId: ben.userId, canEdit: true });
  for (const title of ["general", "random"]) {
    const wanted = { driveId, type: "CHANNEL", title };
    // oxlint-disable-next-line no-await-in-loop -- in order
    channels.push((await callApi<{ id: string }>(ann.page, "POST", "/api/pages", wanted)).body.id);
  }
});

after(() => browser.close());

const say = (seat: Seat, channel: number, content: string) =>
  callApi(seat.page, "POST", `/api/pages/${channels[channel]}/messages`, { content });
const row = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true });
const message = (page: Page, words: string) => page.locator("[data-message]").getByText(words, { exact: true });

test("a channel is marked while something in it was not read, at once and wherever one is", async () => {
  await say(ann, 0, "Before he came");
  await ben.page.goto(`/drives/${driveId}`);
  await row(ben.page, "Channel: general, unread messages").waitFor();
  await row(ben.page, "Channel: random").waitFor();
  assert.deepEqual(await violationsIn(ben.page), []);
  await row(ben.page, "Channel: general, unread messages").getByRole("link").click();
  await message(ben.page, "Before he came").waitFor();
  await row(ben.page, "Channel: general").waitFor();
  // Whoever is elsewhere is told, and what is said where one looks is read.
  await Promise.all([say(ann, 1, "Elsewhere"), say(ann, 0, "Here")]);
  await message(ben.page, "Here").waitFor();
  await row(ben.page, "Channel: random, unread messages").waitFor();
  assert.equal(await row(ben.page, "Channel: general").count(), 1);
  await ben.page.reload();
  await row(ben.page, "Channel: random, unread messages").waitFor();
  assert.equal(await row(ben.page, "Channel: general").count(), 1);
  // What one has written oneself is nothing new.
  await ann.page.goto(`/drives/${driveId}`);
  await row(ann.page, "Channel: general").waitFor();
  await say(ben, 0, "An answer");
  await row(ann.page, "Channel: general, unread messages").waitFor();
  assert.equal(await row(ann.page, "Channel: random").count(), 1);
});

const drawn = (page: Page): Promise<number> => page.locator(".messages > li").count();

/** As far as one can, and as often as it takes. */
async function scrollTo(page: Page, end: "first" | "last", words: string): Promise<number> {
  let most = 0;
  await reaches(async () => {
    await page.evaluate(end === "first" ? "scrollTo(0, 0)" : "scrollTo(0, document.body.scrollHeight)");
    most = Math.max(most, await drawn(page));
    return message(page, words).isVisible();
  }, true);
  return most;
}

test("of a long channel no more is drawn than can be read, up to its beginning and back to its end", async () => {
  for (let at = 0; at < 420; at += 10)
    // oxlint-disable-next-line no-await-in-loop -- ten at a time
    await Promise.all(Array.from({ length: 10 }, (_, more) => say(ann, 1, `Number ${at + more}`)));
  await say(ann, 1, "The newest");
  await ben.page.goto(`/pages/${channels[1]}`);
  await message(ben.page, "The newest").waitFor();
  const most = await scrollTo(ben.page, "first", "Elsewhere");
  assert.ok(most <= 200, `${most} were drawn`);
  // What comes meanwhile moves nothing.
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
