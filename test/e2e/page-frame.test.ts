/** The parts around a document's text: its title, its actions, and the hint on an empty page. */
// Covers: src/web/client/page, src/web/client/document
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, makePage, openContext, startBrowser } from "./browser.ts";
import { type Seat, body, caret, makeDocument, openLive, reaches, share, shown, sit } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;

before(async () => {
  browser = await startBrowser();
  [ann, ben] = [await sit(browser, "frame"), await sit(browser, "frame-ben")];
});

after(async () => {
  await browser.close();
});

/** A browser global used by functions that run in the page, since these tests have Node's types. */
declare const getComputedStyle: (element: unknown, part: string) => { readonly content: string };

const title = () => ann.page.getByRole("textbox", { name: "Title" });
const hasFocus = (name: string) => ann.page.locator(`:focus[aria-label="${name}"]`).count();
const hint = () =>
  ann.page.locator(".cm-content > .cm-line").evaluate((line) => getComputedStyle(line, "::before").content);

test("moves between the title and the text with the arrow keys and Enter", async () => {
  await openLive(ann, await makeDocument(ann, null, "- first\n- second"));
  await ann.page.getByText("first").click();
  await ann.page.keyboard.press("ArrowUp");
  assert.equal(await hasFocus("Title"), 1);
  await ann.page.keyboard.press("ArrowDown");
  await ann.page.locator(".cm-content:focus").waitFor();
  assert.equal(await caret(ann.page), "- |first");
  await ann.page.keyboard.press("ArrowDown");
  await ann.page.keyboard.press("ArrowUp");
  assert.equal(await hasFocus("Text of the page"), 1);
  await ann.page.keyboard.press("ArrowUp");
  await ann.page.keyboard.press("Enter");
  await ann.page.keyboard.type("At the ");
  assert.equal(await shown(ann.page), "- At the first\n- second");
});

test("shows hints on an empty page until the user writes", async () => {
  await openLive(ann, await makeDocument(ann, null, ""));
  assert.equal(await hint(), '"Write, or press / for blocks"');
  await body(ann.page).click();
  await ann.page.keyboard.type("a");
  assert.equal(await hint(), "none");
});

test("focuses the title of a new page", async () => {
  await ann.page.getByRole("button", { name: "New page" }).click();
  await ann.page.locator("[data-type=DOCUMENT]:focus").waitFor();
  await ann.page.keyboard.press("Enter");
  await ann.page.waitForURL("**/pages/**");
  await ann.page.locator("[data-title]:focus").waitFor();
  await ann.page.keyboard.type("Harbour");
  assert.equal(await title().inputValue(), "Harbour");
  await ann.page.keyboard.press("Enter");
  await ann.page.getByText("Renamed.").waitFor();
  assert.equal(await hasFocus("Text of the page"), 1);
});

test("exports a page as its source file, or with its subpages", async () => {
  await openLive(ann, await makeDocument(ann, null, "# Tides\n\nTwice a day."));
  const exported = async (role: "link" | "button", name: string): Promise<[name: string, start: string]> => {
    await ann.page.getByRole("button", { name: "More actions" }).click();
    const [download] = await Promise.all([
      ann.page.waitForEvent("download"),
      ann.page.getByRole(role, { name, exact: true }).click(),
    ]);
    const bytes = await readFile(await download.path());
    return [extname(download.suggestedFilename()), bytes.subarray(0, 7).toString("latin1")];
  };
  assert.deepEqual(await exported("link", "Export this page"), [".md", "# Tides"]);
  const [extension, start] = await exported("button", "Export this page and its subpages");
  assert.deepEqual([extension, start.slice(0, 2)], [".zip", "PK"]);
});

test("opens less common actions from a button and returns focus to it on close", async () => {
  const more = ann.page.getByRole("button", { name: "More actions" });
  await more.click();
  await ann.page.getByRole("button", { name: "Copy ID" }).click();
  await ann.page.getByText("Page ID copied.").waitFor();
  assert.equal(await ann.page.getByRole("button", { name: "Copy ID" }).count(), 0);
  await more.press("Enter");
  await ann.page.getByRole("button", { name: "Move to trash" }).waitFor();
  await ann.page.keyboard.press("Escape");
  assert.equal(await hasFocus("More actions"), 1);
  await ann.page.setViewportSize({ width: 390, height: 844 });
  await more.click();
  const label = await ann.page.getByRole("button", { name: "Copy ID" }).getByText("Copy ID").boundingBox();
  assert.ok(label && label.width > 20, "the menu shows no words on a phone");
  await ann.page.setViewportSize({ width: 1280, height: 720 });
});

test("orders the bar by location, people, status and actions, and keeps the location readable on a phone", async () => {
  const { driveId } = ann;
  const make = (name: string, parentId: string | null) =>
    makePage(ann.page, { driveId, parentId, type: "DOCUMENT", title: name, content: "" });
  const id = await make("Child", await make("Research in the north", await make("Everything about the sea", null)));
  await share(ann, ben, id, true);
  await openLive(ben, id);
  await openLive(ann, id);
  const bar = ann.page.locator(".toolbar");
  await bar.getByRole("button", { name: /^Here now: / }).waitFor();
  const order = (): Promise<string[]> =>
    bar
      .locator("button:visible:not(.crumbs button)")
      .evaluateAll<string[], { ariaLabel: string | null; textContent: string }>((all) =>
        all.map(({ ariaLabel, textContent }) => (ariaLabel ?? textContent).replace(/:.*/, "").trim()),
      );
  assert.deepEqual(await order(), ["Here now", "Saved", "Favourite", "Comments", "History", "Share", "More actions"]);
  await ann.page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await order(), ["Here now", "Saved", "Favourite", "Comments", "Share", "More actions"]);
  const [whole, parent] = [
    await bar.boundingBox(),
    await bar.getByRole("link", { name: "Research in the north" }).boundingBox(),
  ];
  assert.ok(parent && parent.width >= 60, "the parent page is cut off");
  assert.ok(whole && whole.width <= 390 && whole.height <= 56, "the bar needs a second line");
  await ann.page.setViewportSize({ width: 1280, height: 720 });
});

test("says when the page was edited, and that it was just now after an edit by someone else", async () => {
  const { driveId } = ann;
  const id = await makePage(ann.page, { driveId, type: "DOCUMENT", title: "Edited", content: "Words." });
  await share(ann, ben, id, true);
  await openLive(ann, id);
  await openLive(ben, id);
  const edited = ann.page.locator("[data-edited]");
  assert.match((await edited.textContent()) ?? "", /^Edited /);
  // The time of the last edit, until there is another one.
  assert.equal(await edited.locator("time").count(), 1);
  await ben.page.getByRole("textbox", { name: "Text of the page" }).pressSequentially("More ");
  await edited.locator("time").waitFor({ state: "detached" });
  assert.equal(await edited.textContent(), "Edited just now");
});

test("offers five destinations at the bottom of a phone, which make way while the user types", async () => {
  const channel = { driveId: ann.driveId, type: "CHANNEL", title: "general", content: "" } as const;
  const id = await makePage(ann.page, channel);
  await callApi(ann.page, "POST", `/api/pages/${id}/messages`, { content: "Long\n\n".repeat(60) });
  await share(ben, ann, await makePage(ben.page, { type: "DOCUMENT", title: "For Ann", content: "" }), false);
  const { context, page, faults } = await openContext(browser, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await ann.page.context().storageState(),
  });
  await page.goto(`/pages/${id}`);
  const bar = page.getByRole("navigation", { name: "Main navigation" });
  await bar.getByRole("link", { name: "Notifications 1 new" }).waitFor();
  const buttons = bar.locator("> :is(button, a)");
  const words = (await buttons.allInnerTexts()).map((text) => text.trim().split("\n")[0]);
  assert.deepEqual(words, ["Pages", "Search", "New", "Notifications", "Tasks"]);
  for (const button of await buttons.all()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const box = await button.boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44 && box.y + box.height <= 844, JSON.stringify(box));
  }
  const composer = page.locator(".composer");
  await composer.getByRole("textbox").waitFor();
  await page.mouse.move(195, 300);
  await page.mouse.wheel(0, -1_000);
  await reaches(() => page.evaluate<boolean>("scrollY < 1500"), true);
  const [top, foot] = [await bar.boundingBox(), await composer.boundingBox()];
  assert.ok(top && foot && foot.y + foot.height <= top.y, "the bar covers the composer");
  await composer.getByRole("textbox").tap();
  await bar.waitFor({ state: "hidden" });
  await page.evaluate("document.activeElement.blur()");
  await bar.waitFor();
  await buttons.filter({ hasText: "Tasks" }).tap();
  await page.getByRole("heading", { level: 1, name: "Your tasks" }).waitFor();
  await bar.getByRole("link", { name: "Tasks" }).and(page.locator("[aria-current=page]")).waitFor();
  await buttons.filter({ hasText: "New" }).first().tap();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
