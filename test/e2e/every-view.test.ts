/** Every view fits 320 px in every language, has one headline, labels its fields, and follows its content security policy. */
// Covers: src/web/client
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, freshEmail, openContext, signIn, startBrowser, upload } from "./browser.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let views: string[] = [];

const LONG = "a-very-long-word-without-any-place-to-break-".repeat(12);
/** The width that text must reflow to (WCAG 1.4.10): 1280 px at 400 %. */
const NARROW = { width: 320, height: 700 };

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser, { viewport: NARROW }));
  const drive = `/drives/${await signIn(page, freshEmail("views"))}`;
  const driveId = drive.split("/").at(-1);
  const make = async (type: string, title: string, content: string, parentId: string | null = null) => {
    const made = await callApi<{ id: string }>(page, "POST", "/api/pages", { driveId, type, title, content, parentId });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.id;
  };
  const folder = await make("FOLDER", "A folder", "");
  const text = await make("DOCUMENT", LONG.slice(0, 250), LONG, folder);
  const code = await make("CODE", "long.ts", `const x = "${LONG}";`, text);
  const gone = await make("DOCUMENT", "Thrown away", "");
  await callApi(page, "DELETE", `/api/pages/${gone}`);
  const file = await upload(page, { driveId: driveId ?? "" }, `${LONG.slice(0, 150)}.txt`, LONG);
  views = [drive, `${drive}/trash`, `/pages/${folder}`, `/pages/${text}`, `/pages/${code}`, `/pages/${gone}`];
  views.push(
    `/pages/${file}`,
    "/settings",
    "/settings/connect",
    "/inbox",
    "/tasks",
    "/pages/none",
    `${drive}/transfers`,
  );
  views.push("/device", "/device?code=BCDF-GHJK", "/oauth/consent?request=answered", "/admin");
});

after(async () => {
  await browser.close();
});

/** Runs in the page and returns a list of its faults. */
const EXAMINE = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const start = (node) => node.outerHTML.slice(0, 100);
  const { scrollWidth } = document.documentElement;
  const named = (node) => node.textContent.trim() || node.getAttribute("aria-label");
  return [
    ...(scrollWidth > innerWidth ? ["scrolls sideways: " + scrollWidth] : []),
    ...["h1", "main"].filter((tag) => all(tag).length !== 1).map((tag) => "has " + all(tag).length + " " + tag),
    ...(document.doctype && document.title && document.documentElement.lang ? [] : ["lacks doctype, title or language"]),
    ...all("input:not([type=hidden]), select, textarea")
      .filter((field) => !field.labels?.length && !field.getAttribute("aria-label"))
      .map((field) => "has a field without a label: " + start(field)),
    ...all("button, a[href]").filter((control) => !named(control)).map((control) => "has a nameless " + start(control)),
    ...all("[id]").filter((node) => document.getElementById(node.id) !== node).map((node) => "repeats " + start(node)),
    ...all("[aria-labelledby]")
      .filter((node) => !document.getElementById(node.getAttribute("aria-labelledby")))
      .map((node) => "is labelled by nothing: " + start(node)),
  ];
})()`;

async function faultsOf(view: string): Promise<string[]> {
  await page.goto(view);
  // The return type of EXAMINE.
  const found = (await page.evaluate(EXAMINE)) as string[];
  return found.map((fault) => `${view} ${fault}`);
}

test("fits every view into 320 px, with one headline and a name for every field and control", async () => {
  const found: string[] = [];
  for (const view of views) found.push(...(await faultsOf(view)));
  assert.deepEqual(found, []);
});

test("fits every view into 320 px in German and Arabic", nightly, async () => {
  const storageState = await page.context().storageState();
  const found: string[] = [];
  for (const locale of ["de-DE", "ar"]) {
    const { context, page: translated } = await openContext(browser, { viewport: NARROW, locale, storageState });
    for (const view of views) {
      await translated.goto(view);
      const width = await translated.evaluate("document.documentElement.scrollWidth");
      if (Number(width) > NARROW.width) found.push(`${view} in ${locale} is ${String(width)} px wide`);
    }
    await context.close();
  }
  assert.deepEqual(found, []);
});

test("opens the tree as a drawer on a phone, and closes it on Escape", async () => {
  await page.goto(views[3] ?? "");
  const tree = page.getByRole("navigation", { name: "Pages of Personal" });
  assert.equal(await tree.isVisible(), false);
  await page.getByRole("button", { name: "Pages", exact: true }).click();
  assert.equal(await tree.isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await tree.isVisible(), false);
});

test("expands the tree with the keyboard and opens a subpage", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(views[0] ?? "");
  const folder = page.getByRole("treeitem", { name: "Folder: A folder" });
  await folder.focus();
  await page.keyboard.press("ArrowRight");
  await page.locator('.tree [aria-level="2"]').first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/pages/*");
  assert.equal(await page.locator('.tree a[aria-current="page"]').count(), 1);
});

test("applies the same checks to signed-out views, and redirects only within the service", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.context().clearCookies();
  assert.deepEqual(await faultsOf("/signin?error=link_invalid&next=/settings"), []);
  await page.goto("/auth/continue?next=//elsewhere.example/");
  await page.waitForURL("**/signin?next=%2F");
});

test("reports no browser errors", () => {
  // Views that are missing or forbidden are requested on purpose.
  const unexpected = faults.filter((fault) => !/status of 40[34]/.test(fault));
  assert.deepEqual(unexpected, []);
});
