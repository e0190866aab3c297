/** Every command is in the palette on some view, and every key is in the list of keys. */
// Covers: src/web/client/palette, src/web/client/shell
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import * as words from "../../../src/words/en/commands.ts";
import * as header from "../../../src/words/en/page-header.ts";
import * as menu from "../../../src/words/en/page-menu.ts";
import { callApi, openContext, signIn, startBrowser, upload, makePage, makeDrive } from "../browser.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let views: string[] = [];

/** The titles of all commands; the other messages are search words. Those who may share a page are not offered `access`. */
const titles = [
  ...Object.entries(words).flatMap(([name, title]) => (name.endsWith("Words") || name === "access" ? [] : [title])),
  header.changeIcon,
  header.changeCover,
  menu.addFavourite,
  menu.duplicatePage,
  menu.muteDrive,
  menu.printPage,
].toSorted();

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser));
  // The administrator of the server under test.
  await signIn(page, "smoke@example.com");
  const driveId = await makeDrive(page, "Commands");
  const make = async (type: string, content = "words"): Promise<string> => {
    return `/pages/${await makePage(page, { driveId, type, title: type.toLowerCase(), content })}`;
  };
  const gone = await make("DOCUMENT");
  await callApi(page, "DELETE", `/api${gone}`);
  const file = await upload(page, { driveId }, "notes.txt", "words");
  views = [`/drives/${driveId}`, `/pages/${file}`, gone];
  for (const type of ["DOCUMENT", "CODE", "SHEET", "TASK_LIST", "AI_CHAT"])
    // oxlint-disable-next-line no-await-in-loop -- in order
    views.push(await make(type));
});

after(() => browser.close());

/** Opens the palette with the list of all commands. */
async function openPalette(view: string) {
  await page.goto(view);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").waitFor();
  await page.keyboard.type(">");
  const options = palette.getByRole("option");
  await options.filter({ hasText: words.keys }).waitFor();
  return options;
}

async function offeredOn(view: string): Promise<string[]> {
  const offered = await (await openPalette(view)).locator(".palette-words > .truncate").allTextContents();
  await page.keyboard.press("Escape");
  return offered;
}

test("offers every command in the palette of at least one view, and no others", async () => {
  const offered = new Set<string>();
  // oxlint-disable-next-line no-await-in-loop -- one page
  for (const view of views) for (const title of await offeredOn(view)) offered.add(title);
  assert.deepEqual([...offered].toSorted(), titles);
});

test("lists every command that has a shortcut in the shortcuts dialog", async () => {
  const withKeys = (await openPalette(views[0] ?? "")).filter({ has: page.locator("kbd") });
  const expected = await withKeys.evaluateAll((options) =>
    options.map((option) => [
      option.querySelector(".palette-words > .truncate")?.textContent,
      option.querySelector("kbd")?.textContent,
    ]),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.evaluate("document.activeElement.blur()");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.waitFor();
  const listed = await keys
    .locator("dl.keys > div")
    .evaluateAll((lines) =>
      lines.map((line) => [line.querySelector("dt")?.textContent, line.querySelector("dd")?.textContent]),
    );
  for (const line of expected)
    assert.ok(
      listed.some((each) => each.join() === line.join()),
      `lacks ${line.join(", ")}`,
    );
  assert.ok(expected.length >= 4);
  assert.deepEqual(faults, []);
});
