/** Language and appearance in a real browser: chosen by the browser at first, then by its owner, and kept with the account. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { freshEmail, openContext, origin, signIn, startBrowser } from "./browser.ts";

/** The page's own, for what is asked of it. */
declare const document: { documentElement: object };
declare const getComputedStyle: (element: object) => { backgroundColor: string };

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

test("before anything was chosen the browser's language counts", async () => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(`${origin}/signin`);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.getByRole("button", { name: "Link schicken" }).waitFor();
  await context.close();
});

test("what the settings say counts at once and in every browser of the account", async () => {
  const email = freshEmail("languages");
  const { context, page, faults } = await openContext(browser);
  await signIn(page, email);
  await page.goto(`${origin}/settings`);
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  await page.getByLabel("Darstellung", { exact: true }).selectOption("dark");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await page.locator("html[data-appearance=dark]").waitFor();
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    "rgb(21, 25, 23)",
  );
  assert.deepEqual(faults, []);

  const other = await openContext(browser);
  await signIn(other.page, email);
  await other.page.goto(`${origin}/settings`);
  assert.equal(await other.page.locator("html").getAttribute("lang"), "de");
  await other.page.getByRole("button", { name: "Profil speichern" }).click();
  await other.page.getByText("Dein Profil ist gespeichert.").waitFor();

  await other.page.getByLabel("Sprache", { exact: true }).selectOption("ar");
  await other.page.getByRole("button", { name: "Speichern", exact: true }).click();
  await other.page.locator("html[dir=rtl]").waitFor();
  await other.page.getByRole("heading", { name: "الإعدادات" }).waitFor();
  assert.deepEqual(other.faults, []);
  await Promise.all([context.close(), other.context.close()]);
});
