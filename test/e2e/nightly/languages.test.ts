/** Language and appearance in a real browser: at first the browser's, then the user's choice, stored with the account. */
// Covers: src/web/client/settings, src/web/client/ui
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, openContext, origin, signIn, startBrowser, makePage } from "../browser.ts";
import { reaches, stored, sit } from "../live-page.ts";

/** Browser globals, for functions that run in the page. */
declare const document: { documentElement: object };
declare const getComputedStyle: (element: object) => { backgroundColor: string };

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

test("uses the browser's language until the user chooses one", async () => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(`${origin}/signin`);
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.getByRole("button", { name: "Link schicken" }).waitFor();
  await context.close();
});

test("applies the language and theme settings immediately and in all of the user's browsers", async () => {
  const { context, page, faults, email } = await sit(browser, "languages");
  await page.goto(`${origin}/settings`);
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  await page.getByLabel("Darstellung", { exact: true }).selectOption("dark");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await page.locator("html[data-appearance=dark]").waitFor();
  assert.equal(
    await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    "rgb(22, 26, 24)",
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

test("indents lists from the right in right-to-left text, and keeps code left-to-right", async () => {
  const { context, page, faults } = await sit(browser, "rtl");
  await callApi(page, "PATCH", "/api/account/preferences", { language: "ar", appearance: "light" });
  const content = "- أول\n  - ثان\n\n> اقتباس\n\n```js\nlet a = 1;\n```\n";
  const pageId = await makePage(page, { type: "DOCUMENT", title: "خطة", content });
  await page.goto(`/pages/${pageId}`);
  await page.locator("html[dir=rtl] .cm-content").waitFor();
  // The left and right edges of each line's text.
  const edges = await page.evaluate<
    number[][]
  >(`[...document.querySelectorAll(".cm-content > .cm-line")].map((line) => {
    const words = document.createRange();
    words.selectNodeContents(line);
    const { left, right } = words.getBoundingClientRect();
    const box = line.getBoundingClientRect();
    return [Math.round(left - box.left), Math.round(box.right - right)];
  })`);
  const [first, second] = [edges[0]?.[1] ?? 0, edges[1]?.[1] ?? 0];
  assert.ok(second > first + 10, `indented by ${first} and ${second}`);
  const code = edges[6] ?? [];
  assert.ok(
    (code[0] ?? 0) < (code[1] ?? 0),
    `code begins ${code[0]} from the left, and ends ${code[1]} from the right`,
  );
  assert.deepEqual(faults, []);
  await context.close();
});

test("displays an Arabic line in an English page right-to-left, with the matching caret movement", async () => {
  const { context, page, faults } = await sit(browser, "mixed");
  const pageId = await makePage(page, { type: "DOCUMENT", title: "Mixed", content: "one\n\nمرحبا بكم" });
  await page.goto(`/pages/${pageId}`);
  const line = page.locator(".cm-content > .cm-line[dir=rtl]");
  await line.click();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("X");
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("שלום");
  await reaches(() => stored(page, pageId), "one\n\nمXرحبا بكم\n\nשלום");
  assert.equal(await line.count(), 2);
  assert.deepEqual(faults, []);
  await context.close();
});
