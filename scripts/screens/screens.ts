/** Every screen by name, and how one gets there. */
import type { Page } from "playwright-core";
import { origin } from "../../test/e2e/browser.ts";
import type { Sample } from "./sample.ts";

export type Screen = {
  readonly name: string;
  readonly as: "maya" | "nadia" | "nobody";
  readonly open: (page: Page, sample: Sample) => Promise<void>;
};

const at =
  (address: string | ((sample: Sample) => string), then?: (page: Page) => Promise<void>): Screen["open"] =>
  async (page, sample) => {
    await page.goto(typeof address === "string" ? address : address(sample));
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await then?.(page);
  };

const pageAt = (name: keyof Sample["pages"], then?: (page: Page) => Promise<void>): Screen["open"] =>
  at(({ pages }) => `/pages/${pages[name]}`, then);

const editor = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });

/** Presses what lies behind the drawer on a phone. */
async function pressInSide(page: Page, name: RegExp): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByLabel("Workspace").getByRole("button", { name }).click();
}

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByRole("option").first().waitFor();
  await page.keyboard.type(words);
  await page.waitForTimeout(700);
}

const maya = (name: string, open: Screen["open"]): Screen => ({ name, as: "maya", open });

export const SCREENS: readonly Screen[] = [
  { name: "sign-in", as: "nobody", open: at("/signin") },
  { name: "first-run", as: "nadia", open: at("/") },
  maya(
    "drive",
    at(({ driveId }) => `/drives/${driveId}`),
  ),
  maya(
    "drives",
    at(
      ({ driveId }) => `/drives/${driveId}`,
      async (page) => {
        await pressInSide(page, /^Drive:/);
        await page.getByRole("dialog", { name: "Drives" }).waitFor();
        await page.waitForTimeout(200);
      },
    ),
  ),
  maya("document", pageAt("plan")),
  maya(
    "document-menu",
    pageAt("plan", async (page) => {
      await editor(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Enter");
      await page.keyboard.type("/ta");
      await page.waitForTimeout(300);
    }),
  ),
  maya(
    "history",
    pageAt("plan", async (page) => {
      await page.keyboard.press("Control+Alt+h");
      await page.getByRole("dialog").waitFor();
      await page.waitForTimeout(500);
    }),
  ),
  maya(
    "share",
    pageAt("plan", async (page) => {
      await page.keyboard.press("Control+Alt+s");
      await page.getByRole("dialog").waitFor();
      await page.waitForTimeout(300);
    }),
  ),
  maya("folder", pageAt("research")),
  maya("tasks", pageAt("tasks")),
  maya(
    "board",
    pageAt("tasks", async (page) => {
      await page.getByRole("button", { name: "Board", exact: true }).click();
      await page.waitForTimeout(300);
    }),
  ),
  maya("sheet", pageAt("prices")),
  maya("code", pageAt("code")),
  maya("canvas", pageAt("canvas")),
  maya("channel", pageAt("channel")),
  maya("chat", pageAt("chat")),
  maya(
    "search",
    pageAt("plan", (page) => search(page, "switch")),
  ),
  maya(
    "commands",
    pageAt("plan", (page) => search(page, ">")),
  ),
  maya(
    "notifications",
    pageAt("plan", async (page) => {
      await pressInSide(page, /^Notifications/);
      await page.getByRole("dialog", { name: "Notifications" }).waitFor();
      await page.waitForTimeout(300);
    }),
  ),
  maya(
    "keys",
    pageAt("plan", async (page) => {
      await page.keyboard.press("Control+Alt+/");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
    }),
  ),
  maya(
    "trash",
    at(
      ({ driveId }) => `/drives/${driveId}/trash`,
      async (page) => {
        for (const box of (await page.locator("[data-choose]").all()).slice(0, 2)) await box.check();
      },
    ),
  ),
  maya(
    "filters",
    pageAt("plan", async (page) => {
      await search(page, "type:");
    }),
  ),
  maya(
    "beside",
    pageAt("interviews", async (page) => {
      await page.getByRole("button", { name: "Pages in Research" }).click();
      await page.waitForTimeout(300);
    }),
  ),
  maya("settings", at("/settings")),
  maya("connect", at("/settings/connect")),
  maya("admin", at("/admin?range=1h")),
  maya("admin-users", at("/admin/users")),
  maya("admin-audit", at("/admin/audit")),
  maya("not-found", at(`${origin}/pages/nothing-with-this-id`)),
];
