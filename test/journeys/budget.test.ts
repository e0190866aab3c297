/** A budget is made in a sheet. */
// Covers: src/web/client/sheet
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser } from "../e2e/browser.ts";
import { reaches, stored } from "../e2e/live-page.ts";
import { arrive, makePage, pasteFrom } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a user pastes figures from a spreadsheet, subtracts and sums them, and sees prices", async () => {
  const ann = await arrive(browser, "Ann");
  const pageId = await makePage(ann, "SHEET", "Budget");
  const { page } = ann;
  await page.goto(`/pages/${pageId}`);
  const grid = page.getByRole("grid", { name: "Cells" });
  await grid.waitFor();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await grid.focus();
  await pasteFrom(page, "item,planned\r\n".replace(",", "\t") + "tea\t12.30\r\ncups\t40.00\r\n");
  await reaches(() => stored(page, pageId), "item,planned\ntea,12.30\ncups,40.00");
  const cell = (name: string) =>
    page.locator(
      `[role=row][aria-rowindex="${Number(name.slice(1)) + 1}"] > [role=gridcell][aria-colindex="${name.charCodeAt(0) - 63}"]`,
    );
  await cell("C2").click();
  await page.keyboard.type("=B2-B3");
  await page.keyboard.press("Enter");
  await page.keyboard.type("=SUM(B2:B3)");
  await page.keyboard.press("Enter");
  await reaches(() => cell("C3").textContent(), "52.30");
  assert.match((await cell("C2").textContent()) ?? "", /^[-−]27\.70$/);
  assert.deepEqual(ann.faults, []);
});
