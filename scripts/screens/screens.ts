/** All screens by name, with the steps to reach them. */
import { origin } from "../../test/e2e/browser.ts";
import { askedBy, terminalCode } from "./apps.ts";
import {
  at,
  commanded,
  driveAt,
  editor,
  openSide,
  pageAt,
  pressed,
  pressInSide,
  type Screen,
  search,
  untilPdf,
  upload,
} from "./steps.ts";
import { showOneUnderWay } from "./transfers.ts";

const maya = (name: string, open: Screen["open"]): Screen => ({ name, as: "maya", open });
const rare = (name: string, open: Screen["open"]): Screen => ({ ...maya(name, open), isRare: true });
const arabic = (name: string, open: Screen["open"]): Screen => ({ ...rare(`arabic-${name}`, open), locale: "ar" });

export const SCREENS: readonly Screen[] = [
  // First, since access decisions and the list of accounts require a sign-in within the last ten minutes.
  rare(
    "consent",
    at(({ app }) => askedBy(app)),
  ),
  arabic(
    "consent",
    at(({ app }) => askedBy(app)),
  ),
  rare("device", at("/device")),
  rare("device-wrong-code", at("/device?code=BCDF-GHJK")),
  rare("device-asks", async (page, { app }) => {
    await page.goto(`/device?code=${await terminalCode(app)}`);
  }),
  rare("device-connected", async (page, { app }) => {
    await page.goto(`/device?code=${await terminalCode(app)}`);
    await page.getByLabel("All drives, including future ones").check();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
  }),
  rare("admin-users", at("/admin/users")),
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
    // The typed text is kept, but this page is not on any other screenshot.
    pageAt("earlier", async (page) => {
      await editor(page).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Enter");
      await page.keyboard.type("/ta");
      await page.waitForTimeout(300);
    }),
  ),
  rare(
    "page-menu",
    pageAt("plan", async (page) => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.waitForTimeout(200);
    }),
  ),
  rare(
    "tree-menu",
    pageAt("plan", async (page) => {
      await openSide(page);
      await page
        .getByRole("treeitem", { name: /Launch of the N1/ })
        .first()
        .focus();
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menu").waitFor();
      await page.waitForTimeout(200);
    }),
  ),
  rare(
    "did-not-load",
    pageAt("plan", async (page) => {
      await page.route("**/assets/history.*.js", (route) => route.abort());
      await page.keyboard.press("Control+Alt+h");
      await page.getByRole("button", { name: "Try again" }).waitFor();
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
  rare(
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
  maya(
    "notifications",
    at("/inbox", (page) => page.waitForLoadState("networkidle")),
  ),
  rare(
    "keys",
    pageAt("plan", async (page) => {
      await page.keyboard.press("Control+Alt+/");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
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
  ...["passkeys", "usage", "delete"].map((part) =>
    rare(
      `settings-${part}`,
      at("/settings", (page) => page.locator(`#${part}`).evaluate((heading) => heading.scrollIntoView())),
    ),
  ),
  rare("request-ended", at("/oauth/consent?request=answered")),
  rare("connect", at("/settings/connect")),
  rare("uploads", driveAt(upload)),
  maya("transfers", async (page, sample) => {
    await showOneUnderWay(page);
    await driveAt((own) => own.getByText("available until", { exact: false }).waitFor(), "/transfers")(page, sample);
  }),
  rare("members", driveAt(commanded("view members"))),
  rare("new-page", driveAt(commanded("create a page"))),
  rare("move", pageAt("meeting", commanded("move this page"))),
  rare(
    "my-tasks",
    at("/tasks", (page) => page.waitForLoadState("networkidle")),
  ),
  rare("connections", pageAt("plan", commanded("view your connections"))),
  rare("sheet-menu", pageAt("prices", pressed("Rows and columns", ".sheet-more:popover-open"))),
  rare(
    "sheet-formula",
    pageAt("prices", async (page) => {
      await page.locator('[role=row][aria-rowindex="2"] > [role=gridcell][aria-colindex="6"]').click();
      await page.keyboard.type("=B2+SUM(B3:B5)*C2");
      await page.waitForTimeout(300);
    }),
  ),
  rare("pdf", pageAt("pdf", untilPdf)),
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
  { ...rare("not-for-you", at("/admin")), as: "nadia" },
  arabic("document", pageAt("arabic")),
  arabic("sheet", pageAt("prices")),
  arabic("tasks", pageAt("tasks")),
  arabic("channel", pageAt("channel")),
  arabic("pdf", pageAt("pdf", untilPdf)),
  arabic("settings", at("/settings")),
  arabic("admin", at("/admin?range=1h")),
  arabic("audit", at("/admin/audit")),
  maya("admin", at("/admin?range=1h")),
  rare("admin-audit", at("/admin/audit")),
  rare("not-found", at(`${origin}/pages/nothing-with-this-id`)),
];
