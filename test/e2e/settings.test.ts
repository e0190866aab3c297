/** Settings in a real browser: profile, picture, a new email address with its proof, and actions that need a new sign-in. */
// Covers: src/web/client/settings, src/web/client/sign-in
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import {
  askForLink,
  callApi,
  freshEmail,
  mailedLink,
  makePage,
  openContext,
  signIn,
  startBrowser,
  shoot,
} from "./browser.ts";
import { makePng } from "./png.ts";
import { nightly } from "./nightly/nightly.ts";

/** A browser global, for functions that run in the page. */
declare const document: { querySelector: (selector: string) => { naturalWidth: number } | null };

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
const email = freshEmail("settings");

before(async () => {
  browser = await startBrowser();
  ({ context, page, faults } = await openContext(browser));
  await signIn(page, email);
});

after(async () => {
  await browser.close();
});

test("saves the profile with the keyboard and shows it after a reload", async () => {
  await page.goto("/settings");
  // A display name set by another client replaces the name, so that there is only one.
  await callApi(page, "PATCH", "/api/account/profile", { displayName: "Mimi" });
  await page.reload();
  const profile = page.getByRole("region", { name: "Profile" });
  assert.equal(await page.getByText("user id").count(), 0);
  assert.equal(await profile.getByLabel("Name", { exact: true }).inputValue(), "Mimi");
  await profile.getByLabel("Name", { exact: true }).fill("Mia Sánchez");
  const username = `mia_${Date.now().toString(36)}`;
  await profile.getByLabel("Username").fill(username);
  await profile.getByLabel("About you").fill("Gardens,\nand text.");
  await profile.getByLabel("Let others find me by name").check();
  await profile.getByLabel("Username").press("Enter");
  await page.getByText("Profile saved.").waitFor();
  await page.reload();
  assert.deepEqual(
    [
      await profile.getByLabel("Name", { exact: true }).inputValue(),
      await profile.getByLabel("Username").inputValue(),
      await profile.getByLabel("About you").inputValue(),
      await profile.getByLabel("Let others find me by name").isChecked(),
    ],
    ["Mia Sánchez", username, "Gardens,\nand text.", true],
  );
});

test("sets the density of rows, which this device applies before the page is drawn", async () => {
  await makePage(page, { type: "DOCUMENT", title: "In the tree", content: "" });
  await page.goto("/settings");
  const look = page.getByRole("region", { name: "Language and appearance" });
  const density = look.getByLabel("Density on this device");
  const height = async (): Promise<number | undefined> =>
    (await page.getByRole("treeitem", { name: "Document: In the tree" }).boundingBox())?.height;
  const choose = async (label: string): Promise<void> => {
    await density.selectOption({ label });
    await Promise.all([page.waitForEvent("load"), look.getByRole("button", { name: "Save" }).click()]);
  };
  assert.equal(await height(), 32);
  await choose("Compact");
  assert.equal(await height(), 28);
  await page.reload();
  assert.equal(await height(), 28);
  await page.locator(".tree-actions").first().waitFor({ state: "attached" });
  assert.equal(await density.inputValue(), "compact");
  await choose("Comfortable");
  assert.equal(await height(), 32);
});

test("sets the typeface and width of documents on this device", async () => {
  const id = await makePage(page, { type: "DOCUMENT", title: "Set in serif", content: "Words." });
  const width = (): Promise<number> => page.evaluate("document.querySelector('.doc').getBoundingClientRect().width");
  await page.goto(`/pages/${id}`);
  const standard = await width();
  await page.goto("/settings");
  const look = page.getByRole("region", { name: "Language and appearance" });
  await look.getByLabel("Text of documents on this device").selectOption({ label: "Serif" });
  await look.getByLabel("Width of documents on this device").selectOption({ label: "Wide" });
  await Promise.all([page.waitForEvent("load"), look.getByRole("button", { name: "Save" }).click()]);
  await page.goto(`/pages/${id}`);
  await page.locator(".doc .cm-content").waitFor();
  const font = await page.evaluate("getComputedStyle(document.querySelector('.doc .cm-line')).fontFamily");
  assert.match(String(font), /Palatino.*serif$/);
  assert.ok((await width()) > standard + 100);
});

test("previews a profile picture, then saves, shows and removes it", nightly, async () => {
  await page.goto("/settings");
  const profile = page.getByRole("region", { name: "Profile" });
  assert.equal(await profile.getByRole("button", { name: "Use this picture" }).isVisible(), false);
  await profile
    .locator("input[type=file]")
    .setInputFiles({ name: "me.png", mimeType: "image/png", buffer: makePng(96, 96, () => [18, 120, 160]) });
  const preview = profile.getByAltText("The picture you chose");
  await preview.waitFor();
  await shoot(page, "preview");
  await profile.getByRole("button", { name: "Use this picture" }).click();
  const shown = profile.getByAltText("Your picture");
  await shown.waitFor();
  await page.waitForFunction(() => document.querySelector("img.avatar")?.naturalWidth === 96);
  await shoot(page, "picture");
  await profile.getByRole("button", { name: "Remove picture" }).click();
  await profile.getByText("Choose a picture").waitFor();
  assert.equal(await shown.count(), 0);
});

test("activates a new email address after verification, and signs in with it", async () => {
  const wanted = freshEmail("moved");
  await page.goto("/settings");
  const address = page.getByRole("region", { name: "Email address" });
  await address.getByLabel("New address").fill(wanted);
  await address.getByRole("button", { name: "Change address" }).click();
  await address.getByText("is not confirmed yet").waitFor();
  const first = await mailedLink(wanted, 0);
  await shoot(page, "waiting");
  await address.getByRole("button", { name: "Resend the link" }).click();
  const second = await mailedLink(wanted, 1);
  await page.goto(first);
  await page.getByRole("heading", { name: "That link is not valid" }).waitFor();
  // An expired link gets an error status, which the browser reports in its console.
  assert.match(faults.splice(0).join(), /^console: Failed to load resource: .* 400/);
  await page.goto(second);
  await shoot(page, "confirm");
  await page.getByRole("button", { name: "Use this address" }).click();
  await page.getByRole("heading", { name: "Email address confirmed" }).waitFor();
  await page.getByRole("link", { name: "Continue to your settings" }).click();
  await address.getByText(`You sign in with ${wanted}`).waitFor();
  assert.equal(await address.getByText("is not confirmed yet").count(), 0);
});

test("redirects to sign-in with a reason when a fresh sign-in is required, and returns", async () => {
  await page.route("**/api/auth/mcp-tokens", (route) =>
    route.fulfill({
      status: 403,
      json: { error: "Sign in again to do this.", code: "step_up_required", requestId: "r" },
    }),
  );
  await page.goto("/settings/connect");
  await page.locator("#token-name").fill("Tool");
  await page.getByRole("button", { name: "Create token" }).click();
  // A user who does not confirm in place gets a message with a link to the sign-in page.
  await page.getByRole("dialog", { name: "Confirm it’s you" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Sign in again to do this").waitFor();
  faults.splice(0);
  await page.unroute("**/api/auth/mcp-tokens");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByText("requires a sign-in within the last ten minutes").waitFor();
  await shoot(page, "again");
  const { body } = await callApi<{ email: string }>(page, "GET", "/api/auth/me");
  const sessions = () => callApi<{ sessions: unknown[] }>(page, "GET", "/api/account/sessions");
  const count = (await sessions()).body.sessions.length;
  const { pathname, search } = new URL(page.url());
  await page.goto(await askForLink(page, body.email, pathname + search));
  await page.waitForURL("**/settings/connect");
  assert.equal((await sessions()).body.sessions.length, count);
});

test("offers to revoke a session's credentials when the user signs it out", async () => {
  const { body: me } = await callApi<{ email: string }>(page, "GET", "/api/auth/me");
  const other = await openContext(browser);
  await signIn(other.page, me.email);
  await callApi(other.page, "POST", "/api/auth/mcp-tokens", { name: "Left behind" });
  await other.context.close();
  const tokens = async () => (await callApi<{ name: string }[]>(page, "GET", "/api/auth/mcp-tokens")).body;
  assert.deepEqual(
    (await tokens()).map(({ name }) => name),
    ["Left behind"],
  );
  await page.goto("/settings");
  const row = page.locator("[data-credentials='1']");
  await row.getByRole("button", { name: /^Sign out/ }).press("Enter");
  const dialog = page.getByRole("dialog");
  assert.ok(await dialog.getByLabel("Also revoke the passkey or token created in it").isChecked());
  assert.deepEqual(await violationsIn(page), []);
  await shoot(page, "end-session");
  await Promise.all([page.waitForEvent("load"), dialog.getByRole("button", { name: "Sign out" }).press("Enter")]);
  assert.equal(await row.count(), 0);
  assert.deepEqual(await tokens(), []);
});

test("resets credentials after confirmation, and signs out everywhere", nightly, async () => {
  const other = await browser.newContext({ storageState: await context.storageState() });
  await page.goto("/settings");
  await shoot(page, "settings");
  await page.getByRole("button", { name: "Reset credentials" }).click();
  await shoot(page, "reset");
  await page.getByRole("dialog").getByRole("button", { name: "Reset credentials" }).click();
  await page.waitForURL("**/signin");
  assert.equal((await other.request.get(new URL("/api/auth/me", page.url()).href)).status(), 401);
  await other.close();
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});
