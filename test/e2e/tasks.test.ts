/** A TASK_LIST page as list and board: by keys, by pointer, by two people and a tool at once, and read by a viewer. */
// Covers: src/web/client/tasks
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser, makePage } from "./browser.ts";
import { makeTool, reaches, type Seat, share, sit, stored } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;

const PLAN = `# Next
- [ ] Book the hall
  - [ ] Ask for the price
- [ ] Write to the guests

# Done
- [x] Choose a day`;

async function makeList(content = PLAN): Promise<string> {
  return makePage(ann.page, { type: "TASK_LIST", title: "Party", content });
}

async function openList({ page }: Seat, pageId: string): Promise<void> {
  await page.goto(`/pages/${pageId}`);
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await page
    .getByRole("combobox", { name: /^Add a task/ })
    .first()
    .waitFor();
}

const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });
const layout = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const tasksIn = (page: Page, name: string): Promise<string> =>
  column(page, name).locator(".task-words").allTextContents().then((words) => words.join("|")); // oxfmt-ignore

async function act(page: Page, task: string, item: string): Promise<void> {
  await box(page, task).hover();
  await page.getByRole("button", { name: `Actions for ${task}`, exact: true }).click();
  const menu = page.getByRole("menu");
  await menu.locator("[role^=menuitem]", { hasText: new RegExp(`^${item}`) }).click();
}

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

test("toggles, rewords, adds, indents, moves and deletes tasks with the keyboard, and undoes the last change", async () => {
  const { page } = ann;
  const pageId = await makeList();
  await openList(ann, pageId);
  await box(page, "Book the hall").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("F2");
  await page.keyboard.press("End");
  await page.keyboard.type(" of it");
  await page.keyboard.press("Enter");
  await reaches(() => box(page, "Ask for the price of it").evaluate((each) => each.matches(":focus")), true);
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("Alt+ArrowUp");
  await reaches(
    () => stored(page, pageId),
    "# Next\n- [ ] Ask for the price of it\n- [x] Book the hall\n- [ ] Write to the guests\n\n# Done\n- [x] Choose a day",
  );
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Alt+ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await reaches(() => stored(page, pageId), "# Next\n- [ ] Ask for the price of it\n- [x] Book the hall\n  - [ ] Write to the guests\n\n# Done"); // oxfmt-ignore
  await page.keyboard.press("ControlOrMeta+z");
  await box(page, "Choose a day").waitFor();
  const field = page.getByRole("combobox", { name: "Add a task to Done" });
  await field.fill("Tell everybody");
  await field.press("Enter");
  await reaches(() => tasksIn(page, "Done"), "Choose a day|Tell everybody");
  assert.equal(await field.inputValue(), "");
  assert.deepEqual(await violationsIn(page), []);
  assert.deepEqual(ann.faults, []);
});

test("sets a task's date, priority and assignee, notifies the assignee, and adds a subtask from its menu", async () => {
  const { page } = ann;
  const pageId = await makeList("- [ ] Write to the guests");
  await share(ann, bob, pageId, true);
  await openList(ann, pageId);
  await act(page, "Write to the guests", "High");
  await act(page, "Write to the guests", "Due date…");
  await page.locator("input[type=date]").fill("2020-02-29");
  await page.getByRole("button", { name: "Set", exact: true }).click();
  await page.getByText("Overdue, 29 Feb 2020").waitFor();
  await act(page, "Write to the guests", "Assign to…");
  // Before anything is typed, the list offers the user and then the others who see the page.
  const offered = page.locator(".picker-list [role=option]");
  await reaches(async () => (await offered.allTextContents()).map((text) => text.replace(/.*(You|Guest)$/, "$1")).join(), "You,Guest"); // oxfmt-ignore
  await offered.last().click();
  await reaches(
    async () => (await stored(page, pageId)).replace(/@\[[^\]]*\]\(user:[\w-]+\)/, "@"),
    "- [ ] Write to the guests @ !high due:2020-02-29",
  );
  assert.ok((await stored(page, pageId)).includes(`(user:${bob.userId})`));
  await reaches(async () => {
    const path = "/api/notifications";
    const { body } = await callApi<{ notifications: { pageId: string | null; type: string }[] }>(bob.page, "GET", path);
    return body.notifications.some((each) => each.pageId === pageId && each.type === "MENTION");
  }, true);
  await page.locator(".task").hover();
  await page.locator(".task-more").click();
  await page.getByRole("menuitem", { name: "Add a subtask" }).click();
  await page.keyboard.type("Find their addresses");
  await page.keyboard.press("Enter");
  await reaches(async () => (await stored(page, pageId)).split("\n")[1] ?? "", "  - [ ] Find their addresses");
  await openList(bob, pageId);
  await bob.page.getByRole("combobox", { name: "Show" }).selectOption("Mine");
  await reaches(() => bob.page.locator(".task").count(), 1);
  await bob.page.getByRole("searchbox", { name: "Find a task" }).fill("nothing");
  await bob.page.getByText("No matching tasks.").waitFor();
  assert.deepEqual(ann.faults, []);
});

test("moves a card to another board column, marks tasks done by column, and keeps the layout", nightly, async () => {
  const { page } = ann;
  const pageId = await makeList();
  await openList(ann, pageId);
  await layout(page, "Board");
  await page.getByText("0 of 1 subtasks done").waitFor();
  await page.locator(".task", { hasText: "Book the hall" }).dragTo(column(page, "Done").locator("ul").first(), { targetPosition: { x: 60, y: 5 } }); // oxfmt-ignore
  await reaches(
    () => stored(page, pageId),
    "# Next\n- [ ] Write to the guests\n\n# Done\n- [x] Book the hall\n  - [ ] Ask for the price\n- [x] Choose a day",
  );
  // A task moved out of Done is unticked.
  await page.locator(".task", { hasText: "Choose a day" }).dragTo(column(page, "Next").locator("ul").first(), { targetPosition: { x: 60, y: 5 } }); // oxfmt-ignore
  await reaches(
    () => stored(page, pageId),
    "# Next\n- [ ] Choose a day\n- [ ] Write to the guests\n\n# Done\n- [x] Book the hall\n  - [ ] Ask for the price",
  );
  assert.deepEqual(await violationsIn(page), []);
  await page.reload();
  await column(page, "Next").waitFor();
  await reaches(() => tasksIn(page, "Done"), "Book the hall");
  await layout(page, "List");
  assert.deepEqual(ann.faults, []);
});

test("shows a list without headings as a board of open and done tasks", nightly, async () => {
  const { page } = ann;
  const pageId = await makeList("- [ ] a\n- [x] b");
  await openList(ann, pageId);
  await layout(page, "Board");
  await page.locator(".task", { hasText: "a" }).dragTo(column(page, "Done").locator("ul").first());
  await reaches(() => stored(page, pageId), "- [x] a\n- [x] b");
  await layout(page, "List");
});

test("merges concurrent edits of a task list by two users and a tool", async () => {
  const pageId = await makeList();
  await share(ann, bob, pageId, true);
  await Promise.all([openList(ann, pageId), openList(bob, pageId)]);
  const tool = await makeTool(ann, "planner");
  const names = (who: string): string[] => Array.from({ length: 8 }, (_, n) => `${who} ${n}`);
  const write = async ({ page }: Seat, who: string, section: string): Promise<void> => {
    const field = page.getByRole("combobox", { name: `Add a task to ${section}` });
    for (const name of names(who)) {
      await field.fill(name);
      await field.press("Enter");
    }
  };
  const tick = async (): Promise<void> => {
    for (const name of ["Book the hall", "Ask for the price", "Write to the guests"]) await box(bob.page, name).check();
  };
  await Promise.all([
    write(ann, "ann", "Next"),
    write(bob, "bob", "Done").then(tick),
    (async () => {
      for (const name of names("tool"))
        await tool({ pageId, operation: "insert", startLine: 1, content: `- [ ] ${name}` }); // oxfmt-ignore
    })(),
  ]);
  const wanted = [...names("ann"), ...names("bob"), ...names("tool"), "Choose a day"].toSorted().join("|");
  for (const seat of [ann, bob])
    await reaches(async () => {
      const shown = await seat.page.locator(".task-words").allTextContents();
      return shown.filter((words) => !/^(Book|Ask|Write)/.test(words)).toSorted().join("|"); // oxfmt-ignore
    }, wanted);
  await reaches(async () => (await stored(ann.page, pageId)).match(/- \[x\] (Book|Ask|Write)/g)?.length ?? 0, 3);
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("lists the user's tasks from all lists by due date, previews, ticks and opens them", async () => {
  const cara = await sit(browser, "cara");
  const { page, userId } = cara;
  const mine = `@[Cara](user:${userId})`;
  const lists = [
    `- [ ] Water the roses ${mine} due:2999-01-01\n- [ ] Somebody else's\n- [x] Ended ${mine}`,
    `- [ ] Pay the gardener ${mine} due:2020-01-01 !high\n- [ ] Dream ${mine}`,
  ];
  let second = "";
  for (const list of lists) await share(ann, cara, (second = await makeList(list)), true);
  const main = page.locator("#main");
  // Lists are found through the search index, which is updated a little later. Each try starts elsewhere: rows of
  // the try before would be read while the view is being replaced.
  const rows = async (): Promise<string> => {
    await page.goto("/");
    await page.keyboard.press("Control+Alt+y");
    await page.getByRole("heading", { level: 1, name: "Your tasks" }).waitFor();
    await main.locator(".task, .list-none:not(.soon)").first().waitFor();
    return (await main.locator("[data-entry]").allTextContents()).join("|");
  };
  await reaches(rows, "Pay the gardener @Cara|Water the roses @Cara|Dream @Cara");
  assert.deepEqual(await main.locator(".list-side h2").allTextContents(), ["Overdue", "Later", "No due date"]);
  await main.getByText("Overdue, 1 Jan 2020").first().waitFor();
  const detail = page.getByRole("region", { name: "Selected task" });
  await detail.locator("[aria-current=true]", { hasText: "Pay the gardener" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await detail.getByText("Somebody else's").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await main.locator(".list-side").getByRole("checkbox", { name: "Dream @Cara" }).check();
  await reaches(() => stored(page, second).then((text) => text.includes("- [x] Dream")), true);
  await page.reload();
  await main.locator("[data-entry]").first().waitFor();
  await reaches(() => main.locator("[data-entry]").count(), 2);
  await main.locator("[data-entry]", { hasText: "Water the roses" }).press("Enter");
  await page.locator("[data-tasks-view] .task", { hasText: "Water the roses" }).waitFor();
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await main.locator("[data-entry]", { hasText: "Pay the gardener" }).click();
  await page.waitForURL(`**/pages/${second}`);
  assert.deepEqual(cara.faults, []);
});

test("shows tasks and live changes without an editor to users with view access", nightly, async () => {
  const pageId = await makeList();
  await share(ann, bob, pageId, false);
  await bob.page.setViewportSize({ width: 390, height: 844 });
  await bob.page.goto(`/pages/${pageId}`);
  await bob.page.getByText("Book the hall").waitFor();
  assert.equal(await box(bob.page, "Book the hall").isDisabled(), true);
  assert.equal(await bob.page.locator(".task-more, .task-add, .cm-editor").count(), 0);
  await openList(ann, pageId);
  await box(ann.page, "Book the hall").check();
  await reaches(() => box(bob.page, "Book the hall").isChecked(), true);
  await layout(bob.page, "Board");
  await column(bob.page, "Next").waitFor();
  assert.deepEqual(await violationsIn(bob.page), []);
  assert.deepEqual(bob.faults, []);
});
