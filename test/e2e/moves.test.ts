/** In-place navigation between views, and the state that must be kept or cleaned up. */
// Covers: src/web/client/shell, src/web/client/tree
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page, Request, WebSocket } from "playwright-core";
import { callApi, openContext, startBrowser, makeDrive, makePage } from "./browser.ts";
import { reaches, shown, sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";
let drive = "";
/** Paths of the pages by title. */
const pages: Record<string, string> = {};

const LONG = Array.from({ length: 200 }, (_, line) => `line ${line}`).join("\n");

async function make(title: string, more: Record<string, unknown> = {}): Promise<string> {
  const id = await makePage(page, { driveId, type: "CODE", title, ...more });
  pages[title] = `/pages/${id}`;
  return id;
}

before(async () => {
  browser = await startBrowser();
  ({ page, faults, driveId } = await sit(browser, "moves", { viewport: { width: 1280, height: 800 } }));
  drive = `/drives/${driveId}`;
  await make("First", { content: LONG });
  await make("Second", { content: "second text" });
  const folder = await make("Folder", { type: "FOLDER" });
  const below = await make("Below", { type: "FOLDER", parentId: folder });
  await make("Deepest", { parentId: below, content: "deep" });
});

after(async () => {
  await browser.close();
});

/** Sets a flag on the window, which a reload would clear. Waits for the script first, which makes navigation in place. */
async function mark(of = page): Promise<void> {
  await of.locator("body > .hidden[role=status]").waitFor({ state: "attached" });
  await of.evaluate("window.isOld = true");
}
const isSameDocument = async (of = page): Promise<boolean> => (await of.evaluate("window.isOld")) === true;

/** Replaces Playwright's waitForFunction, which evaluates a string and is blocked by the page's policy. */
async function until(condition: string, of = page): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await of.evaluate(condition).catch(() => false))) {
    assert.ok(performance.now() < deadline, `timed out waiting for: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const body = () => page.getByLabel("Text of the page");
const inTree = (name: string) =>
  page.getByRole("navigation", { name: "Pages of Personal" }).getByRole("link", { name });

async function follow(name: string): Promise<void> {
  await inTree(name).click();
  await page.waitForURL(`**${pages[name]}`);
  await page
    .getByLabel("Title")
    .and(page.locator(`:text-is("${name}")`))
    .waitFor();
}

const requestsDuring = async (act: () => Promise<void>): Promise<Request[]> => {
  const seen: Request[] = [];
  const note = (request: Request): void => void seen.push(request);
  page.on("request", note);
  await act();
  page.off("request", note);
  return seen;
};

test("opens a linked page without a document load and updates the sidebar, title and focus", async () => {
  await page.goto(drive);
  await mark();
  await follow("First");
  assert.equal(await isSameDocument(), true);
  assert.equal(await page.title(), "First · Octavo");
  assert.equal(await page.locator('.side a[aria-current="page"]').innerText(), "First");
  await until(`document.activeElement.tagName === "H1"`);
  assert.equal(
    await page.evaluate(`document.querySelector("body > .hidden[role=status]").textContent`),
    "First · Octavo",
  );
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  assert.equal(await isSameDocument(), true);
});

test("requests only the main view when navigating", async () => {
  await page.goto(pages["First"] ?? "");
  const seen = await requestsDuring(() => follow("Second"));
  const documents = seen.filter((request) => request.url().includes("/pages/") && !request.url().includes("/api/"));
  assert.deepEqual(
    documents.map((request) => request.headers()["octavo-part"]),
    ["main"],
  );
  const part = await page.request.get(pages["Second"] ?? "", { headers: { "Octavo-Part": "main" } });
  const text = await part.text();
  assert.ok(!text.includes('id="side"') && text.includes("second text"));
  assert.match(part.headers()["vary"] ?? "", /Octavo-Part/);
});

test("restores the view, scroll position and caret on back and forward", async () => {
  await page.goto(pages["Second"] ?? "");
  await mark();
  await follow("First");
  await body().click();
  await page.keyboard.press("ControlOrMeta+Home");
  for (let letter = 0; letter < 4; letter++) await page.keyboard.press("Shift+ArrowRight");
  // The editor scrolls its caret into view in the next frame.
  await page.waitForTimeout(200);
  await page.evaluate("scrollTo(0, 700)");
  await page.evaluate(`document.querySelector('.side a[href="${pages["Second"]}"]').click()`);
  await page.waitForURL(`**${pages["Second"]}`);
  await until("scrollY === 0");
  await page.goBack();
  await until("scrollY === 700");
  await until(`document.activeElement?.closest(".cm-content") !== null && String(getSelection()) === "line"`);
  await page.goBack();
  await until(`document.title === "Second · Octavo"`);
  await page.goForward();
  await until(`document.title === "First · Octavo" && scrollY === 700`);
  assert.equal(await isSameDocument(), true);
});

test("saves typed text on navigation and shows it again on the way back", async () => {
  await page.goto(pages["Second"] ?? "");
  await body().fill("typed and left");
  await follow("First");
  await page.goBack();
  await reaches(() => shown(page), "typed and left");
});

test("prefetches a hovered link once and opens it without another request", async () => {
  await page.goto(drive);
  const seen = await requestsDuring(async () => {
    const fetched = page.waitForResponse(`**${pages["Second"]}`);
    await inTree("Second").hover();
    await (await fetched).finished();
    await follow("Second");
  });
  const documents = seen.filter((request) => new URL(request.url()).pathname === pages["Second"]);
  assert.equal(documents.length, 1);
  assert.equal(documents[0]?.headers()["purpose"], "prefetch");
});

test("refreshes a view that is shown from the cache", async () => {
  await page.goto(drive);
  await follow("Second");
  await follow("First");
  const id = pages["Second"]?.split("/").at(-1);
  await callApi(page, "PATCH", `/api/pages/${id}`, { content: "changed elsewhere" });
  await follow("Second");
  await reaches(() => shown(page), "changed elsewhere");
});

test("leaves new tabs, fragment links and API pages to the browser", async () => {
  await page.goto(pages["First"] ?? "");
  await mark();
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    inTree("Second").click({ modifiers: ["ControlOrMeta"] }),
  ]);
  assert.equal(new URL(page.url()).pathname, pages["First"]);
  await tab.close();
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**#main");
  await page.goBack();
  assert.equal(await isSameDocument(), true);
  await page.goto("/settings/connect");
  await mark();
  // The link is within the steps of a program, which are folded.
  await page.locator("a[href='/api/docs']").dispatchEvent("click");
  await page.waitForURL("**/api/docs");
  assert.equal(await isSameDocument(), false);
});

test("stops a view's scripts after the user leaves it, however often it was visited", async () => {
  const open = new Set<WebSocket>();
  const count = (socket: WebSocket): void => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  };
  page.on("websocket", count);
  await page.goto(drive);
  for (let times = 0; times < 3; times++) {
    await follow("First");
    await follow("Second");
  }
  await page.getByRole("button", { name: "History" }).click();
  await page.getByRole("dialog").waitFor();
  assert.equal(await page.getByRole("dialog").count(), 1);
  await page.keyboard.press("Escape");
  await body().waitFor();
  // The page's socket and the hub's.
  await reaches(async () => open.size, 2);
  page.off("websocket", count);
});

test("expands the tree to the current page and follows the arrow keys", async () => {
  await page.goto(drive);
  await follow("Folder");
  await page.getByRole("main").getByRole("link", { name: /Below/ }).click();
  await page
    .getByRole("main")
    .getByRole("link", { name: /Deepest/ })
    .click();
  await inTree("Deepest").and(page.locator("[aria-current=page]")).waitFor();
  await page.getByRole("treeitem", { name: "Folder: Folder" }).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate("document.activeElement.textContent.includes('Below')"), true);
  await page.keyboard.press("ArrowLeft");
  await inTree("Deepest").waitFor({ state: "detached" });
  await page.keyboard.press("ArrowRight");
  await inTree("Deepest").waitFor();
});

test("shows a new page immediately, also in the tree", async () => {
  await page.goto(drive);
  await mark();
  await page.getByRole("main").getByRole("button", { name: "New page" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Document" }).click();
  await page.locator("[data-title]:focus").waitFor();
  await page.keyboard.type("Made in place");
  await body().waitFor();
  await page.keyboard.press("Enter");
  await inTree("Made in place").waitFor();
  await page.keyboard.type("and written");
  await reaches(() => shown(page), "and written");
  assert.equal(await inTree("Made in place").getAttribute("aria-current"), "page");
  assert.equal(await isSameDocument(), true);
});

test("loads the tree of another drive", async () => {
  await page.goto(drive);
  const other = await makeDrive(page, "Elsewhere");
  await page.goto(drive);
  await mark();
  await page.getByRole("button", { name: /^Drive: / }).click();
  await page.getByRole("dialog", { name: "Drives" }).getByRole("option", { name: "Elsewhere" }).click();
  await page.waitForURL(`**/drives/${other}`);
  await page.getByRole("navigation", { name: "Pages of Elsewhere" }).waitFor();
  assert.equal(await isSameDocument(), true);
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});

test("reloads the page once when retrying a script that a deployment removed fails", async () => {
  const { page: other } = await openContext(browser, { storageState: await page.context().storageState() });
  let missing = 0;
  await other.goto(drive);
  await mark(other);
  await other.route("**/assets/new-page.*.js", (route) => {
    missing += 1;
    return route.fulfill({ status: 404, body: "" });
  });
  const newPage = other.getByRole("main").getByRole("button", { name: "New page" });
  const again = other.getByRole("alert").getByRole("button", { name: "Try again" });
  await newPage.click();
  await again.waitFor();
  assert.equal(await isSameDocument(other), true);
  await again.click();
  await until("window.isOld !== true", other);
  await mark(other);
  await newPage.click();
  await again.click();
  await again.waitFor();
  assert.equal(await isSameDocument(other), true);
  assert.equal(missing, 4);
});

test("redirects to sign-in after a session has ended, and shows the 404 page for a missing page", async () => {
  await page.goto(drive);
  await page.evaluate(`document.querySelector(".tree a").href = "/pages/none"`);
  await page.locator(".tree a").first().click();
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.goto(drive);
  await page.context().clearCookies();
  await inTree("Second").click();
  await page.waitForURL(`**/signin?next=${encodeURIComponent(pages["Second"] ?? "")}`);
});
