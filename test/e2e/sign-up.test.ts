/** The page for somebody who may not sign up, the page of limits, and the dialog of sign-up links, in a real browser. */
// Covers: src/web/client/sharing, src/web/client/settings, src/web/client/sign-in
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { openContext, signIn, startBrowser, shoot } from "./browser.ts";

const ADMIN = "smoke@example.com";

let browser: Browser;

before(async () => {
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
});

test("tells somebody who may not sign up what is missing, and leads back by keyboard", async () => {
  const { page, context } = await openContext(browser, { viewport: { width: 390, height: 844 } });
  await page.goto("/signin?error=sign_up_refused");
  await page.getByRole("heading", { level: 1, name: "You can't create an account here yet" }).waitFor();
  assert.deepEqual(await violationsIn(page, "body"), []);
  assert.ok((await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")) <= 0);
  await shoot(page, "cannot-sign-up");
  await page.getByRole("link", { name: "Sign in with another address" }).press("Enter");
  await page.getByLabel("Email address").waitFor();
  assert.equal(new URL(page.url()).search, "");
  await page.goto("/join?token=none");
  await page.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
  assert.deepEqual(await violationsIn(page, "body"), []);
  await context.close();
});

type Link = { id: string; createdBy: { id: string; name: string }; expiresAt: string; maxUses: number; uses: number };

/** Answers as a server with `SIGNUP=invited` does; the server under test is open. */
async function inviting(page: Page): Promise<{ created: unknown[]; links: Link[] }> {
  const created: unknown[] = [];
  const links: Link[] = [];
  await page.route("**/api/sign-up-links**", async (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.fulfill({ json: { policy: "invited", links } });
    if (request.method() === "DELETE") links.pop();
    else {
      created.push(request.postDataJSON());
      links.push({
        id: "l1",
        createdBy: { id: "u", name: "Ann" },
        expiresAt: "2030-01-05T12:00:00.000Z",
        maxUses: 3,
        uses: 0,
      });
      return route.fulfill({ status: 201, json: { ...links[0], url: "https://octavo.example/join?token=sup_x" } });
    }
    return route.fulfill({ json: { success: true } });
  });
  return { created, links };
}

test("an administrator sees limits and sizes, creates a sign-up link and revokes it", async () => {
  const { page, context } = await openContext(browser);
  await signIn(page, ADMIN);
  const server = await inviting(page);
  await page.goto("/admin/instance");
  await page.getByRole("heading", { level: 1, name: "Sign-up and limits" }).waitFor();
  await page.getByRole("row", { name: /Main database/ }).waitFor();
  assert.deepEqual(await violationsIn(page), []);
  // The button that an instance with invitations shows.
  await page.evaluate(`(() => {
    const button = document.createElement("button");
    button.dataset.act = "sign-up-links";
    button.textContent = "Sign-up links";
    document.querySelector("[aria-labelledby=sign-up]").append(button);
  })()`);
  await page.getByRole("button", { name: "Sign-up links" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Sign-up links" });
  await dialog.getByLabel("Accounts").fill("3");
  await dialog.getByLabel("Valid for days").fill("30");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Sign-up link" }).waitFor();
  assert.deepEqual(server.created, [{ days: 30, maxUses: 3 }]);
  assert.equal(
    await dialog.getByRole("textbox", { name: "Sign-up link" }).inputValue(),
    "https://octavo.example/join?token=sup_x",
  );
  assert.deepEqual(await violationsIn(page, "dialog"), []);
  await shoot(page, "sign-up-links");
  await dialog.getByRole("button", { name: /^Revoke the link of Ann/ }).press("Enter");
  await dialog.getByText("There are no links.").waitFor();
  assert.deepEqual(server.links, []);
  await context.close();
});
