/** Writing at the end of a page: the caret keeps a third of the window free below it. */
// Covers: src/web/client/editor
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser, makePage } from "./browser.ts";
import { type Seat, body, sit } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let page: Page;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "room");
  ({ page } = ann);
});

after(() => browser.close());

const open = async (type: string, content: string): Promise<void> => {
  const pageId = await makePage(page, { driveId: ann.driveId, title: "Long", type, content });
  await page.goto(`/pages/${pageId}`);
  await page.locator(".cm-content").first().waitFor({ state: "attached" });
};

/** Fraction of the window below the caret. */
const below = (): Promise<number> =>
  page.evaluate(
    "(innerHeight - document.querySelector('.cm-cursor-primary').getBoundingClientRect().bottom) / innerHeight",
  );

for (const [type, height] of [
  ["DOCUMENT", 900],
  ["DOCUMENT", 420],
  ["TASK_LIST", 900],
  ["CODE", 900],
] as const) {
  test(`leaves room below the text of a ${type} page in a window of ${height} pixels`, async () => {
    await page.setViewportSize({ width: height === 420 ? 390 : 1280, height });
    await open(type, type === "TASK_LIST" ? "- [ ] One\n".repeat(80) : "A line of it\n\n".repeat(60));
    if (type === "TASK_LIST") await page.getByRole("button", { name: "Text", exact: true }).click();
    await body(page).focus();
    await page.keyboard.press("Control+End");
    for (let line = 0; line < 12; line += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      await page.keyboard.type("More\n");
    }
    await page.keyboard.type("The end");
    await page.locator(".cm-line", { hasText: "The end" }).waitFor();
    let share = await below();
    // The script that keeps the space free loads after the editor, and has no effect until something is typed.
    for (let line = 0; line < 50 && share < 0.32; line += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one line after the other
      await page.keyboard.type("More\n");
      // oxlint-disable-next-line no-await-in-loop -- as above
      await page.waitForTimeout(100);
      // oxlint-disable-next-line no-await-in-loop -- as above
      share = await below();
    }
    assert.ok(share >= 0.32 && share < 0.6, `${share} of the window is below the caret`);
  });
}

test("leaves no room below the messages of a channel", async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open("CHANNEL", "What this is about");
  const padding = await page.evaluate<string>("getComputedStyle(document.querySelector('#main')).paddingBottom");
  assert.ok(Number.parseFloat(padding) < 300, padding);
});

test("reports no browser errors", () => assert.deepEqual(ann.faults, []));
