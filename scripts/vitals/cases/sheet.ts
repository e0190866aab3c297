/**
 * Performance of a sheet with a hundred thousand cells, a fifth of them formulas: how much longer it
 * takes to open than an empty one, how soon an edit and its dependents are shown, and how it scrolls.
 */
import type { Page } from "playwright-core";
import { callApi } from "../../../test/e2e/browser.ts";
import { quantile } from "../../runner/quantile.ts";
import { note } from "../bars.ts";
import { onDesktop } from "../workspace.ts";
import { droppedFrames, WATCH_KEYS } from "../writing.ts";

const ROWS = 10_000;
const RUNS = 5;
const EDITS = 20;

/** Ten columns: words, numbers and two formulas. The first cell is the sum of the edited column. */
function hundredThousandCells(): string {
  const lines = [`=SUM(B2:B${ROWS}),b,c,d,e,f,g,h,=MAX(I2:I${ROWS}),=COUNT(J2:J${ROWS})`];
  for (let row = 2; row <= ROWS; row += 1)
    lines.push(
      `item ${row},${row % 97},${row % 13},${row},${row % 7}.5,word,2026-11-${10 + (row % 20)},${row * 3},=B${row}*C${row},=I${row}+D${row}`,
    );
  return lines.join("\n");
}

async function makeSheet(page: Page, driveId: string, content: string): Promise<string> {
  const wanted = { driveId, type: "SHEET", title: "Figures", content };
  return (await callApi<{ id: string }>(page, "POST", "/api/pages", wanted)).body.id;
}

/** Sets `globalThis.octavoGrid` to the time (ms since navigation) at which the grid is shown and its text is live. */
const WATCH_GRID = `addEventListener("DOMContentLoaded", () => {
  const look = () => {
    const isLive = /^(connected|saved|saving)$/.test(document.querySelector(".live")?.dataset.live ?? "");
    if (isLive && document.querySelector("[role=grid] [role=gridcell]")) requestAnimationFrame(() => { globalThis.octavoGrid ??= performance.now(); });
    else requestAnimationFrame(look);
  };
  look();
})`;

async function openSheet(page: Page, id: string): Promise<number> {
  await page.goto(`/pages/${id}`, { waitUntil: "commit" });
  // `waitForFunction` evaluates a string inside the page, which the page's policy forbids.
  for (let waited = 0; waited < 30_000; waited += 50) {
    const there = await page.evaluate<number | null>("globalThis.octavoGrid ?? null");
    if (there !== null) return there;
    await page.waitForTimeout(50);
  }
  throw new Error("The sheet did not open.");
}

async function opening(page: Page, id: string): Promise<number> {
  const times: number[] = [];
  for (let attempt = 0; attempt < RUNS; attempt += 1) times.push(await openSheet(page, id));
  return quantile(times, 0.5);
}

/** From the Enter that commits an entry to the frame that shows the new sum. */
const UNTIL_SUM = `new Promise((resolve) => {
  const sum = () => document.querySelector('[role=row][aria-rowindex="2"] > [role=gridcell][aria-colindex="2"]')?.textContent;
  const before = sum();
  addEventListener("keydown", function listen({ key }) {
    if (key !== "Enter") return;
    removeEventListener("keydown", listen, true);
    const began = performance.now();
    const look = () => {
      if (sum() === before) { requestAnimationFrame(look); return; }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - began);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, true);
})`;

async function edits(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  await page.getByRole("grid", { name: "Cells" }).focus();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  for (let edit = 0; edit < EDITS; edit += 1) {
    const shown = page.evaluate<number>(UNTIL_SUM);
    await page.keyboard.type(String(1_000 + edit * 7), { delay: 30 });
    await page.keyboard.press("Enter");
    times.push(await shown);
    await page.waitForTimeout(100);
  }
  return times;
}

export const run = (): Promise<void> =>
  onDesktop("figures", async (page, driveId) => {
    const [empty, full] = [await makeSheet(page, driveId, ""), await makeSheet(page, driveId, hundredThousandCells())];
    await page.addInitScript(WATCH_GRID);
    const alone = await opening(page, empty);
    note("An empty sheet is there", alone, null);
    note("One of 100,000 cells, later than that", (await opening(page, full)) - alone, 500);
    const shown = await edits(page);
    note("A change is shown with the sum of its column: median", quantile(shown, 0.5), 50);
    note("A change is shown with the sum of its column: p95", quantile(shown, 0.95), null);
    await page.evaluate(WATCH_KEYS);
    await page.keyboard.type("some words that are typed into a cell", { delay: 60 });
    note("Key to paint in a cell, p95", quantile(await page.evaluate<number[]>("globalThis.octavoKeys"), 0.95), 50);
    await page.keyboard.press("Escape");
    note("Frames dropped while scrolling", (await droppedFrames(page, 800)) * 100, 5, "%");
  });
