/** Text from other programs, with line ends and characters that pages do not allow, is saved, and so is later typing. */
// Covers: src/web/client/editor, src/web/client/live, src/web/client/sheet, src/web/client/tasks
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser, makePage } from "./browser.ts";
import { body, enterCell, reaches, type Seat, sit, stored } from "./live-page.ts";

let browser: Browser;
let ann: Seat;

const LINES = "one\r\ntwo\u000b\u001bthree\u0085four\rfive";
const KEPT = "one\ntwo three four\nfive";
/** Without line ends, which the browser removes in a single-line field. */
const WORDS = "one\u000btwo\u001b\u0085three";
const KEPT_WORDS = "one two three";

async function make(type: string, content: string): Promise<string> {
  return makePage(ann.page, { driveId: ann.driveId, type, title: "Pasted.txt", content });
}

async function open(pageId: string): Promise<Page> {
  await ann.page.goto(`/pages/${pageId}`);
  await ann.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  return ann.page;
}

/** Dispatches a paste event with unchanged data, since some systems' clipboards do not keep CR. */
async function paste(page: Page, types: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(types)})) clipboardData.setData(type, text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

const saves = async (page: Page, pageId: string, text: string): Promise<void> => {
  await reaches(() => stored(page, pageId), text);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
};

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
});

after(async () => {
  await browser.close();
});

test("pastes text with CRLF line endings into a paragraph and continues typing", async () => {
  const pageId = await make("DOCUMENT", "Words");
  const page = await open(pageId);
  await body(page).click();
  await page.keyboard.press("ControlOrMeta+End");
  await paste(page, { "text/plain": LINES });
  await page.keyboard.type(" and on");
  await saves(page, pageId, `Words${KEPT} and on`);
  // Text inserted by the platform, as by dictation or an input method.
  await page.keyboard.insertText(WORDS);
  await page.keyboard.type("!");
  await saves(page, pageId, `Words${KEPT} and on${KEPT_WORDS}!`);
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.type(" again");
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  assert.deepEqual(ann.faults, []);
});

test("pastes formatted text and drops plain text without the control characters that pages cannot contain", async () => {
  const pageId = await make("DOCUMENT", "");
  const page = await open(pageId);
  await body(page).click();
  await paste(page, {
    "text/html": `<p>one\r\n<b>two\u001b</b></p><pre>three\r\nfour&#27;</pre>`,
    "text/plain": LINES,
  });
  // The parser of formatted text loads with the first paste.
  await body(page).getByText("four").waitFor();
  await page.keyboard.type("on");
  await saves(page, pageId, "one **two**\n\n```\nthree\nfour\n```\n\non");
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData("text/plain", ${JSON.stringify(LINES)});
    const { right, bottom } = document.querySelector(".cm-content").lastElementChild.getBoundingClientRect();
    const place = { clientX: right - 5, clientY: bottom - 5, bubbles: true, cancelable: true };
    document.querySelector(".cm-content").dispatchEvent(new DragEvent("drop", { ...place, dataTransfer }));
  })()`);
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("!");
  await saves(page, pageId, `one **two**\n\n\`\`\`\nthree\nfour\n\`\`\`\n\non${KEPT}!`);
  assert.deepEqual(ann.faults, []);
});

test("pastes text with CRLF line endings at several carets in code and continues typing", async () => {
  const pageId = await make("CODE", "a\nb");
  const page = await open(pageId);
  await body(page).click();
  await page.keyboard.press("ControlOrMeta+Home");
  await paste(page, { "text/plain": `${LINES}\r\n` });
  await page.keyboard.type("on ");
  await saves(page, pageId, `${KEPT}\non a\nb`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(`x\r\n${WORDS}`);
  await page.keyboard.type("!");
  await saves(page, pageId, `x\n${KEPT_WORDS}!`);
  assert.deepEqual(ann.faults, []);
});

test("pastes text with CRLF line endings into a table cell and continues typing", async () => {
  const pageId = await make("DOCUMENT", "| a | b |\n| --- | --- |\n| c | d |\n");
  const page = await open(pageId);
  await enterCell(page, "c");
  await paste(page, { "text/plain": LINES });
  await page.keyboard.type(" on");
  const cell = `c${KEPT.replaceAll("\n", "<br>")} on`;
  await saves(page, pageId, `| a | b |\n| --- | --- |\n| ${cell} | d |\n`);
  await page.keyboard.press("Tab");
  await page.keyboard.insertText(WORDS);
  await page.keyboard.type("!");
  await reaches(async () => (await stored(page, pageId)).includes(`${KEPT_WORDS}!`), true);
  await paste(page, { "text/plain": `1\t2\r\n3\u001b\t4\u0085\r\n` });
  await page.keyboard.type("!");
  await reaches(async () => /\| 3 +\| 4 *!/.test(await stored(page, pageId)), true);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  assert.deepEqual(ann.faults, []);
});

test("removes control characters from text that is inserted into a sheet cell, the formula bar or the grid", async () => {
  const pageId = await make("SHEET", "a,b");
  const page = await open(pageId);
  const grid = page.getByRole("grid", { name: "Cells" });
  await grid.focus();
  await page.keyboard.type("x");
  await page.keyboard.insertText(WORDS);
  await page.keyboard.type("!");
  await page.keyboard.press("Enter");
  await saves(page, pageId, `x${KEPT_WORDS}!,b`);
  await page.getByRole("textbox", { name: "Formula bar" }).or(page.locator(".sheet-formula")).first().click();
  await page.keyboard.insertText(WORDS);
  await page.keyboard.press("Enter");
  await saves(page, pageId, `x${KEPT_WORDS}!,b\n${KEPT_WORDS}`);
  await paste(page, { "text/plain": `1\t2\u001b\r\n3\u000b4\t"5\r\n6"\r\n` });
  await saves(page, pageId, `x${KEPT_WORDS}!,b\n${KEPT_WORDS}\n1,2\n3 4,5 6`);
  await page.keyboard.type("on");
  await page.keyboard.press("Enter");
  await saves(page, pageId, `x${KEPT_WORDS}!,b\n${KEPT_WORDS}\non,2\n3 4,5 6`);
  assert.deepEqual(ann.faults, []);
});

test("removes control characters from a new task, a reworded task and replacement text", async () => {
  const pageId = await make("TASK_LIST", "- [ ] first");
  const page = await open(pageId);
  const add = page.getByRole("combobox", { name: /^Add a task/ }).first();
  await add.click();
  await page.keyboard.insertText(WORDS);
  await page.keyboard.press("Enter");
  await saves(page, pageId, `- [ ] first\n- [ ] ${KEPT_WORDS}`);
  await page.getByRole("checkbox", { name: "first", exact: true }).focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("End");
  await page.keyboard.insertText(`\u001b\u0085second`);
  await page.keyboard.press("Enter");
  await saves(page, pageId, `- [ ] first second\n- [ ] ${KEPT_WORDS}`);
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await body(page).click();
  assert.deepEqual(ann.faults, []);

  const replaced = await make("DOCUMENT", "old and old");
  await open(replaced);
  await body(page).click();
  await page.keyboard.press("ControlOrMeta+h");
  await page.keyboard.type("old");
  await page.getByRole("textbox", { name: "Replace" }).or(page.getByPlaceholder("Replace")).first().click();
  await page.keyboard.insertText("n\u000be\u001bw");
  await page
    .getByRole("button", { name: /^Replace all|^All/ })
    .first()
    .click();
  await saves(page, replaced, "n ew and n ew");
  assert.deepEqual(ann.faults, []);
});
