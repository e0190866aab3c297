/** The history of a page: what changed in its words, who and which tool wrote them, going back. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { callApi, freshEmail, openContext, origin, signIn, startBrowser } from "./browser.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let address = "";
let token = "";

const history = (): Locator => page.getByRole("dialog", { name: "History" });
const shown = (): Locator => history().getByRole("region", { name: "The text at this version" });
const versions = (): Locator => history().locator(".version");

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser));
  const driveId = await signIn(page, freshEmail("history"));
  const content = "# Plan\n\nThe red house stands on the hill.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nLast words.\n";
  const wanted = { driveId, type: "DOCUMENT", title: "House", content };
  const made = await callApi<{ id: string; revision: number }>(page, "POST", "/api/pages", wanted);
  address = `/api/pages/${made.body.id}`;
  const made2 = await callApi<{ token: string }>(page, "POST", "/api/auth/mcp-tokens", {
    name: "Scribe",
    driveIds: [driveId],
    readOnly: false,
  });
  ({ token } = made2.body);
  const answer = await fetch(`${origin}${address}`, {
    method: "PATCH",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      content: content.replace("red house", "green house").replace("| 1 |", "| 7 |"),
      baseRevision: made.body.revision,
    }),
  });
  assert.equal(answer.status, 200);
  await page.goto(address.replace("/api", ""));
  await page.locator(".cm-content").waitFor();
});

after(() => browser.close());

test("says who wrote through which tool, and marks the words that came and went in the text as it reads", async () => {
  await page.getByRole("button", { name: "History" }).click();
  await versions().first().getByText("Scribe").waitFor();
  assert.equal(await versions().count(), 2);
  await shown().locator("ins", { hasText: "green" }).waitFor();
  assert.equal(await shown().locator("del", { hasText: /^red$/ }).count(), 1);
  // A table is shown before and after.
  assert.equal(await shown().locator("del table").count(), 1);
  assert.equal(await shown().locator("ins table").count(), 1);
  await history().getByRole("button", { name: "Changes" }).click();
  await shown().getByRole("heading", { name: "Plan" }).waitFor();
  assert.equal(await shown().locator("ins, del").count(), 0);
});

test("what a tool did is undone, on the pages it wrote on, when asked", async () => {
  await history().getByRole("button", { name: "Undo what Scribe did since" }).click();
  await page.getByRole("dialog", { name: "Undo what Scribe did?" }).getByText("“House”").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("What Scribe wrote is taken back.").waitFor();
  const { body } = await callApi<{ content: string }>(page, "GET", address);
  assert.match(body.content, /red house/);
  assert.match(body.content, /\| 1 \|/);
});

test("an earlier version is restored, by keys alone", async () => {
  await page.keyboard.press("Control+Alt+h");
  await versions().nth(1).waitFor();
  await versions().nth(1).press("Enter");
  await shown().getByText("green").waitFor();
  await history().getByRole("button", { name: "Restore this version" }).press("Enter");
  await page.getByText("The page reads as it did").waitFor();
  await page.locator("div.cm-line", { hasText: "green house" }).waitFor();
});

test("the browser reports nothing", () => {
  assert.deepEqual(faults, []);
});
