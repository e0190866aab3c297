/** The development page with all components, in both themes, with forced colors, and at 320 px. */
// Covers: src/web/client/dev
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { ViteDevServer } from "vite";
import { serveClient } from "../../scripts/dev/client.ts";
import { findFreePort } from "../../scripts/server/free-port.ts";
import { violationsIn } from "./axe.ts";
import { openContext, startBrowser } from "./browser.ts";

let server: ViteDevServer;
let browser: Browser;
let page: Page;
let faults: string[];

before(async () => {
  const port = await findFreePort();
  // No request is for the Workers.
  server = await serveClient(port, port);
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser, { viewport: { width: 320, height: 800 } }));
  await page.goto(`http://localhost:${port}/@components`);
  await page.getByRole("heading", { name: "Components" }).waitFor();
});

after(async () => {
  await browser.close();
  await server.close();
});

test("components pass axe in both themes and fit 320 px", async () => {
  for (const appearance of ["light", "dark"]) {
    await page.getByRole("button", { name: appearance }).click();
    assert.deepEqual(await violationsIn(page), [], appearance);
  }
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways");
});

test("with forced colors, icons have the color of the text and buttons a border", async () => {
  await page.emulateMedia({ forcedColors: "active" });
  const styleOf = (selector: string, property: string) =>
    page.evaluate(`getComputedStyle(document.querySelector("${selector}")).${property}`);
  assert.equal(await styleOf("button .icon", "backgroundColor"), await styleOf("main p", "color"));
  for (const button of ["button:not(.quiet)", "button.outlined", "button.quiet:not(.outlined)"])
    assert.notEqual(await styleOf(button, "borderTopWidth"), "0px", button);
  await page.emulateMedia({ forcedColors: "none" });
});

test("opens menus and dialogs", async () => {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Dialog" }).click();
  await page.getByRole("dialog", { name: "New drive" }).waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(faults, []);
});
