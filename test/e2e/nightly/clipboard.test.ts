/** Text pasted from other programs becomes Markdown in an open page, and other programs can read text copied there. */
// Covers: src/web/client/editor/clipboard
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser } from "../browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, sit, stored } from "../live-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
});

after(async () => {
  await browser.close();
});

/** Puts HTML and plain text on the browser's clipboard, and pastes it by keyboard. */
async function pasteHtml(html: string, plain: string): Promise<void> {
  const { page } = ann;
  const parts = `{ "text/html": new Blob([${JSON.stringify(html)}], { type: "text/html" }), "text/plain": new Blob([${JSON.stringify(plain)}], { type: "text/plain" }) }`;
  // In a tab without our policy, which forbids the styles in such HTML.
  const other = await ann.context.newPage();
  await other.route("**/other-program", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
  );
  await other.goto("/other-program");
  await other.evaluate(`navigator.clipboard.write([new ClipboardItem(${parts})])`);
  await other.close();
  await page.bringToFront();
  await page.keyboard.press("Control+v");
}

const span = (style: string, text: string) => `<span style="font-family:Arial;${style}">${text}</span>`;

const SAMPLES: readonly (readonly [string, string, string])[] = [
  [
    "Google Docs",
    `<b style="font-weight:normal;" id="docs-internal-guid-1f0e8a6c-7fff"><h1 dir="ltr">${span("font-weight:400;", "Title")}</h1><p dir="ltr">${span("font-weight:700;", "Bold ")}${span("font-weight:400;font-style:italic;", "italic")}${span("font-weight:400;text-decoration:line-through;", " gone")}</p><ul><li dir="ltr" aria-level="1"><p dir="ltr">${span("font-weight:400;", "One")}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr">${span("font-weight:400;", "Inner")}</p></li></ul></ul></b>`,
    "# Title\n\n**Bold** *italic* ~~gone~~\n\n- One\n  - Inner",
  ],
  [
    "Word",
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15"></head><body><h2>Plan</h2><p class=MsoNormal>Some <b>bold</b> and <a href="https://example.com/a">a link</a>.</p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>One</p><p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span>Two</p></body></html>`,
    "## Plan\n\nSome **bold** and [a link](https://example.com/a).\n\n1. One\n2. Two",
  ],
  [
    "Notion",
    `<meta charset='utf-8'><!-- notionvc: 0e1c3d4a --><h3>Sprint</h3>\n<ul>\n<li>[ ] Write</li>\n<li>[x] Read</li>\n</ul>`,
    "### Sprint\n\n- [ ] Write\n- [x] Read",
  ],
  [
    "Google Sheets",
    `<google-sheets-html-origin><table><tbody><tr><td>Site</td><td>Figure</td></tr><tr><td>North</td><td>17</td></tr></tbody></table>`,
    "| Site  | Figure |\n| ----- | ------ |\n| North | 17     |",
  ],
];

for (const [program, html, expected] of SAMPLES) {
  test(`pastes formatted text from ${program} as equivalent Markdown`, async () => {
    const { page, faults } = ann;
    const pageId = await makeDocument(ann, null, "");
    await openLive(ann, pageId);
    await body(page).click();
    await page.locator(".ed-grip").waitFor({ state: "attached" });
    await pasteHtml(html, "plain");
    const rows = (text: string) => text.replaceAll(/ +\|/g, " |").replaceAll(/-+ \|/g, "- |").trimEnd();
    await reaches(async () => rows(await stored(page, pageId)), rows(expected));
    await page.keyboard.press("Control+z");
    await reaches(() => stored(page, pageId), "");
    assert.deepEqual(faults, []);
  });
}

test("copies Markdown for text fields and HTML for other programs, and pastes its own copy unchanged", async () => {
  const { page, faults } = ann;
  const text = "## Part\n\nSome **bold** words.\n\n- [x] done\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nend";
  const pageId = await makeDocument(ann, null, text);
  await openLive(ann, pageId);
  await page.getByText("end", { exact: true }).click();
  await page.locator(".ed-grip").waitFor({ state: "attached" });
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), text);
  const html = await page.evaluate<string>(
    `navigator.clipboard.read().then(([item]) => item.getType("text/html")).then((blob) => blob.text())`,
  );
  for (const part of [/<h2>Part<\/h2>/, /<strong>bold<\/strong>/, /<table\b/]) assert.match(html, part);
  await page.keyboard.press("Control+x");
  await reaches(() => stored(page, pageId), "");
  await page.keyboard.press("Control+v");
  await reaches(() => stored(page, pageId), text);
  assert.deepEqual(faults, []);
});

test("pastes spreadsheet cells into a table from the caret's cell, and undoes them in one step", async () => {
  const { page } = ann;
  const table = "| a | b |\n|---|---|\n| 1 | 2 |\n\nend";
  const pageId = await makeDocument(ann, null, table);
  await openLive(ann, pageId);
  await page.waitForLoadState("networkidle");
  await page.locator(".doc td").nth(1).click();
  const sheet = `<google-sheets-html-origin><table><tbody><tr><td>x</td><td><b>y</b></td></tr><tr><td>z</td><td>q|r</td></tr></tbody></table>`;
  await pasteHtml(sheet, "x\ty\nz\tq|r");
  const filled = "| a | b |  |\n|---|---| --- |\n| 1 | x | **y** |\n|  | z | q\\|r |\n\nend";
  await reaches(() => stored(page, pageId), filled);
  await page.keyboard.press("Control+z");
  await reaches(() => stored(page, pageId), table);
  // A table on the clipboard as plain text only.
  await page.locator(".doc td").nth(0).click();
  await page.evaluate(`navigator.clipboard.writeText("3\\t4\\n5\\t6")`);
  await page.keyboard.press("Control+v");
  await reaches(() => stored(page, pageId), "| a | b |\n|---|---|\n| 3 | 4 |\n| 5 | 6 |\n\nend");
  assert.deepEqual(ann.faults, []);
});
