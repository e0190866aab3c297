/** A document is pasted from Word, from a Windows editor and from a spreadsheet. */
// Covers: src/web/client/editor/clipboard
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser } from "../e2e/browser.ts";
import { body, openLive, reaches, stored } from "../e2e/live-page.ts";
import { arrive, makePage, pasteFrom } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body><h2>Plan</h2><p class=MsoNormal>Some <b>bold</b> words.</p></body></html>`;
const CELLS = `<google-sheets-html-origin><table><tbody><tr><td>Site</td><td>Figure</td></tr><tr><td>North</td><td>17</td></tr></tbody></table>`;

test("a user pastes text from other programs, types after it, and everything is saved", async () => {
  const ann = await arrive(browser, "Ann");
  const pageId = await makePage(ann, "DOCUMENT", "Minutes");
  await openLive(ann, pageId);
  const { page } = ann;
  await body(page).click();
  await pasteFrom(page, "Plan\r\nSome bold words.", WORD);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n\n");
  await pasteFrom(page, "one\r\ntwo\u000bthree\u0085four\u001b");
  await page.keyboard.type("\n\nTyped after it.\n\n");
  await pasteFrom(page, "Site\tFigure\r\nNorth\t17\r\n", CELLS);
  await reaches(async () => (await stored(page, pageId)).includes("| North | 17"), true);
  const text = await stored(page, pageId);
  assert.match(text, /^## Plan\n\nSome \*\*bold\*\* words\.\n/);
  assert.match(text, /\none\ntwo/);
  assert.match(text, /\nTyped after it\.\n/);
  assert.match(text, /\| Site +\| Figure +\|\n\| -+ \| -+ \|\n\| North +\| 17 +\|/);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  assert.deepEqual(ann.faults, []);
});

test("a user pastes lines from a Windows editor into code", async () => {
  const ann = await arrive(browser, "Ann");
  const pageId = await makePage(ann, "CODE", "run.ts");
  await openLive(ann, pageId);
  await body(ann.page).click();
  await pasteFrom(ann.page, "const a = 1;\r\nconst b = 2;\r\n");
  await ann.page.keyboard.type("// done");
  await reaches(() => stored(ann.page, pageId), "const a = 1;\nconst b = 2;\n// done");
  assert.deepEqual(ann.faults, []);
});
