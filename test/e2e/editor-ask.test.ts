/** Suggestions in the editor: asked for, shown as a difference, accepted or discarded; and questions from the palette. */
// Covers: src/web/client/editor/ask, src/web/client/palette, src/web/client/document
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { say, words } from "../support/model-script.ts";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, startBrowser } from "./browser.ts";
import { body, openLive, reaches, type Seat, shown, sit, stored } from "./live-page.ts";
import { scriptModel } from "./model-server.ts";

const TEXT = "# Plan\n\nWe will maybe ship the garden app in May.\n\n";

let browser: Browser;
let ann: Seat;
let page: Page;
let pageId = "";

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
  ({ page } = ann);
});

after(async () => {
  await browser.close();
});

const dialog = () => page.getByRole("dialog", { name: "Ask" });
const suggestion = () => dialog().getByRole("region", { name: "Suggestion" });
const button = (name: string) => dialog().getByRole("button", { name, exact: true });
const field = () => dialog().getByRole("textbox");

/** A document for which the model answers by the script. */
async function write(script: string, content = TEXT, type = "DOCUMENT"): Promise<void> {
  pageId = await makePage(page, { type, title: await scriptModel(script), content });
  await openLive(ann, pageId);
  // Only once its features are loaded does an editor count words, and know the shortcut.
  if (type === "DOCUMENT") await page.locator(".ed-word-count").first().waitFor();
}

async function selectSentence(): Promise<void> {
  await body(page).locator(".cm-line", { hasText: "We will" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+End");
}

test("shows what a suggestion changes, and changes the text only when it is accepted", async () => {
  await write(say("We will ship the garden app in May."));
  await selectSentence();
  await page.getByRole("toolbar", { name: "Format" }).getByRole("button", { name: /^Ask/ }).click();
  await field().waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await button("Shorten").click();
  await button("Accept").waitFor();
  assert.equal(await suggestion().locator("del").textContent(), "Removed: maybe ");
  assert.deepEqual(await violationsIn(page), []);
  assert.equal(await stored(page, pageId), TEXT);
  await page.getByText("The suggestion is ready.").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), TEXT.replace("maybe ", ""));
  assert.equal(await dialog().count(), 0);
  await page.keyboard.type(" Done.");
  await reaches(() => stored(page, pageId), TEXT.replace("maybe ", "").replace("May.", "May. Done."));
  assert.deepEqual(ann.faults, []);
});

test("leaves the text as it is when a suggestion is discarded, also while it is written", async () => {
  await write(words(500, 50));
  await selectSentence();
  await page.keyboard.press("Control+j");
  await field().fill("Make it rhyme");
  await page.keyboard.press("Enter");
  await suggestion()
    .getByText(/<\d+\.\d\d> <\d/)
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.keyboard.press("End");
  await page.keyboard.type("!");
  await reaches(() => stored(page, pageId), TEXT.replace("May.", "May.!"));
});

test("does not overwrite a text that has changed meanwhile, and offers to copy the suggestion", async () => {
  await write(say("We ship in June.", 300));
  await selectSentence();
  await page.keyboard.press("Control+j");
  await button("Rewrite").click();
  const content = TEXT.replace("garden", "kitchen");
  const { status } = await callApi(page, "PATCH", `/api/pages/${pageId}`, { content, baseRevision: 1 });
  assert.equal(status, 200);
  await dialog().getByText("Your text has changed since you asked.").waitFor();
  assert.equal(await button("Accept").count(), 0);
  await button("Copy suggestion").click();
  await page.getByText("Suggestion copied.").waitFor();
  assert.equal(await page.evaluate<string>("navigator.clipboard.readText()"), "We ship in June.");
  assert.equal(await stored(page, pageId), content);
});

test("keeps its place when others write elsewhere", async () => {
  await write(say("We ship in June.", 300));
  await selectSentence();
  await page.keyboard.press("Control+j");
  await button("Rewrite").click();
  const content = `New above.\n\n${TEXT}`;
  await callApi(page, "PATCH", `/api/pages/${pageId}`, { content, baseRevision: 1 });
  await reaches(async () => (await shown(page)).startsWith("New above."), true);
  await button("Accept").click();
  await reaches(() => stored(page, pageId), content.replace(/We will.*/, "We ship in June."));
});

test("continues at an empty line, from the slash menu, and Tab accepts", async () => {
  await write(say("And then we rest."));
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("/ask");
  await page.getByRole("option", { name: /Ask for a suggestion/ }).waitFor();
  await page.keyboard.press("Enter");
  await field().waitFor();
  assert.equal(await button("Rewrite").count(), 0);
  await field().press("ArrowDown");
  await page.keyboard.press("Enter");
  await button("Accept").waitFor();
  await page.keyboard.press("Tab");
  await reaches(() => stored(page, pageId), `${TEXT}And then we rest.`);
});

test("translates into a language that is typed, in code as well, opened from the palette", async () => {
  await write(say("// Bonjour"), "// Hello\nrun();", "CODE");
  await body(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ask for a sugg");
  await page.getByRole("option", { name: /Ask for a suggestion/ }).click();
  await button("Another language…").click();
  await dialog().getByRole("textbox", { name: "Language" }).fill("French");
  await page.keyboard.press("Enter");
  await button("Accept").click();
  await reaches(() => stored(page, pageId), "// Bonjour\nrun();");
});

test("says why there is no suggestion, and tries again", async () => {
  await write(`401*1!${say("We ship.")}`);
  await selectSentence();
  await page.keyboard.press("Control+j");
  await button("Rewrite").click();
  await dialog().getByRole("alert").getByText("The model's provider rejects the key of this deployment.").waitFor();
  await button("Try again").click();
  await button("Accept").waitFor();
  await page.keyboard.press("Escape");
});

test("asks the workspace from the palette, in a chat that opens", async () => {
  await write(say("Fine."));
  const question = `zebras eat what? ${await scriptModel(say("I found nothing about this."))}`;
  await page.keyboard.press("Control+k");
  await page.keyboard.type(question);
  const entry = page.getByRole("option", { name: `Ask the workspace: ${question}` });
  await page.locator("[aria-selected=true]", { hasText: "Ask the workspace" }).waitFor();
  assert.equal(await entry.getAttribute("aria-selected"), "true");
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByText(question).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "Ask the workspace");
  await page.goBack();
  await page.waitForURL(`**/pages/${pageId}`);
  await body(page).waitFor();
  // The palette closes when the view changes, as it may until the page has been read again.
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search and commands" }).waitFor();
  await page.keyboard.type("settings");
  await page
    .getByRole("option", { name: /settings/i })
    .nth(1)
    .waitFor();
  const last = page.getByRole("dialog", { name: "Search and commands" }).getByRole("option").last();
  assert.match((await last.textContent()) ?? "", /Ask the workspace: settings/);
});
