/** The page menu: everything that the user may do with the page, and the current settings. */
// Covers: src/web/client/page, src/web/client/sharing, src/web/client/inbox
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser, makePage } from "./browser.ts";
import { type Seat, makeDocument, reaches, sit, stored } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let id: string;

before(async () => {
  browser = await startBrowser();
  [ann, ben] = [await sit(browser, "menu-ann"), await sit(browser, "menu-ben")];
  id = await makeDocument(ann, ben, "Words to keep", false);
});

after(() => browser.close());

async function entries(page: Page): Promise<string[]> {
  await page.goto(`/pages/${id}`);
  await page.getByText("Words to keep").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  const menu = page.locator("#page-more");
  await menu.locator(":focus").waitFor();
  const shown = menu.locator("button:visible, a:visible");
  return (await shown.allTextContents()).map((text) => text.trim());
}

const press = (page: Page, name: string) =>
  page.locator("#page-more").getByRole("button", { name, exact: true }).click();

test("lists exactly the actions that the user may perform", async () => {
  assert.deepEqual(await entries(ann.page), [
    "Rename",
    "Add icon",
    "Add cover",
    "Move to…",
    "Reading view",
    "Suggest changes",
    "Comment",
    "Duplicate",
    "Upload files",
    "Add to favourites",
    "Copy link",
    "Share",
    "Mute",
    "History",
    "Print",
    "Export this page",
    "Export this page and its subpages",
    "Copy ID",
    "Move to trash",
  ]);
  assert.deepEqual(await violationsIn(ann.page), []);
  const seen = await entries(ben.page);
  for (const name of [
    "Rename",
    "Add icon",
    "Add cover",
    "Move to…",
    "Suggest changes",
    "Comment",
    "Duplicate",
    "Upload files",
    "Share",
    "Move to trash",
  ])
    assert.equal(seen.includes(name), false, name);
  for (const name of ["Copy link", "Who has access", "Mute", "History", "Print"]) assert.ok(seen.includes(name), name);
});

test("labels the favorite and notification actions by their effect in the menu, tree and palette", async () => {
  const { page } = ann;
  const more = page.getByRole("button", { name: "More actions" });
  await entries(page);
  await press(page, "Add to favourites");
  await more.click();
  await press(page, "Mute");
  await page.getByText("Muted: you will not").waitFor();
  await page.reload();
  await more.click();
  await page.getByRole("button", { name: "Remove from favourites" }).waitFor();
  await page.getByRole("button", { name: "Unmute" }).waitFor();
  await page.keyboard.press("Escape");
  const star = page.getByRole("button", { name: "Favourite", exact: true });
  assert.equal(await star.getAttribute("aria-pressed"), "true");
  const row = page.getByRole("tree").getByRole("treeitem", { name: "Document: Together" });
  await row.focus();
  await row.locator("[data-menu]").click();
  const tree = page.getByRole("menu", { name: "Together" });
  for (const name of ["Rename", "Duplicate", "Remove from favourites", "Copy link", "Unmute", "Export"])
    await tree.getByRole("menuitem", { name: new RegExp(`^${name}`) }).waitFor();
  await tree.getByRole("menuitem", { name: "Unmute" }).click();
  await page.getByText("Unmuted: you will").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("remove this page from fav");
  await page.getByRole("option", { name: "Remove this page from favourites", exact: true }).click();
  await page.getByText("was removed from favourites").waitFor();
  assert.equal(await star.getAttribute("aria-pressed"), "false");
  await star.click();
  await page.getByRole("navigation", { name: "Favourites" }).getByRole("link", { name: "Together" }).waitFor();
  assert.equal(await star.getAttribute("aria-pressed"), "true");
  await star.click();
  await page.getByRole("navigation", { name: "Favourites" }).waitFor({ state: "detached" });
});

test("copies a page's text and selects the title of the copy", async () => {
  const { page } = ann;
  await entries(page);
  await press(page, "Duplicate");
  await page.getByText("“Together” was duplicated.").waitFor();
  await page.locator("[data-title]:focus").waitFor();
  const copy = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  assert.notEqual(copy, id);
  assert.equal(await stored(page, copy), "Words to keep");
  await page.keyboard.type("The second");
  await page.keyboard.press("Enter");
  await reaches(
    async () => (await callApi<{ title: string }>(page, "GET", `/api/pages/${copy}`)).body.title,
    "The second",
  );
});

test("truncates the title of a copy without splitting a surrogate pair", async () => {
  const { page } = ann;
  const { body: original } = await callApi<{ driveId: string }>(page, "GET", `/api/pages/${id}`);
  const pageId = await makePage(page, {
    driveId: original.driveId,
    type: "DOCUMENT",
    title: "\u{1f600}".repeat(127),
    content: "Signs alone",
  });
  await page.goto(`/pages/${pageId}`);
  await page.getByText("Signs alone").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await press(page, "Duplicate");
  await page.waitForURL(/#title$/);
  const title = page.locator("[data-title]");
  assert.equal(await title.inputValue(), `Copy of ${"\u{1f600}".repeat(123)}`);
});

test("prints, renames and moves a page from the menu, and prints it from the palette", async () => {
  const { page } = ann;
  await entries(page);
  await page.evaluate("window.print = () => { window.printed = (window.printed ?? 0) + 1; }");
  const more = page.getByRole("button", { name: "More actions" });
  await press(page, "Print");
  await reaches(() => page.evaluate<number>("window.printed"), 1);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("print this page");
  await page.getByRole("option", { name: "Print this page", exact: true }).click();
  await reaches(() => page.evaluate<number>("window.printed"), 2);
  await more.click();
  await press(page, "Rename");
  await page.locator("[data-title]:focus").waitFor();
  await more.click();
  await press(page, "Move to…");
  await page.getByRole("dialog", { name: "Move to" }).waitFor();
});

test("moves a page below one that is found by typing, with the keyboard", async () => {
  const { page } = ann;
  const shelf = await makePage(page, { type: "FOLDER", title: "Shelf" });
  await entries(page);
  await press(page, "Move to…");
  const dialog = page.getByRole("dialog", { name: "Move to" });
  await dialog.locator("input:focus").waitFor();
  await page.keyboard.type("no such page");
  await dialog.getByText("No pages in this drive match that title.").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("shelf");
  await dialog.getByRole("button", { name: "Shelf" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await dialog.locator("button:focus", { hasText: "Shelf" }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const parentOf = async () => (await callApi<{ parentId: string | null }>(page, "GET", `/api/pages/${id}`)).body;
  await reaches(async () => (await parentOf()).parentId, shelf);
});

test("reports no browser errors", () => assert.deepEqual([...ann.faults, ...ben.faults], []));
