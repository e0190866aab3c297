/** Writing without live connections and with failing requests: nothing typed is lost or inserted twice. */
// Covers: src/web/client/document, src/web/client/live, src/web/client/api
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "./browser.ts";
import { body, makeDocument, reaches, type Seat, shown, sit, stored } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

const TEXT = "one\ntwo\nthree";

let browser: Browser;
let ann: Seat;
let pageId = "";
let address = "";

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
  await ann.context.routeWebSocket(/\/api\/realtime/, (socket) => void socket.close());
});

beforeEach(async () => {
  await ann.page.unrouteAll();
  pageId = await makeDocument(ann, null, TEXT);
  address = `/api/pages/${pageId}`;
  await ann.page.goto(`/pages/${pageId}`);
  await body(ann.page).waitFor();
  await ann.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
});

after(async () => {
  await browser.close();
});

async function typeAtEnd(words: string): Promise<void> {
  await body(ann.page).click();
  await ann.page.keyboard.press("Control+End");
  await ann.page.keyboard.type(words);
}

test("keeps text typed during a save and text that another writer saved before it", async () => {
  const others = { content: `${TEXT}\nfour, there`, baseRevision: 1 };
  assert.equal((await callApi(ann.page, "PATCH", address, others)).status, 200);
  await ann.page.route(`**${address}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  const under = ann.page.waitForRequest((request) => request.method() === "PATCH");
  await body(ann.page).click();
  await ann.page.keyboard.press("Control+Home");
  await ann.page.keyboard.type("zero, here. ");
  await under;
  await ann.page.keyboard.type("Typed meanwhile. ");
  const all = "zero, here. Typed meanwhile. one\ntwo\nthree\nfour, there";
  await reaches(() => stored(ann.page, pageId), all);
  await reaches(() => shown(ann.page), all);
});

test("does not duplicate text when retrying a save whose response was lost", nightly, async () => {
  let lost = 0;
  await ann.page.route(`**${address}`, async (route) => {
    if (route.request().method() !== "PATCH" || lost > 0) return route.continue();
    lost++;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await typeAtEnd("\nonce only");
  await reaches(() => stored(ann.page, pageId), `${TEXT}\nonce only`);
  const { revision } = (await callApi<{ revision: number }>(ann.page, "GET", address)).body;
  const others = { content: `zero, there\n${TEXT}\nonce only`, baseRevision: revision };
  assert.equal((await callApi(ann.page, "PATCH", address, others)).status, 200);
  await reaches(() => shown(ann.page), `zero, there\n${TEXT}\nonce only`);
  await typeAtEnd(", and more");
  await reaches(() => stored(ann.page, pageId), `zero, there\n${TEXT}\nonce only, and more`);
  assert.equal(lost, 1);
});

test("fetches a new CSRF token when the current one is rejected", nightly, async () => {
  const stale = { json: { csrfToken: "v1.stale.0.x" } };
  await ann.page.route("**/api/auth/csrf", (route) => route.fulfill(stale), { times: 1 });
  await ann.page.reload();
  await body(ann.page).waitFor();
  await typeAtEnd(" after a stale token");
  await reaches(() => stored(ann.page, pageId), `${TEXT} after a stale token`);
});

test("asks before unloading a page with unsaved text", async () => {
  await ann.page.route(`**${address}`, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await typeAtEnd(" not saved");
  let asked = "";
  ann.page.once("dialog", (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await ann.page.reload();
  assert.equal(asked, "beforeunload");
});

test("reports no browser errors except the failures that the tests caused", () => {
  const unexpected = ann.faults.filter(
    (fault) => !/ERR_CONNECTION_RESET|ERR_FAILED|WebSocket connection|status of 40[13]/.test(fault),
  );
  assert.deepEqual(unexpected, []);
});

test("keeps the text and links to sign-in after the session has ended", async () => {
  await ann.page.context().clearCookies();
  await typeAtEnd(" still here");
  await ann.page.getByRole("link", { name: /^Sign in/ }).waitFor();
  assert.equal(await shown(ann.page), `${TEXT} still here`);
});
