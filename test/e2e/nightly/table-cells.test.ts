/** Selected table cells in a document: copied as cells, cleared, and filled from the clipboard. */
// Covers: src/web/client/editor/tables
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser } from "../browser.ts";
import { makeDocument, openLive, reaches, type Seat, sit, stored } from "../live-page.ts";

const TABLE = "| a | b | c |\n| - | - | - |\n| 1 | **2** | 3 |\n| 4 |  | 6<br>7 |\n\nend";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "cells");
});

after(async () => {
  await browser.close();
});

const cell = (page: Page, row: number, column: number) =>
  row === 0
    ? page.locator(".md-tw th").nth(column)
    : page
        .locator(".md-tw tbody tr")
        .nth(row - 1)
        .locator("td")
        .nth(column);

async function open(text: string): Promise<string> {
  const id = await makeDocument(ann, null, text);
  await openLive(ann, id);
  await ann.page.locator(".ed-grip").waitFor({ state: "attached" });
  return id;
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const [start, end] = [await cell(page, ...from).boundingBox(), await cell(page, ...to).boundingBox()];
  if (!start || !end) throw new Error("The cell or text is not visible.");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
}

const onClipboard = (page: Page, type: string): Promise<string> =>
  page.evaluate<string>(
    `navigator.clipboard.read().then(([item]) => item.getType(${JSON.stringify(type)})).then((blob) => blob.text())`,
  );

test("copies a pointer selection of cells as cells, and pastes it into selected cells", async () => {
  const { page, faults } = ann;
  const id = await open(TABLE);
  await drag(page, [1, 1], [2, 2]);
  const picked = page.locator(".ed-table-picked");
  const [shown, from, to] = [
    await picked.boundingBox(),
    await cell(page, 1, 1).boundingBox(),
    await cell(page, 2, 2).boundingBox(),
  ];
  assert.ok(shown && from && to);
  assert.deepEqual(
    [shown.x, shown.y, shown.x + shown.width, shown.y + shown.height].map(Math.round),
    [from.x, from.y, to.x + to.width, to.y + to.height].map(Math.round),
  );
  await page.keyboard.press("Control+c");
  assert.equal(await onClipboard(page, "text/plain"), '2\t3\n\t"6\n7"');
  const html = await onClipboard(page, "text/html");
  assert.match(html, /<tr><td><strong>2<\/strong><\/td><td>3<\/td><\/tr><tr><td><\/td><td>6<br\/?>7<\/td><\/tr>/);
  // The cells are still selected, so Delete clears them.
  await page.keyboard.press("Delete");
  await reaches(() => stored(page, id), "| a | b | c |\n| - | - | - |\n| 1 |  |  |\n| 4 |  |  |\n\nend");
  await page.keyboard.press("Control+z");
  await reaches(() => stored(page, id), TABLE);
  await cell(page, 2, 0).click();
  await page.keyboard.press("Control+v");
  await reaches(
    () => stored(page, id),
    "| a | b | c |\n| - | - | - |\n| 1 | **2** | 3 |\n| **2** | 3 | 6<br>7 |\n|  | 6<br>7 |  |\n\nend",
  );
  await page.getByText("end", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+v");
  await reaches(
    async () => (await stored(page, id)).split("end")[1]?.trim(),
    "| **2** | 3 |\n| --- | --- |\n|  | 6<br>7 |",
  );
  assert.deepEqual(faults.splice(0), []);
});

test("extends a cell selection with the keyboard, cuts it, and fills it with pasted text", async () => {
  const { page, faults } = ann;
  const id = await open(TABLE);
  await cell(page, 1, 0).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Control+x");
  await reaches(() => stored(page, id), "| a | b | c |\n| - | - | - |\n|  |  | 3 |\n|  |  | 6<br>7 |\n\nend");
  assert.equal(await onClipboard(page, "text/plain"), "1\t2\n4\t");
  await page.evaluate(`navigator.clipboard.writeText("x")`);
  await page.keyboard.press("Control+v");
  await reaches(() => stored(page, id), "| a | b | c |\n| - | - | - |\n| x | x | 3 |\n| x | x | 6<br>7 |\n\nend");
  await page.keyboard.press("Escape");
  await page.keyboard.type("y");
  await reaches(() => stored(page, id), "| a | b | c |\n| - | - | - |\n| xy | x | 3 |\n| x | x | 6<br>7 |\n\nend");
  assert.deepEqual(faults.splice(0), []);
});

test("selects the cell, the table and then the text with Mod-A, and copies a row selected by its handle", async () => {
  const { page, faults } = ann;
  await open(TABLE);
  await cell(page, 1, 0).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  assert.equal(await onClipboard(page, "text/plain"), 'a\tb\tc\n1\t2\t3\n4\t\t"6\n7"');
  assert.match(await onClipboard(page, "text/html"), /<th>a<\/th>/);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  assert.equal(await onClipboard(page, "text/plain"), TABLE);
  await cell(page, 1, 0).click();
  await page.getByRole("button", { name: "Row menu" }).click();
  await page.getByRole("menu", { name: "Row menu" }).waitFor();
  await page.keyboard.press("Control+c");
  assert.equal(await onClipboard(page, "text/plain"), "1\t2\t3");
  assert.deepEqual(faults.splice(0), []);
});

test("ends the editing of a cell when the user clicks beside the text", async () => {
  const { page, faults } = ann;
  await open(TABLE);
  await cell(page, 1, 1).click();
  await page.locator(".md-tw td[data-active]").waitFor();
  const box = await page.locator(".doc").boundingBox();
  if (!box) throw new Error("The cell or text is not visible.");
  await page.mouse.click(box.x + box.width + 5, box.y + 5);
  await page.locator(".md-tw td[data-active]").waitFor({ state: "detached" });
  assert.equal(await cell(page, 1, 1).locator("strong").textContent(), "2");
  assert.deepEqual(faults, []);
});

test("continues editing a cell that is clicked while its row menu is open", async () => {
  const { page, faults } = ann;
  const id = await open(TABLE);
  await cell(page, 1, 0).click();
  await page.getByRole("button", { name: "Row menu" }).click();
  await page.getByRole("menu").waitFor();
  await cell(page, 1, 0).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await reaches(() => stored(page, id), TABLE.replace("| 1 |", "| 1x |"));
  assert.deepEqual(faults, []);
});
