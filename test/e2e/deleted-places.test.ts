/** Typing while others delete and move rows: the text moves with its row or is offered again, and enters no other cell. */
// Covers: src/web/client/live, src/web/client/sheet, src/web/client/tasks, src/web/client/editor/tables
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { startBrowser, makePage } from "./browser.ts";
import { enterCell, makeTool, reaches, type Seat, share, sit, stored } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;

const SHEET = "item,price\npears,3\nplums,4\nfigs,5";
const TABLE = "| item | price |\n| --- | --- |\n| pears | 3 |\n| plums | 4 |\n| figs | 5 |\n\nBelow";

async function make(type: string, content: string): Promise<string> {
  const pageId = await makePage(ann.page, { driveId: ann.driveId, type, title: "Prices", content });
  await share(ann, bob, pageId, true);
  return pageId;
}

async function open({ page }: Seat, pageId: string): Promise<Page> {
  await page.goto(`/pages/${pageId}`);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  return page;
}

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] > [role=gridcell][aria-colindex="${column + 1}"]`);
const offer = (page: Page) => page.locator(".lost-text");
const field = (page: Page) => offer(page).getByRole("textbox", { name: "Your text" });

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

test("closes the open cell when a tool deletes its row, and offers the typed text", async () => {
  const pageId = await make("SHEET", SHEET);
  const page = await open(ann, pageId);
  const tool = await makeTool(ann, "Counter");
  await cell(page, 3, 1).click();
  await page.keyboard.type("green");
  await tool({ pageId, operation: "delete", startLine: 3, endLine: 3 });
  await offer(page).waitFor();
  assert.equal(await field(page).inputValue(), "green");
  // Later keys go to the offered text, not to a cell.
  await page.keyboard.type(" plums");
  assert.equal(await field(page).inputValue(), "green plums");
  assert.deepEqual(await violationsIn(page), []);
  assert.equal(await stored(page, pageId), "item,price\npears,3\nfigs,5");
  await cell(page, 4, 1).click();
  await offer(page).getByRole("button", { name: "Insert in the selected cell" }).click();
  await reaches(() => stored(page, pageId), "item,price\npears,3\nfigs,5\ngreen plums");
  assert.equal(await offer(page).count(), 0);
  assert.deepEqual(ann.faults, []);
});

test("leaves the neighboring cells unchanged when another user deletes the open cell's row or column", async () => {
  const pageId = await make("SHEET", SHEET);
  const page = await open(ann, pageId);
  const other = await open(bob, pageId);
  await cell(page, 2, 2).click();
  await page.keyboard.type("33");
  await cell(other, 2, 2).click();
  const delete_ = async (name: string): Promise<void> => {
    await other.getByRole("button", { name: "Rows and columns" }).click();
    await other.getByText(name, { exact: true }).click();
  };
  await delete_("Delete columns");
  await offer(page).waitFor();
  assert.equal(await field(page).inputValue(), "33");
  await offer(page).getByRole("button", { name: "Discard" }).click();
  await reaches(() => stored(page, pageId), "item\npears\nplums\nfigs");
  await cell(page, 3, 1).click();
  await page.keyboard.type("sweet");
  await cell(other, 2, 1).click();
  await delete_("Delete rows");
  await reaches(async () => cell(page, 2, 1).textContent(), "plums");
  await page.keyboard.type(" plums");
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), "item\nsweet plums\nfigs");
  assert.equal(await offer(page).count(), 0);
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});

test("moves the open cell with its row when other users sort and move rows", async () => {
  const pageId = await make("SHEET", SHEET);
  const page = await open(ann, pageId);
  const tool = await makeTool(ann, "Sorter");
  await cell(page, 4, 2).click();
  await page.keyboard.type("55");
  await tool({ pageId, operation: "replace", startLine: 2, endLine: 4, content: "figs,5\npears,3\nplums,4" });
  await reaches(async () => cell(page, 2, 1).textContent(), "figs");
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), "item,price\nfigs,55\npears,3\nplums,4");
  assert.deepEqual(ann.faults, []);
});

test("leaves the neighboring cells unchanged when a tool deletes the row of an open table cell", async () => {
  const pageId = await make("DOCUMENT", TABLE);
  const page = await open(ann, pageId);
  const tool = await makeTool(ann, "Counter");
  await enterCell(page, "plums");
  await page.keyboard.type(" and more");
  await reaches(() => stored(page, pageId), TABLE.replace("plums", "plums and more"));
  await tool({ pageId, operation: "delete", startLine: 4, endLine: 4 });
  await offer(page).waitFor();
  await page.keyboard.type("!");
  assert.equal(await field(page).inputValue(), "plums and more!");
  const left = TABLE.replace("| plums | 4 |\n", "");
  await reaches(() => stored(page, pageId), left);
  await page.getByText("Below", { exact: true }).click();
  await page.keyboard.press("End");
  await offer(page).getByRole("button", { name: "Insert at the cursor" }).click();
  await reaches(() => stored(page, pageId), `${left}plums and more!`);
  assert.deepEqual(ann.faults, []);
});

test("moves an open table cell with its row, and offers no text if the cell was not edited", async () => {
  const pageId = await make("DOCUMENT", TABLE);
  const page = await open(ann, pageId);
  const tool = await makeTool(ann, "Counter");
  await enterCell(page, "figs");
  await page.keyboard.type(" a");
  const typed = TABLE.replace("figs", "figs a");
  await reaches(() => stored(page, pageId), typed);
  const [figs, pears, plums] = ["| figs a | 5 |", "| pears | 3 |", "| plums | 4 |"];
  await tool({ pageId, operation: "replace", startLine: 3, endLine: 5, content: `${figs}\n${pears}\n${plums}` });
  await reaches(async () => page.locator(".md-tw tr").nth(1).locator("td").first().innerText(), "figs a");
  await page.keyboard.type("b");
  const sorted = `| item | price |\n| --- | --- |\n${figs}\n${pears}\n${plums}\n\nBelow`;
  await reaches(() => stored(page, pageId), sorted.replace("figs a", "figs ab"));
  await enterCell(page, "pears");
  await tool({ pageId, operation: "delete", startLine: 4, endLine: 4 });
  await page.getByText("The cell you were in was deleted.").waitFor();
  await page.keyboard.type("lost");
  assert.equal(await offer(page).count(), 0);
  await reaches(() => stored(page, pageId), sorted.replace("figs a", "figs ab").replace(`${pears}\n`, ""));
  assert.deepEqual(ann.faults, []);
});

test("offers the text of a task that is deleted during editing, and changes no other task", async () => {
  const tool = await makeTool(ann, "Planner");
  // F2 edits the text in the list, Enter opens the details.
  for (const key of ["F2", "Enter"]) {
    const pageId = await make("TASK_LIST", "- [ ] one\n- [ ] two\n- [ ] three");
    const page = await open(ann, pageId);
    await page.getByRole("checkbox", { name: "two", exact: true }).focus();
    await page.keyboard.press(key);
    await page.locator(".task-input:focus, .task-detail textarea:focus").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" more");
    await tool({ pageId, operation: "delete", startLine: 2, endLine: 2 });
    await offer(page).waitFor();
    assert.equal(await field(page).inputValue(), "two more");
    await offer(page).getByRole("button", { name: "Add as a task" }).click();
    await reaches(() => stored(page, pageId), "- [ ] one\n- [ ] three\n- [ ] two more");
  }
  assert.deepEqual(ann.faults, []);
});

test("offers the text of a cell whose row was deleted while offline, and leaves the next row unchanged", async () => {
  const pageId = await make("SHEET", SHEET);
  const page = await open(ann, pageId);
  const tool = await makeTool(ann, "Counter");
  await cell(page, 3, 1).click();
  await ann.context.setOffline(true);
  await page.keyboard.type("green and yellow plums");
  await page.keyboard.press("Enter");
  await tool({ pageId, operation: "delete", startLine: 3, endLine: 3 });
  await ann.context.setOffline(false);
  await offer(page).waitFor();
  assert.equal(await field(page).inputValue(), "green and yellow plums");
  await reaches(() => stored(page, pageId), "item,price\npears,3\nfigs,5");
  ann.faults.splice(0);
});
