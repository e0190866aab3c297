/** Offline: visited pages open, edits to them are stored, and they are sent later. */
// Covers: src/web/client/offline, src/web/client/service-worker
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser, withoutEnded } from "./browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, stored, sit } from "./live-page.ts";
import { hasAllFiles, isKept, maySafelyLeave } from "./offline-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann", { keepsOffline: true });
});

after(async () => {
  await browser.close();
});

/** Network errors are no faults; uncaught errors and policy violations are. */
const faults = (): string[] => ann.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(fault));

test("opens visited pages offline, and sends edits when the connection returns", async () => {
  const { context, page } = ann;
  const first = await makeDocument(ann, null, "The first page.");
  const second = await makeDocument(ann, null, "The second page.");
  await openLive(ann, first);
  await isKept(page, `/pages/${first}`);
  // In-place navigation fetches only the view, not the document.
  await page.evaluate(`(() => {
    const link = document.createElement("a");
    link.href = "/pages/${second}";
    document.querySelector("#main").append(link);
    link.click();
  })()`);
  await page.getByText("The second page.").first().waitFor();
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await isKept(page, `/pages/${second}`);
  await hasAllFiles(page);

  await context.setOffline(true);
  await page.reload();
  await body(page).filter({ hasText: "The second page." }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Written on a train.");
  await page.locator(".live-state.live-bad").waitFor();
  await maySafelyLeave(page);
  await page.goto(`/pages/${first}`);
  await body(page).filter({ hasText: "The first page." }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" In a tunnel.");
  await page.locator(".live-state.live-bad").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("unsent changes");
  await page.getByRole("option", { name: "View unsent changes" }).waitFor();
  await page.keyboard.press("Enter");
  const waiting = page.getByRole("dialog", { name: "Unsent changes" });
  await waiting.getByRole("listitem").nth(1).waitFor();
  assert.equal(await waiting.getByRole("listitem").filter({ hasText: "Together waiting" }).count(), 2);
  await page.keyboard.press("Escape");
  await maySafelyLeave(page);
  await page.reload();
  await body(page).filter({ hasText: "In a tunnel." }).waitFor();

  await context.setOffline(false);
  await reaches(() => stored(page, first), "The first page. In a tunnel.");
  await reaches(() => stored(page, second), "The second page. Written on a train.");
  await page.getByText("Your offline changes to “Together” are now saved.").waitFor();
  assert.deepEqual(faults(), []);
});

test("shows the last visited list of notifications offline", async () => {
  const { context, page } = ann;
  await page.goto("/inbox");
  await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
  await isKept(page, "/inbox");
  await hasAllFiles(page);
  await context.setOffline(true);
  await page.reload();
  await page.getByText("Mentions and shared pages will show up here.").waitFor();
  await page.evaluate('dispatchEvent(new Event("focus"))');
  assert.equal(await page.locator(".notice-error").count(), 0);
  await context.setOffline(false);
  assert.deepEqual(faults(), []);
});

test("explains that a page is not available offline, and links to those that are", async () => {
  const { context, page } = ann;
  const id = await makeDocument(ann, null, "Never opened.");
  await context.setOffline(true);
  try {
    await page.goto(`/pages/${id}`);
    await page.getByRole("heading", { name: "You are offline" }).waitFor();
    await page.getByRole("link", { name: "Together" }).first().click();
    await body(page).waitFor();
  } finally {
    await context.setOffline(false);
  }
  assert.deepEqual(faults(), []);
});

test("removes all stored pages on sign-out", async () => {
  const { page } = ann;
  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/signin*");
  await page.getByLabel("Email address").waitFor();
  const left = (): Promise<string> =>
    page.evaluate<string>(`(async () => {
      const entries = [];
      for (const name of ["octavo-documents", "octavo-views"])
        for (const { url } of await (await caches.open(name)).keys()) entries.push(url);
      return entries.join(" ");
    })()`);
  await reaches(left, "");
  assert.deepEqual(withoutEnded(faults()), []);
});
