/** A document in a real browser: readable before any script, taken over by the editor without a layout shift, edited. */
// Covers: src/web/client/document, src/web/client/editor, src/web/client/live
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, hold, startBrowser, makePage } from "./browser.ts";
import { reaches, sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

const PARAGRAPH =
  "Words with **bold**, *emphasis*, ~~struck~~, ==marked==, `code`, [a link](https://example.com/a/long/address), " +
  "a footnote[^1], \\*escaped\\* text and @[Ann Lee](user:u1), long enough to break over several lines on every screen.";

const SECTION = `## Section with *emphasis*

${PARAGRAPH}

- [ ] open task
- [x] done task
- item that is long enough to break over more than one line on a telephone and maybe elsewhere too

  > a quote in an item
  1. numbered

> [!warning]
> ${PARAGRAPH}

\`\`\`ts
const answer = 42;

\`\`\`

***

| a | b |
|---|--:|
| one | **two** |

> [!tip]
> > | in | a quote |
> > |---|--:|
> > | one | *two* |

- item

  | in an item |
  |---|
  | cell |

99. number
100. wide number

Setext
------
soft line
second line

`;
const TEXT = `${SECTION.repeat(12)}[^1]: The note\n`;

/** Runs in the page: positions of words and line ends, and the total height. */
const MEASURE = `(() => {
  const words = [];
  const walker = document.createTreeWalker(document.querySelector(".doc"), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // In the editor a style sheet shows it.
    if (node.parentElement.matches(".md-callout-label")) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (width > 0.5 && height > 2 && y + height > 0 && y < innerHeight) words.push([word, x, y]);
    }
  }
  // Not the document's scrollHeight, which is rounded one way or the other.
  return { words, height: document.querySelector("main").getBoundingClientRect().height, scroll: scrollY };
})()`;

type Measured = { words: [string, number, number][]; height: number; scroll: number };

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

async function signedIn(
  width: number,
): Promise<{ page: Page; faults: string[]; create: (content: string) => Promise<string> }> {
  const { page, faults, driveId } = await sit(browser, "document", { viewport: { width, height: 800 } });
  const create = async (content: string) => {
    return makePage(page, { driveId, type: "DOCUMENT", title: "Draft", content });
  };
  return { page, faults, create };
}

const EDITOR = /document-editor[^/]*\.js/;
/** Scripts that load after the editor is ready for typing. */
const LATER = /(?:features|live-document)[^/]*\.js/;

const editor = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });
const stored = async (page: Page, id: string) =>
  (await callApi<{ content: string }>(page, "GET", `/api/pages/${id}`)).body.content;

function compare(printed: Measured, edited: Measured, where: string): void {
  assert.ok(
    Math.abs(edited.height - printed.height) < 0.5,
    `${where}: height of the page, ${printed.height} and then ${edited.height}`,
  );
  assert.equal(edited.scroll, printed.scroll, `${where}: scrolled`);
  assert.ok(printed.words.length > 20, `${where}: words on the screen`);
  const moved = printed.words.filter(([word, x, y], index) => {
    const now = edited.words[index];
    return !now || now[0] !== word || Math.abs(now[1] - x) > 0.3 || Math.abs(now[2] - y) > 0.3;
  });
  assert.deepEqual(moved, [], `${where}: words that moved`);
}

for (const width of [1280, 390]) {
  test(`shifts no text when the editor replaces the printed page, at ${width} px`, nightly, async () => {
    const { page, faults, create } = await signedIn(width);
    const id = await create(TEXT);
    await page.addInitScript(`
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    `);
    // Far down, CodeMirror's estimated height ends above the visible part.
    for (const scroll of [0, 3_000, 1_000_000]) {
      const { release } = await hold(page, EDITOR);
      const later = await hold(page, LATER);
      await page.goto(`/pages/${id}`);
      await page.evaluate(`scrollTo(0, ${scroll})`);
      const printed = await page.evaluate<Measured>(MEASURE);
      release();
      await editor(page).waitFor();
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      compare(printed, await page.evaluate<Measured>(MEASURE), `at ${scroll}`);
      later.release();
      assert.ok((await page.evaluate<number>("globalThis.shift")) <= 0.02, "layout shift");
      await page.unrouteAll({ behavior: "ignoreErrors" });
    }
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test("applies clicks and keys from before the editor loads", async () => {
  const { page, faults, create } = await signedIn(1280);
  const id = await create(TEXT);
  const { asked, release } = await hold(page, EDITOR);
  await page.goto(`/pages/${id}`);
  await asked;
  await page
    .getByText("soft line")
    .nth(5)
    .click({ position: { x: 2, y: 10 } });
  await page.keyboard.type("early, ");
  release();
  await editor(page).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("late, ");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved", { exact: true }).waitFor();
  const sections = TEXT.split("soft line");
  const expected = `${sections.slice(0, 6).join("soft line")}early, late, soft line${sections.slice(6).join("soft line")}`;
  assert.equal(await stored(page, id), expected);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("changes only the edited bytes of the document", async () => {
  const { page, faults, create } = await signedIn(1280);
  const text =
    "one  \n\n\n*  odd   item \n\tindented\n+ other\n\n|a|b|\n|-|-|\n|1|2|\n\n1) x\n1) y\n\n__a__ *b*\n\nlast";
  const id = await create(text);
  await page.goto(`/pages/${id}`);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" words");
  await page.keyboard.press("Control+s");
  await reaches(() => stored(page, id), `${text} words`);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test(
  "continues lists with Enter, nests them with Tab, ends them, and toggles a checkbox with a click",
  nightly,
  async () => {
    const { page, faults, create } = await signedIn(1280);
    const id = await create("");
    await page.goto(`/pages/${id}`);
    await editor(page).click();
    await page.keyboard.type("# Title\n\n- [ ] one\ntwo");
    await page.keyboard.press("Tab");
    await page.keyboard.type("\n\n\nafter");
    await page.getByRole("checkbox", { name: "one" }).click();
    await page.keyboard.press("Control+s");
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal(await stored(page, id), "# Title\n\n- [x] one\n  - [ ] two\n\nafter");
    assert.deepEqual(faults, []);
    await page.context().close();
  },
);

for (const [what, script] of [
  ["the editor", EDITOR],
  ["the first script", /shell[^/]*\.js/],
] as const)
  test(`keeps the caret in the title when ${what} loads later`, async () => {
    const { page, faults, create } = await signedIn(1280);
    const id = await create("");
    const { asked, release } = await hold(page, script);
    await page.goto(`/pages/${id}#write`);
    await asked;
    const title = page.getByRole("textbox", { name: "Title" });
    await title.click();
    await page.keyboard.press("End");
    await page.keyboard.type(" of the");
    release();
    await editor(page).waitFor();
    await page.keyboard.type(" summer");
    assert.equal(await title.inputValue(), "Draft of the summer");
    assert.deepEqual(faults, []);
    await page.context().close();
  });

test("runs a slash menu command on Enter, even after fast typing", async () => {
  const { page, faults, create } = await signedIn(1280);
  const id = await create("Plain.");
  await page.goto(`/pages/${id}`);
  await editor(page).click();
  await page.keyboard.press("Control+End");
  const lines: string[] = [];
  for (let line = 1; line <= 12; line += 1) {
    await page.keyboard.press("Enter");
    await page.keyboard.type("/");
    await page.getByRole("option", { name: "Heading 2" }).waitFor();
    await page.keyboard.type("heading 2");
    await page.keyboard.press("Enter");
    await page.keyboard.type(`line ${line}`);
    lines.push(`## line ${line}`);
  }
  // “t ” and “t 2” have no match, but the whole command has one.
  await page.keyboard.type("\n/t 2x1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("cell");
  lines.push("", "| cell    |     |", "| --- | --- |");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved", { exact: true }).waitFor();
  assert.equal(await stored(page, id), ["Plain.", ...lines].join("\n"));
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("switches to the Read view and back to editing", nightly, async () => {
  const { page, faults, create } = await signedIn(1280);
  const id = await create("# Plan\n\n- one\n- two");
  await page.goto(`/pages/${id}`);
  await editor(page).click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Reading view" }).click();
  const reading = page.getByRole("document", { name: "Text of the page" });
  await reading.getByRole("heading", { name: "Plan", level: 2 }).waitFor();
  assert.equal(await reading.getByRole("listitem").count(), 2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("!");
  assert.match((await editor(page).textContent()) ?? "", /two!$/);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("shows the printed page without an editor to users with view access", async () => {
  const { page, create } = await signedIn(1280);
  const id = await create("# Kept\n\ntext");
  await callApi(page, "DELETE", `/api/pages/${id}`);
  const scripts: string[] = [];
  page.on("request", (request) => void scripts.push(request.url()));
  await page.goto(`/pages/${id}`);
  await page.getByRole("heading", { name: "Kept", level: 2 }).waitFor();
  await page.waitForLoadState("networkidle");
  assert.equal(await page.locator("[data-doc-source]").count(), 0);
  assert.deepEqual(
    scripts.filter((url) => /editor/.test(url)),
    [],
  );
  await page.context().close();
});

test("highlights code and draws formulas for users with view access", nightly, async () => {
  const { page, faults, create } = await signedIn(1280);
  const id = await create("Euler: $e^{i\\pi}$\n\n```js\nconst answer = 42;\n```\n\n$$\nx^2\n$$\n");
  await callApi(page, "DELETE", `/api/pages/${id}`);
  await page.goto(`/pages/${id}`);
  await page.locator("[data-print] pre .md-tok-keyword", { hasText: "const" }).waitFor();
  await page.locator("[data-print] math").nth(1).waitFor();
  assert.equal(await page.locator("[data-doc-source]").count(), 0);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("replaces any selection with the typed text", nightly, async () => {
  const { page, faults, create } = await signedIn(1280);
  const id = await create("# Plan\n\n- one **bold** two\n- three\n\nlast");
  await page.goto(`/pages/${id}`);
  await editor(page).click();
  await page.locator(".cm-content strong").dblclick();
  await page.keyboard.type("thin");
  await page.getByText("Plan").click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+End");
  await page.keyboard.type("x");
  await page.keyboard.press("Control+s");
  await page.getByText("Saved", { exact: true }).waitFor();
  assert.match(await stored(page, id), /x\n\nlast$/);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test("draws formulas and diagrams in quotes and lists without shifting the text below", nightly, async () => {
  const { page, faults, create } = await signedIn(1280);
  const formula = "$$\n\\begin{pmatrix} 1 \\\\ 2 \\\\ 3 \\\\ 4 \\\\ 5 \\\\ 6 \\end{pmatrix}\n$$\n\n";
  const quoted = "> $$\n> x^2\n> $$\n\n- item\n\n  ```mermaid\n  graph LR\n    A --> B\n  ```\n\n";
  const id = await create(`${quoted}${formula.repeat(8)}${"Words to read.\n\n".repeat(80)}`);
  const held = await hold(page, /features[^/]*\.js/);
  await page.goto(`/pages/${id}`);
  await held.asked;
  await page.evaluate("scrollTo(0, 1800)");
  // The editor draws newly visible lines in the next frames.
  await page.waitForTimeout(300);
  const TOP = `[...document.querySelectorAll(".doc .cm-line")].map((line) => [line, line.getBoundingClientRect().top]).find(([, top]) => top > 200)`;
  const stood = await page.evaluate<number>(`(globalThis.marked = ${TOP}[0]).getBoundingClientRect().top`);
  held.release();
  await page.locator(".doc .cm-editor:not(.cm-focused)").waitFor();
  await page.locator(".ed-grip").waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const stands = await page.evaluate<number>("marked.getBoundingClientRect().top");
  assert.ok(Math.abs(stands - stood) < 3, `the text moved from ${stood} to ${stands}`);
  await page.evaluate("scrollTo(0, 0)");
  await page.locator(".ed-embed.md-d1.md-q1 math").waitFor();
  await page.locator(".ed-embed.md-d1 .ed-diagram img").waitFor();
  assert.deepEqual(faults, []);
});

test("aligns list text for numbers with several digits", nightly, async () => {
  const { page, create } = await signedIn(1280);
  await page.goto(`/pages/${await create("9. nine\n10. ten\n11. eleven\n\ntext\n\n100. hundred\n101. more")}`);
  const left = (word: string) =>
    page.evaluate<number>(`(() => {
      const walker = document.createTreeWalker(document.querySelector(".doc"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode().data.trim() !== "${word}");
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      return range.getBoundingClientRect().left;
    })()`);
  const lefts = new Set(await Promise.all(["nine", "ten", "eleven", "hundred", "more"].map(left)));
  assert.equal(lefts.size, 1, [...lefts].join(", "));
});

test("keeps the height of every table row when its cells are edited", nightly, async () => {
  const { page, faults, create } = await signedIn(1280);
  await page.goto(`/pages/${await create("| head | b |\n|---|---|\n| cell | 2 |\n\nend")}`);
  await page.waitForLoadState("networkidle");
  const heights = () =>
    page.evaluate<number[]>(`[...document.querySelectorAll(".doc tr")].map((row) => row.offsetHeight)`);
  const untouched = await heights();
  for (const word of ["head", "cell"]) {
    await page
      .getByRole("cell", { name: word })
      .or(page.getByRole("columnheader", { name: word }))
      .click();
    await page.locator(".doc [data-active] .cm-content").waitFor();
    assert.deepEqual(await heights(), untouched, word);
  }
  assert.deepEqual(faults, []);
});
