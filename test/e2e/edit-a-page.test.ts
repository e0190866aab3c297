/** The main workflow in a real browser: sign in, write, merge with others, trash and restore, create a token, sign out. */
// Covers: src/web/client/sign-in, src/web/client/page, src/web/client/drive, src/web/client/history, src/web/client/settings
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { callApi, freshEmail, openContext, origin, signIn, startBrowser, withoutEnded, makePage } from "./browser.ts";
import { body, reaches, shown, stored, sit } from "./live-page.ts";

let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];
let pageId = "";

const title = () => page.getByRole("textbox", { name: "Title" });
const saved = () => page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
const open = async () => {
  await body(page).waitFor();
  await saved();
};

before(async () => {
  browser = await startBrowser();
  ({ context, page, faults } = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] }));
});

after(async () => {
  await browser.close();
});

test("redirects a visitor to sign-in, and the emailed link opens their own drive", async () => {
  await page.goto("/settings");
  assert.match(page.url(), /\/signin\?next=%2Fsettings$/);
  await signIn(page, freshEmail("main"));
  await page.goto("/");
  assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Personal");
});

test("creates a page and saves it while the user types", async () => {
  await page.getByRole("button", { name: "Create the first page" }).click();
  await page.getByRole("dialog", { name: "New page" }).getByRole("button", { name: "Document" }).click();
  await page.waitForURL("**/pages/**");
  await page.locator("[data-title]:focus").waitFor();
  await page.keyboard.type("Harbour notes");
  await page.keyboard.press("Enter");
  pageId = /\/pages\/([\w-]+)/.exec(page.url())?.[1] ?? "";
  await open();
  await body(page).click();
  await page.keyboard.type("first line");
  await page.keyboard.press("Enter");
  await page.keyboard.type("second line");
  await page.keyboard.press("Control+s");
  await saved();
  await page.reload();
  await open();
  assert.equal(await shown(page), "first line\nsecond line");
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("third line");
  await reaches(() => stored(page, pageId), "first line\nsecond line\nthird line");
});

test("merges another writer's save with typed text and keeps the caret in place", async () => {
  const known = await callApi<{ revision: number }>(page, "GET", `/api/pages/${pageId}`);
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(", written here");
  const other = await callApi(page, "PATCH", `/api/pages/${pageId}`, {
    content: "zeroth line, written there\nfirst line\nsecond line\nthird line",
    baseRevision: known.body.revision,
  });
  assert.equal(other.status, 200);
  await page.getByText("zeroth line, written there").waitFor();
  await page.keyboard.type("!");
  const merged = "zeroth line, written there\nfirst line\nsecond line\nthird line, written here!";
  assert.equal(await shown(page), merged);
  await reaches(() => stored(page, pageId), merged);
});

test("updates the tree when a page is renamed, and keeps the new title", async () => {
  await title().fill("Harbour log");
  await page.keyboard.press("Enter");
  await page.getByText("Renamed.").waitFor();
  await page.reload();
  assert.equal(await title().inputValue(), "Harbour log");
  assert.equal(await page.getByRole("treeitem", { name: "Document: Harbour log" }).count(), 1);
});

test("lists the authors in the history and restores an older version", async () => {
  await page.getByRole("button", { name: "History" }).click();
  const versions = page.getByRole("group", { name: "Versions, newest first" }).getByRole("button");
  await versions.first().waitFor();
  await versions.last().click();
  await page.getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("Restored the version from").waitFor();
});

test("moves a page to the trash and restores it with its text", async () => {
  await page.goto(`/pages/${pageId}`);
  await open();
  const text = await shown(page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await page.getByText("“Harbour log” moved to trash.").waitFor();
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("button", { name: "Restore Harbour log" }).click();
  await page.getByText("was restored").waitFor();
  await page.getByRole("link", { name: "Open" }).click();
  await page.waitForURL(`**/pages/${pageId}`);
  await open();
  assert.equal(await shown(page), text);
});

test("deletes a page permanently after the required fresh sign-in", async () => {
  const { body: drives } = await callApi<{ id: string }[]>(page, "GET", "/api/drives");
  const driveId = drives[0]?.id ?? "";
  const trashedId = await makePage(page, { driveId, title: "Old log", type: "DOCUMENT" });
  await callApi(page, "DELETE", `/api/pages/${trashedId}`);
  await page.goto(`/drives/${driveId}/trash`);
  const remove = async (): Promise<void> => {
    await page.getByRole("button", { name: "Delete permanently: Old log" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click();
  };
  // Simulated, because the session is too recent to need a new sign-in.
  const stale = { error: "Sign in again to do this.", code: "step_up_required", requestId: "none" };
  await page.route(`**/api/trash/${trashedId}`, (route) => route.fulfill({ status: 403, json: stale }));
  await remove();
  // A user who does not confirm in place gets a message with a link to the sign-in page.
  await page.getByRole("dialog", { name: "Confirm it’s you" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Sign in again to do this").waitFor();
  faults.splice(0);
  await page.unroute(`**/api/trash/${trashedId}`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByText("requires a sign-in within the last ten minutes").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("next"), `/drives/${driveId}/trash`);
  await page.goto(`/drives/${driveId}/trash`);
  await remove();
  await page.getByText("was deleted").waitFor();
  const gone = await callApi(page, "GET", `/api/pages/${trashedId}`);
  assert.equal(gone.status, 404);
  faults.splice(0);
});

test("creates a token, shows it once, and accepts it for reads and writes until it is revoked", async () => {
  await page.goto("/settings/connect");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Line reader");
  await page.getByLabel("Permissions").selectOption("share");
  await page.getByRole("button", { name: "Create token" }).click();
  const figure = page.getByRole("figure", { name: "Token", exact: true });
  await figure.waitFor();
  const token = ((await figure.locator("pre").textContent()) ?? "").trim();
  assert.match(token, /^mcp_[\w-]{43}$/);
  await figure.getByRole("button", { name: "Copy Token" }).click();
  await figure.getByText("Copied").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), token);
  assert.equal((await callMcp(token, { pageId, operation: "read" })).status, 200);
  const write = await callMcp(token, { pageId, operation: "insert", startLine: 1, content: "by an agent" });
  assert.equal(write.status, 200);
  await page.reload();
  await page.getByText("All drives, read, write and share, until").waitFor();
  await page.getByRole("button", { name: "Revoke Line reader" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.getByText("“Line reader” revoked.").waitFor();
  assert.equal((await callMcp(token, { pageId, operation: "read" })).status, 401);
  await page.goto(`/pages/${pageId}`);
  await open();
  assert.match(await shown(page), /^by an agent\n/);
});

test("returns 404 with a friendly page for a page that belongs to another user", async () => {
  const stranger = await sit(browser, "stranger");
  const answer = await stranger.page.goto(`/pages/${pageId}`);
  assert.equal(answer?.status(), 404);
  assert.equal(await stranger.page.getByRole("heading", { level: 1 }).textContent(), "Page not found");
  await stranger.context.close();
});

test("ends every session of the user with Sign out everywhere", async () => {
  const other = await browser.newContext({ baseURL: origin, storageState: await context.storageState() });
  assert.equal((await other.request.get("/api/auth/me")).status(), 200);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await page.waitForURL("**/signin");
  assert.equal((await other.request.get("/api/auth/me")).status(), 401);
  await page.goto(`/pages/${pageId}`);
  assert.match(page.url(), /\/signin\?next=/);
  await other.close();
});

test("reports no browser errors", () => {
  assert.deepEqual(withoutEnded(faults), []);
});

function callMcp(token: string, request: object): Promise<Response> {
  return fetch(`${origin}/api/mcp/documents`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
}
