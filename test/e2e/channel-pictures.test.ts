/** Pictures in channels, and channels on a phone. */
// Covers: src/web/client/conversation, src/web/client/uploads
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, CDPSession, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, openContext, startBrowser, makePage } from "./browser.ts";
import { reaches, share, sit, type Seat } from "./live-page.ts";
import { makePng } from "./png.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
/** Ann's phone. */
let phone: Page;
let phoneFaults: string[];
let pageId = "";

before(async () => {
  browser = await startBrowser();
  [ann, ben] = [await sit(browser, "ann"), await sit(browser, "ben")];
  pageId = await makePage(ann.page, { driveId: ann.driveId, type: "CHANNEL", title: "Launch" });
  await share(ann, ben, pageId, true);
  const options = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const opened = await openContext(browser, {
    ...options,
    storageState: await ann.context.storageState(),
    permissions: ["clipboard-read", "clipboard-write"],
  });
  [phone, phoneFaults] = [opened.page, opened.faults];
});

after(() => browser.close());

const composer = (page: Page) => page.getByRole("textbox", { name: "Write a message" });
const thumbnails = (page: Page) => page.getByRole("list", { name: "Attached files" }).getByRole("listitem");
const message = (page: Page, words: string) => page.locator("[data-message]").filter({ hasText: words });
const pictures = (page: Page) => page.locator("[data-message] img.md-image");

async function open(page: Page): Promise<void> {
  await page.goto(`/pages/${pageId}`);
  await composer(page).waitFor();
}

/** Run in the browser: hands a file to an element as a paste or a drop does. */
const GIVE = `({ way, onto, named, bytes }) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], named, { type: "image/png" }));
  const init = { bubbles: true, cancelable: true };
  document.querySelector(onto).dispatchEvent(
    way === "paste"
      ? new ClipboardEvent("paste", { ...init, clipboardData: data })
      : new DragEvent("drop", { ...init, dataTransfer: data }),
  );
}`;

async function give(page: Page, way: "paste" | "drop", onto: string, named: string): Promise<void> {
  const bytes = [...makePng(600, 400, (x, y) => [x % 256, y % 256, 120])];
  await page.evaluate(`(${GIVE})(${JSON.stringify({ way, onto, named, bytes })})`);
}

test("shows a pasted picture above the message, sends it without text, and shows it to others", async () => {
  await Promise.all([open(ann.page), open(ben.page)]);
  await composer(ann.page).click();
  await give(ann.page, "paste", ".composer .cm-content", "image.png");
  await thumbnails(ann.page).getByRole("img", { name: "image.png" }).waitFor();
  await ann.page.keyboard.press("Enter");
  await pictures(ben.page).waitFor();
  assert.equal(await pictures(ben.page).getAttribute("alt"), "Image");
  await thumbnails(ann.page).waitFor({ state: "detached" });
  assert.equal(await ann.page.locator(".notice").count(), 0);
  await pictures(ben.page).click();
  await ben.page.getByRole("dialog").locator(".picture-view").waitFor();
  await ben.page.keyboard.press("Escape");
});

test("sends several dropped and chosen pictures with the text as one message", async () => {
  await give(ann.page, "drop", ".messages", "harbour.png");
  await thumbnails(ann.page).first().waitFor();
  const [chooser] = await Promise.all([
    ann.page.waitForEvent("filechooser"),
    ann.page.getByRole("button", { name: "Attach files" }).click(),
  ]);
  const buffer = Buffer.from(makePng(60, 40, () => [200, 80, 40]));
  await chooser.setFiles([
    { name: "boat.png", mimeType: "image/png", buffer },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") },
    { name: "wrong.png", mimeType: "image/png", buffer },
  ]);
  await ann.page.getByRole("button", { name: "Remove wrong.png" }).click();
  await reaches(async () => thumbnails(ann.page).count(), 3);
  assert.deepEqual(await violationsIn(ann.page), []);
  await composer(ann.page).click();
  await ann.page.keyboard.type("From the harbour");
  await ann.page.getByRole("button", { name: "Send" }).click();
  const sent = message(ben.page, "From the harbour");
  await sent.getByRole("img", { name: "harbour" }).waitFor();
  await sent.getByRole("img", { name: "boat" }).waitFor();
  await sent.getByRole("link", { name: "notes.txt" }).waitFor();
  // The dropped files became no pages, and the removed one was deleted.
  const { body } = await callApi<{ children: unknown[] }>(ann.page, "GET", `/api/pages/${pageId}`);
  assert.equal(body.children.length, 0);
  const filesOf = async (): Promise<string> =>
    (await callApi<{ files: { filename: string }[] }>(ann.page, "GET", `/api/pages/${pageId}/files`)).body.files
      .map(({ filename }) => filename)
      .toSorted()
      .join();
  await reaches(filesOf, "boat.png,harbour.png,image.png,notes.txt");
});

test("keeps the draft when an upload fails, and retries it", async () => {
  await ann.page.route(
    "**/api/upload",
    (route) => route.fulfill({ status: 503, json: { error: "Busy.", code: "unavailable" } }),
    {
      times: 1,
    },
  );
  await composer(ann.page).click();
  await ann.page.keyboard.type("Kept words");
  await give(ann.page, "paste", ".composer .cm-content", "late.png");
  const failed = thumbnails(ann.page).getByRole("button", { name: "Try again: late.png" });
  // The upload itself is retried a few times.
  await reaches(
    async () => (await failed.count()) === 1 || (await thumbnails(ann.page).locator("progress").count()) === 0,
    true,
  );
  if ((await failed.count()) === 1) await failed.click();
  await ann.page.getByRole("button", { name: "Send" }).click();
  await message(ben.page, "Kept words").getByRole("img", { name: "late" }).waitFor();
});

const atEnd = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.documentElement.scrollHeight - innerHeight - scrollY < 4");

test("opens a channel at its newest message on a phone, also from another view", async () => {
  for (let at = 0; at < 60; at++)
    await callApi(ben.page, "POST", `/api/pages/${pageId}/messages`, { content: `Line ${at}` });
  await open(phone);
  await message(phone, "Line 59").waitFor();
  await reaches(() => atEnd(phone), true);
  await phone.goto(`/drives/${ann.driveId}`);
  await phone
    .getByRole("main")
    .getByRole("link", { name: /Launch/ })
    .first()
    .click();
  await message(phone, "Line 59").waitFor();
  await composer(phone).waitFor();
  await reaches(() => atEnd(phone), true);
  assert.ok(await message(phone, "Line 59").isVisible());
  // A reader who has scrolled up stays there.
  await phone.mouse.move(200, 400);
  await phone.mouse.wheel(0, -2_000);
  await reaches(async () => !(await atEnd(phone)), true);
  await callApi(ben.page, "POST", `/api/pages/${pageId}/messages`, { content: "Meanwhile" });
  await message(phone, "Meanwhile").waitFor();
  assert.equal(await atEnd(phone), false);
});

async function longPress(page: Page, words: string): Promise<void> {
  const text = message(page, words).locator(".message-text").last();
  await text.scrollIntoViewIfNeeded();
  const box = await text.boundingBox();
  assert.ok(box);
  const session: CDPSession = await page.context().newCDPSession(page);
  const point = { x: box.x + 20, y: box.y + box.height / 2 };
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await page.getByRole("dialog", { name: "Message actions" }).waitFor();
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("opens the message menu with a long press on a phone", async () => {
  await callApi(ann.page, "POST", `/api/pages/${pageId}/messages`, { content: "Mine **alone**" });
  await message(phone, "Mine alone").waitFor();
  assert.equal(await message(phone, "Mine alone").getByRole("button", { name: "Reply" }).isVisible(), false);
  await longPress(phone, "Mine alone");
  const sheet = phone.getByRole("dialog", { name: "Message actions" });
  assert.deepEqual(await violationsIn(phone), []);
  await sheet.getByRole("button", { name: "Copy text" }).click();
  await reaches(() => phone.evaluate<string>("navigator.clipboard.readText()"), "Mine alone");
  await longPress(phone, "Mine alone");
  await sheet.getByRole("button", { name: "Select text" }).click();
  assert.equal(await phone.evaluate("String(getSelection()).trim()"), "Mine alone");
  await longPress(phone, "Line 59");
  assert.equal(await sheet.getByRole("button", { name: "Edit" }).count(), 0);
  await sheet.getByRole("button", { name: "Reply" }).click();
  await phone.getByRole("textbox", { name: "Reply" }).waitFor();
  await longPress(phone, "Mine alone");
  await sheet.getByRole("button", { name: "Delete" }).click();
  await phone.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await message(phone, "Mine alone").waitFor({ state: "detached" });
});

test("reports no browser errors", () => {
  const expected = /status of 503/;
  assert.deepEqual([ann.faults.filter((fault) => !expected.test(fault)), ben.faults, phoneFaults], [[], [], []]);
});
