/** Writing when the network or the timing is unkind: nothing typed is lost, and nothing is put in twice. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, freshEmail, openContext, signIn, startBrowser } from "./browser.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let driveId = "";
let address = "";

const body = () => page.getByLabel("Text of the page");
const saved = () => page.getByText("Saved", { exact: true }).waitFor();
const stored = async () => (await callApi<{ content: string; revision: number }>(page, "GET", address)).body;

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser));
  await signIn(page, freshEmail("writing"));
  driveId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
});

beforeEach(async () => {
  await page.unrouteAll();
  const wanted = { driveId, type: "DOCUMENT", title: "Draft", content: "one\ntwo\nthree" };
  const made = await callApi<{ id: string }>(page, "POST", "/api/pages", wanted);
  address = `/api/pages/${made.body.id}`;
  await page.goto(`/pages/${made.body.id}`);
});

after(async () => {
  await browser.close();
});

test("what is typed while a save is under way, and what another writer saved before it, all stay", async () => {
  const { revision } = await stored();
  await callApi(page, "PATCH", address, { content: "one\ntwo\nthree\nfour, there", baseRevision: revision });
  await page.route(`**${address}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await body().fill("zero, here\none\ntwo\nthree");
  await page.keyboard.press("Control+s");
  await page.getByText("Saving…").waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("typed meanwhile, ");
  await page.getByText("Unsaved changes").waitFor();
  const expected = "typed meanwhile, zero, here\none\ntwo\nthree\nfour, there";
  assert.equal(await body().inputValue(), expected);
  assert.equal(await page.evaluate("document.activeElement.selectionStart"), "typed meanwhile, ".length);
  await page.keyboard.press("Control+s");
  await saved();
  assert.equal((await stored()).content, expected);
});

test("a save whose answer was lost is not put in a second time when it is tried again", async () => {
  await page.route(`**${address}`, async (route) => {
    if (route.request().method() === "PATCH") {
      await route.fetch();
      await route.abort("connectionreset");
    } else await route.continue();
  });
  await body().fill("one\ntwo\nthree\nonce only");
  await page.keyboard.press("Control+s");
  await page.getByText("The service cannot be reached.").waitFor();
  assert.equal(await body().inputValue(), "one\ntwo\nthree\nonce only");
  await page.unrouteAll();
  const { revision, content } = await stored();
  assert.equal(content, "one\ntwo\nthree\nonce only");
  await callApi(page, "PATCH", address, { content: `zero, there\n${content}`, baseRevision: revision });
  await page.keyboard.press("Control+s");
  await saved();
  assert.equal(await body().inputValue(), "zero, there\none\ntwo\nthree\nonce only");
  assert.equal((await stored()).content, "zero, there\none\ntwo\nthree\nonce only");
});

test("the CSRF token is fetched anew when the one at hand is refused", async () => {
  await page.route("**/api/auth/csrf", (route) => route.fulfill({ json: { csrfToken: "v1.stale.0.x" } }), { times: 1 });
  await body().fill("after a stale token");
  await page.keyboard.press("Control+s");
  await saved();
  assert.equal((await stored()).content, "after a stale token");
});

test("unsaved words hold the page back from being left", async () => {
  await body().fill("not saved");
  let asked = "";
  page.once("dialog", (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await page.reload();
  assert.equal(asked, "beforeunload");
  assert.equal(await body().inputValue(), "one\ntwo\nthree");
});

test("a session that ended keeps the words and says where to sign in", async () => {
  await body().fill("still here");
  await page.context().clearCookies();
  await page.keyboard.press("Control+s");
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).waitFor();
  assert.equal(await body().inputValue(), "still here");
});

test("the browser reports only the failures that were made on purpose", () => {
  const unexpected = faults.filter((fault) => !/ERR_CONNECTION_RESET|status of 40[13]/.test(fault));
  assert.deepEqual(unexpected, []);
});
