/** A recent sign-in is required before a form is filled in; it happens in place, by passkey or link, and keeps the form. */
// Covers: src/web/client/sign-in, src/web/client/settings
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { mailedLink, startBrowser } from "./browser.ts";
import { sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let email = "";
/** While true, the service responds as it does ten minutes after the sign-in. */
let isStale = false;

before(async () => {
  browser = await startBrowser();
  const opened = await sit(browser, "step-up");
  ({ page, faults, email } = opened);
  await opened.context.route("**/api/auth/freshness", async (route) => {
    const answer = await route.fetch();
    // The route's response type.
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: isStale ? { ...body, freshUntil: null } : body });
  });
});

after(() => browser.close());

const dialog = () => page.getByRole("dialog", { name: "Confirm it’s you" });
const session = async (): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name.endsWith("session"))?.value;

async function followLink(): Promise<void> {
  await dialog().getByRole("button", { name: "Send me a link" }).click();
  await dialog().getByText(`sent to ${email}`).waitFor();
  const other = await page.context().newPage();
  await other.goto(await mailedLink(email, 1));
  await other.close();
  isStale = false;
}

test("opens the account deletion form after an email link in another tab confirms the sign-in", async () => {
  isStale = true;
  await page.goto("/settings");
  const earlier = await session();
  await page.locator("[data-act=delete-account]").click();
  await dialog().waitFor();
  assert.equal(await page.getByRole("dialog").count(), 1);
  await followLink();
  await page.locator("#confirm-email").waitFor();
  assert.notEqual(await session(), earlier);
  await page.keyboard.press("Escape");
});

test("asks for a fresh sign-in once when a form is focused, and keeps the form usable", async () => {
  isStale = true;
  await page.goto("/settings/connect");
  await page.locator("#token-name").focus();
  await dialog().waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.locator("#token-name").fill("Tool");
  assert.equal(await dialog().count(), 0);
  isStale = false;
});

test("asks for a fresh sign-in in place after a rejected call, keeps the input, and repeats the call", async () => {
  await page.goto("/settings/connect");
  const stale = { error: "Sign in again to do this.", code: "step_up_required", requestId: "none" };
  await page.route("**/api/auth/mcp-tokens", (route) => route.fulfill({ status: 403, json: stale }), { times: 1 });
  await page.locator("#token-name").fill("Tool");
  await page.getByRole("button", { name: "Create token" }).click();
  await dialog().waitFor();
  isStale = true;
  await dialog().getByRole("button", { name: "Send me a link" }).click();
  const other = await page.context().newPage();
  await other.goto(await mailedLink(email, 2));
  await other.close();
  isStale = false;
  await page.locator("[data-made]").waitFor();
  assert.deepEqual(
    faults.filter((fault) => !/status of 40[13]/.test(fault)),
    [],
  );
});
