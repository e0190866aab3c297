/** Steps in the sample workspace that lead to a screen. */
import type { Page } from "playwright-core";
import type { Sample } from "./sample.ts";

export type Screen = {
  readonly name: string;
  readonly as: "maya" | "nadia" | "nobody";
  readonly open: (page: Page, sample: Sample) => Promise<void>;
  /** The browser's language; English by default. */
  readonly locale?: "ar";
  /** Only captured in light on desktop and dark on phone: menus, dialogs, another language, and what exceeds the size limit. */
  readonly isRare?: true;
};

export const at =
  (address: string | ((sample: Sample) => string), then?: (page: Page) => Promise<void>): Screen["open"] =>
  async (page, sample) => {
    await page.goto(typeof address === "string" ? address : address(sample));
    await page.waitForLoadState("networkidle").catch(() => undefined);
    await then?.(page);
  };

export const pageAt = (name: keyof Sample["pages"], then?: (page: Page) => Promise<void>): Screen["open"] =>
  at(({ pages }) => `/pages/${pages[name]}`, then);

export const editor = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });

/** On a phone, the sidebar is a drawer. */
export async function openSide(page: Page): Promise<void> {
  const pages = page.getByRole("button", { name: "Pages", exact: true });
  if (await pages.isVisible()) await pages.click();
}

export async function pressInSide(page: Page, name: RegExp): Promise<void> {
  await openSide(page);
  await page.getByLabel("Workspace").getByRole("button", { name }).click();
}

export async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search and commands" }).getByRole("option").first().waitFor();
  await page.keyboard.type(words);
  await page.waitForTimeout(700);
}

/** Clicks a button and waits for what it opens. */
export const pressed =
  (name: string | RegExp, opened: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
    await page.locator(opened).first().waitFor();
    await page.waitForTimeout(300);
  };

/** Runs a command in the palette. */
export const commanded =
  (command: string) =>
  async (page: Page): Promise<void> => {
    await search(page, `>${command}`);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.waitForTimeout(500);
  };

/** Starts two uploads that never finish. */
export async function upload(page: Page): Promise<void> {
  await page.route("**/api/upload*", () => undefined);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("main").getByRole("button", { name: "Upload files" }).click(),
  ]);
  const buffer = Buffer.alloc(400_000);
  await chooser.setFiles(
    ["Drawings of the hinge.zip", "Order of 9 November.txt"].map((name) => ({
      name,
      mimeType: "application/octet-stream",
      buffer,
    })),
  );
  await page.waitForTimeout(600);
}

export const driveAt = (then?: (page: Page) => Promise<void>, view = ""): Screen["open"] =>
  at(({ driveId }) => `/drives/${driveId}${view}`, then);

export const untilPdf = async (page: Page): Promise<void> => {
  await page.frameLocator(".pdf iframe").locator("canvas").first().waitFor();
  await page.waitForTimeout(400);
};
