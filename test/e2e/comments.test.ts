/** Comments on a page: marks that move no word, cards beside the text, replies, resolving, the list, keys and phones. */
// Covers: src/web/client/comments, src/web/shared/document, src/web/views
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, shoot, startBrowser } from "./browser.ts";
import { openLive, reaches, type Seat, share, sit, stored } from "./live-page.ts";

const TEXT = `# The garden app

We will ship the garden app in **early** May, and [tell](https://example.com/plan) everybody about it.

- [ ] Book the hall
- [ ] Print the invitations

| Who | What |
|---|---|
| Ann | Plants the beds |
| Ben | Waters them |

> Nothing is so beautiful as Spring.

The last line has a few more words, so that there is something to comment on at the end.
`;

let browser: Browser;
let ann: Seat;
let ben: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann", { viewport: { width: 1440, height: 900 } });
  ben = await sit(browser, "ben", { viewport: { width: 1440, height: 900 } });
});

after(() => browser.close());

type Thread = { readonly id: string; readonly closed: unknown; readonly comments: readonly { content: string }[] };

async function comment(seat: Seat, pageId: string, quote: string | null, content: string, more = {}): Promise<Thread> {
  const target = quote === null ? { kind: "page" } : { kind: "quote", quote };
  const made = await callApi<Thread>(seat.page, "POST", `/api/pages/${pageId}/threads`, { target, content, ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

const threadsOf = async (seat: Seat, pageId: string): Promise<readonly Thread[]> =>
  (await callApi<{ threads: Thread[] }>(seat.page, "GET", `/api/pages/${pageId}/threads?state=all`)).body.threads;

const card = (page: Page, text: string) => page.locator(".threads .thread").filter({ hasText: text });

const readRects = `(() => {
  const rects = [];
  for (const line of document.querySelectorAll("[data-doc] .cm-line, [data-doc] td, [data-doc] th")) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let text = "";
    const nodes = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push([node, text.length]);
      text += node.data;
    }
    for (const { index, 0: word } of text.matchAll(/[\\w.,]+/g)) {
      const at = (offset) => nodes.findLast(([, start]) => start <= offset);
      const range = document.createRange();
      const [first, start] = at(index);
      const [last, end] = at(index + word.length - 1);
      range.setStart(first, index - start);
      range.setEnd(last, index + word.length - end);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (width > 0) rects.push(word + " " + [x, y + scrollY, width, height].map((each) => Math.round(each)).join(" "));
    }
  }
  return rects;
})()`;


const rects = (page: Page): Promise<string[]> => page.evaluate<string[]>(readRects);

const garden = (seat: Seat = ann): Promise<string> =>
  makePage(seat.page, { type: "DOCUMENT", title: "Garden", content: TEXT });

/** Selects the words of a line in the editor, from the start of one word to the end of another. */
const selectWords = async (page: Page, words: string): Promise<void> => {
  await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector("[data-doc]"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(${JSON.stringify(words)});
      if (at < 0) continue;
      node.parentElement.closest(".cm-content, [data-print]").focus();
      getSelection().setBaseAndExtent(node, at, node, at + ${words.length});
      return;
    }
    throw new Error("The words are not there.");
  })()`);
};

const writeComment = async (page: Page, text: string): Promise<void> => {
  const field = page.locator("[data-thread-draft] .cm-content");
  await field.waitFor();
  await field.pressSequentially(text);
  await page.locator("[data-thread-draft] [data-send]").click();
  await field.waitFor({ state: "detached" });
};

test("shows comments beside their words, and moves none of the words, in the editor and in the print", async () => {
  const pageId = await garden();
  await share(ann, ben, pageId, false);
  await openLive(ann, pageId);
  const inEditor = await rects(ann.page);
  await ben.page.goto(`/pages/${pageId}`);
  await ben.page.locator("[data-print]").waitFor();
  const inPrint = await rects(ben.page);
  assert.ok(inPrint.length > 40);
  assert.equal(await ann.page.locator(".thread").count(), 0);
  await comment(ann, pageId, "garden app in **early** May", "Is **May** realistic?");
  await comment(ann, pageId, null, "I like this plan.");
  await comment(ann, pageId, "Waters them", "Every day?");
  await card(ann.page, "realistic").waitFor();
  await ann.page.locator(".thread-mark").first().waitFor();
  assert.deepEqual(await rects(ann.page), inEditor);
  assert.deepEqual(await violationsIn(ann.page), []);
  await shoot(ann.page, "margin");
  await ann.page.setViewportSize({ width: 1440, height: 900 });
  await card(ben.page, "Every day").waitFor();
  assert.equal(await ben.page.evaluate<number>('CSS.highlights.get("thread").size'), 2);
  assert.deepEqual(await rects(ben.page), inPrint);
  assert.deepEqual(await violationsIn(ben.page), []);
  const [mark, beside] = [ann.page.locator(".thread-mark").first(), card(ann.page, "realistic")];
  const [words, box] = [await mark.boundingBox(), await beside.boundingBox()];
  assert.ok(Math.abs((words?.y ?? 0) - (box?.y ?? 0)) < 12, "the card is beside its words");
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});

test("writes a comment on the selection, a reply, and resolves the thread; another browser follows", async () => {
  const pageId = await garden();
  await share(ann, ben, pageId, true);
  await Promise.all([openLive(ann, pageId), openLive(ben, pageId)]);
  await selectWords(ann.page, "beautiful as Spring");
  await ann.page.keyboard.press("Control+Alt+m");
  await writeComment(ann.page, "Who wrote this?");
  assert.equal(await card(ann.page, "Who wrote this?").count(), 1);
  await card(ben.page, "Who wrote this?").click();
  await ben.page.locator("[data-reply]").click();
  await ben.page.locator(".thread .composer .cm-content").pressSequentially("Hopkins");
  await ben.page.keyboard.press("Control+Enter");
  await card(ann.page, "Hopkins").or(card(ann.page, "1 reply")).waitFor();
  await card(ann.page, "Who wrote this?").click();
  await card(ann.page, "Hopkins").waitFor();
  assert.deepEqual(await violationsIn(ann.page), []);
  await shoot(ann.page, "active");
  await ann.page.setViewportSize({ width: 1440, height: 900 });
  await ann.page.locator(".threads [data-resolve]").click();
  await card(ann.page, "Hopkins").waitFor({ state: "detached" });
  await card(ben.page, "Hopkins").waitFor({ state: "detached" });
  assert.equal(await ben.page.locator(".thread-mark").count(), 0);
  await ann.page.locator(".page-actions [data-act=comments]").click();
  const list = ann.page.getByRole("complementary", { name: "All comments" });
  await list.getByRole("button", { name: "Resolved (1)" }).click();
  await list.getByText("Who wrote this?").waitFor();
  assert.deepEqual(await violationsIn(ann.page), []);
  await shoot(ann.page, "list");
  await ann.page.setViewportSize({ width: 1440, height: 900 });
  await list.locator("[data-resolve]").click();
  await card(ben.page, "Who wrote this?").waitFor();
  assert.deepEqual([...ann.faults, ...ben.faults], []);
});

test("works with the keyboard alone: next comment, reply, back to the text", async () => {
  const pageId = await garden();
  await comment(ann, pageId, "Book the hall", "Which one?");
  await comment(ann, pageId, "The last line", "Really the last?");
  await openLive(ann, pageId);
  const { page } = ann;
  await card(page, "Which one?").waitFor();
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+Alt+k");
  await page.locator(".thread.is-active", { hasText: "Which one?" }).waitFor();
  await page.keyboard.press("Control+Alt+k");
  await page.locator(".thread.is-active:focus", { hasText: "Really the last?" }).waitFor();
  await page.keyboard.press("Control+Alt+Shift+K");
  await page.locator(".thread.is-active:focus", { hasText: "Which one?" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".thread .composer .cm-content:focus").waitFor();
  await page.keyboard.type("The big one");
  await page.keyboard.press("Control+Enter");
  await card(page, "The big one").waitFor();
  await page.locator(".thread.is-active:focus").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator(".thread.is-active:focus", { hasText: "Really the last?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type("X");
  await reaches(() => stored(page, pageId), TEXT.replace("The last line", "XThe last line"));
  assert.equal(await page.locator(".thread.is-active").count(), 0);
  await page.keyboard.press("Control+Alt+/");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.getByText("Comment on the selection").waitFor();
  await keys.getByText("Go to the next comment").waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(ann.faults, []);
});

test("marks follow the words while others write, and another browser agrees", async () => {
  const pageId = await garden();
  await share(ann, ben, pageId, true);
  await comment(ann, pageId, "beautiful as Spring", "Lovely");
  await Promise.all([openLive(ann, pageId), openLive(ben, pageId)]);
  const mark = (seat: Seat) => seat.page.locator(".thread-mark.is-comment");
  await Promise.all([mark(ann).waitFor(), mark(ben).waitFor()]);
  await ben.page.locator(".cm-line", { hasText: "We will ship" }).click();
  await ben.page.keyboard.press("Home");
  await ben.page.keyboard.type("Listen. ");
  await ann.page.locator(".cm-line", { hasText: "Listen. We will" }).waitFor();
  assert.equal(await mark(ann).textContent(), "beautiful as Spring");
  await selectWords(ben.page, "as Spring");
  await ben.page.keyboard.type("as May");
  await reaches(() => mark(ann).textContent(), "beautiful as May");
  await card(ann.page, "Now: beautiful as May").waitFor();
  await ben.page.locator(".cm-line", { hasText: "beautiful as May" }).click();
  await ben.page.keyboard.press("End");
  await ben.page.keyboard.press("Shift+Home");
  await ben.page.keyboard.press("Delete");
  await card(ann.page, "These words were deleted.").waitFor();
  assert.equal(await mark(ann).count(), 0);
  await selectWords(ann.page, "last line");
  await card(ann.page, "These words were deleted.").locator("[data-place-again]").click();
  await reaches(() => mark(ann).textContent(), "last line");
  await reaches(() => mark(ben).textContent(), "last line");
});

test("on a phone, a mark opens its thread in a sheet, and a button opens all", async () => {
  const pageId = await garden();
  await comment(ann, pageId, "Book the hall", "Which one?");
  await comment(ann, pageId, null, "I like this plan.");
  const { page } = ann;
  await page.setViewportSize({ width: 390, height: 844 });
  await openLive(ann, pageId);
  const button = page.locator(".page-actions [data-act=comments]");
  await reaches(() => button.innerText().then((text) => text.includes("2")), true);
  await page.locator(".thread-mark").click();
  const sheet = page.getByRole("dialog", { name: "Comments" });
  await sheet.locator(".thread.is-active", { hasText: "Which one?" }).waitFor();
  assert.deepEqual(await violationsIn(page, "dialog"), []);
  await page.screenshot({ path: `${process.env.OCTAVO_SHOTS ?? "/dev/shm"}/sheet-390-light.png` });
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await violationsIn(page, "dialog"), []);
  await page.screenshot({ path: `${process.env.OCTAVO_SHOTS ?? "/dev/shm"}/sheet-390-dark.png` });
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await button.click();
  await sheet.getByText("I like this plan.").waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.deepEqual(ann.faults, []);
});
