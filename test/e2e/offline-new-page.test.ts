/** Pages created and edited offline reach the service once the network is back. */
// Covers: src/web/client/offline, src/web/client/service-worker, src/web/client/page
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser } from "./browser.ts";
import { body, makeDocument, reaches, type Seat, stored, sit } from "./live-page.ts";
import { hasAllFiles, isKept, maySafelyLeave } from "./offline-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann", { keepsOffline: true });
  const { page } = ann;
  // A drive without pages would show the start view instead.
  const first = await makeDocument(ann, null, "The first page.");
  await page.goto(`/pages/${first}`);
  await isKept(page, `/pages/${first}`);
  await hasAllFiles(page);
  await reaches(() => page.evaluate<number>(`caches.open("octavo-blank-pages").then((all) => all.keys()).then((keys) => keys.length)`), 5); // oxfmt-ignore
});

after(async () => {
  await browser.close();
});

afterEach(() => ann.context.setOffline(false));

const state = (page: Page, text: string) => page.locator(".live-state").filter({ hasText: text }).waitFor();
const inTree = (page: Page, title: string) => page.locator("#side [role=treeitem]").filter({ hasText: title });
const isPending = (page: Page, title: string) => inTree(page, title).filter({ hasText: "not sent" }).first().waitFor();

/** Creates a page through the dialog and types its title; returns the id of the page, which is then open. */
async function create(page: Page, type: string, title: string): Promise<string> {
  const from = page.url();
  await page.getByRole("button", { name: "New page", exact: true }).first().click();
  await page.getByRole("dialog", { name: "New page" }).locator(`[data-type=${type}]`).click();
  await page.waitForURL((url) => String(url) !== from && url.pathname.startsWith("/pages/"));
  await page.locator("[data-title]:focus").waitFor();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await page.locator(".live-state.live-bad").waitFor();
  return page.url().split(/[/#]/)[4] ?? "";
}

/** Counts the pages at the top of the drive that have this title. */
async function count(title: string): Promise<number> {
  const { body: listed } = await callApi<{ pages: { title: string }[] }>(
    ann.page,
    "GET",
    `/api/drives/${ann.driveId}/pages`,
  );
  return listed.pages.filter((page) => page.title === title).length;
}

const TYPES = ["DOCUMENT", "CODE", "CANVAS", "SHEET", "TASK_LIST"];

const write = async (page: Page, type: string, words: string): Promise<void> => {
  if (type === "SHEET") {
    await page.getByRole("grid", { name: "Cells" }).click({ position: { x: 80, y: 60 } });
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  } else if (type === "TASK_LIST") {
    const field = page.getByRole("combobox", { name: /^Add a task/ }).first();
    await field.fill(words);
    await field.press("Enter");
  } else {
    await body(page).click();
    await page.keyboard.type(words);
  }
};

const shows = (page: Page, type: string, words: string): Promise<void> =>
  type === "SHEET"
    ? page.getByRole("grid", { name: "Cells" }).getByText(words).first().waitFor()
    : type === "TASK_LIST"
      ? page.getByRole("checkbox", { name: words, exact: true }).waitFor()
      : body(page).filter({ hasText: words }).waitFor();

test("creates, edits and reloads a page of each type offline, and creates it once on the server afterwards", async () => {
  const { context, page } = ann;
  await context.setOffline(true);
  const ids = new Map<string, string>();
  for (const type of TYPES) {
    const id = await create(page, type, `Tunnel ${type}`);
    ids.set(type, id);
    await isPending(page, `Tunnel ${type}`);
    await write(page, type, `words of ${type}`);
    await state(page, "Not sent yet");
    await shows(page, type, `words of ${type}`);
    await maySafelyLeave(page);
    await page.reload();
    await shows(page, type, `words of ${type}`);
    await state(page, "Not sent yet");
    await isPending(page, `Tunnel ${type}`);
    // The cached HTML document was that of another page.
    await inTree(page, `Tunnel ${type}`).and(page.locator("[aria-current=page]")).waitFor();
  }
  assert.equal(new Set(ids.values()).size, TYPES.length);
  // A second tab has one of them open as well.
  const second = await context.newPage();
  await second.goto(`/pages/${ids.get("DOCUMENT")}`);
  await shows(second, "DOCUMENT", "words of DOCUMENT");
  await context.setOffline(false);
  await state(second, "Saved");
  await state(page, "Saved");
  for (const [type, id] of ids) {
    await reaches(async () => {
      const text = await stored(page, id);
      return typeof text === "string" && text.includes(`words of ${type}`);
    }, true);
    assert.equal((await stored(page, id)).split("words of").length, 2, "the words are there once");
    assert.equal(await count(`Tunnel ${type}`), 1);
  }
  await reaches(() => page.locator("#side [role=treeitem]").filter({ hasText: "not sent" }).count(), 0);
  // The page is now like any other.
  await page.goto(`/pages/${ids.get("CODE")}`);
  await shows(page, "CODE", "words of CODE");
  await state(page, "Saved");
  await second.close();
});

test("creates a page renamed offline once after a restart, even if the first response was lost", async () => {
  const { context } = ann;
  let page = await context.newPage();
  await page.goto(`/drives/${ann.driveId}`);
  await context.setOffline(true);
  const id = await create(page, "DOCUMENT", "Bridge");
  await page.getByRole("textbox", { name: "Title" }).fill("Viaduct");
  await page.keyboard.press("Enter");
  await write(page, "DOCUMENT", "high up");
  await shows(page, "DOCUMENT", "high up");
  await maySafelyLeave(page);
  await page.close();
  // The page is created, but the response is lost.
  let lost = 0;
  await context.route("**/api/pages", async (route) => {
    lost += 1;
    await route.fetch();
    await (lost === 1 ? route.abort() : route.continue());
  });
  await context.setOffline(false);
  page = await context.newPage();
  await page.goto(`/pages/${id}`);
  await shows(page, "DOCUMENT", "high up");
  await state(page, "Saved");
  await reaches(() => stored(page, id), "high up");
  await context.unroute("**/api/pages");
  assert.ok(lost > 1);
  assert.deepEqual([await count("Viaduct"), await count("Bridge")], [1, 0]);
  await page.close();
});

test("keeps the text of a rejected page for copying or discarding", async () => {
  const { context } = ann;
  const page = await context.newPage();
  await page.goto(`/drives/${ann.driveId}`);
  await context.setOffline(true);
  await create(page, "DOCUMENT", "Refused");
  await write(page, "DOCUMENT", "kept all the same");
  await shows(page, "DOCUMENT", "kept all the same");
  await maySafelyLeave(page);
  await context.route("**/api/pages", (route) =>
    route.fulfill({ status: 403, json: { error: "No.", code: "forbidden" } }),
  );
  await context.setOffline(false);
  await page.getByText("“Refused” could not be created").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("unsent changes");
  await page.getByRole("option", { name: "View unsent changes" }).waitFor();
  await page.keyboard.press("Enter");
  const waiting = page.getByRole("dialog", { name: "Unsent changes" });
  const row = waiting.getByRole("listitem").filter({ hasText: "was not created" });
  await row.getByRole("button", { name: "Copy text" }).click();
  await reaches(() => page.evaluate<string>("navigator.clipboard.readText()"), "kept all the same");
  await row.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Discard" }).click();
  await waiting.getByText("All your changes are saved.").waitFor();
  await context.unroute("**/api/pages");
  assert.equal(await count("Refused"), 0);
  await page.close();
});

test("explains what cannot be created offline, and removes the data on sign-out", async () => {
  const { context, page } = ann;
  await page.goto(`/drives/${ann.driveId}`);
  await context.setOffline(true);
  await page.getByRole("button", { name: "New page", exact: true }).first().click();
  await page.getByRole("dialog", { name: "New page" }).locator("[data-type=CHANNEL]").click();
  await page.getByText("You must be online to create a page of this type").waitFor();
  await page.keyboard.press("Escape");
  await create(page, "DOCUMENT", "Mine alone");
  await context.route("**/api/pages", (route) => route.abort());
  await context.setOffline(false);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await page.waitForURL("**/signin*");
  await page.getByLabel("Email address").waitFor();
  const left = (): Promise<string> =>
    page.evaluate<string>(`(async () => {
      const kept = [];
      for (const name of ["octavo-pending-pages", "octavo-blank-pages"])
        for (const { url } of await (await caches.open(name)).keys()) kept.push(url);
      const open = indexedDB.open("octavo-pending");
      await new Promise((resolve) => open.addEventListener("success", resolve));
      const all = open.result.transaction("pending-pages").objectStore("pending-pages").getAllKeys();
      await new Promise((resolve) => all.addEventListener("success", resolve));
      open.result.close();
      return [...kept, ...all.result.map(String)].join(" ");
    })()`);
  await reaches(left, "");
});
