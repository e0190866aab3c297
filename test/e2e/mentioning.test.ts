/** Everyone who sees a page can be mentioned on it: the list shows the user, members and guests, and no one else. */
// Covers: src/web/client/editor/menus, src/web/client/document
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, makePage, makeDrive, addMember } from "./browser.ts";
import { body, openLive, reaches, share, sit, stored, type Seat } from "./live-page.ts";

let browser: Browser;
let owner: Seat;
let member: Seat;
let guest: Seat;
const pages = { DOCUMENT: "", CHANNEL: "" };

const called = (seat: Seat, displayName: string) =>
  // They are not discoverable, but people on a shared page are offered anyway.
  callApi(seat.page, "PATCH", "/api/account/profile", { displayName });

before(async () => {
  browser = await startBrowser();
  [owner, member, guest] = await Promise.all([sit(browser, "olga"), sit(browser, "mia"), sit(browser, "gus")]);
  await Promise.all([called(owner, "Olga Owner"), called(member, "Mía Member"), called(guest, "Gus Guest")]);
  const driveId = await makeDrive(owner.page, "Team");
  await addMember(owner.page, driveId, { userId: member.userId, canEdit: true });
  for (const type of ["DOCUMENT", "CHANNEL"] as const) {
    pages[type] = await makePage(owner.page, { driveId, type, title: "Plan", content: "" });
    await share(owner, guest, pages[type], true);
  }
});

after(() => browser.close());

const offered = (page: Page) => page.getByRole("listbox").getByRole("option");
const names = async (page: Page): Promise<string> => (await offered(page).allInnerTexts()).join("|");

async function mention(seat: Seat, type: string, whom: string): Promise<void> {
  await seat.page.keyboard.type(type);
  await reaches(() => names(seat.page).then((text) => text.includes(whom) && !text.includes("|")), true);
  await seat.page.keyboard.press("Enter");
}

const mentionsOf = async (seat: Seat): Promise<number> => {
  const { body: inbox } = await callApi<{ notifications: { type: string }[] }>(seat.page, "GET", "/api/notifications");
  return inbox.notifications.filter(({ type }) => type === "MENTION").length;
};

test("suggests guests to members and members to guests before any typing, the current user first", async () => {
  await openLive(member, pages.DOCUMENT);
  await body(member.page).click();
  await member.page.keyboard.type("@");
  await reaches(async () => (await names(member.page)).replace(/\s+/g, " ").replace(/(^|\|)\S{1,2} /g, "$1"), "Mía Member You|Olga Owner In this drive|Gus Guest Guest"); // oxfmt-ignore
  await mention(member, "gus", "Gus Guest");
  await reaches(() => mentionsOf(guest), 1);
  await openLive(guest, pages.DOCUMENT);
  await body(guest.page).click();
  await guest.page.keyboard.press("ControlOrMeta+End");
  // Names can be found without their accents.
  await guest.page.keyboard.type(" ");
  await mention(guest, "@mia", "Mía Member");
  await reaches(() => mentionsOf(member), 1);
  const text = await stored(member.page, pages.DOCUMENT);
  for (const { userId } of [guest, member]) assert.ok(text.includes(`(user:${userId})`), text);
});

test("suggests the same people in a channel", async () => {
  const { page } = guest;
  await page.goto(`/pages/${pages.CHANNEL}`);
  await page.getByRole("textbox", { name: "Write a message" }).click();
  await page.keyboard.type("@");
  await offered(page).nth(2).waitFor();
  await mention(guest, "ol", "Olga Owner");
  await page.keyboard.press("Enter");
  await reaches(() => mentionsOf(owner), 1);
});

test("suggests no one who cannot view the page, and sends no notification for a self-mention", async () => {
  await callApi(owner.page, "DELETE", `/api/pages/${pages.DOCUMENT}/permissions`, { userId: guest.userId });
  await openLive(owner, pages.DOCUMENT);
  await body(owner.page).click();
  await owner.page.keyboard.press("ControlOrMeta+End");
  await owner.page.keyboard.type(" @");
  await offered(owner.page).nth(1).waitFor();
  assert.equal(await offered(owner.page).count(), 2);
  await mention(owner, "you", "Olga Owner");
  await reaches(async () => (await stored(owner.page, pages.DOCUMENT)).includes(`(user:${owner.userId})`), true);
  assert.equal(await mentionsOf(owner), 1);
});
