/** Suggestion mode: a draft over the page's text, kept, sent and discarded. */
// Covers: src/web/client/editor/suggesting
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { startBrowser } from "./browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, share, shown, sit, stored } from "./live-page.ts";

const TEXT = "# Plan\n\nWe will maybe ship the garden app in May. It has a map.\n\n- Water the roses\n- Cut the grass\n\nThe end.\n";

let browser: Browser;
let ann: Seat;
let page: Page;
let pageId = "";

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
  ({ page } = ann);
});

after(async () => {
  await browser.close();
});

test("scratch", async () => {
  pageId = await makeDocument(ann, null, TEXT);
  await openLive(ann, pageId);
  await page.keyboard.press("Control+Alt+u");
  await page.locator(".suggesting-bar").waitFor();
  await page.waitForTimeout(500);
  const line = page.locator(".cm-line", { hasText: "We will" });
  await line.click();
  await page.keyboard.press("Home");
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.type(" certainly");
  await page.keyboard.press("End");
  await page.keyboard.type(" Nobody knows.");
  await page.locator(".cm-line", { hasText: "Water" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Backspace");
  await page.locator(".cm-line", { hasText: "The end" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("New line");
  await page.waitForTimeout(600);
  console.log(await page.locator(".suggesting-bar").innerText());
  console.log(await page.locator(".cm-content").innerHTML());
  console.log(await violationsIn(page));
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `/tmp/w/shots/draft-${width}-${scheme}.png` });
    }
  }
  assert.equal(await stored(page, pageId), TEXT);
  console.log(ann.faults);
});
