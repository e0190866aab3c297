/** By keyboard alone: from signing in to writing and sharing a page, and from a notification to the text it refers to. */
// Covers: src/web/client/sign-in, src/web/client/shell, src/web/client/sharing, src/web/client/inbox, src/web/client/editor/menus
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, freshEmail, mailedLink, openContext, signIn, startBrowser } from "./browser.ts";
import { reaches } from "./live-page.ts";

let browser: Browser;
let ann: Page;
let ben: Page;
const benAddress = freshEmail("keys-b");
/** The name that others see. */
const [benName = ""] = benAddress.split("@");

before(async () => {
  browser = await startBrowser();
  ({ page: ann } = await openContext(browser, { viewport: { width: 1280, height: 800 } }));
  ({ page: ben } = await openContext(browser, { viewport: { width: 1280, height: 800 } }));
  await signIn(ben, benAddress);
  await ben.goto("/");
  await callApi(ben, "PATCH", "/api/account/profile", { discoverable: true });
});

after(() => browser.close());

/** The accessible name of the focused element. */
const FOCUSED = `(({ activeElement: at }) => (at.getAttribute("aria-label") ?? at.labels?.[0]?.textContent ?? at.textContent ?? "").trim())(document)`;

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (name.test(await page.evaluate<string>(FOCUSED))) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${String(name)}.`);
}

test("signs in, sets a name, creates, edits and shares a page with the keyboard only", async () => {
  const email = freshEmail("keys-a");
  await ann.goto("/signin");
  // A busy machine focuses the field a while after the page has loaded.
  await ann.locator("#email:focus").waitFor();
  await ann.keyboard.type(email);
  await ann.keyboard.press("Enter");
  await ann.getByText("Check your email").waitFor();
  await ann.goto(await mailedLink(email, 0));
  await ann.waitForURL("**/drives/*");
  await tabTo(ann, /^Skip to content$/);
  await ann.keyboard.press("Enter");
  await tabTo(ann, /^What should others call you/);
  await ann.keyboard.type("Ann Berg");
  await ann.keyboard.press("Enter");
  await ann.getByRole("heading", { level: 1, name: "Start here" }).waitFor();
  await ann.keyboard.press("Control+Alt+n");
  await ann.getByRole("dialog", { name: "New page" }).locator("[data-type=DOCUMENT]:focus").waitFor();
  await ann.keyboard.press("Enter");
  await ann.locator("[data-title]:focus").waitFor();
  await ann.keyboard.type("By keys alone");
  await ann.keyboard.press("Enter");
  await ann.getByRole("heading", { level: 1, name: "By keys alone" }).waitFor();
  await ann.keyboard.type("Everything here was typed. ");
  await ann.locator(".cm-line", { hasText: "Everything here was typed." }).waitFor();
  await ann.keyboard.press("Control+Alt+s");
  const share = ann.getByRole("dialog", { name: "Share" });
  await share.waitFor();
  await tabTo(ann, /^(Share with|Name or email|Add)/);
  await ann.keyboard.type(benAddress);
  await share.locator("li[role=option]").first().waitFor();
  await ann.keyboard.press("Enter");
  await tabTo(ann, /^(Share|Add|Invite)$/);
  await ann.keyboard.press("Enter");
  await share.getByRole("listitem").filter({ hasText: benName }).waitFor();
  await ann.keyboard.press("Escape");
});

test("opens the mentioned text from the notification", async () => {
  await ann.getByRole("textbox", { name: "Text of the page" }).focus();
  await ann.keyboard.press("Control+End");
  await ann.keyboard.press("Enter");
  await ann.keyboard.press("Enter");
  await ann.keyboard.type(`Ask @${benName}`);
  await ann.getByRole("option", { name: benName }).first().waitFor();
  await ann.keyboard.press("Enter");
  await ann.keyboard.type(" about it.");
  await ben.locator(".side .count").getByText("2", { exact: false }).waitFor();
  await ben.keyboard.press("Control+k");
  await ben.keyboard.type("> notifications");
  await ben.getByRole("option", { name: /View your notifications/ }).waitFor();
  await ben.keyboard.press("Enter");
  await ben.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  await tabTo(ben, /mentioned/i);
  await ben.keyboard.press("Enter");
  await ben.getByRole("heading", { level: 1, name: "By keys alone" }).waitFor();
  const mention = ben.locator(".md-mention");
  await mention.waitFor();
  await reaches(() => ben.evaluate<boolean>("getSelection().toString().startsWith('@')"), true);
});

test("creates a subpage with the slash menu and inserts a mention of it", async () => {
  await ann.keyboard.press("Enter");
  await ann.keyboard.type("/new page");
  await ann.getByRole("option", { name: /New page/ }).waitFor();
  await ann.keyboard.press("Enter");
  await ann.getByRole("dialog", { name: "New page" }).waitFor();
  await ann.keyboard.type("Inside");
  await ann.keyboard.press("Enter");
  await ann.getByRole("heading", { level: 1, name: "Inside" }).waitFor();
  await ann.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "By keys alone" }).press("Enter");
  await ann.getByRole("heading", { level: 1, name: "By keys alone" }).waitFor();
  await ann.locator(".md-mention", { hasText: "Inside" }).waitFor();
});

test("lists the keyboard shortcuts on the question mark key", async () => {
  await ann.getByRole("heading", { level: 1 }).first().waitFor();
  await ann.evaluate("document.activeElement.blur()");
  await ann.keyboard.press("?");
  const keys = ann.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByText("In the page list").waitFor();
  await keys.getByText("Switch to another drive").waitFor();
});
