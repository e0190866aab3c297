/** A document edited by people and tools at the same time: nothing is lost, carets stay, and everyone sees the same text. */
// Covers: src/web/client/live, src/web/client/editor/collaboration
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "./browser.ts";
import {
  body,
  caret,
  makeDocument,
  makeTool,
  openLive,
  reaches,
  type Seat,
  share,
  shown,
  sit,
  stored,
} from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;

const TEXT = "First line.\nSecond line.\nThird line.";

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

/** Allows only failed requests as faults, which a lost connection causes. */
function forgiveFailedRequests({ faults }: Seat): void {
  const others = faults
    .splice(0)
    .filter((fault) => !/ERR_INTERNET_DISCONNECTED|status of 40[134]|WebSocket/.test(fault));
  assert.deepEqual(others, []);
}

test("merges concurrent edits of two users, a tool and a stale request", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  const tool = await makeTool(ann, "Claude");
  await tool({ pageId, operation: "read" });
  for (const seat of [ann, bob]) await openLive(seat, pageId);
  const here = ann.page.getByRole("button", { name: /^Here now: / });
  await here.waitFor();
  await here.click();
  await ann.page.getByRole("button", { name: /^Follow / }).waitFor();
  await ann.page.keyboard.press("Escape");
  await ann.page.getByText("First line.").click();
  await ann.page.keyboard.press("End");
  await bob.page.getByText("Third line.").click();
  await bob.page.keyboard.press("Home");
  // Each sees the other's caret.
  for (const { page } of [ann, bob]) await page.locator(".ed-peer-name").first().waitFor({ state: "attached" });
  const typed = "ann types this slowly. ".split("");
  const annTypes = (async () => {
    for (const letter of typed) await ann.page.keyboard.type(letter, { delay: 20 });
  })();
  await bob.page.keyboard.type("bob was here. ", { delay: 15 });
  await tool({ pageId, operation: "replace", startLine: 2, content: "Second line, by the tool." });
  const stale = { content: `Zeroth line.\n${TEXT}`, baseRevision: 1 };
  assert.equal((await callApi(bob.page, "PATCH", `/api/pages/${pageId}`, stale)).status, 200);
  await annTypes;
  const all = "Zeroth line.\nFirst line.ann types this slowly. \nSecond line, by the tool.\nbob was here. Third line.";
  await reaches(() => stored(ann.page, pageId), all);
  for (const { page } of [ann, bob]) await reaches(() => shown(page), all);
  assert.equal(await caret(ann.page), "First line.ann types this slowly. |");
  assert.equal(await caret(bob.page), "bob was here. |Third line.");
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});

test("highlights a tool's edit and undoes it there without removing text typed since", async () => {
  const pageId = await makeDocument(ann, null, TEXT);
  const tool = await makeTool(ann, "Claude");
  await openLive(ann, pageId);
  await tool({ pageId, operation: "read" });
  await tool({ pageId, operation: "replace", startLine: 2, content: "Something else." });
  await ann.page.locator(".ed-glow").first().waitFor();
  await ann.page.getByText("First line.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" Mine.");
  await ann.page.getByRole("button", { name: "Undo Claude's changes" }).first().click();
  await reaches(() => shown(ann.page), "First line. Mine.\nSecond line.\nThird line.");
  await reaches(() => stored(ann.page, pageId), "First line. Mine.\nSecond line.\nThird line.");
  await ann.page.keyboard.press("Control+z");
  await reaches(() => shown(ann.page), "First line. Mine.\nSomething else.\nThird line.");
});

test("merges text typed offline when the connection returns", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  for (const seat of [ann, bob]) await openLive(seat, pageId);
  await ann.context.setOffline(true);
  await ann.page.getByText("First line.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" Offline.");
  await bob.page.getByText("Third line.").click();
  await bob.page.keyboard.press("End");
  await bob.page.keyboard.type(" Online.");
  const merged = "First line. Offline.\nSecond line.\nThird line. Online.";
  await reaches(() => stored(bob.page, pageId), `${TEXT} Online.`);
  await ann.context.setOffline(false);
  await reaches(() => stored(bob.page, pageId), merged);
  for (const { page } of [ann, bob]) await reaches(() => shown(page), merged);
  forgiveFailedRequests(ann);
});

test("offers unsaved text for copying after the user loses access to the page", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  await openLive(bob, pageId);
  await bob.context.setOffline(true);
  await bob.page.getByText("Third line.").click();
  await bob.page.keyboard.press("End");
  await bob.page.keyboard.type(" Unsaved words.");
  await callApi(ann.page, "DELETE", `/api/pages/${pageId}/permissions`, { userId: bob.userId });
  await bob.context.setOffline(false);
  const state = bob.page.locator(".live-state");
  await state.filter({ hasText: "Not connected" }).waitFor({ timeout: 40_000 });
  await state.click();
  await bob.page.getByText("You no longer have access").or(bob.page.getByText("in the trash or was deleted")).waitFor();
  await bob.page.getByRole("button", { name: "Copy", exact: true }).click();
  assert.equal(await bob.page.evaluate("navigator.clipboard.readText()"), " Unsaved words.");
  await bob.page.keyboard.press("Escape");
  await bob.page.getByText("First line.").click();
  await bob.page.keyboard.type("x");
  assert.equal(await shown(bob.page), `${TEXT} Unsaved words.`);
  forgiveFailedRequests(bob);
});

test("offers unsaved text for copying after the user loses edit access", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  await openLive(bob, pageId);
  await bob.context.setOffline(true);
  await bob.page.getByText("Third line.").click();
  await bob.page.keyboard.press("End");
  await bob.page.keyboard.type(" Refused words.");
  await share(ann, bob, pageId, false);
  await bob.context.setOffline(false);
  await bob.page.getByText("Open “Not saved” above the text").waitFor({ timeout: 40_000 });
  await bob.page.locator(".live-state").filter({ hasText: "Not saved" }).click();
  await bob.page.getByRole("button", { name: "Copy", exact: true }).click();
  assert.equal(await bob.page.evaluate("navigator.clipboard.readText()"), " Refused words.");
  await bob.page.keyboard.press("Escape");
  forgiveFailedRequests(bob);
});

test("closes the editor when edit access is revoked, and reopens it with the caret when it is restored", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  await openLive(bob, pageId);
  await bob.page.getByText("Second line.").click();
  await bob.page.keyboard.press("End");
  await share(ann, bob, pageId, false);
  await bob.page.locator(".live-state").filter({ hasText: "View only" }).waitFor();
  await bob.page.keyboard.type("no");
  // By now the page may have switched to the read-only view.
  await reaches(async () => (await bob.page.locator(".doc .cm-line").allTextContents()).join("\n"), TEXT);
  await share(ann, bob, pageId, true);
  await bob.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await bob.page.keyboard.type(" yes");
  await reaches(() => stored(ann.page, pageId), "First line.\nSecond line. yes\nThird line.");
});

test("keeps the editor when edit access returns before the read-only page has loaded", nightly, async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  await openLive(bob, pageId);
  await bob.page.getByText("Second line.").click();
  await bob.page.keyboard.press("End");
  let letIn = (): void => undefined;
  const isLetIn = new Promise<void>((resolve) => (letIn = resolve));
  const isAsked = bob.page.waitForRequest((request) => new URL(request.url()).pathname === `/pages/${pageId}`);
  await bob.page.route(`**/pages/${pageId}`, async (route) => {
    const response = await route.fetch();
    await isLetIn;
    await route.fulfill({ response });
  });
  await share(ann, bob, pageId, false);
  await bob.page.locator(".live-state").filter({ hasText: "View only" }).waitFor();
  await isAsked;
  await share(ann, bob, pageId, true);
  await bob.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await bob.page.keyboard.type(" one");
  const isChecked = bob.page.waitForResponse((response) => response.url().endsWith("/permissions/check"));
  letIn();
  await isChecked;
  await bob.page.keyboard.type(" two");
  await reaches(() => stored(ann.page, pageId), "First line.\nSecond line. one two\nThird line.");
  assert.equal(await caret(bob.page), "Second line. one two|");
  await bob.page.unroute(`**/pages/${pageId}`);
});

test("does not interrupt an input method while other users edit the same line", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  for (const seat of [ann, bob]) await openLive(seat, pageId);
  await ann.page.getByText("Second line.").click();
  await ann.page.keyboard.press("End");
  const keyboard = await ann.context.newCDPSession(ann.page);
  const compose = (text: string) =>
    keyboard.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
  await compose("に");
  await bob.page.getByText("Second line.").click();
  await bob.page.keyboard.press("Home");
  await bob.page.keyboard.type("Before: ");
  await compose("にほ");
  await reaches(() => stored(bob.page, pageId), "First line.\nBefore: Second line.にほ\nThird line.");
  await compose("にほん");
  assert.equal(await shown(ann.page), "First line.\nSecond line.にほん\nThird line.");
  await keyboard.send("Input.insertText", { text: "日本" });
  const all = "First line.\nBefore: Second line.日本\nThird line.";
  for (const { page } of [ann, bob]) await reaches(() => shown(page), all);
  await reaches(() => stored(bob.page, pageId), all);
  assert.equal(await caret(ann.page), "Before: Second line.日本|");
});

test("merges text typed before the connection opens with other users' edits", async () => {
  const pageId = await makeDocument(ann, null, TEXT);
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  await ann.page.route("**/api/auth/socket-token**", async (route) => {
    await opened;
    await route.continue();
  });
  await ann.page.goto(`/pages/${pageId}`);
  await body(ann.page).waitFor();
  await ann.page.getByText("Second line.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" Early.");
  const others = { content: `Zeroth line.\n${TEXT}`, baseRevision: 1 };
  assert.equal((await callApi(ann.page, "PATCH", `/api/pages/${pageId}`, others)).status, 200);
  open();
  const all = "Zeroth line.\nFirst line.\nSecond line. Early.\nThird line.";
  await reaches(() => stored(ann.page, pageId), all);
  assert.equal(await shown(ann.page), all);
  await ann.page.unrouteAll();
});

test("updates the title and text for a user with view access", nightly, async () => {
  const pageId = await makeDocument(ann, bob, TEXT, false);
  await bob.page.goto(`/pages/${pageId}`);
  await openLive(ann, pageId);
  await ann.page.getByText("Third line.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" More.");
  await bob.page.getByText("Third line. More.").waitFor({ timeout: 15_000 });
  assert.equal(await bob.page.locator(".cm-content").count(), 0);
  await callApi(ann.page, "PATCH", `/api/pages/${pageId}`, { title: "Renamed elsewhere" });
  await bob.page.getByRole("heading", { name: "Renamed elsewhere" }).waitFor();
  await reaches(() => ann.page.getByRole("textbox", { name: "Title" }).inputValue(), "Renamed elsewhere");
});

test("applies a restored version to the editor while other users type", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  for (const seat of [ann, bob]) {
    await openLive(seat, pageId);
    // Requests of earlier tests may have failed after those tests ended.
    forgiveFailedRequests(seat);
  }
  const tool = await makeTool(ann, "Claude");
  await tool({ pageId, operation: "insert", startLine: 4, content: "Fourth line." });
  await reaches(() => shown(ann.page), `${TEXT}\nFourth line.`);
  await bob.page.getByText("First line.").click();
  await bob.page.keyboard.press("End");
  await ann.page.getByRole("button", { name: "History" }).click();
  const versions = ann.page.getByRole("group", { name: "Versions, newest first" }).getByRole("button");
  await versions.last().click();
  await ann.page.getByRole("button", { name: "Restore this version" }).click();
  await ann.page.getByText("Restored the version from").waitFor();
  await bob.page.keyboard.type(" Kept.");
  const all = "First line. Kept.\nSecond line.\nThird line.";
  for (const { page } of [ann, bob]) await reaches(() => shown(page), all);
  await reaches(() => stored(ann.page, pageId), all);
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});
