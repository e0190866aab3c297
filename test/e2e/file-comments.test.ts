/** Comments on the pages of files: on areas of a picture, on words of a PDF, on a picture in a document, and on whole files. */
// Covers: src/web/client/comments, src/web/client/files, src/web/client/pdf-frame
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Frame, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, shoot, startBrowser, upload } from "./browser.ts";
import { openLive, reaches, type Seat, sit } from "./live-page.ts";
import { pdfOf } from "./pdf-files.ts";
import { makePng } from "./png.ts";

const LARGE = { width: 1440, height: 900 };
/** Reading runs in another Worker, behind a queue. */
const READ_MS = 45_000;
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let ann: Seat;
let ben: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann", { viewport: LARGE });
  ben = await sit(browser, "ben", { viewport: LARGE });
});

after(() => browser.close());

type Target = Readonly<Record<string, number | string>>;
type Thread = { readonly id: string; readonly target: Target; readonly comments: readonly { content: string }[] };

const picture = makePng(800, 500, (x, y) => [40 + (160 * x) / 800, 130, 70 + (140 * y) / 500]);

const store = (name: string, content: string | Buffer): Promise<string> =>
  upload(ann.page, { driveId: ann.driveId }, name, content);

async function open({ page }: Seat, pageId: string): Promise<void> {
  await page.setViewportSize(LARGE);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(`/pages/${pageId}`);
  // The view is replaced when the file has been read.
  await page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /^Ready$/ })
    .waitFor({ timeout: READ_MS });
}

async function comment(seat: Seat, pageId: string, target: Target, content: string): Promise<Thread> {
  const made = await callApi<Thread>(seat.page, "POST", `/api/pages/${pageId}/threads`, { target, content });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

const threadsOf = async (pageId: string): Promise<readonly Thread[]> =>
  (await callApi<{ threads: Thread[] }>(ann.page, "GET", `/api/pages/${pageId}/threads`)).body.threads;

async function share(pageId: string, canComment: boolean): Promise<void> {
  const grant = { userId: ben.userId, canView: true, canComment, canEdit: false };
  const { status } = await callApi(ann.page, "POST", `/api/pages/${pageId}/permissions`, grant);
  assert.ok(status < 300, `sharing returned ${status}`);
}

const card = (page: Page, text: string) => page.locator(".threads .thread").filter({ hasText: text });
const area = (page: Page, number: number) => page.getByRole("button", { name: `Area ${number}`, exact: true });
const image = (page: Page) => page.locator(".file-picture img");
const draft = (page: Page) => page.locator("[data-thread-draft]");

async function write(page: Page, content: string): Promise<void> {
  await draft(page).getByRole("textbox", { name: "Write a comment" }).waitFor();
  await page.keyboard.type(content);
  await draft(page).getByRole("button", { name: "Comment", exact: true }).click();
}

async function boxOf(of: { boundingBox: () => Promise<{ x: number; y: number; width: number; height: number } | null> }) {
  const box = await of.boundingBox();
  assert.ok(box);
  return box;
}

/** Draws a rectangle over a part of the picture. */
async function draw(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { x, y, width, height } = await boxOf(image(page));
  await page.mouse.move(x + from[0] * width, y + from[1] * height);
  await page.mouse.down();
  await page.mouse.move(x + 0.4 * width, y + 0.4 * height);
  await page.mouse.move(x + to[0] * width, y + to[1] * height);
  await page.mouse.up();
}

/** Whether an outline covers the part of the picture that its thread is about. */
async function assertCovers(page: Page, number: number, { x, y, width, height }: Target): Promise<void> {
  const [whole, outline] = [await boxOf(image(page)), await boxOf(area(page, number))];
  const expected = {
    x: whole.x + Number(x) * whole.width,
    y: whole.y + Number(y) * whole.height,
    width: Number(width) * whole.width,
    height: Number(height) * whole.height,
  };
  for (const key of ["x", "y", "width", "height"] as const)
    assert.ok(Math.abs(outline[key] - expected[key]) < 3, `${key}: ${outline[key]}, expected ${expected[key]}`);
}

test("comments on an area of a picture that is drawn with the pointer, and shows both together", async () => {
  const { page } = ann;
  const pageId = await store("harbour.png", picture);
  await share(pageId, true);
  await open(ann, pageId);
  await open(ben, pageId);
  await page.getByRole("button", { name: "Comment on an area" }).click();
  await page.getByRole("application", { name: "Choose an area" }).waitFor();
  await shoot(page, "file-comments-choose");
  await page.setViewportSize(LARGE);
  assert.deepEqual(await violationsIn(page), []);
  await draw(page, [0.1, 0.5], [0.35, 0.75]);
  await write(page, "The quay is too dark.");
  await area(page, 1).waitFor();
  const [thread] = await threadsOf(pageId);
  assert.ok(thread);
  assert.equal(thread.target["kind"], "picture");
  assert.ok(Math.abs(Number(thread.target["x"]) - 0.1) < 0.01);
  assert.ok(Math.abs(Number(thread.target["width"]) - 0.25) < 0.01);
  await assertCovers(page, 1, thread.target);
  // It is there for others, who see the numbers change as well.
  await area(ben.page, 1).waitFor();
  await comment(ann, pageId, { kind: "picture", x: 0.6, y: 0.1, width: 0.3, height: 0.3 }, "More sky, please.");
  await area(ben.page, 2).waitFor();
  await card(ben.page, "More sky").getByText("Area 1").waitFor();
  await card(ben.page, "The quay").getByText("Area 2").waitFor();
  await card(ben.page, "More sky").hover();
  await ben.page.locator("[data-thread-mark].is-lit").and(area(ben.page, 1)).waitFor();
  await area(ben.page, 2).hover();
  await ben.page.locator(".thread.is-lit").filter({ hasText: "The quay" }).waitFor();
  await shoot(ben.page, "file-comments-picture");
  assert.deepEqual(await violationsIn(ben.page), []);
  await ben.page.setViewportSize(PHONE);
  await ben.page.emulateMedia({ colorScheme: "light" });
  await assertCovers(ben.page, 2, thread.target);
  assert.equal(await ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await area(ben.page, 2).click();
  const sheet = ben.page.getByRole("dialog", { name: "Comments" });
  await sheet.locator(".thread.is-active").filter({ hasText: "The quay" }).waitFor();
  await ben.page.screenshot({ path: `${process.env["OCTAVO_SHOTS"] ?? "/tmp"}/file-comments-sheet-390.png` });
});
