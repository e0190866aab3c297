/** The icon of a page: chosen in a dialog, and shown in the header, the tab, the tree, links and the palette. */
// Covers: src/web/client/page, src/web/client/emoji, src/web/client/tree, src/web/client/palette
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, shoot, startBrowser } from "./browser.ts";
import { type Seat, makeDocument, reaches, sit } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let id: string;

before(async () => {
  browser = await startBrowser();
  [ann, ben] = [await sit(browser, "icon-ann"), await sit(browser, "icon-ben")];
  id = await makeDocument(ann, ben, "Words to keep", false);
});

after(() => browser.close());

const treeIcon = (page: Page) => page.locator(`#side [role=treeitem]:has(a[href="/pages/${id}"]) .emoji`);
const dialog = (page: Page) => page.getByRole("dialog", { name: "Page icon" });

async function open(page: Page): Promise<void> {
  await page.goto(`/pages/${id}`);
  await page.getByText("Words to keep").waitFor();
}

test("chooses an icon with the keyboard, which appears in the header, the tab, the tree and other browsers", async () => {
  const { page } = ann;
  await open(page);
  await open(ben.page);
  const plain = await page.locator(".title").boundingBox();
  await page.locator(".title").hover();
  await page.getByRole("button", { name: "Add icon" }).first().click();
  await page.getByRole("searchbox", { name: "Find an emoji" }).fill("light bulb");
  assert.deepEqual(await violationsIn(page), []);
  await shoot(page, "icon-search");
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press("Enter");
  await dialog(page).waitFor({ state: "detached" });
  await page.getByText("Icon changed.").first().waitFor();
  assert.equal(await page.locator(".page-emoji").textContent(), "💡");
  assert.match(await page.title(), /^💡 .+ · Octavo$/);
  await reaches(() => treeIcon(page).textContent(), "💡");
  assert.equal((await callApi<{ icon: string }>(page, "GET", `/api/pages/${id}`)).body.icon, "💡");
  // Without a reload, as after renaming.
  await ben.page.locator(".page-emoji", { hasText: "💡" }).waitFor();
  assert.match(await ben.page.title(), /^💡 /);
  // Printed by the Worker as the browser shows it, so that nothing moves.
  const shown = await page.locator(".title").boundingBox();
  await open(page);
  assert.equal(await page.locator(".page-emoji").textContent(), "💡");
  assert.deepEqual((await page.locator(".title").boundingBox())?.y, shown?.y);
  assert.ok((plain?.y ?? 0) < (shown?.y ?? 0));
  await shoot(page, "icon-page");
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("shows the icon in breadcrumbs, lists, the palette and recent pages, and keeps it when the title changes", async () => {
  const { page } = ann;
  const child = await makePage(page, { type: "DOCUMENT", title: "Child of the idea", parentId: id });
  await page.goto(`/pages/${child}`);
  await page.locator(".crumbs a", { hasText: "💡" }).waitFor();
  await page.keyboard.press("Control+k");
  const entry = page
    .getByRole("dialog")
    .getByRole("option")
    .filter({ has: page.locator(".emoji") });
  await entry.first().waitFor();
  assert.equal(await entry.first().locator(".emoji").textContent(), "💡");
  await page.keyboard.press("Escape");
  await open(page);
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("An idea");
  await title.blur();
  await page.getByText("Renamed.").first().waitFor();
  assert.equal(await page.title(), "💡 An idea · Octavo");
});

test("moves among the emoji with the arrows, remembers skin tone and recent ones, and removes the icon", async () => {
  const { page } = ann;
  await open(page);
  await page.getByRole("button", { name: "Change icon" }).first().click();
  await dialog(page).getByRole("combobox", { name: "Skin tone" }).selectOption("🏽");
  const recent = dialog(page).getByRole("region", { name: "Recent" });
  assert.equal(await recent.getByRole("button").first().textContent(), "💡");
  await page.getByRole("searchbox", { name: "Find an emoji" }).fill("waving hand");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator(":focus").textContent(), "👋🏽");
  await page.keyboard.press("ArrowUp");
  await page.locator("input:focus").fill("");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await dialog(page).getByRole("region", { name: "Smileys" }).locator(":focus").count(), 1);
  await shoot(page, "icon-picker");
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog(page).getByRole("button", { name: "Remove icon" }).click();
  await page.getByText("Icon removed.").first().waitFor();
  assert.equal(await page.locator(".page-emoji").count(), 0);
  assert.equal(await page.title(), "An idea · Octavo");
  await reaches(() => treeIcon(page).count(), 0);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.locator("#page-more").getByRole("button", { name: "Add icon" }).click();
  assert.equal(await dialog(page).getByRole("combobox", { name: "Skin tone" }).inputValue(), "🏽");
  assert.equal(await dialog(page).getByRole("button", { name: "Remove icon" }).count(), 0);
  await page.keyboard.press("Escape");
});

test("readers see the icon, and are not offered to change it", async () => {
  await callApi(ann.page, "PATCH", `/api/pages/${id}`, { icon: "🚀" });
  const { page } = ben;
  await open(page);
  assert.equal(await page.locator(".page-emoji").textContent(), "🚀");
  assert.equal(await page.getByRole("button", { name: "Change icon" }).count(), 0);
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});
