/** Writing without live connections and with failing requests: nothing typed is lost or inserted twice. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "./browser.ts";
import { body, makeDocument, reaches, type Seat, shown, sit, stored } from "./live-page.ts";
import { nightly } from "./nightly.ts";

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

test("what is typed while a save is under way, and what another writer saved before it, all stay", async () => {
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

test("a save whose answer was lost is not put in a second time when it is tried again", nightly, async () => {
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

test("the CSRF token is fetched anew when the one at hand is refused", nightly, async () => {
  const stale = { json: { csrfToken: "v1.stale.0.x" } };
  await ann.page.route("**/api/auth/csrf", (route) => route.fulfill(stale), { times: 1 });
  await ann.page.reload();
  await body(ann.page).waitFor();
  await typeAtEnd(" after a stale token");
  await reaches(() => stored(ann.page, pageId), `${TEXT} after a stale token`);
});

test("words that only this tab has hold the page back from being left", async () => {
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

test("the browser reports only the failures that were made on purpose", () => {
  const unexpected = ann.faults.filter(
    (fault) => !/ERR_CONNECTION_RESET|ERR_FAILED|WebSocket connection|status of 40[13]/.test(fault),
  );
  assert.deepEqual(unexpected, []);
});

test("a session that ended keeps the words and says where to sign in", async () => {
  await ann.page.context().clearCookies();
  await typeAtEnd(" still here");
  await ann.page.getByRole("link", { name: /^Sign in/ }).waitFor();
  assert.equal(await shown(ann.page), `${TEXT} still here`);
});
