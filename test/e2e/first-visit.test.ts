/** Entry points: another browser's link, a link on another site, a link that no longer works. */
// Covers: src/web/client/sign-in
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { askForLink, freshEmail, openContext, origin, signIn, startBrowser } from "./browser.ts";

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

test("asks for confirmation when a sign-in link opens in another browser, and accepts it once", async () => {
  const asking = await openContext(browser);
  const opening = await openContext(browser, { viewport: { width: 390, height: 844 } });
  const link = await askForLink(asking.page, freshEmail("arriving"));
  await opening.page.goto(link);
  assert.match((await opening.page.getByRole("heading", { level: 1 }).textContent()) ?? "", /^Sign in as a•••@/);
  await opening.page.getByRole("button", { name: "Sign in" }).click();
  await opening.page.waitForURL("**/drives/*");
  await asking.page.goto(link);
  await asking.page.getByText("That link no longer works.").waitFor();
  assert.deepEqual([...asking.faults, ...opening.faults], []);
});

test("opens a page from a cross-site link for a signed-in user, despite the SameSite cookie", async () => {
  const { page, faults } = await openContext(browser);
  const drive = `${origin}/drives/${await signIn(page, freshEmail("visitor"))}`;
  const elsewhere = "http://elsewhere.example/";
  await page.route(elsewhere, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>x</title><a href="${drive}">Octavo</a>` }),
  );
  await page.goto(elsewhere);
  await page.getByRole("link", { name: "Octavo" }).click();
  await page.waitForURL(drive);
  await page.getByRole("heading", { level: 1, name: "Personal" }).waitFor();
  await page.goto(`${origin}/signin?next=/settings`);
  assert.equal(new URL(page.url()).pathname, "/settings");
  assert.deepEqual(faults, []);
});

test("asks a signed-out visitor of a cross-site link to sign in, then opens the page", async () => {
  const answer = await fetch(`${origin}/settings?a=b`, {
    redirect: "manual",
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
  assert.match(answer.headers.get("Location") ?? "", /^\/auth\/continue\?next=%2Fsettings%3Fa%3Db&/);
  const { page } = await openContext(browser);
  const elsewhere = "http://elsewhere.example/";
  await page.route(elsewhere, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>x</title><a href="${origin}/settings">x</a>`,
    }),
  );
  await page.goto(elsewhere);
  await page.getByRole("link").click();
  await page.waitForURL("**/signin?next=%2Fsettings");
  const link = new URL(await askForLink(page, freshEmail("led"), page.url()));
  assert.equal(link.searchParams.get("next"), "/settings");
  await page.goto(link.href);
  await page.waitForURL("**/settings");
});
