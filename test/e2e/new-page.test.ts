/** Creating a page with one press on a type, by pointer, by keys and on a phone; the title is typed on the page. */
// Covers: src/web/client/page
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser } from "./browser.ts";
import { type Seat, makeDocument, reaches, sit } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let page: Page;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "new-page");
  ({ page } = ann);
});

after(() => browser.close());

const dialog = () => page.getByRole("dialog", { name: "New page" });

async function openHere(): Promise<void> {
  await page.keyboard.press("Control+Alt+n");
  await dialog().waitFor();
}

type Made = { readonly title: string; readonly type: string; readonly parentId: string | null };

const made = async (): Promise<Made> => {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { title, type, parentId } = (await callApi<Made>(page, "GET", `/api/pages/${id}`)).body;
  return { title, type, parentId };
};

test("creates a page of each type with one press, and names it in its title field", async () => {
  await page.goto(`/drives/${ann.driveId}`);
  const names = ["Document", "Folder", "Task list", "Sheet", "Code", "Canvas", "Channel", "AI chat"];
  for (const [at, name] of names.entries()) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await openHere();
    const choices = dialog().getByRole("group", { name: "Type" }).getByRole("button");
    assert.equal(await choices.count(), names.length);
    assert.equal(await choices.nth(at).locator(".tile > .icon").count(), 1);
    assert.notEqual((await choices.nth(at).locator(".page-type-words").textContent()) ?? "", "");
    await choices.nth(at).click();
    await page.locator("[data-title]:focus").waitFor();
    await page.keyboard.type(`My ${name}`);
    // Forward, the next control is the frame of a canvas, which receives all keys.
    await page.keyboard.press("Shift+Tab");
    await reaches(async () => (await made()).title, `My ${name}`);
    await page.getByRole("treeitem", { name: `${name}: My ${name}` }).waitFor();
    // oxlint-enable no-await-in-loop
  }
});

test("chooses a type with the arrow keys and Enter, and uses the requested page as the parent", async () => {
  const above = await makeDocument(ann, null, "Above");
  await page.goto(`/pages/${above}`);
  const row = page.getByRole("treeitem", { name: "Document: Together" });
  await row.focus();
  await row.locator("[data-add]").click();
  await dialog().locator("[data-type=DOCUMENT]:focus").waitFor();
  assert.deepEqual(await violationsIn(page, "dialog"), []);
  // The tiles are in two columns.
  await page.keyboard.press("ArrowDown");
  await dialog().locator("[data-type=TASK_LIST]:focus").waitFor();
  await page.keyboard.press("ArrowRight");
  await dialog().locator("[data-type=SHEET]:focus").waitFor();
  await page.keyboard.press("ArrowUp");
  await dialog().locator("[data-type=FOLDER]:focus").waitFor();
  await page.keyboard.press("ArrowUp");
  await dialog().locator("[data-type=FOLDER]:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await dialog().locator("[data-type=TASK_LIST]:focus").waitFor();
  await page.keyboard.press("Tab");
  await dialog()
    .getByRole("group", { name: "Location" })
    .getByRole("button", { name: "Under Together", pressed: true })
    .waitFor();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await page.locator("[data-title]:focus").waitFor();
  assert.deepEqual(await made(), { title: "Untitled", type: "TASK_LIST", parentId: above });
});

test("creates one page for repeated presses, and retries after a failure", async () => {
  await page.goto(`/drives/${ann.driveId}`);
  let asked = 0;
  await page.route("**/api/pages", async (route) => {
    asked += 1;
    if (asked === 1) await route.abort();
    else await route.continue();
  });
  await openHere();
  await dialog().getByRole("button", { name: "Sheet" }).click();
  await dialog().getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
  await page.evaluate(`for (const each of document.querySelectorAll("[data-type]")) each.click()`);
  await page.locator("[data-title]:focus").waitFor();
  assert.equal(asked, 2);
  await page.unroute("**/api/pages");
});

test("shows all types on a phone without scrolling, with touch-sized targets", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/drives/${ann.driveId}`);
  await page.getByRole("main").getByRole("button", { name: "New page" }).click();
  const last = dialog().getByRole("button", { name: "AI chat" });
  const box = await last.boundingBox();
  assert.ok(box && box.height >= 44 && box.y + box.height < 844 && box.x >= 0 && box.x + box.width <= 390);
  await last.click();
  await page.locator("[data-title]:focus").waitFor();
  assert.equal((await made()).type, "AI_CHAT");
});

test("reports no browser errors", () =>
  assert.deepEqual(
    ann.faults.filter((fault) => !fault.includes("ERR_FAILED")),
    [],
  ));
