/** Imports and exports of the sample workspace: a finished one, a failed one, an archive, and a running one. */
import { strToU8, zipSync } from "fflate";
import type { Page } from "playwright-core";
import type { TransferList } from "../../src/features/transfer/jobs/contract.ts";

const FAIR: Readonly<Record<string, string>> = {
  "Fair in Cologne/Stand.md": "Hall 4, between two chairs. See [[Who came by]].",
  "Fair in Cologne/Who came by.md": "Eleven shops, and a museum.",
  "Fair in Cologne/Letters.csv": 'Shop,Said\nBerg,"two lamps\nby April"\n',
  "Fair in Cologne/.obsidian/app.json": "{}",
};

/** Timeout (ms): every step waits for the queue. */
const DONE_MS = 90_000;

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose an archive" }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: "application/zip", buffer });
}

export async function transfer(page: Page, driveId: string): Promise<void> {
  await page.goto(`/drives/${driveId}/transfers`);
  const ended = (text: string): Promise<void> =>
    page.locator("[data-transfers]").getByText(text, { exact: false }).waitFor({ timeout: DONE_MS });
  await choose(page, "Scans of the ledger.zip", Buffer.from("no archive ".repeat(40)));
  await ended("not a zip archive");
  const files = Object.entries(FAIR).map(([path, text]) => [path, strToU8(text)] as const);
  await choose(page, "Fair in Cologne.zip", Buffer.from(zipSync(Object.fromEntries(files))));
  await ended("1 left out");
  await page.getByRole("button", { name: "Export in the background" }).click();
  await ended("available until");
}

/** Fakes a running import based on the finished one: a real one would look different on each screenshot. */
export async function showOneUnderWay(page: Page): Promise<void> {
  let isShown = false;
  await page.route("**/api/transfers?*", async (route) => {
    if (isShown) return;
    isShown = true;
    const answer = await route.fetch();
    const { transfers, nextCursor } = (await answer.json()) as TransferList; // the route's response shape
    const done = transfers.find(({ kind, state }) => kind === "import" && state === "done");
    if (!done) throw new Error("No import of the sample workspace is done.");
    const underWay = { state: "running", stage: "making", done: 412, total: 1_280, changed: 0, skipped: 0 } as const;
    const first = { ...done, ...underWay, id: `${done.id}-2`, name: "Wiki of the workshop.zip" };
    await route.fulfill({ json: { transfers: [first, ...transfers], nextCursor } });
  });
}
