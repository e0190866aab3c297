/**
 * Performance of a drive with twenty thousand pages: how soon the tree is shown, how it scrolls,
 * and how soon the palette responds to a key.
 */
import type { Page } from "playwright-core";
import { callApi } from "../../../test/e2e/browser.ts";
import { quantile } from "../../runner/quantile.ts";
import { note } from "../bars.ts";
import { install, load } from "../probe.ts";
import { onDesktop } from "../workspace.ts";
import { droppedFrames, WATCH_KEYS } from "../writing.ts";

const SECTIONS = 30;
/** Maximum pages per call, where a page can have at most five thousand children. */
const BATCH = 499;
const WIDE_BATCHES = 10;
/** Ten words, typed a letter at a time. */
const TYPED = "section 17 page meeting notes 42 garden plan of april";

const WORDS = ["Meeting notes", "Plan of the garden", "Letters to April", "Figures", "Ideas", "Prices", "Journal"];
const titleOf = (section: number, at: number): string => `${WORDS[at % WORDS.length] ?? ""} ${section}.${at}`;

type Made = { readonly createdPages: readonly { readonly id: string }[] };

async function fill(page: Page, driveId: string): Promise<{ wide: string; deep: string }> {
  const make = async (structure: unknown, parentId: string | null = null): Promise<readonly { id: string }[]> => {
    const wanted = { driveId, parentId, structure };
    const { status, body } = await callApi<Made>(page, "POST", "/api/pages/bulk/create-structure", wanted);
    if (status !== 201) throw new Error(`Pages to search could not be created: ${status}.`);
    return body.createdPages;
  };
  const leaves = (section: number, from: number) =>
    Array.from({ length: BATCH }, (_, at) => ({ title: titleOf(section, from + at), type: "DOCUMENT" }));
  const [wide] = await make([{ title: "Everything", type: "FOLDER" }]);
  for (let batch = 0; batch < WIDE_BATCHES; batch += 1) await make(leaves(0, batch * BATCH), wide?.id ?? null);
  let deep = "";
  for (let section = 1; section <= SECTIONS; section += 1) {
    const made = await make([{ title: `Section ${section}`, type: "FOLDER", children: leaves(section, 0) }]);
    deep = made.at(-1)?.id ?? deep;
  }
  return { wide: wide?.id ?? "", deep };
}

/** The tree is printed with the page; it counts as open once its rows are measured and have their actions. */
const WATCH_TREE = `addEventListener("DOMContentLoaded", () => {
  const look = () => {
    if (document.querySelector("#side .tree-actions")) globalThis.octavoTree ??= performance.now();
    else requestAnimationFrame(look);
  };
  look();
})`;

async function measureTree(page: Page, deep: string, wide: string): Promise<void> {
  await page.addInitScript(WATCH_TREE);
  await install(page);
  const gaps: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { readable } = await load(page, `/pages/${deep}`);
    const tree = await page.evaluate<number>("globalThis.octavoTree ?? Infinity");
    gaps.push(Math.max(0, tree - (readable ?? 0)));
  }
  note("Tree can be used after its page can be read", quantile(gaps, 0.5), 300);
  const row = page.locator(`#side [data-row="${wide}"]`);
  await page.locator("#side [data-scroll]").evaluate("(box) => box.scrollTo(0, 0)");
  await row.waitFor();
  const opened = await page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    document.querySelector('#side [data-row="${wide}"] [data-twist]').click();
    const look = () => (document.querySelectorAll("#side [data-depth='2']").length > 10
      ? requestAnimationFrame(() => resolve(performance.now() - began))
      : requestAnimationFrame(look));
    requestAnimationFrame(look);
  })`);
  note("A folder of 4,990 pages is unfolded", opened, 300);
  note("Frames dropped while the tree scrolls", (await droppedFrames(page, 120)) * 100, 5, "%");
}

async function keyLatency(page: Page, text: string): Promise<readonly number[]> {
  await page.evaluate("globalThis.octavoKeys && (globalThis.octavoKeys.length = 0)");
  for (const key of text) {
    await page.keyboard.press(key === " " ? "Space" : key);
    await page.waitForTimeout(70);
  }
  return page.evaluate<number[]>("globalThis.octavoKeys");
}

async function measurePalette(page: Page): Promise<void> {
  const field = page.getByRole("combobox", { name: "Search pages and commands" });
  await page.evaluate(WATCH_KEYS);
  await page.keyboard.press("Control+k");
  await field.waitFor();
  const first = await keyLatency(page, TYPED);
  note("Palette, while the titles come for the first time: p95", quantile(first, 0.95), 100);
  await page.getByRole("option").first().waitFor();
  await page.waitForTimeout(3_000);
  const counts: number[] = [];
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await field.fill("");
    counts.push(...(await keyLatency(page, TYPED)));
  }
  note("Palette, key to paint: median", quantile(counts, 0.5), 30);
  note("Palette, key to paint: p95", quantile(counts, 0.95), 30);
}

export const run = (): Promise<void> =>
  onDesktop("large", async (page, driveId) => {
    const { wide, deep } = await fill(page, driveId);
    await measureTree(page, deep, wide);
    await measurePalette(page);
  });
