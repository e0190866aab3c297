/** Random actions on real documents: the editor, the room and a fresh print keep the same text. */
// Covers: src/web/client/editor, src/web/client/live
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser } from "../browser.ts";
import { makeDocument, openLive, reaches, type Seat, sit, stored } from "../live-page.ts";
import { HAND, WORDS } from "../random-hand.ts";

/** Packages whose READMEs serve as real documents. */
const PACKAGES =
  "uuid oauth4webapi preact katex fflate jose @lezer/markdown yjs fast-check diff file-type zod mermaid bowser hono drizzle-orm chardet unpdf saxes lib0 numfmt wrangler oxlint oxfmt papaparse axe-core top-user-agents @formulajs/formulajs @simplewebauthn/browser hast-util-from-html hast-util-to-mdast htmlparser2 image-size mdast-util-gfm mdast-util-to-markdown preact-render-to-string oxlint-tsgolint".split(
    " ",
  );

/** Constructs that are rare in those READMEs. */
const OWN = [
  "| a | b |\n|---|--:|\n| one | **two** |\n| `x \\| y` | [link](https://example.com) |\n\n> | in | quote |\n> |----|-------|\n> | 1  | 2     |\n\n- item\n\n  | c |\n  |---|\n  | d |\n",
  "- [ ] task\n  - [x] nested\n    1. deep\n\n       text\n\n> [!warning] Title\n> words\n> > inner\n\nTerm[^1] $x^2$ and\n\n$$\n\\int x\n$$\n\n```mermaid\ngraph LR\n  A --> B\n```\n\n```js\nlet a = 1;\n```\n\n[^1]: Note\n",
  "![One](/assets/icon.svg)\n\ntext ![in line](/assets/icon.svg) text\n\n[![badge](https://example.com/b.svg)](https://example.com)\n\n![Wide|300](/assets/icon.svg)\n\nSetext\n===\n\n***\n\n<div>\nraw\n</div>\n\n\tcode\n\na\\\nb  \nc\n",
];

const DOCUMENTS = Number(process.env["HAND_DOCUMENTS"] ?? 40);
const STEPS = Number(process.env["HAND_STEPS"] ?? 250);
const SEED = Number(process.env["HAND_SEED"] ?? Date.now() % 1_000_000);
const IS_DRAWN = `(() => {
  const { viewport, state } = document.querySelector(".doc .cm-content").cmTile.root.view;
  return viewport.from === 0 && viewport.to === state.doc.length;
})()`;
/** Longer documents are truncated, since their ends are like their beginnings. */
const LONGEST = 6_000;

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
  await ann.page.addInitScript(HAND);
});

after(async () => {
  await browser.close();
});

async function documentAt(index: number): Promise<readonly [string, string]> {
  const own = OWN[index];
  if (own !== undefined) return [`own ${index}`, own];
  const name = PACKAGES[(index - OWN.length) % PACKAGES.length] ?? "";
  for (const file of ["README.md", "readme.md", "Readme.md"]) {
    const text = await readFile(`node_modules/${name}/${file}`, "utf8").catch(() => null);
    if (text !== null) return [name, text.replaceAll("\r\n", "\n").slice(0, LONGEST)];
  }
  throw new Error(`${name} has no README.`);
}

for (let index = 0; index < DOCUMENTS; index++) {
  test(`document ${index} is saved and drawn correctly after ${STEPS} random edits from seed ${SEED + index}`, async () => {
    const [name, text] = await documentAt(index);
    const { page, faults } = ann;
    const pageId = await makeDocument(ann, null, text);
    await page.setViewportSize({ width: 1280, height: 900 });
    await openLive(ann, pageId);
    await page.waitForLoadState("networkidle");
    await page.getByRole("textbox", { name: "Text of the page" }).first().focus();
    await page.evaluate(`hand(${SEED + index}, ${STEPS})`);
    await page.keyboard.type("real keys");
    const shown = await page.evaluate<string>(
      `document.querySelector(".doc .cm-content").cmTile.root.view.state.doc.toString()`,
    );
    await page.evaluate("document.activeElement.blur()");
    await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
    await reaches(() => stored(page, pageId), shown);
    await page.setViewportSize({ width: 1280, height: 25_000 });
    await page.evaluate("scrollTo(0, 0)");
    // Lines that are not drawn yet have no words.
    await reaches(() => page.evaluate<boolean>(IS_DRAWN), true);
    const edited = await page.evaluate<string[]>(WORDS);
    const released = Promise.withResolvers<void>();
    await page.route(/document-editor[^/]*\.js/, async (route) => {
      await released.promise;
      await route.continue().catch(() => undefined);
    });
    await page.goto(`/pages/${pageId}`);
    const printed = await page.evaluate<string[]>(WORDS);
    released.resolve();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // A highlighted match splits a word, so the joined text is compared.
    if (edited.join("") !== printed.join("")) {
      const from = Math.max(0, edited.findIndex((word, at) => word !== printed[at]) - 10);
      const around = (words: readonly string[]): readonly string[] => words.slice(from, from + 30);
      assert.deepEqual(
        around(edited),
        around(printed),
        `${name}: words in the editor and in the printed page, from ${from}`,
      );
    }
    // README images often have paths in another repository, and random edits may break a URL.
    const unexpected = faults.splice(0).filter((fault) => !/status of 404|ERR_INVALID_URL/.test(fault));
    assert.deepEqual(unexpected, [], name);
  });
}
