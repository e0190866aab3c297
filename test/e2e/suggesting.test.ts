/** Suggestion mode: a draft over the page's text, kept on the device, sent as suggestions, accepted and rejected. */
// Covers: src/web/client/suggesting, src/web/client/comments
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, startBrowser } from "./browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, sit, stored } from "./live-page.ts";

const TEXT =
  "# Plan\n\nWe will maybe ship the garden app. It has a map.\n\n- Water the roses\n- Cut the grass\n\nThe end.\n";

let browser: Browser;
/** May edit. */
let ann: Seat;
/** May comment. */
let bea: Seat;
let pageId = "";

before(async () => {
  browser = await startBrowser();
  [ann, bea] = await Promise.all([sit(browser, "ann"), sit(browser, "bea")]);
});

after(async () => {
  await browser.close();
});

beforeEach(async () => {
  pageId = await makeDocument(ann, null, TEXT);
  await mayComment(pageId);
});

async function mayComment(id: string): Promise<void> {
  const grant = { userId: bea.userId, canView: true, canComment: true };
  const { status } = await callApi(ann.page, "POST", `/api/pages/${id}/permissions`, grant);
  assert.ok(status < 300, `sharing returned ${status}`);
}

const bar = (page: Page): Locator => page.getByRole("region", { name: "Suggesting" });
const line = (page: Page, text: string): Locator => body(page).locator(".cm-line", { hasText: text });
const changes = (page: Page, kind: "ins" | "del"): Promise<string[]> => body(page).locator(kind).allTextContents();
const count = (page: Page, text: string): Promise<void> => bar(page).getByText(text, { exact: true }).waitFor();

/** Starts suggestion mode by its key. */
async function startSuggesting(page: Page): Promise<void> {
  await page.keyboard.press("Control+Alt+u");
  await bar(page).waitFor();
  // Only once its features are loaded does an editor count words.
  await page.locator(".ed-word-count").first().waitFor();
}

async function openAsReader({ page }: Seat): Promise<void> {
  await page.goto(`/pages/${pageId}`);
  await page.locator("[data-print]").waitFor();
  await page.waitForLoadState("networkidle");
}

/** Replaces "maybe" in the second line. */
async function replaceWord(page: Page, word: string): Promise<void> {
  await line(page, "We will").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.type(` ${word}`);
}

test("a user who may only comment writes a draft that leaves the page's text alone, and sees what others write", async () => {
  await Promise.all([openAsReader(bea), openLive(ann, pageId)]);
  await bea.page.locator(".toolbar").getByRole("button", { name: "Suggest changes" }).click();
  await bar(bea.page).getByText("Edit the text to suggest changes.").waitFor();
  await replaceWord(bea.page, "certainly");
  await count(bea.page, "1 change");
  assert.deepEqual(await changes(bea.page, "ins"), ["certainly"]);
  assert.deepEqual(await changes(bea.page, "del"), ["Removed: maybe"]);
  await line(ann.page, "The end").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" Goodbye.");
  await line(bea.page, "The end. Goodbye.").waitFor();
  assert.deepEqual(await changes(bea.page, "ins"), ["certainly"]);
  assert.deepEqual(await violationsIn(bea.page), []);
  assert.equal(await stored(ann.page, pageId), TEXT.replace("The end.", "The end. Goodbye."));
  await bar(bea.page).getByRole("button", { name: "Stop suggesting" }).click();
  await bar(bea.page).waitFor({ state: "detached" });
  await bea.page.locator("[data-print]", { hasText: "maybe ship" }).waitFor();
  assert.deepEqual(bea.faults, []);
});

test("words that others change while a draft replaces them are replaced in their new wording", async () => {
  const { page } = bea;
  await Promise.all([openAsReader(bea), openLive(ann, pageId)]);
  await startSuggesting(page);
  await replaceWord(page, "certainly");
  await count(page, "1 change");
  await replaceWord(ann.page, "perhaps");
  await reaches(() => stored(ann.page, pageId), TEXT.replace("maybe", "perhaps"));
  await body(page).locator("del", { hasText: "perhaps" }).waitFor();
  assert.deepEqual(await changes(page, "ins"), ["certainly"]);
  await bar(page).getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await line(page, "We will perhaps ship").waitFor();
  await bar(page).getByText("Edit the text to suggest changes.").waitFor();
});

test("keeps the draft when the page is reloaded or left, and offers it again", async () => {
  const { page } = ann;
  await openLive(ann, pageId);
  await startSuggesting(page);
  await replaceWord(page, "certainly");
  await bar(page).getByRole("textbox", { name: "Add a comment (optional)" }).fill("Be bold");
  await count(page, "1 change");
  await page.waitForTimeout(500);
  await page.reload();
  await bar(page).getByText("You have suggestions for this page that you haven't sent.").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await bar(page).getByRole("button", { name: "Continue" }).click();
  await count(page, "1 change");
  assert.deepEqual(await changes(page, "ins"), ["certainly"]);
  assert.equal(await bar(page).getByRole("textbox").inputValue(), "Be bold");
  // In another tab, the draft is not offered while this one shows it.
  const other = await ann.context.newPage();
  await other.goto(`/pages/${pageId}`);
  await other.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await other.waitForLoadState("networkidle");
  assert.equal(await bar(other).count(), 0);
  await other.close();
  await page.reload();
  await bar(page).getByRole("button", { name: "Discard" }).click();
  await bar(page).waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await bar(page).count(), 0);
  assert.equal(await stored(page, pageId), TEXT);
});

type Listed = { readonly threads: readonly { readonly quote: string; readonly replacement: string | null }[] };

/** The open suggestions as "words → replacement", in text order. */
async function open(seat: Seat): Promise<string> {
  const { body: listed } = await callApi<Listed>(seat.page, "GET", `/api/pages/${pageId}/threads`);
  return listed.threads.map(({ quote, replacement }) => `${quote} → ${replacement ?? ""}`).join("; ");
}

/** Suggests to replace a word, to add a sentence, and to remove a line, by keyboard alone. */
async function suggestThree(page: Page): Promise<void> {
  await startSuggesting(page);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("Control+Shift+ArrowRight");
  await page.keyboard.type(" certainly");
  await page.keyboard.press("End");
  await page.keyboard.type(" Nobody knows.");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await count(page, "3 changes");
  await page.keyboard.press("Control+Enter");
  await page.getByText("3 suggestions sent.").waitFor();
}

test("sends a draft by keyboard as one suggestion for each change, which others accept and reject while they write", async () => {
  await Promise.all([openAsReader(bea), openLive(ann, pageId)]);
  await suggestThree(bea.page);
  await bar(bea.page).getByText("Edit the text to suggest changes.").waitFor();
  await reaches(() => open(ann), "maybe → certainly;  →  Nobody knows.; - Water the roses\n- → -");
  assert.deepEqual(await changes(bea.page, "ins"), []);
  assert.equal(await stored(ann.page, pageId), TEXT);
  // Others see what would change, without a letter that moves.
  const { page } = ann;
  const marks = body(page).locator("[data-thread-mark]");
  await marks.filter({ hasText: "maybe" }).waitFor();
  await body(page).locator(".is-deletion", { hasText: "Water" }).waitFor();
  assert.deepEqual(await body(page).locator(".is-deletion").allTextContents(), ["- ", "Water the roses"]);
  await line(page, "The end").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Good");
  await marks.filter({ hasText: "maybe" }).click();
  await page.keyboard.press("Control+Alt+a");
  await page.getByText("Suggestion accepted.").waitFor();
  await line(page, "The end. Good").click();
  await page.keyboard.press("End");
  await page.keyboard.type("bye.");
  await marks.filter({ hasText: "Water" }).click();
  await page.keyboard.press("Control+Alt+x");
  await page.getByText("Suggestion rejected.").waitFor();
  await reaches(() => open(ann), " →  Nobody knows.");
  await page.keyboard.press("Control+Alt+Shift+a");
  await page.getByRole("dialog").getByRole("button", { name: "Accept all suggestions" }).click();
  await page.getByText("1 suggestion accepted.").waitFor();
  const accepted = TEXT.replace("maybe", "certainly")
    .replace("a map.", "a map. Nobody knows.")
    .replace("end.", "end. Goodbye.");
  await reaches(() => stored(page, pageId), accepted);
  await line(bea.page, "We will certainly ship the garden app. It has a map. Nobody knows.").waitFor();
  assert.deepEqual(await changes(bea.page, "ins"), []);
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual([ann.faults, bea.faults], [[], []]);
});

test("tables and code are suggested in the same way", async () => {
  const { page } = ann;
  const content = "Before\n\n| a | b |\n| --- | --- |\n| red | two |\n";
  pageId = await makePage(page, { type: "DOCUMENT", title: "Table", content });
  await openLive(ann, pageId);
  await startSuggesting(page);
  await body(page).locator("td", { hasText: "red" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("dish");
  await count(page, "1 change");
  assert.deepEqual(await changes(page, "del"), ["Removed: red"]);
  assert.deepEqual(await changes(page, "ins"), ["reddish"]);
  pageId = await makePage(page, { type: "CODE", title: "a.ts", content: "const a = 1;\nconst b = 2;\nrun(a);\n" });
  await page.goto(`/pages/${pageId}`);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page.keyboard.press("Control+Alt+u");
  await bar(page).waitFor();
  await line(page, "const b").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Delete");
  await count(page, "1 change");
  assert.deepEqual(await changes(page, "del"), ["Removed: const b = 2;"]);
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("Control+z");
  await bar(page).getByText("Edit the text to suggest changes.").waitFor();
});
