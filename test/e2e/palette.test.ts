/** The palette: pages found by title and by content, commands, keys, creating a page by name. */
// Covers: src/web/client/palette, src/web/client/shell
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";
const ids = new Map<string, string>();

const palette = () => page.getByRole("dialog", { name: "Search and commands" });
const field = () => palette().getByRole("combobox", { name: "Search pages and commands" });
const option = (name: string | RegExp) => palette().getByRole("option", { name });
const chosen = () => palette().locator("[aria-selected=true]");

async function make(title: string, content = "", more: Record<string, unknown> = {}): Promise<void> {
  const pageId = await makePage(page, { driveId, type: "DOCUMENT", title, content, ...more });
  ids.set(title, pageId);
}

before(async () => {
  browser = await startBrowser();
  ({ page, faults, driveId } = await sit(browser, "palette"));
  await make("Journal of the garden", `${"Rain and sun.\n\n".repeat(150)}The *quince* tree bears fruit.\n`);
  await make("Plan of the house", "walls");
  await make("Kitchen", "", { parentId: ids.get("Plan of the house") });
  await make("Costs", "item,amount", { type: "SHEET" });
});

beforeEach(async () => {
  await page.goto(`/pages/${ids.get("Plan of the house") ?? ""}`);
  await page.locator(".cm-content").waitFor();
});

after(() => browser.close());

test("opens and closes with its shortcut, finds titles while typing, and opens one on Enter", async () => {
  await page.keyboard.press("Control+k");
  await field().waitFor();
  await page.keyboard.type("gard");
  await option(/Journal of the garden/).waitFor();
  assert.match((await chosen().textContent()) ?? "", /Journal of the garden/);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/pages/${ids.get("Journal of the garden") ?? ""}`);
  assert.equal(await palette().count(), 0);
  await page.keyboard.press("Control+k");
  await option(/Plan of the house/).waitFor();
  await page.keyboard.press("Control+k");
  await palette().waitFor({ state: "detached" });
});

test("shows the location of a page and filters by type", nightly, async () => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("kitch");
  await option(/Kitchen/).waitFor();
  assert.match((await option(/Kitchen/).textContent()) ?? "", / \/ Plan of the house$/);
  await field().fill("o");
  await option(/Costs/).first().waitFor();
  await palette().getByRole("button", { name: "Type" }).click();
  await option("Sheet").click();
  assert.equal(await field().inputValue(), "o");
  assert.equal(await palette().getByRole("group", { name: "Pages" }).getByRole("option").count(), 1);
  await palette().getByRole("button", { name: "Remove filter Type: Sheet" }).click();
  await option(/Kitchen|Journal/)
    .first()
    .waitFor();
});

test("adds typed filters on Space and removes them on Backspace", nightly, async () => {
  await page.keyboard.press("Control+k");
  await option(/Journal/)
    .first()
    .waitFor();
  await page.keyboard.type("type:sh ");
  const chip = palette().getByRole("button", { name: "Remove filter Type: Sheet" });
  await chip.waitFor();
  assert.equal(await field().inputValue(), "");
  assert.equal(await palette().getByRole("option").count(), 1);
  await page.keyboard.type("changed:week ");
  await palette().getByRole("button", { name: "Remove filter Changed: Past week" }).waitFor();
  await option(/Costs/).waitFor();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await chip.waitFor({ state: "detached" });
  // The filter is completed before the service has returned the user.
  await page.route("**/api/auth/me", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.type("by:me ");
  await palette()
    .getByRole("button", { name: /^Remove filter Person: / })
    .waitFor();
  await option(/Costs/).waitFor();
  await page.keyboard.type("quince");
  await palette().getByRole("group", { name: "In page text" }).getByRole("option").waitFor();
});

test("finds text in the open page in the find panel", async () => {
  await page.goto(`/pages/${ids.get("Journal of the garden") ?? ""}`);
  await page.locator("[data-live=connected], [data-live=saved]").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("quince");
  await option("Find “quince” in this page").click();
  await page.locator(".ed-find").getByLabel("Find", { exact: true }).waitFor();
  await page.locator(".cm-line", { hasText: "quince" }).waitFor();
  const box = await page.locator(".cm-line", { hasText: "quince" }).boundingBox();
  assert.ok(box && box.y > 0 && box.y < 720);
});

test("finds text in pages and opens the match selected", async () => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("quince");
  await palette().getByRole("group", { name: "In page text" }).getByRole("option").click();
  await page.waitForURL(`**/pages/${ids.get("Journal of the garden") ?? ""}`);
  // A selection does not block edits from others.
  await page.locator("[data-live=connected], [data-live=saved]").waitFor();
  await page.locator(".cm-line", { hasText: "quince" }).waitFor();
  await reaches(() => page.evaluate<string>("getSelection().toString().replaceAll('*', '')"), "quince");
  const box = await page.locator(".cm-line", { hasText: "quince" }).boundingBox();
  assert.ok(box && box.y > 0 && box.y < 720);
});

test("runs commands, and lists only those that apply to the current view", async () => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("> history");
  await option(/View the history of this page/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "History" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("> zebra");
  await palette().getByText("Nothing found.").waitFor();
});

test("creates a page with the typed title and focuses its text", async () => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Something quite new");
  await option("Create page “Something quite new”").click();
  await page.getByRole("heading", { name: "Something quite new", level: 1 }).waitFor();
  await page.keyboard.type("its first words");
  await page.locator(".cm-line", { hasText: "its first words" }).waitFor();
});

test("finds a page by its new title after it was renamed or created elsewhere", async () => {
  await page.keyboard.press("Control+k");
  await option(/View keyboard shortcuts/).waitFor();
  await page.keyboard.press("Escape");
  await callApi(page, "PATCH", `/api/pages/${ids.get("Kitchen") ?? ""}`, { title: "Scullery" });
  await page.goto(page.url());
  await page.keyboard.press("Control+k");
  await page.keyboard.type("scull");
  await option(/Scullery/).waitFor();
});

test("finds titles offline", nightly, async () => {
  await page.keyboard.press("Control+k");
  await option(/Plan|Journal/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  // Scripts that the editor loads late could not load offline.
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("costs");
  await option(/Costs/).waitFor();
  await palette().getByText("Only titles are searched").waitFor();
  await page.keyboard.press("Escape");
  await page.context().setOffline(false);
});

test("opens the link field for a selection with the palette's shortcut, and lists the shortcuts", async () => {
  // A script that loads after the editor handles the key.
  await page.locator(".cm-line").first().dblclick();
  await page.locator(".ed-toolbar").waitFor();
  await page.keyboard.press("Control+k");
  await page
    .getByPlaceholder(/address|link/i)
    .or(page.getByLabel(/Address/))
    .first()
    .waitFor();
  assert.equal(await palette().count(), 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Alt+/");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Create a page").waitFor();
});

test("reports no browser errors except those of the lost network", () => {
  assert.deepEqual(
    faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(fault)),
    [],
  );
});
