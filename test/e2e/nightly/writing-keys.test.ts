/** Editing keys at the edges of blocks and marks, each in its own page with an empty or short text. */
// Covers: src/web/client/editor
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "../browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, sit, stored } from "../live-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "keys");
});

after(async () => {
  await browser.close();
});

/** Types the words, and presses the keys in angle brackets. */
async function write(script: string): Promise<void> {
  for (const [part, key] of script.matchAll(/<([\w+]+)>|[^<]+/g))
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await (key === undefined ? ann.page.keyboard.type(part) : ann.page.keyboard.press(key));
}

const IMAGE = "![p|100x100](/assets/icon.svg)";

const CASES: readonly (readonly [what: string, text: string, script: string, expected: string])[] = [
  ["Down after a final code block moves out of it", "", "```js\nlet a;<ArrowDown>after", "```js\nlet a;\n```\nafter"],
  ["Down after a final formula moves out of it", "", "$$\nx^2<ArrowDown>after", "$$\nx^2\n$$\nafter"],
  [
    "Down and Up move across the end of a code block",
    "```\na\n```\n\nb",
    "<ArrowDown><ArrowDown>x<ArrowUp>y",
    "```\nay\n```\nx\nb",
  ],
  [
    "Mod-A in a code block selects the code first",
    "a\n\n```\nb\nc\n```",
    "<ArrowDown><ArrowDown><ArrowDown><Control+a>z",
    "a\n\n```\nz\n```",
  ],
  [
    "turns a typed table into a table and continues in its first row",
    "",
    "| a | b |\n| - | --- |\nx<Tab>y",
    "| a | b |\n| - | --- |\n| x  | y    |",
  ],
  ["Enter before a heading keeps the heading", "# abc", "<Home><Enter>x", "\n# xabc"],
  [
    "Ctrl+Backspace deletes a formatted word with its marks",
    "a **bold** z",
    "<End><Control+Backspace><Control+Backspace>x",
    "a x",
  ],
  [
    "Shift+Enter adds a line to a list item and Enter starts the next item",
    "",
    "- one<Shift+Enter>two\nthree",
    "- one\n  two\n- three",
  ],
  [
    "inserts typed text below a selected picture",
    `a\n\n${IMAGE}\n\nb`,
    "<ArrowDown><ArrowDown>x",
    `a\n\n${IMAGE}\n\nx\n\nb`,
  ],
];

for (const [what, text, script, expected] of CASES)
  test(what, async () => {
    const id = await makeDocument(ann, null, text);
    await openLive(ann, id);
    await ann.page.locator(".ed-grip").waitFor({ state: "attached" });
    await body(ann.page).focus();
    await ann.page.keyboard.press("Control+Home");
    await write(script);
    await reaches(() => stored(ann.page, id), expected);
    assert.deepEqual(ann.faults, []);
  });

test("draws a table typed in a quote once the caret leaves it", async () => {
  const id = await makeDocument(ann, null, "\n\nafter");
  await openLive(ann, id);
  await ann.page.locator(".ed-grip").waitFor({ state: "attached" });
  await body(ann.page).focus();
  await ann.page.keyboard.press("Control+Home");
  await write("> | a | b |\n| - | - |");
  assert.equal(await ann.page.locator(".doc .md-tw").count(), 0);
  await write("<ArrowDown><ArrowDown>");
  await ann.page.locator(".doc .md-tw").waitFor();
});

const PASTES: readonly (readonly [what: string, text: string, pasted: string, expected: string])[] = [
  ["pastes lines into a list item as items", "- [ ] a\n- [ ] ", "one\ntwo\n", "- [ ] a\n- [ ] one\n- [ ] two"],
  ["pastes items into an empty item at the same level", "- a\n- ", "- one\n- two", "- a\n- one\n- two"],
];

for (const [what, text, pasted, expected] of PASTES)
  test(what, async () => {
    const id = await makeDocument(ann, null, text);
    await openLive(ann, id);
    await ann.page.locator(".ed-grip").waitFor({ state: "attached" });
    await body(ann.page).focus();
    await ann.page.keyboard.press("Control+End");
    await ann.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
    await ann.page.keyboard.press("Control+v");
    await reaches(() => stored(ann.page, id), expected);
    assert.deepEqual(ann.faults, []);
  });

test("suggests a page to mention by the beginning of its title", async () => {
  const { page } = ann;
  const other = await makeDocument(ann, null, "");
  const id = await makeDocument(ann, null, "");
  await callApi(page, "PATCH", `/api/pages/${other}`, { title: "Lighthouse keepers" });
  await openLive(ann, id);
  await page.locator(".ed-grip").waitFor({ state: "attached" });
  await body(page).focus();
  await page.keyboard.type("See @Lighth");
  await page.getByRole("option", { name: /Lighthouse keepers/ }).waitFor();
  await page.keyboard.press("Enter");
  await reaches(() => stored(page, id), `See @[Lighthouse keepers](page:${other})`);
  assert.deepEqual(ann.faults, []);
});
