/** The cover of a page: chosen in a dialog or uploaded, printed by the Worker, and hidden with its file. */
// Covers: src/web/client/page
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, shoot, startBrowser } from "./browser.ts";
import { type Seat, makeDocument, reaches, sit } from "./live-page.ts";
import { makePng } from "./png.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let id: string;

before(async () => {
  browser = await startBrowser();
  [ann, ben] = [await sit(browser, "cover-ann"), await sit(browser, "cover-ben")];
  id = await makeDocument(ann, ben, "Words to keep", false);
});

after(() => browser.close());

const dialog = (page: Page) => page.getByRole("dialog", { name: "Page cover" });
const cover = (page: Page) => page.locator("[data-header] .cover");

async function open(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/pages/${id}`);
  await page.getByText("Words to keep").waitFor();
}

test("chooses one of our covers, which other browsers show, and nothing moves when the page is printed again", async () => {
  const { page } = ann;
  await open(page);
  await open(ben.page);
  await page.locator(".title").hover();
  await page.locator("[data-header]").getByRole("button", { name: "Add cover" }).click();
  await dialog(page).getByRole("button", { name: "Dusk" }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await shoot(page, "cover-dialog");
  await page.setViewportSize({ width: 1280, height: 720 });
  await dialog(page).getByRole("button", { name: "Dusk" }).click();
  await page.getByText("Cover changed.").first().waitFor();
  assert.match((await cover(page).getAttribute("class")) ?? "", /cover-dusk/);
  assert.equal((await cover(page).boundingBox())?.height, 136);
  await callApi(page, "PATCH", `/api/pages/${id}`, { icon: "🌇" });
  await page.locator(".page-emoji").waitFor();
  await cover(ben.page).waitFor();
  const shown = await page.locator(".title").boundingBox();
  await open(page);
  assert.deepEqual((await page.locator(".title").boundingBox())?.y, shown?.y);
  await shoot(page, "cover-page");
});

test("uploads an image, moves the part that is shown, and removes the cover from the menu", async () => {
  const { page } = ann;
  await open(page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.locator("#page-more").getByRole("button", { name: "Change cover" }).click();
  const file = {
    name: "hills.png",
    mimeType: "image/png",
    buffer: makePng(640, 480, (x, y) => [x % 256, y % 256, 120]),
  };
  await dialog(page).getByLabel("Upload an image").setInputFiles(file);
  await page.getByText("Cover changed.").first().waitFor();
  await cover(page).locator("img").waitFor();
  const width = `document.querySelector("[data-header] .cover img").naturalWidth`;
  await reaches(() => page.evaluate<number>(width), 640);
  // Readers of the page may see its attachments.
  await cover(ben.page).locator("img").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.locator("#page-more").getByRole("button", { name: "Change cover" }).click();
  await dialog(page).getByRole("combobox", { name: "Visible part" }).selectOption("Bottom");
  await page.locator("[data-header] [data-position='4']").waitFor();
  // The change is shown before it is saved.
  const saved = async (): Promise<string | null> =>
    (await callApi<{ cover: string | null }>(page, "GET", `/api/pages/${id}`)).body.cover;
  await reaches(async () => /@\d+$/.test((await saved()) ?? ""), true);
  await open(page);
  await page.locator("[data-header] [data-position='4']").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.locator("#page-more").getByRole("button", { name: "Change cover" }).click();
  await dialog(page).getByRole("button", { name: "Remove cover" }).click();
  await page.getByText("Cover removed.").first().waitFor();
  assert.equal(await cover(page).count(), 0);
  assert.equal((await callApi<{ cover: null }>(page, "GET", `/api/pages/${id}`)).body.cover, null);
});

test("reports no browser errors", () => {
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});
