/** Text typed offline is shown after a reload, marked as waiting, in every type of page with text. */
// Covers: src/web/client/offline, src/web/client/service-worker, src/web/client/live
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser, makePage } from "./browser.ts";
import { body, type Seat, stored, sit } from "./live-page.ts";
import { hasAllFiles, isKept, maySafelyLeave } from "./offline-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann", { keepsOffline: true });
});

after(async () => {
  await browser.close();
});

type Case = {
  readonly type: string;
  readonly before: string;
  readonly write: (page: Page, words: string) => Promise<void>;
  /** Waits until the page shows `words`. */
  readonly shows: (page: Page, words: string) => Promise<void>;
  readonly after: string;
};

const writeAtEnd = async (page: Page, words: string): Promise<void> => {
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(words);
};

const showsText = (page: Page, words: string): Promise<void> => body(page).filter({ hasText: words }).waitFor();

const grid = (page: Page) => page.getByRole("grid", { name: "Cells" });

const CASES: readonly Case[] = [
  { type: "DOCUMENT", before: "Once", write: writeAtEnd, shows: showsText, after: "Once tunnel bridge" },
  { type: "CODE", before: "let x", write: writeAtEnd, shows: showsText, after: "let x tunnel bridge" },
  { type: "CANVAS", before: "<p>Once", write: writeAtEnd, shows: showsText, after: "<p>Once tunnel bridge" },
  {
    type: "SHEET",
    before: "a,b\n1,2\n",
    write: async (page, words) => {
      // Each in its own column, below the last row.
      await grid(page).click({ position: { x: words === " tunnel" ? 80 : 200, y: 90 } });
      await page.keyboard.type(words.trim());
      await page.keyboard.press("Enter");
    },
    shows: (page, words) => grid(page).getByText(words.trim()).first().waitFor(),
    after: "",
  },
  {
    type: "TASK_LIST",
    before: "- [ ] Once\n",
    write: async (page, words) => {
      const field = page.getByRole("combobox", { name: /^Add a task/ }).first();
      await field.fill(words.trim());
      await field.press("Enter");
    },
    shows: (page, words) => page.getByRole("checkbox", { name: words.trim(), exact: true }).waitFor(),
    after: "- [ ] Once\n- [ ] tunnel\n- [ ] bridge\n",
  },
];

afterEach(() => ann.context.setOffline(false));

for (const { type, before: first, write, shows, after: last } of CASES)
  test(`${type}: keeps an offline edit when the tab is reopened, and sends it once`, async () => {
    const { context } = ann;
    const pageId = await makePage(ann.page, {
      driveId: ann.driveId,
      type,
      title: `On a train, ${type}`,
      content: first,
    });
    const state = (page: Page, text: string) => page.locator(".live-state").filter({ hasText: text }).waitFor();
    const open = async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(`/pages/${pageId}`);
      return page;
    };
    let page = await open();
    await state(page, "Saved");
    await isKept(page, `/pages/${pageId}`);
    await hasAllFiles(page);
    await context.setOffline(true);
    await write(page, " tunnel");
    await state(page, "Not sent yet");
    await shows(page, " tunnel");
    await maySafelyLeave(page);
    await page.close();

    page = await open();
    await shows(page, " tunnel");
    await state(page, "Not sent yet");
    await write(page, " bridge");
    await shows(page, " bridge");
    await maySafelyLeave(page);
    await page.reload();
    await shows(page, " bridge");
    await state(page, "Not sent yet");

    await context.setOffline(false);
    await state(page, "Saved");
    const text = await stored(page, pageId);
    if (last !== "") assert.equal(text, last);
    for (const word of ["tunnel", "bridge"]) assert.equal(text.split(word).length, 2, text);
    await page.close();
  });

// Network errors are no faults; uncaught errors, policy violations and missing files are.
test("reports no errors except network errors", () => {
  assert.deepEqual(
    ann.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket/.test(fault)),
    [],
  );
});
