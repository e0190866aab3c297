/** PDFs in a real browser: pages are shown and readable, links work, locked PDFs open, and hostile ones do nothing. */
// Covers: src/web/client/files, src/web/client/pdf-frame
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { freshEmail, openContext, origin, signIn, startBrowser } from "../browser.ts";
import { reaches } from "../live-page.ts";
import { hostilePdf, linkTo, lockedPdf, outlinedPdf, pdfOf } from "../pdf-files.ts";

const ELSEWHERE = "https://elsewhere.test/asked";

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let drive = "";
const asked: string[] = [];

before(async () => {
  browser = await startBrowser();
  ({ context, page, faults } = await openContext(browser, { viewport: { width: 1280, height: 900 } }));
  drive = `/drives/${await signIn(page, freshEmail("pdf"))}`;
  await context.route(
    (url) => url.origin !== origin || url.pathname.startsWith("/xss-beacon"),
    async (route) => {
      asked.push(route.request().url());
      await route.abort();
    },
  );
});

after(async () => {
  await browser.close();
});

/** Uploads the file and opens its page. */
async function openPdf(name: string, buffer: Buffer): Promise<void> {
  await page.goto(drive);
  const main = page.getByRole("main");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main.getByRole("button", { name: "Upload files" }).click(),
  ]);
  await chooser.setFiles([{ name, mimeType: "application/pdf", buffer }]);
  await main.locator("[data-rows]").getByRole("link", { name }).click();
  await page.waitForURL("**/pages/*");
}

/** Takes screenshots of the view for review, in the folder OCTAVO_SHOTS. */
async function shoot(name: string): Promise<void> {
  const folder = process.env["OCTAVO_SHOTS"];
  if (folder === undefined) return;
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${folder}/${name}-${width}.png` });
  }
}

const frame = () => page.frameLocator(".pdf iframe");
const sheet = (number: number) => frame().getByRole("region", { name: `Page ${number}`, exact: true });
const inside = (): Frame => {
  const found = page.frames().find((each) => each.url().endsWith("/pdf/frame"));
  assert.ok(found);
  return found;
};
const tools = () => page.getByRole("toolbar", { name: "PDF" });
const pageNumber = () => tools().getByLabel("Page");

test("draws pages with their text as they become visible, and jumps to a page number", async () => {
  const pages = Array.from({ length: 40 }, (_, at) => ({ text: `Words of sheet ${at + 1}` }));
  await openPdf("report.pdf", outlinedPdf(pages, 17));
  await sheet(1).getByText("Words of sheet 1", { exact: true }).waitFor();
  await tools().getByText("of 40").waitFor();
  assert.equal(await sheet(30).locator("canvas").count(), 0);
  await pageNumber().fill("30");
  await pageNumber().press("Enter");
  await sheet(30).getByText("Words of sheet 30").waitFor();
  assert.equal(await sheet(1).locator("canvas").count(), 0);
  await reaches(() => pageNumber().inputValue(), "30");
  const drawn = await inside().evaluate<number>(`(() => {
    const { width, height } = document.querySelectorAll(".page")[29].firstChild;
    const { data } = document.querySelectorAll(".page")[29].firstChild.getContext("2d").getImageData(0, 0, width, height);
    return data.filter((part, at) => at % 4 === 0 && part < 100).length;
  })()`);
  assert.ok(drawn > 100, `${drawn} dark pixels`);
  assert.deepEqual(await violationsIn(page), []);
});

test("zooms in steps and to the page width, and keeps the current position", async () => {
  const width = async () => Math.round((await sheet(30).boundingBox())?.width ?? 0);
  const fitting = await width();
  await tools().getByRole("button", { name: "Zoom in" }).click();
  await reaches(async () => (await width()) > fitting * 1.2, true);
  assert.equal(await pageNumber().inputValue(), "30");
  await tools().getByRole("button", { name: "Fit width" }).click();
  await reaches(width, fitting);
  await page.setViewportSize({ width: 390, height: 844 });
  await reaches(async () => (await width()) < 390, true);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test("finds words on all pages, and jumps from the outline and thumbnails to their pages", async () => {
  const found = tools().locator(".pdf-find output");
  // From inside the frame, where the browser's own search would only cover the pages that are drawn.
  await sheet(30).click();
  await page.keyboard.press("ControlOrMeta+f");
  await tools().locator(".pdf-find input:focus").waitFor();
  await page.keyboard.type("words of SHEET 3");
  await reaches(() => found.textContent(), "2 of 11");
  await reaches(() => inside().evaluate<number>("CSS.highlights.get('current').size"), 1);
  assert.equal(await inside().evaluate("[...CSS.highlights.get('current')].join()"), "Words of sheet 3");
  await page.keyboard.press("Enter");
  await reaches(() => found.textContent(), "3 of 11");
  await reaches(() => pageNumber().inputValue(), "31");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await sheet(3).getByText("Words of sheet 3").waitFor();
  await page.keyboard.type("00");
  await reaches(() => found.textContent(), "Not found");
  await tools().getByRole("button", { name: "Contents" }).click();
  await frame().getByRole("navigation", { name: "Contents" }).getByRole("button", { name: "Chapter two" }).click();
  await reaches(() => pageNumber().inputValue(), "17");
  await tools().getByRole("button", { name: "Pages" }).click();
  const small = frame().getByRole("navigation", { name: "Pages" });
  await small.getByRole("button", { name: "Page 18" }).locator("canvas").waitFor();
  await small.getByRole("button", { name: "Page 18" }).click();
  await reaches(() => pageNumber().inputValue(), "18");
  assert.equal((await small.locator("canvas").count()) < 30, true);
  assert.deepEqual(await violationsIn(page), []);
  await shoot("pdf-beside");
  await tools().getByRole("button", { name: "Pages" }).click();
  await frame().getByRole("navigation").waitFor({ state: "detached" });
});

test("shows the side panel over the pages on a phone, and closes it after a choice", async () => {
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const contents = tools().getByRole("button", { name: "Contents" });
  await contents.click();
  const over = frame().getByRole("navigation", { name: "Contents" });
  const [panel, sheets] = [await over.boundingBox(), await frame().getByRole("main").boundingBox()];
  assert.equal(panel?.x, sheets?.x);
  assert.equal(panel?.width, sheets?.width);
  await shoot("pdf-over");
  await page.setViewportSize({ width: 390, height: 844 });
  await over.getByRole("button", { name: "Chapter two" }).click();
  await over.waitFor({ state: "detached" });
  await reaches(() => pageNumber().inputValue(), "17");
  assert.equal(await contents.getAttribute("aria-pressed"), "false");
  await tools().getByRole("button", { name: "Pages" }).click();
  await frame().getByRole("navigation", { name: "Pages" }).getByRole("button", { name: "Page 17" }).focus();
  await page.keyboard.press("Escape");
  await frame().getByRole("navigation", { name: "Pages" }).waitFor({ state: "detached" });
  if (desk) await page.setViewportSize(desk);
});

test("follows links to other pages, and opens web links outside the frame", async () => {
  const toThird = linkTo("/Dest [8 0 R /Fit]");
  const toWeb = linkTo(`/A << /S /URI /URI (${ELSEWHERE}) >>`);
  await openPdf(
    "linked.pdf",
    pdfOf([
      { text: "To the third", annotations: toThird },
      { text: "To the web", annotations: toWeb },
      { text: "Third" },
    ]),
  );
  await sheet(1).getByRole("link").click();
  await reaches(() => pageNumber().inputValue(), "3");
  const [opened] = await Promise.all([context.waitForEvent("page"), sheet(2).getByRole("link").click()]);
  await reaches(async () => asked.includes(ELSEWHERE), true);
  await opened.close();
  asked.length = 0;
});

test("asks for the password of an encrypted PDF until it is correct", async () => {
  await openPdf("locked.pdf", lockedPdf("sesame", "What was hidden"));
  await page.getByText("This PDF is password-protected.").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await page.getByLabel("Password").fill("wrong");
  await page.getByLabel("Password").press("Enter");
  await page.getByText("Wrong password.").waitFor();
  await page.getByLabel("Password").fill("sesame");
  await page.getByLabel("Password").press("Enter");
  await sheet(1).getByText("What was hidden").waitFor();
});

test("shows only the text of a PDF that tries to run scripts, launch files and show prompts", async () => {
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => void (dialogs.push(dialog.message()), dialog.dismiss()));
  await openPdf("hostile.pdf", hostilePdf(ELSEWHERE));
  await sheet(1).getByText("Harmless words").waitFor();
  for (const link of await sheet(1).getByRole("link").all()) await link.click();
  await page.waitForLoadState("networkidle");
  assert.deepEqual([asked, dialogs, context.pages().length], [[], [], 1]);
});

test("gives the PDF frame no origin and no network access", async () => {
  assert.equal(await inside().evaluate("origin"), "null");
  assert.equal(
    await inside().evaluate("(() => { try { return document.cookie } catch { return 'refused' } })()"),
    "refused",
  );
  assert.equal(await inside().evaluate("fetch('/api/auth/me').then(() => 'answered', () => 'refused')"), "refused");
  assert.equal(await inside().evaluate(`fetch('${ELSEWHERE}').then(() => 'answered', () => 'refused')`), "refused");
  asked.length = 0;
});

test("explains that a file is not a valid PDF, and still offers the download", async () => {
  await openPdf("torn.pdf", Buffer.from("%PDF-1.7\nnothing of a PDF comes behind this line\n"));
  await page.getByText("This PDF can't be displayed. Download it to open it in another app.").waitFor();
  await page.getByRole("link", { name: "Download" }).waitFor();
  // Ignores console errors about the blocked requests of the previous test and about messages from a frame whose page was
  // left.
  assert.deepEqual(
    faults.filter((fault) => !/elsewhere\.test|auth\/me|CORS|Content Security Policy|'postMessage'/.test(fault)),
    [],
  );
});
