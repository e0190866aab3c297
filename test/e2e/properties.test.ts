/** The properties of a document: printed, edited in place by two people at once, by keyboard, and read by a viewer. */
// Covers: src/web/client/editor/properties, src/web/client/properties, src/web/shared/properties
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, startBrowser } from "./browser.ts";
import { body, openLive, reaches, type Seat, share, sit, stored } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;
/** Of the last page made. */
let folderId: string;

const SCHEMA = `---
properties:
  Status:
    - To do, gray
    - Doing, amber
    - Done, green, done
  Due: date
  Tags: choices
  Owner: people
  Budget: number, EUR
  Approved: checkbox
---
`;

const TEXT = `---
Status: To do
Due: 2026-12-01
Tags: [venue, spring]   # ask Ann
Budget: 1200
Approved: false
Plan: https://example.com/plan
Note: "1:30"
extra: &anchor
---
First line of the text.

Second line.
`;

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

async function makeTalk(content = TEXT): Promise<string> {
  folderId = await makePage(ann.page, { type: "FOLDER", title: "Talks", content: SCHEMA });
  return makePage(ann.page, { type: "DOCUMENT", title: "Opening", content, parentId: folderId });
}

const field = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^Edit ${name}:`) });
const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });

test("two people edit different properties and the text at once, and nothing is lost", async () => {
  const pageId = await makeTalk();
  await share(ann, bob, folderId, true);
  await openLive(ann, pageId);
  await openLive(bob, pageId);

  await field(ann.page, "Status").click();
  await field(bob.page, "Budget").click();
  await body(bob.page).locator(".cm-line", { hasText: "Second line." }).waitFor();
  await option(ann.page, "Doing").click();
  await bob.page.getByRole("textbox", { name: "Budget" }).fill("1500.5");
  await bob.page.keyboard.press("Enter");
  await field(ann.page, "Budget").filter({ hasText: "1,500.50" }).waitFor();
  await field(bob.page, "Status").filter({ hasText: "Doing" }).waitFor();

  await bob.page.getByRole("checkbox", { name: "Approved" }).click();
  await field(ann.page, "Tags").click();
  await ann.page.getByRole("combobox", { name: "Tags" }).fill("print");
  await option(ann.page, "Add “print”").click();
  await ann.page.keyboard.press("Escape");
  await bob.page.locator(".cm-line", { hasText: "Second line." }).click();
  await bob.page.keyboard.press("End");
  await bob.page.keyboard.type(" Written meanwhile.");

  const expected = TEXT.replace("To do", "Doing")
    .replace("1200", "1500.5")
    .replace("spring]", "spring, print]")
    .replace("Approved: false", "Approved: true")
    .replace("Second line.", "Second line. Written meanwhile.");
  await reaches(() => stored(ann.page, pageId), expected);
  await bob.page.locator(".prop-chip", { hasText: "print" }).waitFor();
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("enters the fields from the text, adds, renames, removes and shows the lines by keyboard", async () => {
  const { page } = ann;
  const pageId = await makeTalk("---\nStatus: Done\n---\nText.\n");
  await openLive(ann, pageId);
  await page.locator(".cm-line", { hasText: "Text." }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await reaches(() => field(page, "Status").evaluate((each) => each.matches(":focus")), true);
  // Neither typing at the start of the text nor deleting backwards reaches the hidden lines.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("My ");
  await reaches(() => stored(page, pageId), "---\nStatus: Done\n---\nMy Text.\n");

  await page.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Room");
  await page.getByRole("checkbox", { name: /Available to all pages/ }).uncheck();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Room" }).fill("B 12");
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), "---\nStatus: Done\nRoom: B 12\n---\nMy Text.\n");

  await page.getByRole("button", { name: "Property “Room”" }).press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Place");
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), "---\nStatus: Done\nPlace: B 12\n---\nMy Text.\n");
  await page.getByRole("button", { name: "Property “Status”" }).press("Enter");
  await page.getByRole("menuitem", { name: "Remove from this page" }).press("Enter");
  await reaches(() => stored(page, pageId), "---\nPlace: B 12\n---\nMy Text.\n");

  await page.getByRole("button", { name: "Edit as text" }).press("Enter");
  await page.locator(".cm-line", { hasText: "Place: B 12" }).waitFor();
  await page.keyboard.press("ControlOrMeta+Alt+p");
  await field(page, "Place").waitFor();
  assert.deepEqual(ann.faults, []);
});

test("adds a property to the others while their lines are shown", async () => {
  const { page } = ann;
  const pageId = await makeTalk("---\nStatus: Done\n---\nText.\n");
  await openLive(ann, pageId);
  await page.getByRole("button", { name: "Edit as text" }).press("Enter");
  await page.locator(".cm-line", { hasText: "Status: Done" }).waitFor();
  await page.locator(".cm-line", { hasText: "Text." }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" /property");
  await page.getByRole("option", { name: "Add property" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Room");
  await page.getByRole("checkbox", { name: /Available to all pages/ }).uncheck();
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, pageId), "---\nStatus: Done\nRoom:\n---\nText. \n");
  assert.deepEqual(ann.faults, []);
});

test("declares a property in the folder, so that other pages offer it", async () => {
  const { page } = ann;
  const pageId = await makeTalk("---\nStatus: Done\n---\nText.\n");
  await openLive(ann, pageId);
  await page.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Start");
  await page.getByRole("combobox", { name: "Type" }).selectOption("date");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByLabel("Date", { exact: true }).fill("2026-12-24");
  await page.getByRole("button", { name: "Save" }).click();
  await field(page, "Start").filter({ hasText: "24 Dec 2026" }).waitFor();
  await reaches(() => stored(page, pageId), "---\nStatus: Done\nStart: 2026-12-24\n---\nText.\n");
  await reaches(async () => (await stored(page, folderId)).includes("  Start: date\n"), true);
});

test("the editor takes over without moving a word, and viewers see values without controls", async () => {
  const pageId = await makeTalk();
  await share(ann, bob, folderId, false);
  await bob.page.goto(`/pages/${pageId}`);
  await bob.page.locator(".prop-chip", { hasText: "To do" }).waitFor();
  assert.equal(await bob.page.locator(".md-properties button").count(), 0);
  assert.deepEqual(await violationsIn(bob.page), []);

  const { page } = ann;
  await page.route("**/document-editor*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.goto(`/pages/${pageId}`);
  const place = () =>
    page.evaluate(`[...document.querySelectorAll(".prop-row, .cm-line, .prop-raw")].map((each) => {
      const { top, height } = each.getBoundingClientRect();
      return each.textContent + ": " + Math.round(top) + " " + Math.round(height);
    })`);
  const printed = await place();
  await page.locator(".cm-content").waitFor();
  assert.deepEqual(await place(), printed);
  await page.unroute("**/document-editor*");
  await openLive(ann, pageId);
  assert.deepEqual(await violationsIn(page), []);
});

test("adds the first property of a page, which its folder declares", async () => {
  const { page } = ann;
  const pageId = await makeTalk("Text.\n");
  await openLive(ann, pageId);
  await page.getByRole("button", { name: "Add property" }).click();
  await page.getByRole("button", { name: "Status", exact: true }).click();
  await option(page, "Doing").click();
  await reaches(() => stored(page, pageId), "---\nStatus: Doing\n---\nText.\n");
  await field(page, "Status").filter({ hasText: "Doing" }).waitFor();
  await page.getByRole("button", { name: "Property “Status”" }).press("Enter");
  await page.getByRole("menuitem", { name: "Remove from this page" }).press("Enter");
  await reaches(() => stored(page, pageId), "Text.\n");
  assert.deepEqual(ann.faults, []);
});

test("a reader's comment is on the selected words, whatever number of lines the panel above replaces", async () => {
  const pageId = await makeTalk();
  const rights = { userId: bob.userId, canView: true, canComment: true, canEdit: false };
  const { status } = await callApi(ann.page, "POST", `/api/pages/${folderId}/permissions`, rights);
  assert.ok(status < 300);
  const { page } = bob;
  await page.goto(`/pages/${pageId}`);
  await page.locator("[data-print] .cm-line", { hasText: "Second line." }).selectText();
  await page.keyboard.press("ControlOrMeta+Alt+m");
  const composer = page.locator(".composer .cm-content");
  await composer.click();
  await composer.pressSequentially("Which one?");
  await page.keyboard.press("ControlOrMeta+Enter");
  type Listed = { readonly threads: readonly { readonly quote: string }[] };
  const quotes = async (): Promise<string> =>
    (await callApi<Listed>(page, "GET", `/api/pages/${pageId}/threads`)).body.threads.map(({ quote }) => quote).join();
  await reaches(quotes, "Second line.");
});
