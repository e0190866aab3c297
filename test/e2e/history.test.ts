/** The history of a page: changes in its text, their authors and tools, and restoring a version. */
// Covers: src/web/client/history
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, origin, startBrowser, makePage } from "./browser.ts";
import { sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let address = "";
let drive = "";
let token = "";

const history = (): Locator => page.getByRole("dialog", { name: "History" });
const shown = (): Locator => history().getByRole("region", { name: "Text of this version" });
const versions = (): Locator => history().locator(".version");

before(async () => {
  browser = await startBrowser();
  ({ page, faults, driveId: drive } = await sit(browser, "history"));
  const content = "# Plan\n\nThe red house stands on the hill.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nLast words.\n";
  const wanted = { driveId: drive, type: "DOCUMENT", title: "House", content };
  const made = await callApi<{ id: string; revision: number }>(page, "POST", "/api/pages", wanted);
  address = `/api/pages/${made.body.id}`;
  const made2 = await callApi<{ token: string }>(page, "POST", "/api/auth/mcp-tokens", {
    name: "Scribe",
    driveIds: [drive],
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

test("names the author and tool of a version, and marks inserted and deleted words in the rendered text", async () => {
  await page.getByRole("button", { name: "History" }).click();
  await versions().first().getByText("Scribe").waitFor();
  assert.equal(await versions().count(), 2);
  await shown().locator("ins", { hasText: "green" }).waitFor();
  assert.equal(await shown().locator("del", { hasText: /^red$/ }).count(), 1);
  // In a table only the changed cell is marked.
  assert.equal(await shown().locator("td ins", { hasText: /^7$/ }).count(), 1);
  assert.equal(await shown().locator("td del", { hasText: /^1$/ }).count(), 1);
  assert.equal(
    await shown()
      .locator("td")
      .filter({ hasNot: page.locator("ins, del") })
      .count(),
    1,
  );
  assert.match((await shown().locator("ins").first().getAttribute("title")) ?? "", /^Added by Scribe/);
  await shown().getByRole("list", { name: "Changes by" }).getByText("Scribe").waitFor();
  await history().getByRole("button", { name: "Changes", exact: true }).click();
  await shown().getByRole("heading", { name: "Plan" }).waitFor();
  assert.equal(await shown().locator("ins, del").count(), 0);
});

test("undoes a tool's changes on all pages that it edited", async () => {
  await history().getByRole("button", { name: "Undo Scribe's changes since this version" }).click();
  await page.getByRole("dialog", { name: "Undo Scribe's changes?" }).getByText("“House”").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Scribe's changes are undone.").waitFor();
  const { body } = await callApi<{ content: string }>(page, "GET", address);
  assert.match(body.content, /red house/);
  assert.match(body.content, /\| 1 \|/);
});

test("restores an earlier version with the keyboard only", async () => {
  await page.keyboard.press("Control+Alt+h");
  await versions().nth(1).waitFor();
  await versions().nth(1).press("Enter");
  await shown().getByText("green").waitFor();
  await history().getByRole("button", { name: "Restore this version" }).press("Enter");
  await page.getByText("Restored the version from").waitFor();
  await page.locator("div.cm-line", { hasText: "green house" }).waitFor();
});

test("compares lists by item, draws formulas and diagrams, and names the author of each change", async () => {
  const first = "- one\n- two\n\n$$\nx^2\n$$\n\n```mermaid\ngraph TD\n  A-->B\n```\n\n- [ ] call Ann\n";
  const pageId = await makePage(page, { driveId: drive, type: "DOCUMENT", title: "Lists", content: first });
  const write = (content: string) => callApi(page, "PATCH", `/api/pages/${pageId}`, { content });
  const byTool = async (content: string): Promise<void> => {
    const answer = await fetch(`${origin}/api/pages/${pageId}`, {
      method: "PATCH",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ content }),
    });
    assert.equal(answer.status, 200);
  };
  const second = first.replace("- two", "- between\n- two");
  await byTool(second);
  await write(second.replace("[ ] call Ann", "[x] call Ann today"));
  await page.goto(`/pages/${pageId}`);
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "History" }).click();
  await shown().locator("ins", { hasText: "today" }).waitFor();
  await shown().locator(".md-check.is-changed").waitFor();
  assert.equal(await shown().locator("del").count(), 0);
  await history().getByLabel("Compare with").selectOption({ index: 1 });
  const item = shown().locator("ins", { hasText: "between" });
  await item.waitFor();
  assert.match((await item.getAttribute("title")) ?? "", /^Added by Scribe/);
  assert.doesNotMatch((await shown().locator("ins", { hasText: "today" }).getAttribute("title")) ?? "", /Scribe/);
  assert.notEqual(
    await item.getAttribute("class"),
    await shown().locator("ins", { hasText: "today" }).getAttribute("class"),
  );
  assert.equal(
    await shown()
      .locator("li")
      .filter({ has: page.locator("ins") })
      .count(),
    2,
  );
  assert.equal(await history().getByRole("list", { name: "Changes by" }).getByRole("listitem").count(), 2);
  await history().getByRole("button", { name: "Changes", exact: true }).click();
  await shown().locator("math").waitFor();
  await shown().locator(".ed-diagram img").waitFor();
  assert.deepEqual(await violationsIn(page), []);
});

test("compares code line by line", async () => {
  const content = Array.from({ length: 40 }, (_, at) => `const line${at} = ${at};`).join("\n");
  const pageId = await makePage(page, {
    driveId: drive,
    type: "CODE",
    title: "a.ts",
    content,
  });
  await callApi(page, "PATCH", `/api/pages/${pageId}`, { content: content.replace("= 20;", "= 21;\nnew();") });
  await page.goto(`/pages/${pageId}`);
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "History" }).click();
  await shown().locator("ins", { hasText: "new();" }).waitFor();
  assert.equal(await shown().locator(".compared-line").count(), 8);
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});
