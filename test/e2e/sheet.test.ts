/** A SHEET page: cells over its live text, edited by two people and a tool at once, by keys alone, and read by a viewer. */
// Covers: src/web/client/sheet
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser, makePage } from "./browser.ts";
import { makeTool, reaches, type Seat, share, sit, stored } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

/** A browser global, for functions that run in the page. */
declare const getComputedStyle: (element: unknown) => { readonly textAlign: string };

let browser: Browser;
let ann: Seat;
let bob: Seat;

const TEXT = "item,price\npears,3\nplums,4\n,=SUM(B2:B3)";

async function makeSheet(content = TEXT): Promise<string> {
  return makePage(ann.page, { type: "SHEET", title: "Prices", content });
}

const grid = (page: Page) => page.getByRole("grid", { name: "Cells" });

async function openSheet({ page }: Seat, pageId: string): Promise<void> {
  await page.goto(`/pages/${pageId}`);
  await grid(page).waitFor();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
}

/** A cell by its name, such as `B4`. */
const cell = (page: Page, name: string) => {
  const [column, row] = [name.charCodeAt(0) - 63, Number(name.slice(1)) + 1];
  return page.locator(`[role=row][aria-rowindex="${row}"] > [role=gridcell][aria-colindex="${column}"]`);
};

const reads = (page: Page, name: string, expected: string): Promise<void> =>
  reaches(async () => cell(page, name).textContent(), expected);

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

test("edits cells, shows formula values and undoes the last edit with the keyboard only", async () => {
  const { page } = ann;
  const pageId = await makeSheet();
  await openSheet(ann, pageId);
  await grid(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await reads(page, "B4", "9");
  await page.keyboard.press("F2");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("6");
  await page.keyboard.press("Tab");
  await page.keyboard.type("=B2*B3");
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), "item,price\npears,5\nplums,6,=B2*B3\n,=SUM(B2:B3)");
  await reads(page, "C3", "30");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await reaches(() => stored(page, pageId), "item,price\npears,5\nplums,4\n,=SUM(B2:B3)");
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ControlOrMeta+a");
  await page.getByText("Sum 18 · Average 6 · Count 7").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual(ann.faults, []);
});

test("shows a difference of prices with their decimals, and right-aligns numbers and errors", async () => {
  const { page } = ann;
  const pageId = await makeSheet("item,list,now,paid\npears,,1000.10,995.45\nplums,,$26.95,$22.30\nfigs,,x,1");
  await openSheet(ann, pageId);
  for (const row of [2, 3, 4]) {
    await cell(page, `E${row}`).click();
    await page.keyboard.type(`=D${row}-C${row}`);
    await page.keyboard.press("Enter");
  }
  await reads(page, "E2", "-4.65");
  await reads(page, "E3", "-$4.65");
  await reads(page, "E4", "#VALUE!");
  for (const name of ["D2", "E2", "E3", "E4"]) {
    assert.equal(await cell(page, name).evaluate((dom) => getComputedStyle(dom).textAlign), "end", name);
  }
  await reaches(
    () => stored(page, pageId),
    "item,list,now,paid\npears,,1000.10,995.45,=D2-C2\nplums,,$26.95,$22.30,=D3-C3\nfigs,,x,1,=D4-C4",
  );
  await page.reload();
  await reads(page, "E2", "-4.65");
  assert.deepEqual(ann.faults, []);
});

test("inserts a cell reference on click, and adjusts formulas when rows are added", async () => {
  const { page } = ann;
  const pageId = await makeSheet();
  await openSheet(ann, pageId);
  await cell(page, "C2").click();
  await page.keyboard.type("=2*");
  await cell(page, "B2").click();
  await page.keyboard.press("Enter");
  await reads(page, "C2", "6");
  await cell(page, "A3").click();
  await page.getByRole("button", { name: "Rows and columns" }).click();
  await page.getByRole("button", { name: "Insert row above" }).click();
  await reaches(() => stored(page, pageId), "item,price\npears,3,=2*B2\n\nplums,4\n,=SUM(B2:B4)");
  assert.deepEqual(ann.faults, []);
});

test("fills cells with the fill handle, down, across and to the end of the neighboring data", nightly, async () => {
  const { page } = ann;
  const pageId = await makeSheet("day,n,double\n2026-01-30,1,=B2*2\n,2,\n,3,\n,4,");
  await openSheet(ann, pageId);
  const handle = page.locator(".sheet-handle");
  const isAtCornerOf = async (name: string): Promise<boolean> => {
    const [small, large] = [await handle.boundingBox(), await cell(page, name).boundingBox()];
    if (!small || !large) return false;
    return Math.hypot(small.x - large.x - large.width, small.y - large.y - large.height) < 12;
  };
  const drag = async (last: string, name: string): Promise<void> => {
    // The handle follows the selection in the next frame.
    await reaches(() => isAtCornerOf(last), true);
    const [from, to] = [await handle.boundingBox(), await cell(page, name).boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + 4, from.y + 4);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 10, { steps: 4 });
    await page.locator(".sheet-filling").waitFor();
    await page.mouse.up();
  };
  await cell(page, "A2").click();
  await drag("A2", "A4");
  await reads(page, "A4", "2026-02-01");
  await cell(page, "C2").click();
  await handle.dblclick();
  await reaches(
    () => stored(page, pageId),
    "day,n,double\n2026-01-30,1,=B2*2\n2026-01-31,2,=B3*2\n2026-02-01,3,=B4*2\n,4,=B5*2",
  );
  await cell(page, "B4").click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.locator(".sheet-selected").waitFor();
  await drag("B5", "B7");
  await reads(page, "B7", "6");
  await page.keyboard.press("ControlOrMeta+z");
  await reads(page, "B6", "");
  await cell(page, "A4").click();
  for (let row = 4; row < 6; row += 1) await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("button", { name: "Rows and columns" }).click();
  await page.getByRole("button", { name: "Continue series" }).click();
  await reads(page, "A6", "2026-02-03");
  assert.deepEqual(ann.faults, []);
});

test("suggests matching functions, and keeps a formula as typed if none is chosen", nightly, async () => {
  const { page } = ann;
  const pageId = await makeSheet();
  await openSheet(ann, pageId);
  await cell(page, "C2").click();
  await page.keyboard.type("=su");
  const offered = page.getByRole("listbox", { name: "Functions" }).getByRole("option");
  assert.equal(await offered.first().textContent(), "SUBSTITUTE");
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.type("m");
  await page.keyboard.press("Tab");
  await page.keyboard.type("B2:B3)");
  await page.keyboard.press("Enter");
  await reads(page, "C2", "7");
  await page.keyboard.type("=pro");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("B2,2)");
  await page.keyboard.press("Enter");
  await reads(page, "C3", "6");
  await page.keyboard.type("=tru");
  await page.keyboard.press("Escape");
  await offered.first().waitFor({ state: "hidden" });
  await page.keyboard.type("e()");
  await page.keyboard.press("Enter");
  await reads(page, "C4", "TRUE");
  await page.keyboard.type('="su');
  assert.equal(await offered.count(), 0);
  await page.keyboard.press("Escape");
  assert.deepEqual(ann.faults, []);
});

test("finds words in cells, as displayed and as typed, and replaces them", nightly, async () => {
  const { page } = ann;
  const pageId = await makeSheet("Pear,3\nplum (ripe),4\nPEARS,=LOWER(A1)");
  await openSheet(ann, pageId);
  await cell(page, "B1").click();
  await page.keyboard.press("ControlOrMeta+f");
  const bar = page.getByRole("search", { name: "Find in this page" });
  await bar.getByLabel("Find", { exact: true }).fill("pear");
  await bar.getByText("2 of 3").waitFor();
  assert.equal(await page.locator(".is-found").count(), 3);
  await page.keyboard.press("Enter");
  await bar.getByText("3 of 3").waitFor();
  await page.keyboard.press("Enter");
  await bar.getByText("1 of 3").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await bar.getByLabel("Replace with").fill("apple $&");
  await bar.getByRole("button", { name: "Replace", exact: true }).click();
  await bar.getByRole("button", { name: "Replace all" }).click();
  await reaches(() => stored(page, pageId), "apple $&,3\nplum (ripe),4\napple $&S,=LOWER(A1)");
  await bar.getByLabel("Find", { exact: true }).fill("(ripe)");
  await bar.getByText("1 of 1").waitFor();
  await bar.getByLabel("Find", { exact: true }).fill("nowhere");
  await bar.getByText("No matches").waitFor();
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "hidden" });
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await reads(page, "A2", "6");
  assert.deepEqual(ann.faults, []);
});

test(
  "keeps frozen rows and columns visible, also after a reload, and maps clicks to the displayed cell",
  nightly,
  async () => {
    const { page } = ann;
    const rows = Array.from({ length: 300 }, (_, row) => `name ${row},${row}${",x".repeat(30)}`);
    const pageId = await makeSheet(`who,n\n${rows.join("\n")}`);
    await openSheet(ann, pageId);
    const tool = async (name: string): Promise<void> => {
      await page.getByRole("button", { name: "Rows and columns" }).click();
      await page.getByRole("button", { name, exact: true }).click();
    };
    await cell(page, "B2").click();
    await tool("Freeze rows above and columns to the left");
    await page.keyboard.press("ControlOrMeta+End");
    /** The text shown at the centre of a cell. */
    const seenAt = async (name: string): Promise<string | undefined> => {
      const box = await cell(page, name).boundingBox();
      if (!box) return undefined;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      return page.evaluate<string | undefined>(`document.elementFromPoint(${x}, ${y})?.textContent`);
    };
    await cell(page, "A301").waitFor();
    assert.deepEqual([await seenAt("A1"), await seenAt("A301")], ["who", "name 299"]);
    await cell(page, "A1").click();
    await reaches(() => page.locator("input.sheet-name").inputValue(), "A1");
    await page.keyboard.type("whom");
    await page.keyboard.press("Enter");
    await reads(page, "A1", "whom");
    await page.reload();
    await grid(page).waitFor();
    await page.evaluate(`document.querySelector(".sheet-grid").scrollTo(400, 4000)`);
    // The scroll is drawn in the next frame.
    await reaches(() => seenAt("A1"), "whom");
    assert.deepEqual(await violationsIn(page), []);
    await cell(page, "A1").click();
    await tool("Unfreeze");
    await reaches(async () => String(await page.locator(".is-frozen").count()), "0");
    assert.deepEqual(ann.faults, []);
  },
);

test("moves rows and columns with the keyboard and adjusts the formulas that reference them", async () => {
  const { page } = ann;
  const pageId = await makeSheet();
  await openSheet(ann, pageId);
  await cell(page, "A2").click();
  await page.keyboard.press("Alt+ArrowDown");
  await reaches(() => stored(page, pageId), "item,price\nplums,4\npears,3\n,=SUM(B2:B3)");
  await page.keyboard.press("Alt+ArrowRight");
  await reaches(() => stored(page, pageId), "price,item\n4,plums\n3,pears\n=SUM(A2:A3),");
  await reads(page, "A4", "7");
  await page.keyboard.press("ControlOrMeta+z");
  await reaches(() => stored(page, pageId), "item,price\nplums,4\npears,3\n,=SUM(B2:B3)");
  await page.getByRole("button", { name: "Rows and columns" }).click();
  // The selection followed its cells back to the first column.
  await page.getByRole("button", { name: "Move columns right" }).click();
  await reaches(() => stored(page, pageId), "price,item\n4,plums\n3,pears\n=SUM(A2:A3),");
  assert.deepEqual(ann.faults, []);
});

test("pastes cells from another spreadsheet and adjusts copied formulas", nightly, async () => {
  const { page } = ann;
  const pageId = await makeSheet("1,2\n=A1*10");
  await openSheet(ann, pageId);
  await cell(page, "A2").click();
  await page.keyboard.press("ControlOrMeta+c");
  await cell(page, "B2").click();
  await page.keyboard.press("ControlOrMeta+v");
  await reaches(() => stored(page, pageId), "1,2\n=A1*10,=B1*10");
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
    "text/html": new Blob(["<table><tr><td>Müller, A</td><td>1,5</td></tr><tr><td>x</td><td>2</td></tr></table>"], { type: "text/html" }),
  })])`);
  await cell(page, "A3").click();
  await page.keyboard.press("ControlOrMeta+v");
  await reaches(() => stored(page, pageId), '1,2\n=A1*10,=B1*10\n"Müller, A","1,5"\nx,2');
  assert.deepEqual(ann.faults, []);
});

test("merges concurrent edits of a sheet by two users and a tool", async () => {
  const pageId = await makeSheet();
  await share(ann, bob, pageId, true);
  const tool = await makeTool(ann, "Counter");
  for (const seat of [ann, bob]) await openSheet(seat, pageId);
  await cell(ann.page, "A2").click();
  await ann.page.keyboard.type("green pe");
  await cell(bob.page, "B2").click();
  await bob.page.locator(".sheet-outline", { hasText: "ann" }).waitFor();
  await bob.page.keyboard.type("8");
  await tool({ pageId, operation: "insert", startLine: 1, content: "fruit,2026" });
  await reads(ann.page, "A1", "fruit");
  await bob.page.keyboard.press("Enter");
  await ann.page.keyboard.type("ars");
  await ann.page.keyboard.press("Enter");
  const all = "fruit,2026\nitem,price\ngreen pears,8\nplums,4\n,=SUM(B2:B3)";
  await reaches(() => stored(ann.page, pageId), all);
  for (const { page } of [ann, bob]) await reads(page, "A3", "green pears");
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});

test("shows the cells and live changes to a user without edit access", async () => {
  const pageId = await makeSheet();
  await share(ann, bob, pageId, false);
  const { page } = bob;
  await page.goto(`/pages/${pageId}`);
  await grid(page).waitFor();
  await reads(page, "B4", "7");
  await cell(page, "B2").click();
  await page.keyboard.type("9");
  assert.equal(await page.getByRole("textbox", { name: "Cell B2" }).count(), 0);
  await callApi(ann.page, "PATCH", `/api/pages/${pageId}`, { content: TEXT.replace("3", "30"), baseRevision: 1 });
  await reads(page, "B4", "34");
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual(bob.faults, []);
});
