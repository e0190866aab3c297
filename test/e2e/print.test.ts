/** Formulas and diagrams in the reading view and in print, and printing of whole pages. */
// Covers: src/web/client/document, src/web/client/editor
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";

const PARAGRAPHS = Array.from({ length: 150 }, (_, at) => `Paragraph ${at} has some words in it.`).join("\n\n");
const CONTENT = `The price is $x^2$.

$$
\\frac{1}{2}
$$

${PARAGRAPHS}

> $$
> \\sqrt{7}
> $$

\`\`\`mermaid
graph TD
  Start-->Stop
\`\`\`

$$
not closed`;

before(async () => {
  browser = await startBrowser();
  ({ page, faults, driveId } = await sit(browser, "print", { colorScheme: "dark" }));
});

after(() => browser.close());

async function make(type: string, title: string, content: string): Promise<string> {
  return makePage(page, { driveId, type, title, content });
}

/** The number of formulas and diagrams drawn in an element, and whether each diagram has a size. */
async function drawnIn(selector: string): Promise<string> {
  const around = page.locator(selector);
  const formulas = await around.locator("math").count();
  const widths = await around
    .locator(".ed-diagram img")
    .evaluateAll<number[], unknown>((all) => all.map((image) => image.getBoundingClientRect().width));
  return `${formulas} formulas, ${widths.length} diagrams, ${widths.every((width) => width > 50)}`;
}

const ALL = "3 formulas, 1 diagrams, true";

test("draws formulas and diagrams in the Read view", async () => {
  await page.goto(`/pages/${await make("DOCUMENT", "Read me", CONTENT)}`);
  await page.locator(".cm-content").waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Reading view" }).click();
  await reaches(async () => drawnIn("[role=document]"), ALL);
  assert.ok(!(await page.getByRole("document", { name: "Text of the page" }).innerText()).includes("graph TD"));
  await page.keyboard.press("Escape");
  await page.locator(".cm-content").waitFor();
});

test("prints a whole page on Ctrl+P, even if it was never scrolled", async () => {
  await page.goto(`/pages/${await make("DOCUMENT", "Print me", CONTENT)}`);
  await page.locator(".cm-content").waitFor();
  // Captures the content that the print dialog would get.
  await page.evaluate(
    `print = () => { printed = document.querySelector(".print-copy")?.cloneNode(true) }; printed = null`,
  );
  await page.keyboard.press("ControlOrMeta+p");
  await reaches(async () => page.evaluate<boolean>("printed !== null"), true);
  assert.equal(await page.evaluate(`printed.querySelectorAll("math").length`), 3);
  assert.equal(await page.evaluate(`printed.querySelectorAll(".ed-diagram img").length`), 1);
  await page.emulateMedia({ media: "print" });
  await reaches(async () => drawnIn(".print-copy"), ALL);
  await page.getByText("Paragraph 149 has").locator("visible=true").waitFor();
  assert.equal(await page.locator(".cm-editor").isVisible(), false);
  await page.emulateMedia({ media: null });
  await page.locator(".print-copy").waitFor({ state: "detached" });
});

test("draws all formulas and diagrams for the browser's own print command after the page has been idle", async () => {
  const prepared = page.waitForRequest(/printed-embeds|print-copy/);
  await page.goto(`/pages/${await make("DOCUMENT", "Print me too", CONTENT)}`);
  await prepared;
  await reaches(async () => {
    await page.evaluate(`
      dispatchEvent(new Event("beforeprint"));
      counted = document.querySelectorAll(".print-copy math").length + document.querySelectorAll(".print-copy .ed-diagram img").length;
      dispatchEvent(new Event("afterprint"))`);
    return page.evaluate<number>("counted");
  }, 4);
});

test("prints code and sheets beyond the visible area", async () => {
  const lines = Array.from({ length: 400 }, (_, at) => `const line${at} = ${at};`).join("\n");
  const rows = Array.from({ length: 300 }, (_, at) => `row ${at},${at},=B${at + 1}*2`).join("\n");
  for (const [type, content, last] of [
    ["CODE", lines, "const line399 = 399;"],
    ["SHEET", rows, "598"],
  ] as const) {
    await page.goto(`/pages/${await make(type, "Long", content)}`);
    await page.locator(type === "CODE" ? ".cm-content" : ".sheet-grid").waitFor();
    await page.evaluate("done = false; print = () => { done = true }");
    await page.keyboard.press("ControlOrMeta+p");
    await reaches(async () => page.evaluate<boolean>("done"), true);
    await page.emulateMedia({ media: "print" });
    await page.locator(".print-copy").getByText(last, { exact: true }).last().locator("visible=true").waitFor();
    await page.emulateMedia({ media: null });
  }
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});
