/** A colleague without an account is invited, signs in from the mail and finds the page; invitations are revoked and narrowed. */
// Covers: src/web/client/sharing, src/web/client/sign-in
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, freshEmail, mailedLink, openContext, startBrowser, makePage, addMember } from "./browser.ts";
import { makeDocument, reaches, type Seat, share, sit } from "./live-page.ts";

let browser: Browser;
let ann: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann");
});

after(async () => {
  await browser.close();
});

/** Shares the open page with an email address through the dialog. */
async function invite(email: string): Promise<void> {
  const { page } = ann;
  await page.getByRole("main").getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("combobox", { name: "Share with" }).fill(email);
  await page.getByRole("option", { name: "Use this address" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Access level" }).selectOption("View");
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText(`${email} is invited.`).waitFor();
}

test("signs an invited colleague in from the email, opens the page and shows that it is view only", async () => {
  const email = freshEmail("ben");
  const pageId = await makeDocument(ann, null, "The plan");
  const { page } = ann;
  await page.goto(`/pages/${pageId}`);
  await invite(email);
  const dialog = page.getByRole("dialog", { name: "Share" });
  assert.deepEqual(await violationsIn(page), []);
  await dialog.getByRole("button", { name: "Copy invitation link" }).click();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.match(copied, /\/invitation\?token=inv_/);
  await dialog.getByText(/^Invited by .*, until /).waitFor();

  const ben = await openContext(browser, {});
  const link = await mailedLink(email, 0);
  assert.equal(link, copied);
  await ben.page.goto(link);
  await ben.page.getByRole("heading", { name: "shared “Together” with you" }).waitFor();
  assert.deepEqual(await violationsIn(ben.page), []);
  await ben.page.getByRole("button", { name: /^Continue as b•••@/ }).click();
  await ben.page.getByText(/A sign-in link is on its way to b•••@/).waitFor();
  await ben.page.goto(await mailedLink(email, 1));
  await ben.page.getByText("The plan").waitFor();
  assert.equal(new URL(ben.page.url()).pathname, `/pages/${pageId}`);

  // Ann's dialog lists the person in place of the invitation.
  await dialog.getByRole("combobox", { name: /^Access for ben-/ }).waitFor();
  await dialog.getByText(/^Invited by /).waitFor({ state: "detached" });

  await ben.page.getByRole("button", { name: "View only" }).waitFor();
  assert.equal(await ben.page.getByRole("main").getByRole("button", { name: "Share", exact: true }).count(), 0);
  assert.equal(await ben.page.getByRole("textbox", { name: "Text of the page" }).count(), 0);
  await ben.page.getByRole("button", { name: "View only" }).click();
  await ben.page.getByRole("dialog", { name: "People with access" }).getByText("ask its owner").waitFor();
  await ben.page.keyboard.press("Escape");

  // A guest's home view is the list of pages shared with them.
  await ben.page.goto("/");
  await ben.page.getByRole("heading", { name: "Shared with me", level: 1 }).waitFor();
  assert.deepEqual(await violationsIn(ben.page), []);
  const side = ben.page.getByRole("navigation", { name: "Shared with me" });
  await side.getByRole("link", { name: /Together/ }).click();
  await ben.page.getByText("The plan").waitFor();
  assert.deepEqual([ann.faults, ben.faults], [[], []]);
});

test("shows a message for a revoked invitation", async () => {
  const email = freshEmail("cleo");
  const pageId = await makeDocument(ann, null, "Secret");
  const { page } = ann;
  await page.goto(`/pages/${pageId}`);
  await invite(email);
  // An invitation that is revoked before its mail goes out is not mailed.
  const link = await mailedLink(email, 0);
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("button", { name: `Revoke the invitation for ${email}` }).click();
  await dialog.getByRole("button", { name: "Revoke", exact: true }).last().click();
  await page.getByText(`The invitation for ${email} was revoked.`).waitFor();
  const cleo = await openContext(browser, {});
  await cleo.page.goto(link);
  await cleo.page.getByRole("heading", { name: "This invitation is no longer valid" }).waitFor();
  assert.equal(await cleo.page.getByText("Together").count(), 0);
});

test("changes the access level of an invitation before it is accepted", async () => {
  const email = freshEmail("dana");
  const pageId = await makeDocument(ann, null, "Words");
  const { page } = ann;
  await page.goto(`/pages/${pageId}`);
  await invite(email);
  const level = page.getByRole("combobox", { name: `Access for ${email}` });
  await level.selectOption("View and edit");
  await page.getByText(`${email}: View and edit.`).waitFor();
  assert.equal(await level.inputValue(), "2");
  const { body } = await callApi<{ invitations: { canEdit: boolean }[] }>(
    page,
    "GET",
    `/api/pages/${pageId}/invitations`,
  );
  assert.deepEqual(
    body.invitations.map(({ canEdit }) => canEdit),
    [true],
  );
});

test("keeps the last access level chosen in the member list while an earlier choice is being saved", async () => {
  const bob = await sit(browser, "bob");
  const { page } = ann;
  const path = `/api/drives/${ann.driveId}/members`;
  await addMember(page, ann.driveId, { userId: bob.userId, canEdit: true });
  await page.goto(`/drives/${ann.driveId}`);
  await page.getByRole("button", { name: "Members" }).click();
  const dialog = page.getByRole("dialog", { name: "Members" });
  const level = dialog.getByRole("combobox", { name: /^Access for bob-/ });
  // A second choice, made while the first is being saved, is the one that counts.
  await page.route(`**${path}/*`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await level.selectOption("Full access");
  await level.selectOption("View");
  assert.equal(await level.inputValue(), "0");
  await page.waitForLoadState("networkidle");
  assert.equal(await level.inputValue(), "0");
  type List = { members: { userId: string; canEdit: boolean; canDelete: boolean }[] };
  await reaches(async () => {
    const { body } = await callApi<List>(page, "GET", path);
    const own = body.members.find(({ userId }) => userId === bob.userId);
    return `edit ${own?.canEdit}, delete ${own?.canDelete}`;
  }, "edit false, delete false");
  assert.equal(await level.inputValue(), "0");

  const wanted = dialog.getByRole("combobox", { name: "Access level" });
  await wanted.selectOption("View");
  await dialog.getByLabel("Email address").fill(freshEmail("ed"));
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText(/^ed-\S+ is invited\.$/).waitFor();
  assert.equal(await wanted.inputValue(), "0");
  await dialog.getByText(/^Invited by /).waitFor();
});

test("shows only the visible part of a shared page's path", async () => {
  const bob = await sit(browser, "bob");
  const top = await makeDocument(ann, bob, "Top");
  const pageId = await makePage(ann.page, {
    driveId: ann.driveId,
    parentId: top,
    type: "SHEET",
    title: "Budget",
  });
  await share(ann, bob, pageId, false);
  await bob.page.goto("/shared");
  await bob.page
    .getByRole("main")
    .getByRole("link", { name: /Budget.*Together/ })
    .click();
  await bob.page.getByRole("button", { name: "View only" }).waitFor();
});
