/** The first minute of a new user, switching between drives and sibling pages, and a trash with many pages. */
// Covers: src/web/client/drive, src/web/client/tree, src/web/client/shell
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser, makePage, makeDrive } from "./browser.ts";
import { sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";

const make = async (title: string, parentId: string | null = null): Promise<string> => {
  return makePage(page, { driveId, type: "DOCUMENT", title, parentId });
};

before(async () => {
  browser = await startBrowser();
  ({ page, faults, driveId } = await sit(browser, "arranging", { viewport: { width: 1280, height: 800 } }));
});

after(() => browser.close());

test("asks a new user for a name, then opens an editable page immediately", async () => {
  await page.goto("/");
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await page.getByLabel("What should others call you?").fill("Ida Berg");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Start here" }).waitFor();
  await page.getByRole("textbox", { name: "Text of the page" }).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("My words. ");
  await page.locator(".cm-line", { hasText: "My words." }).waitFor();
  assert.equal(await page.locator("#side [role=treeitem]").count(), 3);
  assert.equal((await callApi<{ name: string }>(page, "GET", "/api/auth/me")).body.name, "Ida Berg");
  await page.goto(`/drives/${driveId}`);
  await page
    .getByRole("link", { name: /First steps/ })
    .first()
    .waitFor();
  assert.equal(await page.getByRole("heading", { name: "Welcome" }).count(), 0);
});

const drives = () => page.getByRole("dialog", { name: "Drives" });

test("creates a drive and returns to the first with the keyboard only", async () => {
  await page.goto(`/drives/${driveId}`);
  await page.keyboard.press("Control+Alt+o");
  await drives().getByRole("option", { name: "Personal" }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await drives().getByLabel("Name of the new drive").waitFor();
  await page.keyboard.type("Bakery");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Bakery" }).waitFor();
  await page.getByRole("button", { name: "Drive: Bakery" }).waitFor();
  await page.keyboard.press("Control+Alt+o");
  await drives()
    .getByRole("option", { name: /Bakery/ })
    .and(page.locator("[aria-selected=true]"))
    .waitFor();
  await page.keyboard.type("p");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Personal" }).waitFor();
});

test("finds one of many drives by typing, or creates a drive with the typed name", nightly, async () => {
  for (let at = 0; at < 7; at += 1) await makeDrive(page, `Shelf ${at}`);
  await page.goto(`/drives/${driveId}`);
  await page.getByRole("button", { name: "Drive: Personal" }).click();
  await drives().getByRole("combobox", { name: "Find a drive" }).fill("shelf 4");
  assert.equal(await drives().getByRole("option").count(), 2);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Shelf 4" }).waitFor();
});

test("lists the sibling pages of the next step in the menu of each breadcrumb", nightly, async () => {
  const above = await make("Kitchen");
  const inside = await make("Oven", above);
  await make("Larder", above);
  await page.goto(`/pages/${inside}`);
  await page.locator(".cm-content").waitFor();
  const step = page.getByRole("button", { name: "Pages in Kitchen" });
  await step.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Pages in Kitchen" });
  await menu.getByRole("menuitemradio", { name: "Oven", checked: true }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate("document.activeElement.title"), "Pages in Kitchen");
  await page.keyboard.press("Enter");
  await menu.waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Larder" }).waitFor();
});

test("moves the open page to the trash immediately and restores it with Undo", async () => {
  const id = await make("Cellar");
  await page.goto(`/pages/${id}`);
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByText("“Cellar” moved to trash.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForURL(`**/pages/${id}`);
  await page.locator(".cm-content").waitFor();
});

test("restores several pages, undoes the restore, and deletes several pages permanently", async () => {
  for (const title of ["One", "Two", "Three"]) await callApi(page, "DELETE", `/api/pages/${await make(title)}`);
  await page.goto(`/drives/${driveId}/trash`);
  const row = (title: string) => page.getByRole("checkbox", { name: `Select ${title}`, exact: true });
  await row("One").check();
  await row("Two").check();
  await page.getByText("2 selected").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  const bar = page.getByRole("group", { name: "Selected pages" });
  await bar.getByRole("button", { name: "Restore" }).click();
  await page.getByText("2 pages were restored.").waitFor();
  await page.getByRole("treeitem", { name: /: One/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row("One").waitFor();
  await page.getByLabel("Select all").check();
  await page.getByText("3 selected").waitFor();
  await bar.getByRole("button", { name: "Delete permanently" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click();
  await page.getByText("3 pages were deleted.").waitFor();
  assert.equal(await row("One").count(), 0);
});

test("reports no browser errors except 404s for deleted pages", () =>
  assert.deepEqual(
    faults.filter((fault) => !/404 .*\/breadcrumbs$/.test(fault)),
    [],
  ));
