/** A FOLDER page: its own text, and its pages as a list or as cards. */
// Covers: src/web/client/page, src/web/client/uploads
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { callApi, startBrowser } from "../browser.ts";
import { body, openLive, reaches, type Seat, share, sit, stored } from "../live-page.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;
let driveId = "";
let folder = "";
let hidden = "";

async function make(title: string, type: string, content = "", parentId: string | null = null): Promise<string> {
  const { status, body: made } = await callApi<{ id: string }>(ann.page, "POST", "/api/pages", {
    driveId,
    type,
    title,
    content,
    parentId,
  });
  assert.equal(status, 201);
  return made.id;
}

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
  ({ driveId } = ann);
  folder = await make("Research", "FOLDER", "What we found.");
  await make("Plan", "DOCUMENT", "# Begin\n\nWith **the quay**, and [the guide](https://example.com).", folder);
  const below = await make("Interviews", "FOLDER", "", folder);
  await make("Cem", "DOCUMENT", "", below);
  hidden = await make("Dora", "DOCUMENT", "", below);
});

after(async () => {
  await browser.close();
});

const entry = (page: Page, name: string) => page.locator(".folder").getByRole("link", { name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test("shows a folder as a list by default and remembers the gallery layout, also without JavaScript", async () => {
  const { page } = ann;
  await openLive(ann, folder);
  const words = entry(page, "Plan").getByText("Begin With the quay, and the guide.");
  assert.equal(await words.isVisible(), false);
  assert.deepEqual(await violationsIn(page), []);
  await button(page, "Gallery").focus();
  await page.keyboard.press("Enter");
  await words.waitFor();
  assert.equal(await button(page, "Gallery").getAttribute("aria-pressed"), "true");
  assert.equal(await button(page, "List").getAttribute("aria-pressed"), "false");
  assert.deepEqual(await violationsIn(page), []);
  await entry(page, "Plan").click();
  await page.waitForURL((address) => !address.pathname.endsWith(folder));
  await page.goBack();
  await words.waitFor();
  const quiet = await browser.newContext({ javaScriptEnabled: false, storageState: await ann.context.storageState() });
  const unscripted = await quiet.newPage();
  await unscripted.goto(new URL(`/pages/${folder}`, page.url()).href);
  assert.equal(await unscripted.locator("[data-rows]").getAttribute("data-show"), "gallery");
  await quiet.close();
  await page.setViewportSize({ width: 390, height: 800 });
  assert.equal(await page.evaluate("document.documentElement.scrollWidth > innerWidth"), false);
  await button(page, "List").click();
  assert.equal(await words.isVisible(), false);
  assert.deepEqual(ann.faults, []);
});

test("counts on a folder's card only the subpages that the user can view", async () => {
  await share(ann, bob, folder, false);
  const withheld = { userId: bob.userId, canView: false, canEdit: false };
  const { status } = await callApi(ann.page, "POST", `/api/pages/${hidden}/permissions`, withheld);
  assert.ok(status < 300, `revoking access returned ${status}`);
  for (const [{ page }, count] of [
    [ann, "2 subpages"],
    [bob, "1 subpage"],
  ] as const) {
    await page.goto(`/pages/${folder}`);
    await entry(page, "Interviews").getByText(count).waitFor();
  }
});

test("saves the text of a folder while the user types", async () => {
  await openLive(ann, folder);
  await body(ann.page).click();
  await ann.page.keyboard.press("Control+End");
  await ann.page.keyboard.type(" More to come.");
  await reaches(() => stored(ann.page, folder), "What we found. More to come.");
});

test("shows a message for an empty folder", async () => {
  const empty = await make("Nothing", "FOLDER");
  await ann.page.goto(`/pages/${empty}`);
  await ann.page.getByText("This folder is empty.").waitFor();
  assert.deepEqual(await violationsIn(ann.page), []);
});
