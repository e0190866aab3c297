/** The shell around every view: the drive in the sidebar, breadcrumbs, icons, and the message for an unknown URL. */
// Covers: src/web/client/shell, src/web/client/ui
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, makePage, makeDrive } from "./browser.ts";
import { type Seat, body, makeDocument, openLive, sit } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let page: Page;

before(async () => {
  browser = await startBrowser();
  [ann, ben] = [await sit(browser, "shell-ann"), await sit(browser, "shell-ben")];
  ({ page } = ann);
});

after(() => browser.close());

const make = async (title: string, parentId: string | null, driveId = ann.driveId): Promise<string> => {
  return makePage(page, { driveId, parentId, title, type: "DOCUMENT", content: "" });
};

test("keeps the current drive on views that belong to no drive, also after a reload", async () => {
  const drive = await makeDrive(page, "Elsewhere");
  await make("There", null, drive);
  const tree = page.getByRole("navigation", { name: "Pages of Elsewhere" });
  await page.goto(`/drives/${drive}`);
  for (const address of ["/settings", "/settings/connect", "/transfers", "/pages/nowhere"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await page.goto(address);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await tree.getByRole("treeitem", { name: "Document: There" }).waitFor();
  }
  await page.getByRole("main").getByText("/pages/nowhere").waitFor();
  await page.goto(`/drives/${ann.driveId}`);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Drive: Personal" }).waitFor();
});

test("ends the breadcrumbs with the page itself, and lists the pages of each level", async () => {
  const above = await make("Above", null);
  await page.goto(`/pages/${await make("Below", above)}`);
  const way = page.getByRole("navigation", { name: "Breadcrumb" });
  await way.getByRole("link", { name: "Above" }).waitFor();
  assert.match((await way.textContent()) ?? "", /^PersonalAboveBelow$/);
  await way.getByRole("button", { name: "Pages in Above" }).click();
  await page.getByRole("menu", { name: "Pages in Above" }).getByRole("menuitemradio", { name: "Below" }).waitFor();
  await page.keyboard.press("Escape");
  const row = page.getByRole("treeitem", { name: "Document: Above" });
  const [twist, glyph] = [await row.locator(".twist").boundingBox(), await row.locator("a > .icon").boundingBox()];
  assert.ok(twist && glyph && twist.width >= 24 && twist.height >= 24);
  assert.ok(twist.x + twist.width <= glyph.x + 1, "the icon overlaps the chevron");
  assert.equal(await row.locator("a > .icon").isVisible(), true);
});

const edge = () => page.getByRole("separator", { name: "Width of the sidebar" });
const sideBox = async (): Promise<number | null> => (await page.locator("#side").boundingBox())?.width ?? null;

/** Reloads, and waits until the scripts have started. */
async function reload(): Promise<void> {
  await page.reload();
  await page.waitForLoadState("networkidle");
  await page.locator(".tree-actions").first().waitFor({ state: "attached" });
}

/** The total of unexpected layout shifts of the open document. */
const shifts = (): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) =>
      resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
    ).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(0), 500);
  })`);

test("hides the sidebar and shows it again, and remembers this before the page is drawn", async () => {
  await make("In the tree", null);
  await page.goto(`/drives/${ann.driveId}`);
  await reload();
  const toggle = page.getByRole("button", { name: "Sidebar" });
  assert.equal(await sideBox(), 256);
  await page.getByRole("treeitem").first().focus();
  await page.keyboard.press("Control+Alt+b");
  await page.locator("#side").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".side-toggle:focus").count(), 1, "the focus is lost with the sidebar");
  assert.equal(await toggle.getAttribute("aria-expanded"), "false");
  await page.reload();
  assert.equal(await sideBox(), null);
  assert.ok((await shifts()) < 0.01, "the view moves when the scripts start");
  await toggle.click();
  await page.locator("#side").waitFor();
  assert.equal(await sideBox(), 256);
  assert.equal(await toggle.getAttribute("aria-expanded"), "true");
});

test("resizes the sidebar by pointer and keys between two limits, and remembers its width", async () => {
  await edge().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await sideBox(), 272);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowRight");
  assert.equal(await sideBox(), 420);
  assert.equal(await edge().getAttribute("aria-valuenow"), "420");
  await page.keyboard.press("Home");
  assert.equal(await sideBox(), 200);
  await page.mouse.move(200, 400);
  await page.mouse.down();
  await page.mouse.move(333, 420, { steps: 3 });
  await page.mouse.up();
  assert.equal(await sideBox(), 333);
  await page.reload();
  assert.equal(await sideBox(), 333);
  await reload();
  assert.ok((await shifts()) < 0.01, "the view moves when the scripts start");
  await edge().dblclick();
  assert.equal(await sideBox(), 256);
});

test("mirrors the sidebar's edge in a right-to-left language", async () => {
  const setLanguage = (language: string | null) =>
    callApi(page, "PATCH", "/api/account/preferences", { language, appearance: "system" });
  const mirrored = page.getByRole("separator");
  await setLanguage("ar");
  try {
    await reload();
    await mirrored.focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(await sideBox(), 272);
    const { x = 0 } = (await mirrored.boundingBox()) ?? {};
    await page.mouse.move(x + 4, 400);
    await page.mouse.down();
    await page.mouse.move(x - 26, 400, { steps: 3 });
    await page.mouse.up();
    assert.equal(await sideBox(), 302);
    await mirrored.dblclick();
  } finally {
    await setLanguage(null);
  }
});

test("covers the scroll bar with a dialog's backdrop", async () => {
  const strip = (): Promise<string> => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const light = await strip();
  await page.keyboard.press("Control+Alt+n");
  await page.getByRole("dialog").waitFor();
  assert.notEqual(await strip(), light);
  await page.keyboard.press("Escape");
  assert.equal(await strip(), light);
});

test("shows the name at another user's caret on the first line", async () => {
  const id = await makeDocument(ann, ben, "First line\n\nSecond line");
  await openLive(ann, id);
  await openLive(ben, id);
  await body(ben.page).click();
  await ben.page.keyboard.press("Control+Home");
  await ben.page.keyboard.press("ArrowRight");
  const name = page.locator(".ed-peer-first > .ed-peer-name");
  await name.waitFor();
  const [shown, around] = [await name.boundingBox(), await page.locator(".cm-scroller").boundingBox()];
  assert.ok(shown && around && shown.y >= around.y && shown.x >= around.x);
  await ben.page.keyboard.press("Control+End");
  await page.locator(".ed-peer:not(.ed-peer-first) > .ed-peer-name").waitFor();
});

test("reports no browser errors", () =>
  assert.deepEqual(
    [...ann.faults, ...ben.faults].filter((fault) => !fault.includes("/pages/nowhere")),
    [],
  ));
