/** The data that an open page stores in the browser, in Chromium's IndexedDB. */
// Covers: src/web/client/live, src/web/client/offline
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { openContext, startBrowser } from "./browser.ts";

let browser: Browser;
let bundle = "";

before(async () => {
  const contents = 'export * from "./live/store.ts"; export * from "./offline/stored-drafts.ts";';
  const built = await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, "../../src/web/client") },
    bundle: true,
    format: "iife",
    globalName: "liveStore",
    write: false,
  });
  bundle = built.outputFiles[0]?.text ?? "";
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

/** A page of our origin with the store loaded, in which tests evaluate scripts. */
async function openPage(): Promise<Page> {
  const { page } = await openContext(browser);
  await page.route("**/store-test", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html>" }));
  await page.goto("/store-test");
  await page.evaluate(bundle.replace(/^(?:"use strict";\s*)?var liveStore/m, "globalThis.liveStore"));
  return page;
}

const run = (page: Page, script: string): Promise<unknown> => page.evaluate(`(async () => { ${script} })()`);

const DRAFT = `const draft = (id, ...bytes) => ({ id, update: new Uint8Array(bytes), refused: null });
  const store = liveStore.openPageStore("ann", "page");
  const ids = async (of = store) => (await of.load()).drafts.map(({ id, update }) => id + ":" + update.join());`;

test("stores drafts and the last state by user and page across reloads", async () => {
  const page = await openPage();
  await run(
    page,
    `${DRAFT}
     await store.putState(new Uint8Array([1, 2]));
     await store.putDraft(draft("a", 1));
     await store.putDraft(draft("a", 1, 2));
     await store.putDraft(draft("b", 3));
     await liveStore.openPageStore("ann", "page 2").putDraft(draft("c", 4));
     await liveStore.openPageStore("anna", "page").putDraft(draft("d", 5));`,
  );
  await page.reload();
  await page.evaluate(bundle.replace(/^(?:"use strict";\s*)?var liveStore/m, "globalThis.liveStore"));
  const found = await run(page, `${DRAFT} return [[...(await store.load()).state], await ids()];`);
  assert.deepEqual(found, [
    [1, 2],
    ["a:1,2", "b:3"],
  ]);
});

test("keeps a draft that was updated meanwhile, and removes a user's data on sign-out", async () => {
  const page = await openPage();
  const found = await run(
    page,
    `${DRAFT}
     const other = liveStore.openPageStore("anna", "page");
     await store.putState(new Uint8Array([1]));
     await store.putDraft(draft("a", 1, 2));
     await other.putDraft(draft("d", 5));
     await store.removeDraft(draft("a", 1));
     const kept = await ids();
     await store.removeDraft(draft("a", 1, 2));
     const removed = await ids();
     await store.putDraft(draft("b", 3));
     await liveStore.removeStored("ann");
     return [kept, removed, await ids(), (await store.load()).state, await ids(other)];`,
  );
  assert.deepEqual(found, [["a:1,2"], [], [], null, ["d:5"]]);
});

test("removes copies of pages not opened for a month, except those that have drafts", async () => {
  const page = await openPage();
  const found = await run(
    page,
    `${DRAFT}
     const now = Date.now();
     await store.putState(new Uint8Array([1]));
     await store.putDraft(draft("a", 1));
     const other = liveStore.openPageStore("ann", "page 3");
     await other.putState(new Uint8Array([2]));
     const kept = async () => Promise.all([store, other].map(async (each) => (await each.load()).state !== null));
     await liveStore.removeOld();
     const fresh = await kept();
     Date.now = () => now + 31 * 24 * 3600 * 1000;
     await liveStore.removeOld();
     return [fresh, await kept(), await ids()];`,
  );
  assert.deepEqual(found, [[true, true], [true, false], ["a:1"]]);
});

test("removes page copies but keeps unsaved drafts when a session ends elsewhere", async () => {
  const page = await openPage();
  const found = await run(
    page,
    `${DRAFT}
     await store.putState(new Uint8Array([1, 2, 3]), 0);
     await store.putDraft(draft("a", 1));
     const empty = liveStore.openPageStore("ann", "made without a network");
     await empty.putState(new Uint8Array([0, 0]), 0);
     await liveStore.removeCopies();
     return [(await store.load()).state, await ids(), (await empty.load()).state !== null];`,
  );
  assert.deepEqual(found, [null, ["a:1"], true]);
});

test("removes the data of all other users when another user signs in", async () => {
  const page = await openPage();
  const found = await run(
    page,
    `${DRAFT}
     const bob = liveStore.openPageStore("bob", "page");
     for (const each of [store, bob]) {
       await each.putState(new Uint8Array([1, 2, 3]), 0);
       await each.putDraft(draft("a", 1));
     }
     await liveStore.removeStoredOfOthers("bob");
     return [(await store.load()).state, await ids(), [...(await bob.load()).state], await ids(bob)];`,
  );
  assert.deepEqual(found, [null, [], [1, 2, 3], ["a:1"]]);
});
