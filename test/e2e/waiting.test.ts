/** If a response is late or missing, the user sees that the request was received, and can try again. */
// Covers: src/web/client/ui, src/web/client/api
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let address = "";

before(async () => {
  browser = await startBrowser();
  ({ page } = await sit(browser, "waiting", { viewport: { width: 1280, height: 800 } }));
  address = `/pages/${await makePage(page, { type: "FOLDER", title: "Harbour" })}`;
});

after(() => browser.close());

const share = () => page.getByRole("main").getByRole("button", { name: "Share", exact: true });
const waiting = () => page.getByRole("status").getByText("Loading…");
const refusal = () => page.getByRole("alert").getByText("Couldn't load this. What you wrote is still here.");
const again = () => page.getByRole("alert").getByRole("button", { name: "Try again" });

/** Delays scripts with this name until the returned function is called. */
async function holdUp(name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}.*.js`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("shows and announces a pressed button as busy while its script loads", async () => {
  const release = await holdUp("share");
  await page.goto(address);
  await share().click();
  await page.getByRole("main").locator("button[aria-busy=true]", { hasText: "Share" }).waitFor();
  await waiting().waitFor({ state: "attached" });
  assert.deepEqual(await violationsIn(page), []);
  // The rest of the page stays usable.
  await page.getByRole("textbox", { name: "Title" }).fill("Harbour of the north");
  await page.keyboard.press("Tab");
  await page.getByText("Renamed").waitFor();
  release();
  await page.getByRole("dialog", { name: "Share" }).waitFor();
  assert.equal(await waiting().count(), 0);
  await page.unrouteAll();
});

test("shows a message for a shortcut while its script loads", async () => {
  const release = await holdUp("palette");
  await page.goto(address);
  await share().waitFor();
  await page.keyboard.press("Control+k");
  await waiting().waitFor();
  await page.keyboard.type("harb");
  release();
  await page
    .getByRole("dialog")
    .getByRole("option", { name: /Harbour/ })
    .first()
    .waitFor();
  assert.equal(await waiting().count(), 0);
  await page.unrouteAll();
});

test("offers a retry when a script fails to load, and leaves the page usable", async () => {
  await page.goto(address);
  await page.route("**/assets/share.*.js", (route) => route.abort());
  await share().click();
  await refusal().waitFor();
  assert.equal(await share().getAttribute("aria-busy"), null);
  assert.deepEqual(await violationsIn(page, "body"), []);
  await page.unrouteAll();
  await again().click();
  await page.getByRole("dialog", { name: "Share" }).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await refusal().count(), 0);
  await share().and(page.locator(":focus")).waitFor();
});

test("offers a retry when a dialog cannot load its data offline", async () => {
  await page.goto(address);
  await page.route("**/api/pages/*/permissions*", (route) => route.abort());
  await share().click();
  await page.getByRole("alert").getByText("The service cannot be reached.", { exact: false }).waitFor();
  await page.unrouteAll();
  await again().click();
  await page.getByRole("dialog", { name: "Share" }).waitFor();
});

test("saves a title that is typed while the one before it is being saved", async () => {
  await page.goto(address);
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/api\/pages\/[^/]+$/, async (route) => {
    await promise;
    await route.continue();
  });
  const title = page.getByRole("textbox", { name: "Title" });
  for (const text of ["Quay", "Pier"]) {
    await title.fill(text);
    await title.blur();
  }
  release();
  await reaches(async () => (await callApi<{ title: string }>(page, "GET", `/api${address}`)).body.title, "Pier");
  assert.equal(await title.inputValue(), "Pier");
  await page.unrouteAll();
});
