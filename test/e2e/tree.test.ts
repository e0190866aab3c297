/** The page tree: by keys alone, by dragging, while others change it, and with more pages than are drawn. */
// Covers: src/web/client/tree
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, hold, startBrowser, makeDrive, addMember } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

/** Calls that fill the large drive, with 500 pages each. */
const CALLS = process.env.E2E === "all" ? 40 : 4;

let browser: Browser;
let page: Page;
let faults: string[];
let drive = "";

type Made = { createdPages: { id: string; title: string }[] };

async function makePages(driveId: string, structure: unknown): Promise<Map<string, string>> {
  const made = await callApi<Made>(page, "POST", "/api/pages/bulk/create-structure", { driveId, structure });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return new Map(made.body.createdPages.map(({ id, title }) => [title, id]));
}

const leaf = (title: string) => ({ title, type: "DOCUMENT" });

const row = (title: string, of = page): Locator => of.getByRole("treeitem", { name: `: ${title}` });

/** The titles that are drawn, with `-` for each level below the first. */
const drawn = (of = page): Promise<string> =>
  of.evaluate<string>(`[...document.querySelectorAll("[role=tree] [data-row]")]
    .map((row) => "-".repeat(row.getAttribute("aria-level") - 1) + (row.querySelector("a")?.innerText.split("\\n").at(-1) ?? "…"))
    .join(" ")`);

const focused = (): Promise<string> => page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");

/** The pages listed by the service, by position. */
async function listed(driveId: string, parentId: string | null = null): Promise<string> {
  const under = parentId === null ? "" : `&parentId=${parentId}`;
  const { body } = await callApi<{ pages: { title: string }[] }>(
    page,
    "GET",
    `/api/drives/${driveId}/pages?depth=1${under}`,
  );
  return body.pages.map(({ title }) => title).join(" ");
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await sit(browser, "tree", { viewport: { width: 1280, height: 800 } }));
  drive = await makeDrive(page, "Small");
  await makePages(drive, [
    { title: "Alpha", type: "FOLDER", children: [leaf("Anna"), leaf("Ben")] },
    leaf("Beta"),
    leaf("Gamma"),
    leaf("Delta"),
  ]);
});

after(async () => {
  await browser.close();
});

test("moves, expands, finds by first letters, renames and opens pages with the keyboard", async () => {
  await page.goto(`/drives/${drive}`, { waitUntil: "networkidle" });
  await row("Alpha").focus();
  await press("ArrowRight");
  await row("Anna").waitFor();
  await press("ArrowRight", "End");
  assert.equal(await focused(), "Document: Delta");
  await press("Home", "b", "e", "n");
  assert.equal(await focused(), "Document: Ben");
  await press("ArrowLeft");
  assert.equal(await focused(), "Folder: Alpha");
  await press("g");
  assert.equal(await focused(), "Document: Gamma");
  await press("F2");
  await page.getByRole("textbox", { name: "New title" }).waitFor();
  await page.keyboard.type("Gemma");
  await press("Enter");
  await reaches(() => listed(drive), "Alpha Beta Gemma Delta");
  assert.equal(await focused(), "Document: Gemma");
  await press("Enter");
  await page.waitForURL("**/pages/*");
  await page.getByRole("textbox", { name: "Title" }).and(page.locator(":text-is('Gemma')")).waitFor();
});

test("restores trashed pages with Ctrl+Z, and trashes several pages at once", async () => {
  await page.goto(`/drives/${drive}`);
  await row("Beta").focus();
  await press("Shift+ArrowDown", "Delete");
  await page.getByText("2 pages moved to trash.").waitFor();
  assert.equal(await listed(drive), "Alpha Delta");
  await row("Delta").focus();
  await press("Control+z");
  await reaches(() => listed(drive), "Alpha Beta Gemma Delta");
  await row("Gemma").waitFor();
});

test("pastes a cut page into another, reorders pages with the keyboard, and undoes a move from its message", async () => {
  await page.goto(`/drives/${drive}`);
  await row("Delta").focus();
  await press("Control+x");
  await row("Beta").focus();
  await press("Control+v");
  await page.getByText("“Delta” moved to “Beta”.").waitFor();
  await reaches(() => drawn(), "Alpha -Anna -Ben Beta -Delta Gemma");
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(() => listed(drive), "Alpha Beta Gemma Delta");
  await reaches(() => drawn(), "Alpha -Anna -Ben Beta Gemma Delta");
  await row("Delta").focus();
  await press("Alt+ArrowUp");
  await reaches(() => listed(drive), "Alpha Beta Delta Gemma");
  assert.equal(await focused(), "Document: Delta");
});

test("queues keys pressed before the scripts load and applies them to the rows they were pressed on", async () => {
  for (const script of [/interact[^/]*\.js/, /shell[^/]*\.js/]) {
    const { asked, release } = await hold(page, script);
    await page.goto(`/drives/${drive}`, { waitUntil: "commit" });
    await row("Gemma").focus();
    await press("Control+x");
    await row("Beta").focus();
    await press("Control+v");
    await asked;
    await row("Alpha").focus();
    release();
    await page.getByText("“Gemma” moved to “Beta”.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await reaches(() => listed(drive), "Alpha Beta Delta Gemma");
    await page.unroute(script);
  }
});

test("opens the row menu with a key, adds a favorite, and returns the focus", nightly, async () => {
  await page.goto(`/drives/${drive}`);
  await row("Beta").focus();
  await press("Shift+F10");
  await page.getByRole("menuitem", { name: "Add to favourites" }).click();
  await page.getByRole("navigation", { name: "Favourites" }).getByRole("link", { name: "Beta" }).waitFor();
  assert.equal(await focused(), "Document: Beta");
  await page.reload();
  await page.getByRole("navigation", { name: "Favourites" }).getByRole("link", { name: "Beta" }).waitFor();
  await row("Anna").waitFor();
});

test("drags a page between two others or into one, and shows the drop position", async () => {
  await page.goto(`/drives/${drive}`);
  await row("Anna").waitFor();
  await row("Gemma").hover();
  await page.getByRole("button", { name: "Actions" }).first().waitFor();
  await reaches(() => listed(drive), "Alpha Beta Delta Gemma");
  const beta = await row("Beta").boundingBox();
  assert.ok(beta);
  const middle = beta.x + beta.width / 2;
  await page.mouse.down();
  await page.mouse.move(middle, beta.y + 20, { steps: 4 });
  await page.mouse.move(middle, beta.y + 3, { steps: 4 });
  await page.locator(".tree-drop:popover-open").waitFor();
  await page.mouse.up();
  await reaches(() => listed(drive), "Alpha Gemma Beta Delta");
  await page.locator(".tree-drop").waitFor({ state: "detached" });
  await row("Delta").getByRole("link").dragTo(row("Beta").getByRole("link"));
  await page.getByText("“Delta” moved to “Beta”.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await reaches(() => listed(drive), "Alpha Gemma Beta Delta");
});

test("reverts a rejected move and shows the reason", async () => {
  await page.goto(`/drives/${drive}`);
  await row("Anna").waitFor();
  await row("Gemma").focus();
  const refuse = {
    status: 403,
    contentType: "application/json",
    body: '{"error":"You may not put pages there.","code":"forbidden"}',
  };
  await page.route("**/api/pages/reorder", (route) => route.fulfill(refuse));
  await press("Alt+ArrowDown");
  await page.getByRole("alert").getByText("You may not put pages there.").waitFor();
  await reaches(() => drawn(), "Alpha -Anna -Ben Gemma Beta Delta");
  await page.unroute("**/api/pages/reorder");
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("403")));
});

test("applies other users' changes in place, and leaves no gap for a hidden page", async () => {
  const viewport = { width: 1280, height: 800 };
  const { page: reader, faults: others, userId } = await sit(browser, "reader", { viewport });
  const shared = await makeDrive(page, "Shared");
  const ids = await makePages(shared, [leaf("One"), leaf("Secret"), leaf("Two"), { title: "Box", type: "FOLDER" }]);
  await addMember(page, shared, { userId });
  const secret = `/api/pages/${ids.get("Secret")}`;
  const hidden = await callApi(page, "POST", `${secret}/permissions`, { userId });
  assert.equal(hidden.status, 201, JSON.stringify(hidden.body));
  // A drive opens only the hub's socket. Its first message may arrive before the drive has loaded.
  const listens = reader.waitForEvent("websocket").then((socket) => socket.waitForEvent("framereceived"));
  await Promise.all([listens, reader.goto(`/drives/${shared}`)]);
  assert.equal(await drawn(reader), "One Two Box");
  assert.equal(await row("Two", reader).getAttribute("aria-posinset"), "2");
  assert.equal(await row("Two", reader).getAttribute("aria-setsize"), "3");
  await callApi(page, "PATCH", secret, { title: "Still secret" });
  await callApi(page, "PATCH", `/api/pages/${ids.get("Two")}`, { title: "Second" });
  await reaches(() => drawn(reader), "One Second Box");
  await callApi(page, "POST", "/api/pages/reorder", { pageId: ids.get("One"), parentId: ids.get("Box"), position: 1 });
  await reaches(() => drawn(reader), "Second Box");
  await row("Box", reader).focus();
  await reader.keyboard.press("ArrowRight");
  await reaches(() => drawn(reader), "Second Box -One");
  await callApi(page, "DELETE", `/api/pages/${ids.get("Two")}`);
  await reaches(() => drawn(reader), "Box -One");
  assert.ok(!(await reader.content()).toLowerCase().includes("secret"));
  assert.deepEqual(others, []);
});

test("draws only the visible rows of thousands, and loads the rest on scroll", async () => {
  const large = await makeDrive(page, "Large");
  for (let call = 0; call < CALLS; call += 1) {
    const children = Array.from({ length: 499 }, (_, at) => leaf(`P${call}.${at}`));
    await makePages(large, [{ title: `S${call}`, type: "FOLDER", children }]);
  }
  await page.goto(`/drives/${large}`);
  await row("S0").focus();
  await press("ArrowRight");
  await row("P0.0").waitFor();
  const count = () => page.locator("[role=tree] [data-row]").count();
  assert.ok((await count()) < 80, String(await count()));
  for (let times = 0; times < 40 && (await row("P0.498").count()) === 0; times += 1) {
    await page.evaluate("document.querySelector('[data-scroll]').scrollTop = 1e9");
    await page.waitForTimeout(50);
    await press("End");
    await page.evaluate(`document.querySelector('[data-scroll]').scrollTop -= ${32 * (CALLS + 1)}`);
    await page.waitForTimeout(50);
  }
  assert.equal(await row("P0.498").getAttribute("aria-posinset"), "499");
  assert.equal(await row("P0.498").getAttribute("aria-setsize"), "499");
  assert.ok((await count()) < 80, String(await count()));
});

test("passes the axe accessibility checks in the sidebar", nightly, async () => {
  await page.goto(`/drives/${drive}`);
  await row("Beta").focus();
  await press("Shift+ArrowDown");
  assert.deepEqual(await violationsIn(page, "#side"), []);
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});
