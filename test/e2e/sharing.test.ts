/** Sharing a page: people are found by name or address and picked by keys, and their rights are changed in the list. */
// Covers: src/web/client/sharing
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, startBrowser } from "./browser.ts";
import { makeDocument, reaches, type Seat, sit } from "./live-page.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let ann: Seat;
let bob: Seat;

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "ann"), await sit(browser, "bob")];
});

after(async () => {
  await browser.close();
});

type Rights = { userId: string; canView: boolean; canComment: boolean; canEdit: boolean; canDelete: boolean };

const rightsOf = async (pageId: string): Promise<string> => {
  const path = `/api/pages/${pageId}/permissions`;
  const { body } = await callApi<{ permissions: Rights[] }>(ann.page, "GET", path);
  const own = body.permissions.find(({ userId }) => userId === bob.userId);
  return own ? Object.keys(own).filter((key) => key.startsWith("can") && own[key as keyof Rights] === true).join(" ") : "none"; // oxfmt-ignore
};

test("adds a person found by address, changes their access and removes them with the keyboard", async () => {
  const pageId = await makeDocument(ann, null, "Words");
  const { body: me } = await callApi<{ name: string; email: string }>(bob.page, "GET", "/api/auth/me");
  const shown = await callApi(bob.page, "PATCH", "/api/account/profile", { discoverable: true });
  assert.ok(shown.status < 300, `setting discoverable returned ${shown.status}`);
  const { page } = ann;
  await page.goto(`/pages/${pageId}`);
  await page.getByRole("button", { name: "Share" }).dblclick();
  await page.getByRole("dialog", { name: "Share" }).waitFor();
  const field = page.getByRole("combobox", { name: "Share with" });
  await field.fill(me.email);
  await page.getByRole("option", { name: new RegExp(me.name) }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.equal(await field.inputValue(), me.name);
  await page.keyboard.press("Enter");
  const rights = page.getByRole("combobox", { name: `Access for ${me.name}` });
  await rights.waitFor();
  assert.equal(await rightsOf(pageId), "canView canComment canEdit");
  await rights.selectOption("View and comment");
  await reaches(() => rightsOf(pageId), "canView canComment");
  await rights.selectOption("View");
  await reaches(() => rightsOf(pageId), "canView");
  await field.fill(me.email);
  await page.getByText("They already have access.").waitFor();
  await field.fill("nobody at all");
  await page.getByText("No one found.").waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).last().click();
  assert.equal(await rightsOf(pageId), "canView");
  // A key pressed as soon as the question is shown must reach it, so it is focused in the same task.
  const focused = page.evaluate(
    `new Promise((resolve) => new MutationObserver((_, observer) => {
      if (!document.querySelector(".person-confirm")) return;
      observer.disconnect();
      resolve(document.activeElement.textContent);
    }).observe(document.body, { childList: true, subtree: true }))`,
  );
  await page.getByRole("button", { name: `Remove ${me.name}` }).click();
  assert.equal(await focused, "Remove access");
  await page.getByText(`${me.name} loses access to this page.`).waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await rightsOf(pageId), "canView");
  await page.getByRole("button", { name: `Remove ${me.name}` }).click();
  await page.getByRole("button", { name: "Remove access" }).click();
  await reaches(() => rightsOf(pageId), "none");
  assert.deepEqual(ann.faults, []);
});

test("opens one dialog when a button is pressed twice", async () => {
  const { page } = ann;
  await page.goto("/");
  await page.getByRole("button", { name: "New page" }).first().dblclick();
  await page.getByRole("dialog", { name: "New page" }).waitFor();
  await page.evaluate(`for (const button of document.querySelectorAll("[data-open-new-page]")) button.click()`);
  await page.waitForLoadState("networkidle");
  assert.equal(await page.getByRole("dialog").count(), 1);
});

test("finds a person hidden from search only by their full address", nightly, async () => {
  const pageId = await makeDocument(ann, null, "Words");
  const { body: me } = await callApi<{ name: string; email: string }>(bob.page, "GET", "/api/auth/me");
  await callApi(bob.page, "PATCH", "/api/account/profile", { discoverable: false });
  const { page } = ann;
  await page.goto(`/pages/${pageId}`);
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("combobox", { name: "Share with" });
  await field.fill(me.email);
  await page.getByRole("option", { name: "Use this address" }).click();
  await page.keyboard.press("Enter");
  // The list does not reveal that the address has an account until its owner has opened the page.
  await page.getByText(`${me.email} is invited.`).waitFor();
  await page.getByRole("combobox", { name: `Access for ${me.email}` }).waitFor();
  assert.equal((await callApi(bob.page, "GET", `/api/pages/${pageId}`)).status, 200);
  await bob.page.goto(`/pages/${pageId}`);
  await page.getByRole("combobox", { name: `Access for ${me.name}` }).waitFor();
  assert.equal(await rightsOf(pageId), "canView canComment canEdit");
});

test("changes a member's role in place, and tells a leaving member what they lose", async () => {
  const { body: me } = await callApi<{ name: string; email: string }>(bob.page, "GET", "/api/auth/me");
  const { page } = ann;
  await page.goto(`/drives/${ann.driveId}`);
  await page.getByRole("button", { name: "Members" }).click();
  await page.getByLabel("Email address").fill(me.email);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const role = page.getByRole("combobox", { name: `Access for ${me.name}` });
  await role.selectOption("Manage the drive (admin)");
  await page.getByText(`Access for ${me.name} was changed.`).waitFor();
  await role.selectOption("View");
  await bob.page.goto(`/drives/${ann.driveId}`);
  await bob.page.getByRole("button", { name: "Members" }).click();
  await bob.page.getByRole("button", { name: "Leave drive" }).click();
  await bob.page.getByText(/^You lose access to \d+ pages? in/).waitFor();
  await bob.page.getByRole("button", { name: "Leave drive" }).last().click();
  await bob.page.waitForURL((url) => !url.pathname.endsWith(ann.driveId));
  const { status } = await callApi(bob.page, "GET", `/api/drives/${ann.driveId}`);
  assert.equal(status, 404);
});

const OPENERS: readonly [string, (page: Page, pageId: string) => Promise<void>][] = [
  [
    "Share",
    async (page, pageId) => {
      await page.goto(`/pages/${pageId}`);
      await page.getByRole("button", { name: "Share" }).click();
    },
  ],
  [
    "Members",
    async (page) => {
      const { body } = await callApi<{ id: string }[]>(page, "GET", "/api/drives");
      await page.goto(`/drives/${body[0]?.id ?? ""}`);
      await page.getByRole("button", { name: "Members" }).click();
    },
  ],
  [
    "Connections",
    async (page) => {
      await page.goto("/settings");
      await page.getByRole("button", { name: "View connections" }).click();
    },
  ],
];

test("names each dialog's subject and fits it on a phone, in both themes", nightly, async () => {
  const pageId = await makeDocument(ann, bob, "Words");
  const { page } = ann;
  const hidden = await makeDocument(ann, null, "Words");
  await callApi(bob.page, "POST", `/api/pages/${hidden}/access-requests`, { message: "Please" });
  await callApi(bob.page, "POST", "/api/connections", { userId: ann.userId, message: "Hello" });
  await callApi(ann.page, "PUT", `/api/notifications/muted/pages/${pageId}`);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      for (const [name, open] of OPENERS) {
        await open(page, name === "Share" ? hidden : pageId);
        const dialog = page.getByRole("dialog", { name });
        await dialog.waitFor();
        const shot = process.env.SCREENSHOTS;
        if (shot !== undefined) await page.screenshot({ path: `${shot}/${name}-${colorScheme}-${width}.png` });
        assert.deepEqual(await violationsIn(page, "dialog"), [], `${name} ${colorScheme} ${width}`);
        const box = await dialog.boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name} does not fit at ${width}`);
        assert.equal(
          await dialog.evaluate((node) => node.scrollWidth > node.clientWidth),
          false,
          `${name} at ${width}`,
        );
      }
      await page.goto("/pages/none");
      await page.getByRole("button", { name: "Request access" }).waitFor();
      const shot = process.env.SCREENSHOTS;
      if (shot !== undefined) await page.screenshot({ path: `${shot}/ask-${colorScheme}-${width}.png` });
      assert.deepEqual(await violationsIn(page), []);
    }
});
