/** Every screen by name, and how one gets there. */
import type { Page } from "playwright-core";
import { origin } from "../../test/e2e/browser.ts";
import type { Sample } from "./sample.ts";

export type Screen = {
  readonly name: string;
  readonly as: "maya" | "nadia" | "nobody";
  readonly open: (page: Page, sample: Sample) => Promise<void>;
  /** What the browser asks for; English else. */
  readonly locale?: "ar";
  /** Drawn light on a desk and dark on a phone alone: a menu, a dialog, another language of a screen that is drawn. */
  readonly isRare?: true;
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

/** Presses a button, and waits for what it opens. */
const pressed =
  (name: string | RegExp, opened: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
    await page.locator(opened).first().waitFor();
    await page.waitForTimeout(300);
  };

/** What the palette does. */
const commanded =
  (command: string) =>
  async (page: Page): Promise<void> => {
    await search(page, `>${command}`);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.waitForTimeout(500);
  };

/** Two files on their way: they stay where they are. */
async function upload(page: Page): Promise<void> {
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

const driveAt = (then?: (page: Page) => Promise<void>, view = ""): Screen["open"] =>
  at(({ driveId }) => `/drives/${driveId}${view}`, then);

const untilPdf = async (page: Page): Promise<void> => {
  await page.frameLocator(".pdf iframe").locator("canvas").first().waitFor();
  await page.waitForTimeout(400);
};

const maya = (name: string, open: Screen["open"]): Screen => ({ name, as: "maya", open });
const rare = (name: string, open: Screen["open"]): Screen => ({ ...maya(name, open), isRare: true });
const arabic = (name: string, open: Screen["open"]): Screen => ({ ...rare(`arabic-${name}`, open), locale: "ar" });

export const SCREENS: readonly Screen[] = [
  { name: "sign-in", as: "nobody", open: at("/signin") },
  { name: "first-run", as: "nadia", open: at("/") },
  maya(
    "drive",
    at(({ driveId }) => `/drives/${driveId}`),
  ),
  rare(
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
  rare(
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
  rare(
    "commands",
    pageAt("plan", (page) => search(page, ">")),
  ),
  rare(
    "notifications",
    pageAt("plan", async (page) => {
      await pressInSide(page, /^Notifications/);
      await page.getByRole("dialog", { name: "Notifications" }).waitFor();
      await page.waitForTimeout(300);
    }),
  ),
  rare(
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
  rare(
    "filters",
    pageAt("plan", async (page) => {
      await search(page, "type:");
    }),
  ),
  rare(
    "beside",
    pageAt("interviews", async (page) => {
      await page.getByRole("button", { name: "Pages in Research" }).click();
      await page.waitForTimeout(300);
    }),
  ),
  maya("settings", at("/settings")),
  maya("connect", at("/settings/connect")),
  rare("uploads", driveAt(upload)),
  rare("transfers", driveAt(undefined, "/transfers")),
  rare("members", driveAt(commanded("who is in"))),
  rare("new-page", driveAt(commanded("make a new page"))),
  rare("move", pageAt("meeting", commanded("move this page elsewhere"))),
  rare("my-tasks", pageAt("plan", commanded("see your tasks"))),
  rare("connections", pageAt("plan", commanded("see your connections"))),
  rare("sheet-menu", pageAt("prices", pressed("Rows and columns", ".sheet-more:popover-open"))),
  rare(
    "sheet-formula",
    pageAt("prices", async (page) => {
      await page.locator('[role=row][aria-rowindex="2"] > [role=gridcell][aria-colindex="6"]').click();
      await page.keyboard.type("=B2+SUM(B3:B5)*C2");
      await page.waitForTimeout(300);
    }),
  ),
  maya("pdf", pageAt("pdf", untilPdf)),
  rare(
    "pdf-pages",
    pageAt("pdf", async (page) => {
      await untilPdf(page);
      await page.getByRole("toolbar").getByRole("button", { name: "Pages" }).click();
      await page.waitForTimeout(800);
    }),
  ),
  rare(
    "empty-drive",
    at(({ emptyDriveId }) => `/drives/${emptyDriveId}`),
  ),
  rare(
    "empty-trash",
    at(({ emptyDriveId }) => `/drives/${emptyDriveId}/trash`),
  ),
  { ...rare("ask-for-access", pageAt("meeting")), as: "nadia" },
  arabic("document", pageAt("arabic")),
  arabic("sheet", pageAt("prices")),
  arabic("tasks", pageAt("tasks")),
  arabic("channel", pageAt("channel")),
  arabic("pdf", pageAt("pdf", untilPdf)),
  arabic("settings", at("/settings")),
  arabic("admin", at("/admin?range=1h")),
  arabic("audit", at("/admin/audit")),
  maya("admin", at("/admin?range=1h")),
  maya("admin-users", at("/admin/users")),
  maya("admin-audit", at("/admin/audit")),
  maya("not-found", at(`${origin}/pages/nothing-with-this-id`)),
];
