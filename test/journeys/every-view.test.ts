/**
 * Every view, dialog and menu, under the command that people start the service with: the browser's modules come from their
 * sources, which a test on built files knows nothing of.
 */
// Covers: src/web/client
import assert from "node:assert/strict";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import * as commands from "../../src/words/en/commands.ts";
import { callApi, openContext, signIn, startBrowser, upload, makePage } from "../e2e/browser.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let views: Record<string, string> = {};

const CONTENT: Readonly<Record<string, string>> = {
  DOCUMENT: "# Plan\n\nWords and a sum.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [ ] One task\n\n$x^2$\n",
  FOLDER: "",
  AI_CHAT: "",
  CHANNEL: "",
  CANVAS: "<p>A canvas</p>",
  SHEET: "Item,Price\nTea,3.50\n",
  TASK_LIST: "- [ ] Write the plan\n- [x] Read the brief\n",
  CODE: "const answer = 42;\n",
};

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser));
  // The administrator's views are among them.
  const driveId = await signIn(page, "smoke@example.com");
  for (const [type, content] of Object.entries(CONTENT)) {
    const wanted = { driveId, type, title: `A ${type}`, content };
    const made = await callApi<{ id: string }>(page, "POST", "/api/pages", wanted);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    views[type] = `/pages/${made.body.id}`;
  }
  const channel = views["CHANNEL"]?.split("/").at(-1);
  await callApi(page, "POST", `/api/pages/${channel}/messages`, { content: "Good morning" });
  views["FILE"] = `/pages/${await upload(page, { driveId }, "notes.txt", "Notes")}`;
  const pageId = await makePage(page, { driveId, type: "CODE", title: "Gone" });
  await callApi(page, "DELETE", `/api/pages/${pageId}`);
  views = {
    drive: `/drives/${driveId}`,
    trash: `/drives/${driveId}/trash`,
    transfers: `/drives/${driveId}/transfers`,
    ...views,
    trashed: `/pages/${pageId}`,
    inbox: "/inbox",
    tasks: "/tasks",
    settings: "/settings",
    connect: "/settings/connect",
    admin: "/admin",
    users: "/admin/users",
    audit: "/admin/audit",
  };
});

after(async () => {
  await browser.close();
});

/** Runs a command as its user would: by its name in the palette. */
async function command(name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator(".palette").getByRole("combobox").fill(`>${name}`);
  await page.locator(".palette").getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
}

const press = (name: RegExp) =>
  page.getByRole("main").locator("button:enabled").filter({ hasText: name }).first().click();

type Opener = readonly [view: string, name: string, open: () => Promise<unknown>];

const byCommand = (view: string, name: string): Opener => [view, name, () => command(name)];

/** What opens each dialog, and in which view. */
const DIALOGS: readonly Opener[] = [
  ...[
    commands.newPage,
    commands.switchDrive,
    commands.renameDrive,
    commands.members,
    commands.connections,
    commands.waiting,
    commands.keys,
  ].map((name) => byCommand("drive", name)),
  ...[commands.share, commands.history, commands.move].map((name) => byCommand("DOCUMENT", name)),
  byCommand("SHEET", commands.history),
  byCommand("CHANNEL", commands.share),
  ["trash", "the last word before deletion", () => press(/delete permanently/i)],
  ["settings", "resetting credentials", () => press(/reset credentials/i)],
  ["settings", "signing out everywhere", () => press(/sign out everywhere/i)],
  ["settings", "deletion of the account", () => press(/delete account/i)],
];

test("every browser module loads from its source", async () => {
  await page.goto(views["settings"] ?? "");
  const root = join(import.meta.dirname, "../..");
  const modules: string[] = [];
  for await (const file of glob("src/{live-client,web/client,web/shared}/**/*.{ts,tsx}", {
    cwd: root,
  }))
    if (!/\.unit\.test\.|\.d\.ts$|main\.ts$|early-input|frame\.ts$|\/service-worker\/worker\.ts$/.test(file))
      modules.push(`/${file.replaceAll("\\", "/")}`);
  assert.ok(modules.length > 300, `only ${modules.length} modules were found`);
  const failed = await page.evaluate(async (addresses) => {
    const results = await Promise.allSettled(addresses.map((address) => import(address)));
    return results.flatMap((result, at) =>
      result.status === "rejected" ? [`${addresses[at]}: ${String(result.reason)}`] : [],
    );
  }, modules);
  assert.deepEqual(failed, []);
});

test("every view opens without errors", async () => {
  for (const view of Object.values(views)) {
    await page.goto(view);
    await page.locator("#main h1").first().waitFor();
    // The editors and views are loaded after that.
    await page.waitForLoadState("networkidle");
  }
  assert.deepEqual(faults, []);
});

test("every dialog opens, and closes on Escape", async () => {
  let shown = "";
  const dialog = page.locator("dialog[open]:not(.palette)");
  for (const [view, name, open] of DIALOGS) {
    if (shown !== view) await page.goto(views[view] ?? "");
    shown = view;
    await open();
    await dialog.waitFor().catch(() => assert.fail(`${view}: ${name} did not open. ${faults.join("; ")}`));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
  assert.deepEqual(faults, []);
});

test("the editor's slash menu and find panel open", async () => {
  await page.goto(views["DOCUMENT"] ?? "");
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  // Not in the middle of the text: there the table has an editor of its own as soon as it has loaded.
  await page.getByText("Words and a sum.").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/");
  await page.getByRole("option", { name: "Heading 1" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+f");
  await page.getByRole("search").waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(faults, []);
});
