/** Pages of every type are edited live, and lose nothing when the user leaves the view. Sheets have their own test. */
// Covers: src/web/client/live, src/web/client/page
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser, makePage } from "./browser.ts";
import { reaches, stored, sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";

const TEXTS = {
  TASK_LIST: ["- [ ] one", "\ntwo", "\nthree"],
  CANVAS: ["<h1>one</h1>", "\ntwo", "\nthree"],
  CHANNEL: ["What it is", " about", ", and for whom"],
  AI_CHAT: ["What it is", " for", ", in short"],
} as const;

before(async () => {
  browser = await startBrowser();
  ({ page, faults, driveId } = await sit(browser, "plain"));
});

after(async () => {
  await browser.close();
});

const body = () => page.getByRole("textbox", { name: "Text of the page" });
const showText = () => page.getByRole("button", { name: "Text", exact: true }).click();
const isSame = (): Promise<unknown> => page.evaluate("window.isSame === true");

/** The editor continues list markers on new lines. */
const expected = (...parts: string[]): string =>
  parts[0]?.startsWith("- [ ]") ? parts.join("").replace(/\n/g, "\n- [ ] ") : parts.join("");

for (const [type, [first, second, third]] of Object.entries(TEXTS))
  test(`${type}: saves typed text, also when the user leaves the view immediately`, async () => {
    const pageId = await makePage(page, { driveId, type, title: `A ${type}`, content: first });
    const address = `**/pages/${pageId}`;
    await page.goto(`/pages/${pageId}`);
    await page.evaluate("window.isSame = true");
    if (type === "TASK_LIST") await showText();
    await body().click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(second);
    await page.keyboard.press("Control+s");
    await reaches(() => stored(page, pageId), expected(first, second));
    await page.keyboard.type(third);
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").first().click();
    await page.waitForURL("**/drives/*");
    assert.equal(await stored(page, pageId), expected(first, second, third));
    await page.goBack();
    await page.waitForURL(address);
    if (type === "TASK_LIST") await showText();
    await body().waitFor();
    assert.equal(await stored(page, pageId), expected(first, second, third));
    assert.equal(await isSame(), true);
    assert.deepEqual(faults, []);
  });
