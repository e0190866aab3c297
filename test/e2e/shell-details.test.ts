/** The shell around every view: the drive in the sidebar, breadcrumbs, icons, and the message for an unknown URL. */
// Covers: src/web/client/shell, src/web/client/ui
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, makePage } from "./browser.ts";
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
  const { body: drive } = await callApi<{ id: string }>(page, "POST", "/api/drives", { name: "Elsewhere" });
  await make("There", null, drive.id);
  const tree = page.getByRole("navigation", { name: "Pages of Elsewhere" });
  await page.goto(`/drives/${drive.id}`);
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

test("ends the breadcrumbs with the parent page, without a trailing slash", async () => {
  const above = await make("Above", null);
  await page.goto(`/pages/${await make("Below", above)}`);
  const way = page.getByRole("navigation", { name: "Breadcrumb" });
  await way.getByRole("link", { name: "Above" }).waitFor();
  assert.match((await way.textContent()) ?? "", /^Personal\/Above$/);
  await way.getByRole("button", { name: "Pages in Above" }).click();
  await page.getByRole("menu", { name: "Pages in Above" }).getByRole("menuitemradio", { name: "Below" }).waitFor();
  await page.keyboard.press("Escape");
  const row = page.getByRole("treeitem", { name: "Document: Above" });
  const [twist, glyph] = [await row.locator(".twist").boundingBox(), await row.locator("a > .icon").boundingBox()];
  assert.ok(twist && glyph && twist.width >= 24 && twist.height >= 24);
  assert.ok(twist.x + twist.width <= glyph.x + 1, "the icon overlaps the chevron");
  assert.equal(await row.locator("a > .icon").isVisible(), true);
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
