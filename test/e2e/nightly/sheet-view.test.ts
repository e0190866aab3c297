/** The view of a sheet: a personal filter, which never changes hidden rows, and shared formats, widths and frozen panes. */
// Covers: src/web/client/sheet
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { startBrowser, makePage } from "../browser.ts";
import { makeTool, reaches, type Seat, share, sit, stored } from "../live-page.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;
let pageId: string;

const TEXT = "item,n\npears,1\nplums,2\npears,3\nfigs,4\n=A2,=SUM(B2:B5)";

const grid = (page: Page) => page.getByRole("grid", { name: "Cells" });
const cell = (page: Page, name: string) => {
  const [column, row] = [name.charCodeAt(0) - 63, Number(name.slice(1)) + 1];
  return page.locator(`[role=row][aria-rowindex="${row}"] > [role=gridcell][aria-colindex="${column}"]`);
};
const reads = (page: Page, name: string, expected: string): Promise<void> =>
  reaches(async () => cell(page, name).textContent(), expected);
const holds = (expected: string): Promise<void> => reaches(() => stored(ann.page, pageId), expected);

async function open({ page }: Seat): Promise<void> {
  await page.goto(`/pages/${pageId}`);
  await grid(page).waitFor();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
}

async function choose(page: Page, menu: string, name: string): Promise<void> {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("button", { name, exact: true }).click();
}

/** The numbers of the first rows that are drawn. */
const rowsOf = async (page: Page): Promise<string> =>
  (await page.getByRole("rowheader").allTextContents())
    .map(Number)
    .toSorted((a, b) => a - b)
    .slice(0, 6)
    .join(" ");

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
  pageId = await makePage(ann.page, { type: "SHEET", title: "Fruit", content: TEXT });
  await share(ann, bob, pageId, true);
  for (const seat of [ann, bob]) await open(seat);
});

after(async () => {
  await browser.close();
});

test("filters rows for one user only, with the keyboard, and leaves hidden rows unchanged", async () => {
  const { page } = ann;
  await cell(page, "A2").click();
  await page.keyboard.press("ControlOrMeta+Shift+l");
  const panel = page.getByRole("dialog", { name: "Filter by item" });
  await panel.waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await panel.getByLabel("Show rows where the cell").selectOption("Contains");
  await panel.getByLabel("Text, number or date").fill("PEAR");
  await page.keyboard.press("Enter");
  await page.getByText("3 of 5 rows").waitFor();
  await reaches(() => rowsOf(page), "1 2 4 6 7 8");
  assert.equal(await page.locator("[aria-rowindex='5']").count(), 1);
  assert.equal(await rowsOf(bob.page), "1 2 3 4 5 6");
  assert.deepEqual(await violationsIn(page), []);
  // Bob's selection is not drawn in a hidden row.
  await cell(bob.page, "A3").click();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("Sum 4 · Average 2 · Count 2").waitFor();
  assert.equal(await page.locator(".sheet-outline").count(), 0);
  await page.keyboard.press("ControlOrMeta+c");
  assert.equal(await page.evaluate<string>("navigator.clipboard.readText()"), "1\n3");
  await page.keyboard.press("Delete");
  await holds("item,n\npears,\nplums,2\npears,\nfigs,4\n=A2,=SUM(B2:B5)");
  await page.keyboard.press("ControlOrMeta+z");
  await holds(TEXT);
  // New rows that match are shown, and sorting does not move hidden rows.
  await cell(bob.page, "A3").click();
  await bob.page.keyboard.type("pear tree");
  await bob.page.keyboard.press("Enter");
  await reads(page, "A3", "pear tree");
  await page.getByText("4 of 5 rows").waitFor();
  await bob.page.keyboard.press("ControlOrMeta+z");
  await page.getByText("3 of 5 rows").waitFor();
  await page.reload();
  await page.getByText("3 of 5 rows").waitFor();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await cell(page, "A2").click();
  await page.keyboard.press("Shift+ArrowDown");
  await choose(page, "Rows and columns", "Delete rows");
  await holds("item,n\nplums,2\nfigs,4\n=#REF!,=SUM(B2:B3)");
  await page.keyboard.press("ControlOrMeta+z");
  await holds(TEXT);
  await page.getByRole("button", { name: "Show all rows" }).click();
  await reaches(() => rowsOf(page), "1 2 3 4 5 6");
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});

test("shares formats, widths and frozen panes in the text's last line, and tools write above it", async () => {
  const { page } = ann;
  const tool = await makeTool(ann, "Counter");
  await page.locator("[role=columnheader][aria-colindex='3']").click({ position: { x: 20, y: 10 } });
  await choose(page, "Format", "Currency (€)");
  await reads(bob.page, "B2", "€1.00");
  await reads(page, "B6", "€10.00");
  await choose(page, "Format", "Fewer decimal places");
  await reads(bob.page, "B2", "€1.0");
  await cell(bob.page, "A2").click();
  await choose(bob.page, "Rows and columns", "Insert column left");
  await choose(bob.page, "Rows and columns", "Freeze rows above and columns to the left");
  await holds(
    "item,n\npears,1\nplums,2\npears,3\nfigs,4\n=A2,=SUM(B2:B5)"
      .replaceAll(/^/gm, ",")
      .replace("A2", "B2")
      .replace("B2:B5", "C2:C5") + "\n#octavo-sheet format:C:C:currency.EUR.1 freeze:1x0",
  );
  await tool({ pageId, operation: "insert", startLine: 1, content: ",fruit,2026" });
  await reads(page, "C1", "€2,026.0");
  // Undo only reverts the user's own edits.
  await bob.page.keyboard.press("ControlOrMeta+z");
  await bob.page.keyboard.press("ControlOrMeta+z");
  await holds(
    ",fruit,2026\nitem,n\npears,1\nplums,2\npears,3\nfigs,4\n=A2,=SUM(B2:B5)\n#octavo-sheet format:B:B:currency.EUR.1",
  );
  await cell(page, "B8").click();
  await page.keyboard.type("2026-12-01");
  await page.keyboard.press("Enter");
  await reads(page, "B8", "2026-12-01");
  await holds(
    ",fruit,2026\nitem,n\npears,1\nplums,2\npears,3\nfigs,4\n=A2,=SUM(B2:B5)\n,2026-12-01\n#octavo-sheet format:B:B:currency.EUR.1",
  );
  await cell(page, "B3").click();
  await page.keyboard.press("ControlOrMeta+c");
  assert.equal(await page.evaluate<string>("navigator.clipboard.readText()"), "€1.0");
  const print = await (await page.context().request.get(`/pages/${pageId}`)).text();
  assert.ok(print.includes("€1.0"));
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});

test("stores the widths and frozen panes of a user with view access in their browser", async () => {
  const rita = await sit(browser, "rita");
  await share(ann, rita, pageId, false);
  const { page } = rita;
  const text = await stored(ann.page, pageId);
  await page.goto(`/pages/${pageId}`);
  await cell(page, "B3").click();
  await choose(page, "Rows and columns", "Freeze rows above and columns to the left");
  const grip = page.locator("[data-grip='0']");
  const widthOf = async () => (await page.locator("[role=columnheader][aria-colindex='2']").boundingBox())?.width ?? 0;
  const width = await widthOf();
  const { x = 0, y = 0 } = (await grip.boundingBox()) ?? {};
  await page.mouse.move(x + 2, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + 62, y + 5);
  await page.mouse.up();
  await reaches(widthOf, width + 60);
  await page.reload();
  await page.locator(".sheet-cell.is-last-frozen").first().waitFor();
  await reaches(widthOf, width + 60);
  assert.equal(await page.locator(".sheet-frozen > [role=row]").count(), 2);
  // No one else sees it, and it can be reverted.
  assert.equal(await stored(ann.page, pageId), text);
  assert.equal(await ann.page.locator(".sheet-cell.is-last-frozen").count(), 0);
  await choose(page, "Rows and columns", "Unfreeze");
  await page.locator(".is-last-frozen").first().waitFor({ state: "detached" });
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual(rita.faults, []);
});

test("colors the references of an edited formula like the cells that they name", async () => {
  const { page } = ann;
  await cell(page, "D2").click();
  await page.keyboard.type("=B3+SUM(B4:B5)+b3");
  // Bob's cell is outlined as well, with his name.
  await page.locator(".sheet-outline:not(:has(span))").nth(2).waitFor({ state: "attached" });
  const coloursOf = (selector: string): Promise<string> =>
    page.evaluate<string>(
      `[...document.querySelectorAll("${selector}")].map((each) => each.style.getPropertyValue("--peer")).join()`,
    );
  const outlines = await coloursOf(".sheet-outline:not(:has(span))");
  await reaches(() => coloursOf(".sheet-bar b"), outlines);
  await reaches(() => coloursOf(".sheet-space b"), outlines);
  const [first, second, third] = outlines.split(",");
  assert.ok(first !== second && first === third, outlines);
  assert.equal(await page.locator(".sheet-letters").first().innerText(), "=B3+SUM(B4:B5)+b3");
  const [letters, field] = [
    await page.locator(".sheet-space .sheet-letters").boundingBox(),
    await page.locator(".sheet-input").boundingBox(),
  ];
  assert.deepEqual(letters, field);
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".sheet-letters:visible").count(), 0);
  assert.deepEqual(ann.faults, []);
});
