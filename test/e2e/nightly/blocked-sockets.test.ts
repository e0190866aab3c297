/** A network that blocks WebSockets: people can still write, and nothing is lost or duplicated when it allows them again. */
// Covers: src/web/client/live, src/web/client/document
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { startBrowser } from "../browser.ts";
import { body, makeDocument, openLive, reaches, type Seat, shown, sit, stored } from "../live-page.ts";

const TEXT = "First line.\nSecond line.\nThird line.";

let browser: Browser;
let ann: Seat;
let bob: Seat;
let isBlocked = true;

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
  await ann.context.routeWebSocket(/\/api\/realtime/, (socket) => {
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
});

after(async () => {
  await browser.close();
});

test("saves and receives edits by HTTP while sockets are blocked, then switches to the live page", async () => {
  const pageId = await makeDocument(ann, bob, TEXT);
  await openLive(bob, pageId);
  await ann.page.goto(`/pages/${pageId}`);
  await body(ann.page).waitFor();
  await ann.page.getByText("Second line.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" Mine.");
  await reaches(() => stored(ann.page, pageId), "First line.\nSecond line. Mine.\nThird line.");
  const state = ann.page.locator(".live-state");
  await state.filter({ hasText: "Saved" }).waitFor();
  await state.click();
  await ann.page.getByText("This network blocks live editing.").waitFor();
  await ann.page.keyboard.press("Escape");
  await bob.page.getByText("Third line.").click();
  await bob.page.keyboard.press("End");
  await bob.page.keyboard.type(" Theirs.");
  await reaches(() => shown(ann.page), "First line.\nSecond line. Mine.\nThird line. Theirs.");
  // Undo works as for any typing.
  await ann.page.getByText("First line.").click();
  await ann.page.keyboard.press("End");
  await ann.page.keyboard.type(" Undone.");
  await ann.page.keyboard.press("Control+z");
  assert.equal(await shown(ann.page), "First line.\nSecond line. Mine.\nThird line. Theirs.");
  await ann.page.keyboard.type(" More.");
  isBlocked = false;
  await ann.page.evaluate(`dispatchEvent(new Event("online"))`);
  await ann.page.keyboard.type(" And more.");
  const all = "First line. More. And more.\nSecond line. Mine.\nThird line. Theirs.";
  for (const { page } of [ann, bob]) await reaches(() => shown(page), all);
  await reaches(() => stored(ann.page, pageId), all);
  // Now the page is live, and Bob's typing arrives without polling.
  await bob.page.keyboard.type(" Live.");
  await reaches(() => shown(ann.page), `${all} Live.`);
  assert.deepEqual([ann.faults, bob.faults], [[], []]);
});
