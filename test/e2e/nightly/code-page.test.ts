/** A CODE page: edited by two people at once, highlighted according to its title, and read by a viewer. */
// Covers: src/web/client/document, src/web/client/editor/code
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { violationsIn } from "../axe.ts";
import { callApi, startBrowser, makePage } from "../browser.ts";
import { body, openLive, reaches, type Seat, share, shown, sit, stored } from "../live-page.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;

const CODE = "fn main() {\n\tlet x = 1;\n}\n// end";

async function makeCode(title: string, content = CODE): Promise<string> {
  return makePage(ann.page, { type: "CODE", title, content });
}

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

test("merges two users' edits of a code page and highlights its syntax by the file name in its title", async () => {
  const pageId = await makeCode("notes");
  await share(ann, bob, pageId, true);
  for (const seat of [ann, bob]) await openLive(seat, pageId);
  await ann.page.getByText("let x = 1;").click();
  await ann.page.keyboard.press("End");
  await bob.page.getByText("// end").click();
  await bob.page.keyboard.press("End");
  await Promise.all([
    ann.page.keyboard.type(" // ann", { delay: 20 }),
    bob.page.keyboard.type(" of it by bob", { delay: 20 }),
  ]);
  const both = "fn main() {\n\tlet x = 1; // ann\n}\n// end of it by bob";
  await reaches(() => stored(ann.page, pageId), both);
  for (const { page } of [ann, bob]) await reaches(() => shown(page), both);
  assert.equal(await bob.page.locator(".md-tok-keyword").count(), 0);
  await ann.page.getByRole("textbox", { name: "Title" }).fill("main.rs");
  await ann.page.keyboard.press("Enter");
  for (const { page } of [ann, bob]) await page.locator(".md-tok-keyword", { hasText: "fn" }).waitFor();
  assert.deepEqual(await violationsIn(ann.page), []);
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});

test("indents with Tab, leaves the editor with Escape and Tab, closes brackets, and copies the whole text", async () => {
  const { page } = ann;
  const pageId = await makeCode("script.js", "if (a) {\n    b\n}");
  await openLive(ann, pageId);
  await page.locator(".cm-foldGutter [title='Fold line']").first().waitFor({ state: "attached" });
  await page.getByText("b", { exact: true }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Tab");
  assert.equal(await shown(page), "if (a) {\n        b\n}");
  await page.keyboard.press("End");
  await page.keyboard.type("(");
  assert.equal(await shown(page), "if (a) {\n        b()\n}");
  await page.getByRole("button", { name: "Copy all" }).click();
  await page.getByText("Code copied.").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), "if (a) {\n        b()\n}");
  await body(page).focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("document.querySelector('.cm-editor').contains(document.activeElement)"), false);
  assert.equal(await shown(page), "if (a) {\n        b()\n}");
});

/** Run in the browser: the position of each line's text. */
const PLACES = `[...document.querySelectorAll(".doc .cm-line")].map((line) => {
  const range = document.createRange();
  range.selectNodeContents(line);
  const { left, top } = range.getBoundingClientRect();
  return [Math.round(left * 2), Math.round(top * 2)].join();
}).join(" ")`;

const IS_SCROLLED = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector(".cm-scroller"))`;

test("wraps lines on request, also in the printed page, and shifts none when the editor replaces it", async () => {
  const { page } = ann;
  const pageId = await makeCode("long.txt", `\tshort\n${"a long line ".repeat(40)}\n${"x\n".repeat(100)}`);
  for (const wraps of [false, true]) {
    await openLive(ann, pageId);
    if (wraps) await page.getByRole("button", { name: "Wrap lines" }).click();
    assert.equal(await page.evaluate(IS_SCROLLED), !wraps);
    // Without the editor the printed text stays.
    await page.route("**/assets/code-editor.*", (route) => route.abort());
    await page.goto(`/pages/${pageId}`);
    await page.locator(".code-print").waitFor();
    const printed = String(await page.evaluate(PLACES));
    await page.unrouteAll();
    await openLive(ann, pageId);
    const edited = String(await page.evaluate(PLACES));
    assert.ok(edited.length > 0 && printed.startsWith(edited), `${printed}\n${edited}`);
  }
  ann.faults.splice(0);
});

test("shows highlighted code and live changes to a user without edit access", async () => {
  const pageId = await makeCode("main.rs");
  await share(ann, bob, pageId, false);
  await bob.page.goto(`/pages/${pageId}`);
  await bob.page.locator(".code-print .md-tok-keyword", { hasText: "fn" }).waitFor();
  assert.equal(await bob.page.locator(".cm-editor").count(), 0);
  assert.deepEqual(await violationsIn(bob.page), []);
  await callApi(ann.page, "PATCH", `/api/pages/${pageId}`, { content: `${CODE}\nfn more() {}`, baseRevision: 1 });
  await bob.page.locator(".code-print .md-tok-name", { hasText: "more" }).waitFor();
  await bob.page.getByRole("button", { name: "Copy all" }).click();
  await bob.page.getByText("Code copied.").waitFor();
  assert.equal(await bob.page.evaluate("navigator.clipboard.readText()"), `${CODE}\nfn more() {}`);
  assert.deepEqual(bob.faults, []);
});
