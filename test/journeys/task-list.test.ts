/** A task list is planned and worked through. */
// Covers: src/web/client/tasks
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser } from "../e2e/browser.ts";
import { reaches, share, stored } from "../e2e/live-page.ts";
import { arrive, makePage } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("two users add and complete tasks, and the board shows the remaining ones", async () => {
  const [ann, ben] = [await arrive(browser, "Ann"), await arrive(browser, "Ben")];
  const pageId = await makePage(ann, "TASK_LIST", "Party", "# Next\n\n# Done\n");
  await share(ann, ben, pageId, true);
  await Promise.all([ann, ben].map(({ page }) => page.goto(`/pages/${pageId}`)));
  const field = ann.page.getByRole("combobox", { name: "Add a task to Next" });
  for (const task of ["Book the hall", "Write to the guests"]) {
    await field.fill(task);
    await field.press("Enter");
  }
  const box = (at: typeof ann, name: string) => at.page.getByRole("checkbox", { name, exact: true });
  await box(ben, "Write to the guests").waitFor();
  // Both at one moment: a task stays a task.
  await Promise.all([box(ann, "Book the hall").click(), box(ben, "Book the hall").click()]);
  await reaches(async () => /- \[[ x]\] Book the hall\n- \[ \] Write/.test(await stored(ann.page, pageId)), true);
  await reaches(async () => {
    // Ben's click may come last, and may have unticked it.
    await box(ann, "Book the hall").setChecked(true);
    return (await stored(ann.page, pageId)).includes("- [x] Book the hall\n");
  }, true);
  await ben.page.getByRole("button", { name: "Board", exact: true }).click();
  await ben.page.getByRole("region", { name: "Next", exact: true }).getByText("Write to the guests").waitFor();
  await box(ben, "Write to the guests").check();
  await reaches(async () => (await stored(ann.page, pageId)).includes("- [x] Write to the guests"), true);
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});
