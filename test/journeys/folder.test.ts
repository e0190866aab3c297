/** A folder is imported and searched. */
// Covers: src/web/client/transfers, src/web/client/palette
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import type { Browser } from "playwright-core";
import { startBrowser } from "../e2e/browser.ts";
import { arrive } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

/** Steps of an import wait for the queue. */
const DONE_MS = 90_000;

test("a user imports an archive of notes as linked pages, and finds them with the search", async () => {
  const ann = await arrive(browser, "Ann");
  const { page } = ann;
  await page.goto(`/drives/${ann.driveId}/transfers`);
  const main = page.getByRole("main");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main.getByRole("button", { name: "Choose an archive" }).click(),
  ]);
  const files = {
    "Vault/Home.md": strToU8("---\ntags: [garden]\n---\nSee [[Garden]] and [the plan][p].\n\n[p]: Plan.md\n"),
    "Vault/Garden.md": strToU8("Roses and *hollyhocks*"),
    "Vault/Plan.md": strToU8("Dig in March"),
  };
  await chooser.setFiles({ name: "Vault.zip", mimeType: "application/zip", buffer: Buffer.from(zipSync(files)) });
  const row = main.getByRole("listitem").filter({ hasText: "Vault.zip" }).first();
  await row.getByRole("link", { name: "View pages of Vault.zip" }).click({ timeout: DONE_MS });
  // The list of imports has links of that name as well.
  await page.waitForURL(/\/drives\/[^/]+$/);
  await main.getByRole("link", { name: "Vault" }).first().click();
  await main.getByRole("link", { name: "Home" }).first().click();
  await main.getByRole("link", { name: "the plan" }).first().waitFor();

  await page.keyboard.press("Control+k");
  const found = page.getByRole("dialog").getByRole("option", { name: /Garden/ });
  const end = performance.now() + DONE_MS;
  do {
    await page.getByRole("combobox").fill("");
    await page.getByRole("combobox").fill("hollyhocks");
    await page.waitForTimeout(1_000);
  } while ((await found.count()) === 0 && performance.now() < end);
  await found.first().click();
  await page.getByRole("heading", { level: 1, name: "Garden" }).waitFor();
  assert.deepEqual(ann.faults, []);
});
