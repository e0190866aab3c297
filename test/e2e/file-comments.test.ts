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

const store = (name: string, content: string | Uint8Array): Promise<string> =>
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

const card = (page: Page, text: string) =>
  page.locator(".threads .thread:not([data-thread-draft])").filter({ hasText: text });
const area = (page: Page, number: number) => page.getByRole("button", { name: `Area ${number}`, exact: true });
const image = (page: Page) => page.locator(".file-picture img");
const draft = (page: Page) => page.locator("[data-thread-draft]:visible");

async function write(page: Page, content: string): Promise<void> {
  await draft(page).getByRole("textbox", { name: "Write a comment" }).waitFor();
  await page.keyboard.type(content);
  await draft(page).getByRole("button", { name: "Comment", exact: true }).click();
}

async function boxOf(of: {
  boundingBox: () => Promise<{ x: number; y: number; width: number; height: number } | null>;
}) {
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
});

test("comments on an area with the keyboard alone", async () => {
  const { page } = ann;
  const pageId = await store("keys.png", picture);
  await open(ann, pageId);
  const rectangle = page.getByRole("application", { name: "Choose an area" });
  await page.keyboard.press("Control+Alt+m");
  await rectangle.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Escape");
  await rectangle.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Comment on an area" }).press("Enter");
  await rectangle.and(page.locator(":focus")).waitFor();
  for (const key of ["ArrowLeft", "ArrowUp", "Shift+ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown"])
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(key);
  await page
    .getByRole("status")
    .getByText(/36% from the left, 36% from the top, 27% wide, 28% high/)
    .waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await draft(page).getByRole("textbox", { name: "Write a comment" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("By keyboard.");
  await page.keyboard.press("Control+Enter");
  await area(page, 1).and(page.locator(":focus")).waitFor();
  const [thread] = await threadsOf(pageId);
  assert.deepEqual(thread?.target, { kind: "picture", x: 23 / 64, y: 23 / 64, width: 17 / 64, height: 18 / 64 });
  await page.keyboard.press("Enter");
  await page.locator(".thread.is-active").filter({ hasText: "By keyboard." }).waitFor();
  // The whole page can be commented on instead.
  await page.getByRole("button", { name: "Comment on an area" }).press("Enter");
  await page.getByRole("button", { name: "Comment on the whole page" }).press("Enter");
  await write(page, "All of it.");
  await reaches(async () => (await threadsOf(pageId)).map(({ target }) => target["kind"]).join(), "page,picture");
});

const frame = (page: Page) => page.frameLocator(".pdf iframe");

const inside = (page: Page): Frame => {
  const found = page.frames().find((each) => each.url().endsWith("/pdf/frame"));
  assert.ok(found);
  return found;
};

/** The words that a highlight of the frame marks. */
const marked = (page: Page, name: string): Promise<string> =>
  inside(page).evaluate<string>(`[...(CSS.highlights.get(${JSON.stringify(name)}) ?? [])].map(String).join("|")`);

/** Selects words of the frame by the keyboard's or the pointer's means: as a range in a text layer. */
const select = (page: Page, number: number, from: number, to: number): Promise<unknown> =>
  inside(page).evaluate(`(() => {
    const text = document.querySelectorAll(".page")[${number - 1}].querySelector(".letters span").firstChild;
    getSelection().setBaseAndExtent(text, ${from}, text, ${to});
  })()`);

test("comments on words of a PDF, and leads from the words to the card and back", async () => {
  const { page } = ann;
  const pages = Array.from({ length: 12 }, (_, at) => ({ text: `The tide of sheet ${at + 1}. The tide is low.` }));
  const pageId = await store("tides.pdf", pdfOf(pages));
  await share(pageId, true);
  await comment(ann, pageId, { kind: "pdf", page: 9, quote: "tide", occurrence: 1 }, "Is it?");
  await comment(ann, pageId, { kind: "pdf", page: 2, quote: "not there", occurrence: 0 }, "From another version.");
  await open(ann, pageId);
  await open(ben, pageId);
  await frame(page).getByText("The tide of sheet 1.").waitFor();
  await page.locator("[data-comments-count]").getByText("2").waitFor();
  await select(page, 1, 25, 29);
  await frame(page).getByRole("button", { name: "Comment" }).click();
  await write(page, "Low at noon.");
  await card(page, "Low at noon.").waitFor();
  const made = (await threadsOf(pageId)).find(({ comments }) => comments[0]?.content === "Low at noon.");
  assert.deepEqual(made?.target, { kind: "pdf", page: 1, quote: "tide", occurrence: 1 });
  await reaches(() => marked(page, "thread"), "tide");
  await shoot(page, "file-comments-pdf");
  await page.setViewportSize(LARGE);
  assert.deepEqual(await violationsIn(page), []);
  // A card leads to words on a page that is not drawn yet.
  await page.locator(".page-actions > [data-act=comments]").click();
  await page.locator(".threads-list .thread").filter({ hasText: "Is it?" }).click();
  await frame(page).getByText("The tide of sheet 9.").waitFor();
  await reaches(() => marked(page, "thread-lit"), "tide");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  // The words lead to the card.
  await frame(ben.page).getByText("The tide of sheet 1.").waitFor();
  await reaches(() => marked(ben.page, "thread"), "tide");
  const { x, y } = await inside(ben.page).evaluate<{ x: number; y: number }>(`(() => {
    const { x, y, width, height } = [...CSS.highlights.get("thread")][0].getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  const viewer = await boxOf(ben.page.locator(".pdf iframe"));
  await ben.page.mouse.move(viewer.x + x, viewer.y + y);
  await reaches(() => marked(ben.page, "thread-lit"), "tide");
  await ben.page.mouse.click(viewer.x + x, viewer.y + y);
  await ben.page.locator(".thread.is-active").filter({ hasText: "Low at noon." }).waitFor();
  assert.deepEqual(ben.faults, []);
});

test("ignores what the frame of a PDF says about threads that are not there", async () => {
  const { page } = ann;
  const pageId = await store("quiet.pdf", pdfOf([{ text: "Quiet words" }]));
  await open(ann, pageId);
  await frame(page).getByText("Quiet words").waitFor();
  await inside(page).evaluate(`for (const message of [
    { type: "pressed", id: "nothing" },
    { type: "selected", words: { page: 1, quote: "x".repeat(5000), occurrence: 0 } },
    { type: "places", places: [{ id: "nothing", top: 1e9 }] },
    { type: "found", at: 3, of: 7, isOver: true },
  ]) parent.postMessage(message, "*")`);
  await page.getByText("3 of 7").waitFor();
  assert.equal(await draft(page).count(), 0);
  assert.equal(await page.locator(".thread").count(), 0);
  await page.keyboard.press("Control+Alt+m");
  await draft(page).getByText("On the whole page").waitFor();
});

test("marks a picture in a document whose line has a thread", async () => {
  const { page } = ann;
  const fileId = (
    await callApi<{ files: { id: string }[] }>(page, "GET", `/api/pages/${await store("inline.png", picture)}/files`)
  ).body.files[0]?.id;
  const content = `# Plan\n\n![The harbour](/api/files/${fileId}/view)\n\nWords below.\n`;
  const pageId = await makePage(page, { type: "DOCUMENT", title: "Plan", content });
  await comment(ann, pageId, { kind: "quote", quote: `![The harbour](/api/files/${fileId}/view)` }, "A better one?");
  await openLive(ann, pageId);
  await card(page, "A better one?").waitFor();
  const shown = page.locator("[data-doc] .md-figure-block, [data-doc] .md-image-anchor").first();
  await shown.and(page.locator(".thread-figure")).waitFor();
  await card(page, "A better one?").hover();
  await shown.and(page.locator(".is-lit")).waitFor();
  await shoot(page, "file-comments-inline");
  const [figure, beside] = [await boxOf(shown), await boxOf(card(page, "A better one?"))];
  assert.ok(Math.abs(figure.y - beside.y) < 60, `${figure.y}, ${beside.y}`);
});

test("offers only comments on the whole page for other files, and none to readers", async () => {
  const { page } = ann;
  const pageId = await store("notes.txt", "Notes of the harbour.");
  await share(pageId, false);
  await open(ann, pageId);
  assert.equal(await page.getByRole("button", { name: "Comment on an area" }).count(), 0);
  await page.keyboard.press("Control+Alt+m");
  await draft(page).getByText("On the whole page").waitFor();
  await write(page, "Where is the rest?");
  await reaches(async () => (await threadsOf(pageId)).map(({ target }) => target["kind"]).join(), "page");
  const pictureId = await store("read-only.png", picture);
  await share(pictureId, false);
  await open(ben, pictureId);
  await image(ben.page).waitFor();
  assert.equal(await ben.page.getByRole("button", { name: /^Comment/ }).count(), 0);
});
