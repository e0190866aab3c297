/** Importing an archive in a real browser: chosen on the drive's transfers page, followed to its end, reported, cancelled. */
// Covers: src/web/client/transfers
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { callApi, freshEmail, openContext, signIn, startBrowser } from "../browser.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let drive = "";

const main = () => page.getByRole("main");
const row = (name: string) => main().getByRole("listitem").filter({ hasText: name }).first();

/** Generous, because every step waits for the queue. */
const DONE_MS = 90_000;

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser));
  drive = `/drives/${await signIn(page, freshEmail("transfers"))}`;
  await page.goto(drive);
});

after(async () => {
  await browser.close();
});

async function choose(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  const buffer = Buffer.from(zipSync(Object.fromEntries(entries)));
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main().getByRole("button", { name: "Choose an archive" }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: "application/zip", buffer });
}

test("imports an archive as pages, with progress and a list of skipped entries", async () => {
  await main().getByRole("link", { name: "Import and export" }).click();
  await main().getByText("Nothing was imported or exported in the last month.").waitFor();
  await choose("Vault.zip", {
    "Vault/Home.md": "See [[Garden]].",
    "Vault/Garden.md": "Roses",
    "Vault/.obsidian/app.json": "{}",
    "Vault/Log.csv": 'Day,Note\n1,"two\nlines"\n',
  });
  await row("Vault.zip").getByText("4 pages · 1 changed · 1 left out").waitFor({ timeout: DONE_MS });
  await row("Vault.zip").getByRole("button", { name: "Report on Vault.zip" }).click();
  await row("Vault.zip").getByText("Vault/.obsidian/app.json").waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await row("Vault.zip").getByRole("link", { name: "View pages of Vault.zip" }).click();
  await main().getByRole("link", { name: "Vault" }).click();
  await main().getByRole("link", { name: "Home" }).first().click();
  await main().getByRole("link", { name: "Garden" }).first().waitFor();
  assert.deepEqual(faults, []);
});

test("imports a table as a folder of pages with properties", async () => {
  await page.goto(`${drive}/transfers`);
  await main().getByRole("combobox", { name: "CSV files become" }).selectOption("Folders with a page for each row");
  assert.deepEqual(await violationsIn(page), []);
  await choose("Talks.zip", { "Talks.csv": "Title,Budget\nOpening,1200\nLunch,80\n" });
  await row("Talks.zip").getByText("3 pages", { exact: false }).waitFor({ timeout: DONE_MS });
  await page.goto(drive);
  await main().getByRole("link", { name: "Talks" }).first().click();
  await main().getByRole("link", { name: "Opening" }).first().click();
  await main().getByText("1200", { exact: false }).or(main().getByText("1,200")).waitFor();
  assert.deepEqual(faults, []);
});

test("imports an archive below the chosen page", async () => {
  await page.goto(`${drive}/transfers`);
  const place = main().getByRole("button", { name: "Top level of", exact: false });
  await place.click();
  await page.getByRole("dialog").getByRole("searchbox").fill("Garden");
  await page.getByRole("dialog").getByRole("button", { name: "Garden" }).click();
  await main().getByRole("button", { name: "Garden", exact: true }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  await choose("Beds.zip", { "Beds.md": "Tulips" });
  await row("Beds.zip").getByText("1 page", { exact: false }).waitFor({ timeout: DONE_MS });
  await page.goto(drive);
  await main().getByRole("link", { name: "Vault" }).click();
  await main().getByRole("link", { name: "Garden" }).first().click();
  await main().getByRole("link", { name: "Beds" }).waitFor();
  assert.deepEqual(faults, []);
});

test("exports in the background what is too large to download at once, and links to the result", async () => {
  const driveId = drive.split("/").at(-1) ?? "";
  const chats = Array.from({ length: 81 }, (_, at) => ({ title: `Chat ${at}`, type: "AI_CHAT" }));
  const structure = [{ title: "Chats", type: "FOLDER", children: chats }];
  const wanted = { driveId, parentId: null, structure };
  const made = await callApi<{ createdPages: { id: string; type: string }[] }>(
    page,
    "POST",
    "/api/pages/bulk/create-structure",
    wanted,
  );
  const [folder, ...others] = made.body.createdPages;
  // More settings than a streamed archive may contain.
  for (const { id } of others)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await callApi(page, "PATCH", `/api/pages/${id}/agent-config`, { systemPrompt: "x".repeat(50_000) });
  await page.goto(`/pages/${folder?.id}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Export this page and its subpages" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Export in the background" }).click();
  await page.waitForURL(`**${drive}/transfers`);
  await row("Chats.zip").getByText("82 pages", { exact: false }).waitFor({ timeout: DONE_MS });
  // The 413 that this test provoked.
  assert.match(faults.splice(0).join("\n"), /^console: .* status of 413 .*$/);
  await page.goto("/transfers");
  await row("Chats.zip").getByRole("link", { name: "Download", exact: false }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
});

test("shows why an invalid archive failed, and leaves no pages of a canceled import", async () => {
  await page.goto(`${drive}/transfers`);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main().getByRole("button", { name: "Choose an archive" }).click(),
  ]);
  await chooser.setFiles({ name: "Words.zip", mimeType: "application/zip", buffer: Buffer.from("words ".repeat(50)) });
  await row("Words.zip").getByText("Failed: The file is not a zip archive").waitFor({ timeout: DONE_MS });
  const many = Array.from({ length: 900 }, (_, i) => [`Many/${i}.md`, `Page ${i}`] as const);
  await choose("Many.zip", Object.fromEntries(many));
  // Before that, the button would cancel the upload.
  await row("Many.zip")
    .getByText(/Reading the archive|Creating pages/)
    .waitFor({ timeout: DONE_MS });
  await row("Many.zip").getByRole("button", { name: "Cancel Many.zip" }).click({ timeout: DONE_MS });
  await page.getByRole("button", { name: "Cancel import" }).click();
  await row("Many.zip").getByText("Cancelled", { exact: false }).waitFor({ timeout: DONE_MS });
  await page.goto(drive);
  assert.equal(await main().getByRole("link", { name: "Many" }).count(), 0);
  assert.deepEqual(faults, []);
});

test("exports a drive in the background, downloads it, and deletes its archive", async () => {
  await page.goto(`${drive}/transfers`);
  await main().getByRole("button", { name: "Export in the background" }).click();
  const archive = row("Personal.zip");
  await archive.getByText("available until", { exact: false }).waitFor({ timeout: DONE_MS });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    archive.getByRole("link", { name: "Download", exact: false }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  assert.ok("octavo.json" in files);
  assert.equal(strFromU8(files["Vault/Home.md"] ?? new Uint8Array()), "See [Garden](Garden.md).");
  assert.deepEqual(await violationsIn(page), []);
  await archive.getByRole("button", { name: "Delete", exact: false }).click();
  await page.getByRole("button", { name: "Delete archive" }).click();
  await row("no longer available").waitFor({ timeout: DONE_MS });
  assert.deepEqual(faults, []);
});
