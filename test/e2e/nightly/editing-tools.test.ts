/** Editing tools of a document: pictures, callouts, dragging blocks, find and replace, outline. */
// Covers: src/web/client/editor
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, addMember } from "../browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, share, sit, stored } from "../live-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
});

after(async () => {
  await browser.close();
});

type Opened = { readonly page: Page; readonly id: string; readonly reads: (expected: string) => Promise<void> };

async function open(text: string): Promise<Opened> {
  const id = await makeDocument(ann, null, text);
  await openLive(ann, id);
  // The word count is among the parts that load last.
  await ann.page.getByText(/^\d[\d,]* words?, /).waitFor();
  return { page: ann.page, id, reads: (expected) => reaches(() => stored(ann.page, id), expected) };
}
test("creates a callout from the slash menu, continues it with Enter and ends it after an empty line", async () => {
  const { page, reads } = await open("Before.");
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/warn");
  await page.getByRole("option", { name: "Warning" }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Mind the gap.\nAnd the step.\n\nAfter.");
  await reads("Before.\n> [!warning]\n> Mind the gap.\n> And the step.\n\nAfter.");
  assert.deepEqual(ann.faults, []);
});

test("describes, captions and resizes a pasted picture, with no other popover open", async () => {
  const { page, id } = await open("Before.\n\nAfter.");
  await body(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.evaluate(`(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [600, 300];
    canvas.getContext("2d").fillRect(100, 100, 100, 100);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  })()`);
  await page.keyboard.press("Control+v");
  const picture = page.locator(".cm-content img");
  await picture.waitFor();
  const text = async () => (await stored(page, id)).replace(/\/api\/files\/[\w-]+\/view/, "/file");
  await reaches(text, "Before.\n\n![|600x300](/file)\n\nAfter.");
  await picture.click();
  const popover = page.getByRole("group", { name: "Image" });
  await popover.getByRole("textbox", { name: "Description" }).fill("A square");
  assert.equal(await page.getByRole("toolbar", { name: "Format" }).count(), 0);
  await popover.getByRole("textbox", { name: "Caption" }).fill("Figure one");
  await popover.getByRole("textbox", { name: "Width" }).fill("300");
  await page.keyboard.press("Enter");
  await reaches(text, 'Before.\n\n![A square|300x150](/file "Figure one")\n\nAfter.');
  await page.keyboard.press("Control+z");
  await reaches(text, 'Before.\n\n![A square|600x300](/file "Figure one")\n\nAfter.');
  assert.deepEqual(ann.faults, []);
});

test("replaces all matches, also in headings and cells, and undoes them in one step", async () => {
  const text = "# Apples\n\nan apple, **apple** pie\n\n| apple | b |\n| --- | --- |\n| c | apple |";
  const { page, reads } = await open(text);
  await body(page).click();
  await page.keyboard.press("Control+Alt+f");
  await page.keyboard.type("apple");
  await page.getByText(/^\d of 5$/).waitFor();
  await page.getByRole("textbox", { name: "Replace with" }).fill("pear");
  await page.getByRole("button", { name: "Replace all" }).click();
  await reads(text.replaceAll(/apple/gi, "pear"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await reads(text);
  assert.deepEqual(ann.faults, []);
});

/** Whether the current match is hidden by the panel or the bar, or below the window. */
const HIDDEN = `(() => {
  const match = document.querySelector(".cm-searchMatch-selected").getBoundingClientRect();
  const panel = document.querySelector(".ed-find").getBoundingClientRect();
  return (match.top < panel.bottom && match.bottom > panel.top) || match.top < 64 || match.bottom > innerHeight;
})()`;

for (const key of ["Control+f", "Control+Alt+f"])
  test(`keeps every match out from under the panel opened by ${key}, in both search directions`, async () => {
    const parts = Array.from({ length: 12 }, (_, n) => `needle ${n}\n\n${"Words of it. ".repeat((n * 37) % 90)}`);
    const { page } = await open(parts.join("\n\n"));
    await body(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press(key);
    await page.getByRole("textbox", { name: "Find", exact: true }).fill("needle");
    const count = page.getByText(/^\d+ of 12$/);
    for (let step = 1; step <= 26; step += 1) {
      const last = await count.textContent();
      await page.keyboard.press(step <= 13 ? "Enter" : "Shift+Enter");
      await reaches(async () => (await count.textContent()) !== last, true);
      await reaches(() => page.evaluate<boolean>(HIDDEN), false);
    }
    assert.deepEqual(ann.faults, []);
  });

test("drags a block to another position, and duplicates it from its menu", async () => {
  const { page, reads } = await open("One\n\nTwo\n\nThree");
  const line = (text: string) => page.locator(".cm-line", { hasText: text }).last();
  const grip = page.getByRole("button", { name: "Block menu", includeHidden: true });
  await line("Three").hover();
  const [from, to] = [await grip.boundingBox(), await line("One").boundingBox()];
  if (!from || !to) throw new Error("The drag handle or its target is not visible.");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 4, to.y + 20, { steps: 6 });
  await page.mouse.move(from.x + 4, to.y + 2, { steps: 6 });
  await page.mouse.up();
  await reads("Three\n\nOne\n\nTwo");
  await line("Two").hover();
  await grip.click();
  await page.getByRole("menu", { name: "Block" }).getByRole("menuitem", { name: "Duplicate" }).click();
  await reads("Three\n\nOne\n\nTwo\n\nTwo");
  assert.deepEqual(ann.faults, []);
});

test("scrolls to a heading from the outline, and marks the current one", async () => {
  const parts = Array.from({ length: 8 }, (_, n) => `## Part ${n}\n\n${"Words of it. ".repeat(80)}`);
  const { page } = await open(parts.join("\n\n"));
  const part = page.getByRole("button", { name: "Part 5" });
  await part.click();
  await reaches(() => part.getAttribute("aria-current"), "location");
  await reaches(() => page.evaluate<string>("document.getSelection().focusNode.textContent"), "Part 5");
  // The position of the letters, without the space above them.
  const top = await page.evaluate<number>("document.getSelection().getRangeAt(0).getBoundingClientRect().top");
  assert.ok(top > 64 && top < 200, `the heading is at ${top} pixels`);
  assert.deepEqual(ann.faults, []);
});

test("scrolls to the heading in a URL fragment or link, in the editor and the Read view", async () => {
  const parts = Array.from({ length: 8 }, (_, n) => `## Part ${n}\n\n${"Words of it. ".repeat(80)}`);
  const id = await makeDocument(ann, null, `[Down](#part-2)\n\n${parts.join("\n\n")}`);
  const bob = await sit(browser, "bob");
  await share(ann, bob, id, false);
  /** Checks the lower edge, because the box starts with the space above the letters. */
  const isInSight = (page: Page, title: string): Promise<boolean> =>
    page.evaluate(`[...document.querySelectorAll(".doc h2, .doc .cm-line")].some((each) => {
      const { bottom } = each.getBoundingClientRect();
      return each.textContent.endsWith(${JSON.stringify(title)}) && bottom > 80 && bottom < 400;
    })`);
  for (const { page } of [ann, bob]) {
    await page.goto(`/pages/${id}#part-5`);
    await reaches(() => isInSight(page, "Part 5"), true);
  }
  await body(ann.page).waitFor();
  await ann.page.getByText(/^\d[\d,]* words?, /).waitFor();
  assert.equal(await isInSight(ann.page, "Part 5"), true);
  for (const { page } of [ann, bob]) {
    await page.evaluate("scrollTo(0, 0)");
    await page.getByText("Down").click(page === ann.page ? { modifiers: ["Control"] } : {});
    await reaches(() => isInSight(page, "Part 2"), true);
  }
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("marks the text typed between two presses of Ctrl+B as bold, and breaks the line after it", async () => {
  const { page, reads } = await open("x");
  await body(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("- plain ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("strong");
  await page.keyboard.press("Control+b");
  await page.keyboard.type(" and ");
  await page.keyboard.press("Control+i");
  await page.keyboard.type("more");
  await page.keyboard.press("Enter");
  await page.keyboard.type("next");
  await reads("- plain **strong** and *more*\n- next");
  assert.deepEqual(ann.faults, []);
});

test("opens the website of a link whose URL was typed without a scheme", async () => {
  const { page, reads } = await open("here");
  await body(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await page.getByRole("textbox", { name: "Address" }).fill("example.com/x");
  await page.keyboard.press("Enter");
  await reads("[here](https://example.com/x)");
  assert.deepEqual(ann.faults, []);
});

test("continues typing after a link at the end of a line", async () => {
  const { page, reads } = await open("See [here](https://example.com)\n\nnext");
  const line = page.locator(".cm-line", { hasText: "See" });
  await page.locator(".ed-grip").waitFor({ state: "attached" });
  await line.click({ position: { x: 4, y: 10 } });
  await page.keyboard.press("End");
  await page.keyboard.type(" or");
  await reads("See [here](https://example.com) or\n\nnext");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Backspace");
  await page.locator(".cm-line", { hasText: "next" }).click();
  await line.click({ position: { x: 400, y: 10 } });
  await page.keyboard.type(" and");
  await reads("See [here](https://example.com) and\n\nnext");
  assert.deepEqual(ann.faults, []);
});

test("inserts the mention on Enter when the search responds, and breaks the line if no one matches", async () => {
  const { page, reads } = await open("Hi");
  const bob = await sit(browser, "bob");
  // Bob may not be discoverable, but members of the same drive can be mentioned.
  await addMember(page, ann.driveId, { userId: bob.userId });
  const { body: me } = await callApi<{ name: string }>(bob.page, "GET", "/api/auth/me");
  const mention = `@[${me.name}](user:${bob.userId})`;
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(` @${me.name}`);
  await page.keyboard.press("Enter");
  await reads(`Hi ${mention}`);
  await page.keyboard.type(" and @nobody-of-this-name");
  await page.keyboard.press("Enter");
  await reads(`Hi ${mention} and @nobody-of-this-name\n`);
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});

test("breaks the line on Enter if typing continues before the search responds", async () => {
  const { page, reads } = await open("Hi");
  const bob = await sit(browser, "bob");
  const { body: me } = await callApi<{ name: string }>(bob.page, "GET", "/api/auth/me");
  const answers = Promise.withResolvers<void>();
  await page.route("**/api/search?**", async (route) => {
    await answers.promise;
    await route.continue();
  });
  await body(page).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(` @${me.name}`);
  await page.keyboard.press("Enter");
  await page.keyboard.type("typed on at once");
  await reads(`Hi @${me.name}\ntyped on at once`);
  answers.resolve();
  await page.unrouteAll({ behavior: "wait" });
  assert.deepEqual([...ann.faults, ...bob.faults], []);
});
