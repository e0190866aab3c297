/** One paragraph with threads and suggestions, while two people, a tool and a client with an old copy write in it. */
// Covers: src/web/client/comments, src/anchors
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "./browser.ts";
import { body, makeDocument, makeTool, openLive, reaches, type Seat, sit, stored } from "./live-page.ts";

const LINE =
  "We will maybe ship the garden app in spring. It has a large map of every house, and the river is on it too.";

type Thread = {
  readonly id: string;
  readonly state: string;
  readonly quote: string;
  readonly target: { readonly from: number; readonly to: number };
  readonly closed: { readonly as: string } | null;
};

let browser: Browser;
let ann: Seat;
let bea: Seat;

before(async () => {
  browser = await startBrowser();
  [ann, bea] = await Promise.all([sit(browser, "ann"), sit(browser, "bea")]);
});

after(() => browser.close());

test("threads and suggestions stay on their words in a paragraph that two people, a tool and an old copy write in", async () => {
  const pageId = await makeDocument(ann, bea, `# Plan\n\n${LINE}\n\nThe end.\n`);
  const address = `/api/pages/${pageId}`;
  const { body: page } = await callApi<{ revision: number; content: string }>(ann.page, "GET", address);
  const open = async (by: Seat, quote: string, more: object): Promise<string> => {
    const wanted = { target: { kind: "quote", quote }, baseRevision: page.revision, ...more };
    const opened = await callApi<Thread>(by.page, "POST", `${address}/threads`, wanted);
    assert.equal(opened.status, 201, JSON.stringify(opened.body));
    return opened.body.id;
  };
  const quotes = ["garden app", "in spring", "every house"];
  for (const quote of quotes) await open(bea, quote, { content: `About ${quote}` });
  const certainly = await open(bea, "maybe", { replacement: "certainly" });
  await open(bea, "large map", { replacement: "huge map" });
  const tool = await makeTool(ann, "Scribe");
  // Its edit then refers to what it has read.
  await tool({ operation: "read", pageId });
  await Promise.all([openLive(ann, pageId), openLive(bea, pageId)]);
  await Promise.all([ann, bea].map((seat) => seat.page.locator(".thread-mark").nth(4).waitFor()));

  const line = (seat: Seat) => body(seat.page).locator(".cm-line", { hasText: "garden app" });
  const typeAtEnd = async (seat: Seat, words: string, key: "Home" | "End"): Promise<void> => {
    await line(seat).click();
    // The first press stops where the line wraps.
    await seat.page.keyboard.press(key);
    await seat.page.keyboard.press(key);
    await seat.page.keyboard.type(words, { delay: 20 });
  };
  await Promise.all([
    typeAtEnd(ann, " Really.", "End"),
    typeAtEnd(bea, "Note: ", "Home"),
    tool({ operation: "replace", pageId, startLine: 3, content: LINE.replace("the river", "the canal") }),
    callApi(bea.page, "PATCH", address, {
      content: page.content.replace("We will", "We all will"),
      baseRevision: page.revision,
    }),
  ]);
  const accepted = await callApi<{ outcomes: { result: string }[] }>(
    ann.page,
    "POST",
    `${address}/suggestions/accept`,
    { threadIds: [certainly] },
  );
  assert.deepEqual(
    accepted.body.outcomes.map(({ result }) => result),
    ["accepted"],
  );

  const expected = `Note: ${LINE.replace("We will maybe", "We all will certainly").replace("the river", "the canal")} Really.`;
  const seen = async (seat: Seat): Promise<string> => (await line(seat).textContent()) ?? "";
  await reaches(() => seen(ann), expected);
  await reaches(() => seen(bea), expected);
  await reaches(async () => (await stored(ann.page, pageId)).split("\n")[2], expected);

  const { body: list } = await callApi<{ threads: Thread[] }>(ann.page, "GET", `${address}/threads?state=all`);
  const text = await stored(ann.page, pageId);
  const still = list.threads.filter(({ closed }) => closed === null);
  assert.deepEqual(
    new Set(still.map(({ state, quote, target }) => `${state}: ${quote}: ${text.slice(target.from, target.to)}`)),
    new Set([...quotes, "large map"].map((quote) => `anchored: ${quote}: ${quote}`)),
  );
  assert.equal(list.threads.find(({ id }) => id === certainly)?.closed?.as, "accepted");
  for (const seat of [ann, bea]) {
    const marked = async () => (await seat.page.locator(".thread-mark").allTextContents()).toSorted().join("|");
    await reaches(marked, [...quotes, "large"].toSorted().join("|"));
    assert.deepEqual(seat.faults, []);
  }
});
