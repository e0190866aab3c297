/** The views of a folder: a table edited in place, a board, a calendar and filters, by pointer and keyboard and live. */
// Covers: src/web/client/folder, src/web/client/properties, src/web/shared/properties
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, startBrowser } from "./browser.ts";
import { reaches, type Seat, share, sit, stored } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;

const FOLDER = `---
properties:
  Status:
    - To do, gray
    - Doing, amber, limit 1
    - Done, green, done
  Due: date
  Budget: number, EUR
  Approved: checkbox
---
Talks that we plan.

\`\`\`view
name: All
as: table
\`\`\`

\`\`\`view
name: Board
as: board
by: Status
\`\`\`

\`\`\`view
name: Plan
as: calendar
by: Due
\`\`\`
`;

/** The first day of the current month but one: always shown, whatever the day of the test. */
const DAY = `${new Date().toISOString().slice(0, 7)}-10`;
const NEXT_DAY = `${DAY.slice(0, 8)}11`;

type Made = { readonly folderId: string; readonly opening: string; readonly lunch: string };

async function makeTalks(content = FOLDER): Promise<Made> {
  const folderId = await makePage(ann.page, { type: "FOLDER", title: "Talks", content });
  const make = (title: string, text: string) =>
    makePage(ann.page, { type: "DOCUMENT", title, content: text, parentId: folderId });
  const opening = await make("Opening", `---\nStatus: To do\nDue: ${DAY}\nBudget: 1200 # about\n---\nWelcome.\n`);
  const lunch = await make("Lunch", "---\nStatus: Doing\nBudget: 80\n---\n");
  await make("Notes", "Nothing yet.\n");
  return { folderId, opening, lunch };
}

const tab = (page: Page, name: string) => page.locator(`[data-folder-view="${name}"]`).click();
const cell = (page: Page, row: string, column: number) =>
  page.getByRole("row", { name: row }).locator(`[data-cell$=":${column}"]`);
const option = (page: Page, name: string) => page.getByRole("option", { name, exact: true });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function openFolder({ page }: Seat, id: string, name: string): Promise<void> {
  await page.goto(`/pages/${id}`);
  await page.getByRole("grid", { name: "All" }).waitFor();
  await tab(page, name);
}

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

test("edits cells by keyboard and pointer as one line of the page, and shows another user's change", async () => {
  const { folderId, opening } = await makeTalks();
  await share(ann, bob, folderId, true);
  await openFolder(ann, folderId, "All");
  await openFolder(bob, folderId, "All");
  const { page } = ann;

  await cell(page, "Opening", 0).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await option(page, "Done").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await option(page, "Done").click();
  await reaches(() => cell(page, "Opening", 1).evaluate((each) => each.matches(":focus")), true);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Budget" }).fill("1300");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  const expected = `---\nStatus: Done\nDue: ${DAY}\nBudget: 1300 # about\nApproved: true\n---\nWelcome.\n`;
  await reaches(() => stored(page, opening), expected);
  await cell(bob.page, "Opening", 1).filter({ hasText: "Done" }).waitFor();
  await cell(bob.page, "Opening", 3).filter({ hasText: "€1,300" }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("writes nothing of an unchanged cell, and one item of a list, whatever the index left out or others added", async () => {
  const { folderId } = await makeTalks(
    "---\nproperties:\n  Tags: choices\n  Owner: people\n---\n```view\nname: All\n```\n",
  );
  const { page } = ann;
  const summary = `Summary: ${"word ".repeat(100)}end`;
  const tags = Array.from({ length: 60 }, (_, n) => `tag ${n}`).join(", ");
  const text = (list: string): string =>
    `---\n${summary}\nTags: [${list}]\nOwner: "@[Ann, A.](user:${ann.userId})"\n---\nText.\n`;
  const long = await makePage(page, { type: "DOCUMENT", title: "Long", content: text(tags), parentId: folderId });
  await openFolder(ann, folderId, "All");
  await page.getByRole("columnheader", { name: "summary" }).waitFor();
  const headers = await page.getByRole("columnheader").allTextContents();
  await cell(page, "Long", headers.indexOf("summary")).click();
  await page.getByRole("textbox", { name: "summary" }).waitFor();
  await page.getByRole("textbox", { name: "summary" }).press("End");
  await page.getByRole("heading", { name: "Talks" }).click();
  await page.getByRole("textbox", { name: "summary" }).waitFor({ state: "detached" });

  await cell(page, "Long", headers.indexOf("Tags")).click();
  await option(page, "tag 59").waitFor();
  const edit = { content: text(`${tags}, theirs`), baseRevision: 1 };
  assert.equal((await callApi(page, "PATCH", `/api/pages/${long}`, edit)).status, 200);
  await option(page, "tag 3").click();
  await reaches(() => stored(page, long), text(`${tags}, theirs`.replace("tag 3, ", "")));
  await page.keyboard.press("Escape");
  await cell(page, "Long", headers.indexOf("Owner")).click();
  await option(page, "Ann, A.").waitFor();
  assert.deepEqual(ann.faults, []);
});

test("filters, with the place of an error, and sorts by lines of the folder's text", async () => {
  const { folderId } = await makeTalks();
  await openFolder(ann, folderId, "All");
  const { page } = ann;
  await page.getByRole("button", { name: "Filter" }).click();
  const field = page.getByRole("textbox", { name: "Condition" });
  await field.fill("Stauts = Done");
  await page.keyboard.press("Enter");
  await page.getByText("Character 1: there is no property “Stauts”. Did you mean “Status”?").waitFor();
  await field.fill("Budget > 100");
  await page.keyboard.press("Enter");
  await reaches(() => page.locator(".view-table tbody tr").count(), 1);
  await reaches(async () => (await stored(page, folderId)).includes("as: table\nwhere: Budget > 100\n```"), true);
  await page.getByRole("button", { name: "Remove condition" }).click();
  await reaches(() => page.locator(".view-table tbody tr").count(), 3);
  await page.getByRole("button", { name: "Sort" }).click();
  await option(page, "Budget, descending").click();
  await page.keyboard.press("Escape");
  await reaches(() => page.locator(".view-table tbody tr th").allTextContents().then((all) => all.join()), "Opening,Lunch,Notes"); // oxfmt-ignore
  await reaches(async () => (await stored(page, folderId)).includes("as: table\nsort: -Budget\n```"), true);
});

test("moves cards of a board by drag and by keyboard, and makes a page in a column", async () => {
  const { folderId, opening, lunch } = await makeTalks();
  await openFolder(ann, folderId, "Board");
  const { page } = ann;
  await column(page, "Doing").getByText("Lunch").waitFor();
  await page.locator(`[data-card="${opening}"]`).dragTo(column(page, "Doing"));
  await column(page, "Doing").getByText("Opening").waitFor();
  await page.getByText("Over the limit of 1").waitFor({ state: "attached" });
  await reaches(async () => (await stored(page, opening)).startsWith("---\nStatus: Doing\n"), true);
  await page.locator(`[data-card="${lunch}"]`).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await column(page, "Done").getByText("Lunch").waitFor();
  await reaches(() => page.locator(`[data-card="${lunch}"]`).evaluate((each) => each.matches(":focus")), true);
  await reaches(() => stored(page, lunch), "---\nStatus: Done\nBudget: 80\n---\n");
  assert.deepEqual(await violationsIn(page), []);
  await column(page, "Done").getByRole("button", { name: "New page in “Done”" }).click();
  await page.locator(".prop-chip", { hasText: "Done" }).waitFor();
});

test("moves a page in the calendar by keyboard", async () => {
  const { folderId, opening } = await makeTalks();
  await openFolder(ann, folderId, "Plan");
  const { page } = ann;
  await page.locator(`[data-day="${DAY}"]`).getByText("Opening").waitFor();
  await page.locator(`[data-card="${opening}"]`).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.locator(`[data-day="${NEXT_DAY}"]`).getByText("Opening").waitFor();
  await reaches(async () => (await stored(page, opening)).includes(`Due: ${NEXT_DAY}\n`), true);
  assert.deepEqual(await violationsIn(page), []);
});

test("adds, renames and removes a view, and a reader sees views without changing them", async () => {
  const { folderId } = await makeTalks("---\nproperties:\n  Status:\n    - To do\n---\nPlain.\n");
  await share(ann, bob, folderId, false);
  const { page } = ann;
  await page.goto(`/pages/${folderId}`);
  await page.getByRole("button", { name: "Add view" }).click();
  await page.getByText("Board", { exact: true }).click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill("By status");
  await page.keyboard.press("Enter");
  await column(page, "To do").getByText("Opening").waitFor();
  await reaches(async () => (await stored(page, folderId)).endsWith("```view\nname: By status\nas: board\nby: Status\n```\n"), true); // oxfmt-ignore
  await bob.page.goto(`/pages/${folderId}`);
  await column(bob.page, "To do").getByText("Opening").waitFor();
  assert.equal(await bob.page.getByRole("button", { name: "Add view" }).count(), 0);
  assert.equal(await bob.page.locator("[draggable=true].view-card").count(), 0);
  await page.getByRole("button", { name: "View “By status”" }).click();
  await page.getByRole("menuitem", { name: "Remove view" }).click();
  await reaches(() => stored(page, folderId), "---\nproperties:\n  Status:\n    - To do\n---\nPlain.\n\n");
  await page.locator("[data-rows]").getByText("Opening").waitFor();
});

test("downloads the pages as CSV, also for a reader", async () => {
  const { folderId } = await makeTalks();
  await share(ann, bob, folderId, false);
  const { page } = bob;
  await openFolder(bob, folderId, "All");
  await page.getByRole("button", { name: "More actions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export this folder as CSV" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "Talks.csv");
  assert.deepEqual((await readFile(await download.path(), "utf8")).split("\n"), [
    "Title,Status,Due,Budget,Approved",
    `Opening,To do,${DAY},1200,No`,
    "Lunch,Doing,,80,No",
    "Notes,,,,No",
    "",
  ]);
});

test("shows another folder by from:, with the types that apply there, and edits no page without front matter", async () => {
  const { folderId, opening } = await makeTalks();
  const { page } = ann;
  await makePage(page, { type: "CODE", title: "build.ts", content: "const a = 1;\n", parentId: folderId });
  const content = `Overview.\n\n\`\`\`view\nname: All\nfrom: [Talks](page:${folderId})\nwhere: Status = "To do" or Title = "build.ts"\n\`\`\`\n`;
  const overview = await makePage(page, { type: "FOLDER", title: "Overview", content });
  await openFolder(ann, overview, "All");
  await page.locator(".view-table .prop-chip", { hasText: "To do" }).waitFor();
  assert.equal(await page.locator(".view-table tbody tr").count(), 2);
  assert.equal(await cell(page, "build.ts", 1).getAttribute("aria-readonly"), "true");
  await cell(page, "Opening", 1).click();
  await option(page, "Doing").click();
  await reaches(async () => (await stored(page, opening)).startsWith("---\nStatus: Doing\n"), true);
  await page.getByText("1 page", { exact: true }).waitFor();
});
