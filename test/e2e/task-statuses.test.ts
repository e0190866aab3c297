/** A TASK_LIST page with statuses: board, quick adding, selection, details and calendar, mostly by keyboard. */
// Covers: src/web/client/tasks
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { makePage, startBrowser } from "./browser.ts";
import { reaches, type Seat, share, sit, stored } from "./live-page.ts";

let browser: Browser;
let ann: Seat;

const DAY_MS = 86_400_000;
/** The browser's local date, some days from now. */
const day = (page: Page, days: number): Promise<string> =>
  page.evaluate((ms) => {
    const now = new Date(Date.now() + ms);
    return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  }, days * DAY_MS);

const STATUSES = "statuses:\n  todo: To do, gray\n  doing: Doing, amber, limit 1\n  done: Done, green, done\n";
const PLAN = `---
${STATUSES}---

- [ ] Book the hall #venue
  Ask for a ramp.
  - [ ] Ask for the price
- [ ] Write to the guests status:doing
- [x] Choose a day
`;

async function openList(content: string, layout: string): Promise<string> {
  const { page } = ann;
  const pageId = await makePage(page, { type: "TASK_LIST", title: "Party", content });
  await page.goto(`/pages/${pageId}`);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page.getByRole("button", { name: layout, exact: true }).click();
  await page
    .getByRole("combobox", { name: /^Add a task/ })
    .first()
    .waitFor();
  return pageId;
}

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const item = (page: Page, name: string) =>
  page.locator("[role^=menuitem]", { hasText: new RegExp(`^${name}`) }).first();

/** The lines of the tasks, without front matter. */
const lines = async (page: Page, pageId: string): Promise<string> =>
  (await stored(page, pageId)).replace(/^---\n[\s\S]*?\n---\n\n?/, "").trimEnd();

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
});

after(async () => {
  await browser.close();
});

test("declares statuses, changes them in place and moves cards between their columns", async () => {
  const { page } = ann;
  const pageId = await openList("- [ ] Book the hall\n- [ ] Write to the guests\n- [x] Choose a day", "List");
  await page.getByRole("button", { name: "Add statuses" }).click();
  await column(page, "Doing").waitFor();
  await page.locator(".task", { hasText: "Book the hall" }).dragTo(column(page, "Doing").locator("ul").first());
  await reaches(() => lines(page, pageId), "- [ ] Book the hall status:doing\n- [ ] Write to the guests\n- [x] Choose a day"); // oxfmt-ignore
  await page.locator(".task", { hasText: "Book the hall" }).dragTo(column(page, "Done").locator("ul").first(), { targetPosition: { x: 60, y: 5 } }); // oxfmt-ignore
  await reaches(() => lines(page, pageId), "- [ ] Write to the guests\n- [x] Book the hall status:done\n- [x] Choose a day"); // oxfmt-ignore
  const change = async (name: string, action: string, text: string | null): Promise<void> => {
    await page.getByRole("button", { name: `Actions for the column ${name}` }).click();
    await item(page, action).click();
    if (text === null) return;
    await page.locator(".task-form input").fill(text);
    await page.locator(".task-form input").press("Enter");
  };
  await page.getByRole("button", { name: "Add a status" }).click();
  await page.locator(".task-form input").fill("In review");
  await page.locator(".task-form input").press("Enter");
  await column(page, "In review").waitFor();
  await change("Doing", "Rename", "In progress");
  await change("In progress", "Limit", "2");
  await change("In progress", "Blue", null);
  await change("In review", "Move column back", null);
  await change("In progress", "Remove status", null);
  await reaches(
    async () => (await stored(page, pageId)).split("\n---\n")[0] ?? "",
    "---\nstatuses:\n  todo: To do, gray\n  in-review: In review, pink\n  done: Done, green, done",
  );
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual(ann.faults, []);
});

test("warns over a limit and shows a status that is not declared in a last column", async () => {
  const { page } = ann;
  await openList(`${PLAN}- [ ] Order drinks status:doing\n- [ ] Lost status:doign`, "Board");
  await column(page, "Doing").getByText("1 over the limit").waitFor({ state: "attached" });
  assert.equal(await column(page, "doign").locator(".task").count(), 1);
  assert.deepEqual(await page.locator(".tasks-column h2").allTextContents().then((all) => all.map((each) => each.replace(/ .*/, ""))), ["To", "Doing", "Done", "doign"]); // oxfmt-ignore
});

test("adds a task typed in ordinary words, and keeps a phrase as text", async () => {
  const { page } = ann;
  const bob = await sit(browser, "bob");
  const pageId = await openList(PLAN, "Board");
  await share(ann, bob, pageId, true);
  const field = page.getByRole("combobox", { name: "Add a task to Doing" });
  await field.pressSequentially("Call the hall tomorrow #ven");
  await page.getByRole("option", { name: "#venue" }).waitFor();
  await field.press("Enter");
  await field.pressSequentially("!high est:2h every week today");
  const recognized = page.getByRole("list", { name: "Recognized" });
  await reaches(() => recognized.getByRole("listitem").count(), 5);
  // Two dates: the later one counts until it is made text.
  await field.press("Backspace");
  await recognized.getByRole("button", { name: "venue" }).focus();
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("Delete");
  await field.press("End");
  await field.pressSequentially(" @");
  await page.getByRole("option", { name: "ann", exact: false }).first().waitFor();
  await field.press("Enter");
  await field.press("Enter");
  const tomorrow = await day(page, 1);
  await reaches(
    async () =>
      (await lines(page, pageId))
        .split("\n")
        .at(-1)
        ?.replace(/@\[[^\]]*\]\(user:[\w-]+\)/, "@"),
    `- [ ] Call the hall today @ due:${tomorrow} !high est:2h status:doing every:1w`,
  );
  assert.equal(await field.inputValue(), "");
  // Ticking a recurring task moves it on.
  await page.locator(".task", { hasText: "Call the hall" }).locator("input").click();
  const [today, next] = [await day(page, 0), await day(page, 8)];
  await reaches(
    async () =>
      (await lines(page, pageId))
        .split("\n")
        .at(-1)
        ?.replace(/ @\[.*user:[\w-]+\)/, ""),
    `- [ ] Call the hall today due:${next} !high est:2h every:1w last:${today}`,
  );
  assert.deepEqual(ann.faults, []);
});

test("selects tasks with the keyboard and the pointer, and changes them together", async () => {
  const { page } = ann;
  const pageId = await openList("- [ ] a\n- [ ] b\n- [ ] c\n- [ ] d", "List");
  await box(page, "a").focus();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByText("2 tasks selected").waitFor();
  await page.keyboard.press("p");
  await item(page, "High").click();
  await reaches(() => lines(page, pageId), "- [ ] a\n- [ ] b !high\n- [ ] c !high\n- [ ] d");
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("l");
  await item(page, "New label").click();
  await page.locator(".task-form input").fill("big one");
  await page.locator(".task-form input").press("Enter");
  await page
    .locator(".task-words")
    .nth(3)
    .click({ modifiers: ["ControlOrMeta"] });
  await page.getByText("3 tasks selected").waitFor();
  await page.getByRole("toolbar").getByRole("button", { name: "Due date…" }).click();
  await page.getByRole("button", { name: "Tomorrow" }).click();
  const due = `due:${await day(page, 1)}`;
  await reaches(() => lines(page, pageId), `- [ ] a\n- [ ] b !high #big-one ${due}\n- [ ] c !high #big-one ${due}\n- [ ] d ${due}`); // oxfmt-ignore
  await box(page, "d").focus();
  await page.keyboard.press("Escape");
  await reaches(() => page.getByRole("toolbar").count(), 0);
  await page
    .locator(".task")
    .nth(1)
    .locator(".task-words")
    .click({ modifiers: ["ControlOrMeta"] });
  await page
    .locator(".task")
    .nth(2)
    .locator(".task-words")
    .click({ modifiers: ["Shift"] });
  await page.keyboard.press("Delete");
  await reaches(() => lines(page, pageId), `- [ ] a\n- [ ] d ${due}`);
  await box(page, "a").focus();
  await page.keyboard.press("c");
  await page.keyboard.type("e");
  await page.keyboard.press("Enter");
  await reaches(() => lines(page, pageId), `- [ ] a\n- [ ] d ${due}\n- [ ] e`);
  assert.deepEqual(ann.faults, []);
});

test("shows and changes all of a task in its details", async () => {
  const { page } = ann;
  const pageId = await openList(PLAN, "Board");
  await box(page, "Book the hall").focus();
  await page.keyboard.press("Enter");
  const detail = page.getByRole("dialog", { name: "Task" });
  await detail.getByRole("textbox", { name: "Title" }).fill("Book the big hall");
  await detail.getByRole("textbox", { name: "Description" }).fill("Ask for a ramp\n\nand for a stage.");
  await detail.getByRole("textbox", { name: "Add a subtask" }).fill("Find the key");
  await detail.getByRole("textbox", { name: "Add a subtask" }).press("Enter");
  await detail.getByRole("checkbox", { name: "Ask for the price" }).check();
  const choose = async (fact: string, value: string): Promise<void> => {
    await detail.locator("dl > div", { has: page.getByText(fact, { exact: true }) }).locator("button").last().click(); // oxfmt-ignore
    await item(page, value).click();
  };
  await choose("Status", "Doing");
  await choose("Estimate", "4h");
  await choose("Repeat", "Every month");
  await choose("Blocked by", "Write to the guests");
  assert.deepEqual(await violationsIn(page), []);
  const today = await day(page, 0);
  await reaches(
    async () => (await lines(page, pageId)).replaceAll(/(id|after):\w+/g, "$1:"),
    [
      `- [ ] Book the big hall #venue status:doing est:4h every:1m due:${today} after:`,
      "  Ask for a ramp",
      "",
      "  and for a stage.",
      "  - [x] Ask for the price",
      "  - [ ] Find the key",
      "- [ ] Write to the guests status:doing id:",
      "- [x] Choose a day",
    ].join("\n"),
  );
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });
  await reaches(() => box(page, "Book the big hall").evaluate((each) => each.matches(":focus")), true);
  await page.locator(".task", { hasText: "Book the big hall" }).getByText("Blocked").waitFor();
  assert.deepEqual(ann.faults, []);
});

test("moves tasks to other days of the calendar by keyboard and pointer", async () => {
  const { page } = ann;
  const today = await day(page, 0);
  const pageId = await openList(`- [ ] Book the hall due:${today.slice(0, 8)}10\n- [ ] Undated`, "Calendar");
  await page.setViewportSize({ width: 1280, height: 1100 });
  const task = page.getByRole("button", { name: "Book the hall" });
  await task.focus();
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("Alt+ArrowDown");
  await reaches(() => lines(page, pageId), `- [ ] Book the hall due:${today.slice(0, 8)}18\n- [ ] Undated`);
  await reaches(() => task.evaluate((each) => each.matches(":focus")), true);
  await page.getByRole("button", { name: "Undated" }).dragTo(page.locator(`[data-day="${today.slice(0, 8)}12"]`));
  await reaches(() => lines(page, pageId), `- [ ] Book the hall due:${today.slice(0, 8)}18\n- [ ] Undated due:${today.slice(0, 8)}12`); // oxfmt-ignore
  assert.deepEqual(await violationsIn(page), []);
  await task.press("Enter");
  await page.getByRole("dialog", { name: "Task" }).waitFor();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.locator(".tasks-calendar").waitFor();
  await page.getByRole("button", { name: "List", exact: true }).click();
  assert.deepEqual(ann.faults, []);
});

test("filters, groups and sorts a list, and keeps that for the next visit", async () => {
  const { page } = ann;
  await openList(`${PLAN}- [ ] Apples due:2020-01-01 #venue\n`, "List");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Labels").selectOption("venue");
  await page.getByLabel("Sort by").selectOption("Due");
  const words = async (): Promise<string> => (await page.locator(".task-words").allTextContents()).join("|");
  await reaches(words, "Apples|Book the hall");
  assert.deepEqual(await violationsIn(page), []);
  await page.reload();
  await page.getByRole("button", { name: "Filter 1 active" }).click();
  await reaches(words, "Apples|Book the hall");
  await page.getByRole("button", { name: "Clear filter" }).click();
  await reaches(() => page.locator(".task").count(), 5);
  assert.deepEqual(ann.faults, []);
});

test("turns a task into a page below the list, and back", async () => {
  const { page } = ann;
  const pageId = await openList(PLAN, "List");
  const act = async (task: string, action: string): Promise<void> => {
    await page.locator(".task", { hasText: task }).hover();
    await page.getByRole("button", { name: `Actions for ${task}`, exact: true }).click();
    await item(page, action).click();
  };
  await act("Book the hall", "Turn into a page");
  await reaches(
    async () => (await lines(page, pageId)).replace(/page:[\w-]+/, "page:"),
    "- [ ] @[Book the hall](page:) #venue\n- [ ] Write to the guests status:doing\n- [x] Choose a day",
  );
  const made = /page:([\w-]+)/.exec(await stored(page, pageId))?.[1] ?? "";
  assert.equal(await stored(page, made), "Ask for a ramp.\n- [ ] Ask for the price");
  assert.equal(await page.locator(".task-words a").getAttribute("href"), `/pages/${made}`);
  await act("Book the hall", "Turn page into a task");
  await reaches(() => lines(page, pageId), PLAN.slice(PLAN.indexOf("- [")).trimEnd());
  assert.deepEqual(ann.faults, []);
});

test("filters by a condition, reports its error, and saves what is shown as a view in the text", async () => {
  const { page } = ann;
  const pageId = await openList(`${PLAN}- [ ] Apples due:2020-01-01 #venue\n`, "List");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const condition = page.getByLabel("Condition");
  await condition.fill("Stauts = Doing");
  await page.getByText("Did you mean “Status”?").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await condition.fill("Labels has venue or Status = Doing");
  const words = async (): Promise<string> => (await page.locator(".task-words").allTextContents()).join("|");
  await reaches(words, "Book the hall|Apples|Write to the guests");
  await page.locator("label", { hasText: /^Due/ }).locator("select").selectOption("Overdue");
  await reaches(words, "Apples");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.locator(".task-form input").fill("Late");
  await page.locator(".task-form input").press("Enter");
  await reaches(
    async () => (await stored(page, pageId)).split("\n\n").at(-1),
    "```view\nname: Late\nas: list\nof: tasks\nwhere: Due < today\nwhere: not Done\nwhere: Labels has venue or Status = Doing\n```\n",
  );
  await page.getByRole("button", { name: "Clear filter" }).click();
  await reaches(() => page.locator(".task").count(), 5);
  await page.getByRole("button", { name: "Late", exact: true }).click();
  await reaches(words, "Apples");
  await page.getByRole("button", { name: "Remove Late" }).click();
  await reaches(async () => (await stored(page, pageId)).includes("```view"), false);
  await page.getByRole("button", { name: "Clear filter" }).click();
  assert.deepEqual(ann.faults, []);
});

test("shows the details of a task to users with view access", async () => {
  const cara = await sit(browser, "cara");
  const { page } = cara;
  const pageId = await makePage(ann.page, { type: "TASK_LIST", title: "Party", content: PLAN });
  await share(ann, cara, pageId, false);
  await page.goto(`/pages/${pageId}`);
  await page.getByRole("button", { name: "Open Book the hall" }).click();
  const detail = page.getByRole("dialog", { name: "Task" });
  assert.equal(await detail.getByRole("textbox", { name: "Description" }).inputValue(), "Ask for a ramp.");
  assert.equal(await detail.getByRole("textbox", { name: "Title" }).isDisabled(), true);
  assert.deepEqual(await violationsIn(page), []);
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });
  assert.deepEqual(cara.faults, []);
});
