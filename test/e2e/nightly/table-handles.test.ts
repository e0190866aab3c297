/** Table handles in a document: rows and columns are selected, moved, inserted and deleted by pointer, touch and keys. */
// Covers: src/web/client/editor/tables
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { startBrowser } from "../browser.ts";
import { makeDocument, openLive, reaches, type Seat, sit, stored } from "../live-page.ts";

const TABLE = "| a | b | c |\n| - | - | - |\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "handles");
});

after(async () => {
  await browser.close();
});

const rowGrip = (page: Page) => page.getByRole("button", { name: "Row menu" });
const columnGrip = (page: Page) => page.getByRole("button", { name: "Column menu" });
const cellOf = (page: Page, text: string) => page.locator(".cm-content").getByRole("cell", { name: text, exact: true });

async function middle(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (!box) throw new Error("The element is not visible.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function openTable(seat: Seat, text = TABLE): Promise<string> {
  const pageId = await makeDocument(seat, null, text);
  await openLive(seat, pageId);
  await seat.page.locator(".ed-grip").waitFor({ state: "attached" });
  return pageId;
}

async function drag(page: Page, grip: Locator, to: { x: number; y: number }): Promise<void> {
  const from = await middle(grip);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y, { steps: 3 });
}

test("shows row and column handles on hover, and drags rows and columns to another position", async () => {
  const { page, faults } = ann;
  const pageId = await openTable(ann);
  await cellOf(page, "1").hover();
  const below = await middle(cellOf(page, "7"));
  await drag(page, rowGrip(page), { x: below.x, y: below.y + 12 });
  await page.locator(".ed-drop").waitFor();
  await page.mouse.up();
  const rows = "| a | b | c |\n| - | - | - |\n| 4 | 5 | 6 |\n| 7 | 8 | 9 |\n| 1 | 2 | 3 |";
  await reaches(() => stored(page, pageId), rows);
  await cellOf(page, "6").hover();
  const first = await middle(cellOf(page, "4"));
  await drag(page, columnGrip(page), { x: first.x - 12, y: first.y });
  await page.mouse.up();
  const columns = "| c | a | b |\n| - | - | - |\n| 6 | 4 | 5 |\n| 9 | 7 | 8 |\n| 3 | 1 | 2 |";
  await reaches(() => stored(page, pageId), columns);
  await page.keyboard.press("Control+z");
  await reaches(() => stored(page, pageId), rows);
  await drag(page, rowGrip(page), { x: below.x, y: below.y + 12 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await page.locator(".ed-drop").count(), 0);
  assert.equal(await page.getByRole("menu").count(), 0);
  assert.equal(await stored(page, pageId), rows);
  assert.deepEqual(faults.splice(0), []);
});

test("selects a row or column when its handle is clicked, and opens its menu", async () => {
  const { page, faults } = ann;
  const pageId = await openTable(ann);
  await cellOf(page, "5").hover();
  await columnGrip(page).click();
  const [picked, column] = [page.locator(".ed-table-picked"), await cellOf(page, "5").boundingBox()];
  await picked.waitFor();
  assert.equal(Math.round((await picked.boundingBox())?.width ?? 0), Math.round(column?.width ?? 1));
  await page.getByRole("menuitem", { name: "Align right" }).click();
  await reaches(() => stored(page, pageId), TABLE.replace("| - | - |", "| - | --: |"));
  await rowGrip(page).click();
  await page.getByRole("menuitem", { name: "Insert row below" }).click();
  await page.keyboard.type("new");
  await rowGrip(page).click();
  await page.keyboard.press("Delete");
  await rowGrip(page).click();
  await page.getByRole("menuitem", { name: "Delete row" }).click();
  await reaches(() => stored(page, pageId), TABLE.replace("| - | - |", "| - | --: |"));
  await page.mouse.move(5, 5);
  assert.deepEqual(faults.splice(0), []);
});

test("reaches the handles and their menus with the keyboard from a cell", async () => {
  const { page, faults } = ann;
  const pageId = await openTable(ann);
  await cellOf(page, "5").click();
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("menu", { name: "Row menu" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), TABLE.replace("| 4 | 5 | 6 |", "| 4 | 5 | 6 |\n| 4 | 5 | 6 |"));
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.type("!");
  await reaches(() => stored(page, pageId), TABLE.replace("| 4 | 5 | 6 |", "| 4 | 5 | 6 |\n| 4 | 5! | 6 |"));
  assert.deepEqual(faults.splice(0), []);
});

test("edits the cell at the same position of another table", async () => {
  const { page, faults } = ann;
  const pageId = await openTable(ann, `${TABLE}\n\n| x |\n| - |\n| y |`);
  await cellOf(page, "1").click();
  await cellOf(page, "y").click();
  await page.keyboard.type("es");
  await reaches(() => stored(page, pageId), `${TABLE}\n\n| x |\n| - |\n| yes |`);
  assert.deepEqual(faults.splice(0), []);
});

test("places handles on the right in right-to-left text, and moves columns in the visual direction", async () => {
  const { page, faults } = ann;
  const pageId = await openTable(ann, "| أ | ب |\n| - | - |\n| ج | د |\n\nنهاية");
  await cellOf(page, "ج").click();
  const [row, cell] = [await middle(rowGrip(page)), await cellOf(page, "ج").boundingBox()];
  assert.ok(cell && row.x > cell.x + cell.width / 2, "the row handle is on the left");
  await page.keyboard.press("Alt+ArrowLeft");
  await reaches(() => stored(page, pageId), "| ب | أ |\n| - | - |\n| د | ج |\n\nنهاية");
  await columnGrip(page).click();
  await page.getByRole("menuitem", { name: "Insert column right" }).click();
  await reaches(() => stored(page, pageId), "| ب |  | أ |\n| - | --- | - |\n| د |  | ج |\n\nنهاية");
  const line = page.locator(".cm-line", { hasText: "نهاية" });
  await line.hover();
  const [grip, text] = [await middle(page.locator(".ed-grip")), await line.boundingBox()];
  assert.ok(text && grip.x > text.x + text.width, "the block handle is on the left");
  assert.deepEqual(faults.splice(0), []);
});

test("drags rows by touch, and keeps the open menu within a narrow screen", async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const finger = await sit(browser, "finger", phone);
  const pageId = await openTable(finger);
  const { page, context, faults } = finger;
  await cellOf(page, "1").tap();
  await rowGrip(page).waitFor();
  const [from, to] = [await middle(rowGrip(page)), await middle(cellOf(page, "4"))];
  const session = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: from.x, y }] });
  await touch("touchStart", from.y);
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", from.y + (to.y + 12 - from.y) * part);
  await touch("touchEnd", to.y);
  await reaches(
    () => stored(page, pageId),
    TABLE.replace("| 1 | 2 | 3 |\n| 4 | 5 | 6 |", "| 4 | 5 | 6 |\n| 1 | 2 | 3 |"),
  );
  await cellOf(page, "9").tap();
  await columnGrip(page).tap();
  const menu = await page.getByRole("menu", { name: "Column menu" }).boundingBox();
  assert.ok(menu && menu.x >= 0 && menu.x + menu.width <= 390, JSON.stringify(menu));
  await page.getByRole("menuitem", { name: "Delete column" }).tap();
  await reaches(() => stored(page, pageId), "| a | b |\n| - | - |\n| 4 | 5 |\n| 1 | 2 |\n| 7 | 8 |");
  assert.deepEqual(faults, []);
});
