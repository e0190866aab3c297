/** Deleting an account in a real browser: the user exports their data and decides on each drive, and the account is gone. */
// Covers: src/web/client/settings, src/web/client/transfers
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, freshEmail, openContext, origin, signIn, startBrowser, makeDrive, addMember } from "../browser.ts";
import { sit } from "../live-page.ts";

/** The administrator of the server under test. */
const ADMIN = "smoke@example.com";
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

let browser: Browser;
let page: Page;
let faults: string[];
let friend: Page;
let chief: Page;
let team = "";
const email = freshEmail("leaving");

type Me = { id: string };
const idOf = async (of: Page): Promise<string> => (await callApi<Me>(of, "GET", "/api/auth/me")).body.id;

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser, { acceptDownloads: true }));
  ({ page: chief } = await openContext(browser, { acceptDownloads: true }));
  await signIn(page, email);
  await signIn(chief, ADMIN);
  const { page: other, userId } = await sit(browser, "friend");
  friend = other;
  team = await makeDrive(page, "Field notes");
  await addMember(page, team, { userId, role: "admin" });
});

after(async () => {
  await browser.close();
});

/** Checks the width, and takes screenshots for review in the folder OCTAVO_SHOTS. */
async function shoot(of: Page, name: string): Promise<void> {
  const folder = process.env.OCTAVO_SHOTS;
  for (const size of SIZES) {
    await of.setViewportSize(size);
    const wide: number = await of.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.ok(wide <= 0, `${name} is ${wide} px too wide at ${size.width}`);
    if (folder === undefined) continue;
    for (const colorScheme of ["light", "dark"] as const) {
      await of.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await of.screenshot({ path: `${folder}/${name}-${size.width}-${colorScheme}.png` });
    }
  }
}

test("downloads the user's data as an archive", async () => {
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Export your data" });
  await section.scrollIntoViewIfNeeded();
  await shoot(page, "leaving");
  const saved = page.waitForEvent("download");
  await section.getByRole("button", { name: "Export your data" }).click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), "octavo-account.zip");
  assert.ok((await stat(await download.path())).size > 500);
});

test("asks for a fresh sign-in before sending the export request when the session is old", async () => {
  const address = "**/api/auth/freshness";
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    // The route's response type.
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...body, freshUntil: null } });
  });
  await page.goto("/settings");
  await page.getByRole("button", { name: "Export your data" }).click();
  await page.getByRole("dialog", { name: "Confirm it’s you" }).waitFor();
  await page.unroute(address);
});

test("deletes the account after a choice for each drive and the typed email address", async () => {
  const id = await idOf(page);
  await page.goto("/settings");
  const open = () => page.getByRole("button", { name: "Delete account", exact: true }).click();
  await open();
  const dialog = page.getByRole("dialog");
  await shoot(page, "deletion");
  const personal = dialog.getByLabel(/^Personal/);
  const notes = dialog.getByLabel(/^Field notes 0 pages, 1 member/);
  const confirm = dialog.getByRole("button", { name: "Delete account permanently" });
  await dialog.getByLabel(/^Type .* to confirm/).fill(email);
  await confirm.click();
  assert.equal(await page.evaluate("document.querySelectorAll('dialog select:invalid').length"), 2);
  await personal.selectOption({ label: "Delete it and everything in it" });
  await notes.selectOption({ index: 1 });
  await dialog.getByLabel(/^Type .* to confirm/).fill("someone@example.com");
  await confirm.click();
  await dialog.getByRole("alert").getByText(`Type ${email} to confirm.`).waitFor();
  await shoot(page, "deletion-refused");
  await dialog.getByLabel(/^Type .* to confirm/).fill(email.toUpperCase());
  await confirm.click();
  await page.waitForURL("**/signin");
  assert.equal((await page.context().request.get("/api/auth/me")).status(), 401);
  await friend.goto(`${origin}/drives/${team}`);
  await friend.getByRole("heading", { name: "Field notes" }).waitFor();
  assert.equal((await callApi<{ role: string }>(friend, "GET", `/api/drives/${team}`)).body.role, "owner");
  await signIn(page, email);
  assert.notEqual(await idOf(page), id);
});

test("lets an administrator grant and revoke the admin role, and export and delete an account", async () => {
  const someone = await sit(browser, "managed");
  const address = someone.email;
  const row = chief.getByRole("row", { name: new RegExp(address) });
  await chief.goto(`/admin/users?q=${address}`);
  const manage = async (act: string): Promise<void> => {
    await row.getByRole("button", { name: /^More actions for/ }).click();
    await chief.getByRole("dialog").getByRole("button", { name: act }).click();
  };
  await row.getByRole("button", { name: /^More actions for/ }).click();
  // The dialog loads on demand, so an earlier Escape would close nothing.
  await chief.getByRole("dialog").waitFor();
  await shoot(chief, "manage");
  await chief.keyboard.press("Escape");
  await chief.getByRole("dialog").waitFor({ state: "detached" });
  await shoot(chief, "users");
  await manage("Make administrator");
  // The page reloads, and a press before that may be lost with the old page.
  const confirm = async (yes: string): Promise<void> => {
    const loaded = chief.waitForEvent("load");
    // The question opens above the dialog in which it was asked for, which has a button of the same name.
    await chief.getByRole("dialog").nth(1).getByRole("button", { name: yes }).click();
    await loaded;
  };
  await confirm("Make administrator");
  await row.getByText("Admin", { exact: true }).waitFor();
  await manage("Remove administrator role");
  await confirm("Remove role");
  await row.getByText("Admin", { exact: true }).waitFor({ state: "detached" });
  const saved = chief.waitForEvent("download");
  await manage("Export account");
  assert.match((await saved).suggestedFilename(), /^octavo-account-.*\.zip$/);
  await chief.keyboard.press("Escape");
  await chief.getByRole("dialog").waitFor({ state: "detached" });
  await manage("Delete account");
  const dialog = chief.getByRole("dialog").last();
  await dialog.getByLabel(/^Personal/).selectOption({ label: "Delete it and everything in it" });
  await dialog.getByLabel(/^Type .* to confirm/).fill(address);
  await shoot(chief, "delete-user");
  await dialog.getByRole("button", { name: "Delete account permanently" }).click();
  await chief.getByText(`email contains “${address}”`).waitFor();
  assert.equal((await someone.context.request.get("/api/auth/me")).status(), 401);
  await someone.context.close();
});

test("reports no browser errors", () => {
  assert.deepEqual(faults, []);
});
