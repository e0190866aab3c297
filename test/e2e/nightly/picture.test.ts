/** Viewing a picture in a dialog: zooming around a point, and panning. */
// Covers: src/web/client/ui, src/web/client/files
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { callApi, startBrowser, makePage } from "../browser.ts";
import { reaches, sit } from "../live-page.ts";
import { makePng } from "../png.ts";

let browser: Browser;
let page: Page;
let faults: string[];

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await sit(browser, "picture"));
  await page.goto("/");
});

after(async () => {
  await browser.close();
});

const dialog = () => page.getByRole("dialog", { name: "map.png" });
const percent = (): Promise<string> => dialog().locator("output").innerText();
const press = (name: string): Promise<void> => dialog().getByRole("button", { name, exact: true }).click();
const scroll = (): Promise<{ left: number; top: number }> =>
  dialog()
    .locator(".picture-view")
    .evaluate(({ scrollLeft, scrollTop }: { scrollLeft: number; scrollTop: number }) => ({
      left: scrollLeft,
      top: scrollTop,
    }));

/** Clicks repeatedly, because the script that opens a picture loads a moment after the picture is shown. */
const clickUntil = (target: Locator, shown: Locator): Promise<void> =>
  reaches(async () => {
    if (await shown.isVisible()) return true;
    // The dialog opened by the previous click may cover it by now.
    await target.click({ timeout: 2_000 }).catch(() => undefined);
    return false;
  }, true);

test("opens a picture fitted to the window, then zooms, pans and fits it again", async () => {
  const main = page.getByRole("main");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main.getByRole("button", { name: "Upload files" }).click(),
  ]);
  const buffer = makePng(2_000, 1_500, (x, y) => [x % 256, y % 256, 80]);
  await chooser.setFiles([{ name: "map.png", mimeType: "image/png", buffer }]);
  await main.locator("[data-rows]").getByRole("link", { name: "map.png" }).click();
  await main.locator("a[data-picture] img").click();
  await dialog().waitFor();
  const isFit = async (): Promise<boolean> => /^\d\d%$/.test(await percent());
  await reaches(isFit, true);
  const fit = await percent();
  assert.deepEqual(await scroll(), { left: 0, top: 0 });

  await page.keyboard.press("1");
  assert.equal(await percent(), "100%");
  const middle = await scroll();
  assert.ok(middle.left > 100 && middle.top > 100, "the center moved");
  const box = await dialog().locator(".picture-view").boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 300, box.y + 300);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 250);
  await page.mouse.up();
  assert.deepEqual(await scroll(), { left: middle.left + 100, top: middle.top + 50 });
  await press("Zoom in");
  assert.equal(await percent(), "125%");
  assert.deepEqual(await violationsIn(page), []);
  await press("Fit");
  assert.equal(await percent(), fit);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  assert.deepEqual(faults, []);
});

test("opens a picture in a document for viewers, from the editor's image fields, and in the Read view", async () => {
  const source = await page.getByRole("main").locator("a[data-picture]").getAttribute("href");
  const content = `The way:\n\n![map.png](${source})\n`;
  const id = await makePage(page, { type: "DOCUMENT", title: "Way", content });
  await page.goto(`/pages/${id}`);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  const fields = page.getByRole("group", { name: "Image" });
  await clickUntil(page.locator(".cm-content img.md-image"), fields);
  await fields.getByRole("button", { name: "Open" }).click();
  await dialog().waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Reading view" }).click();
  await clickUntil(page.getByRole("document").locator("img.md-image"), dialog());
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  const { page: other, faults: others, userId } = await sit(browser, "looker");
  await callApi(page, "POST", `/api/pages/${id}/permissions`, { userId, canView: true });
  await other.goto(`/pages/${id}`);
  await clickUntil(other.locator("img.md-image"), other.getByRole("dialog", { name: "map.png" }));
  assert.deepEqual(faults, []);
  // The picture belongs to a page that was not shared.
  assert.deepEqual(
    others.filter((fault) => !fault.includes("/api/files/")),
    [],
  );
});
