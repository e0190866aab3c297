/** Files in a real browser: uploaded by button, by drop and in parts; shown, parsed, converted, downloaded, rejected. */
// Covers: src/web/client/files, src/web/client/uploads
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import type { Browser, Page, Route } from "playwright-core";
import { callApi, freshEmail, openContext, signIn, startBrowser, makePage, shoot } from "./browser.ts";
import { shown } from "./live-page.ts";
import { makePng } from "./png.ts";
import { nightly } from "./nightly/nightly.ts";

let browser: Browser;
let page: Page;
let faults: string[];
let drive = "";

/** Parsing runs in another Worker, behind a queue. */
const READ_MS = 45_000;

const main = () => page.getByRole("main");
const rows = () => main().locator("[data-rows]");
const row = (name: string) => rows().getByRole("link", { name });
const state = (words: string) => main().getByRole("status").getByText(words, { exact: true });
const ready = () =>
  main()
    .getByRole("status")
    .filter({ hasText: /^Ready$/ })
    .waitFor({ timeout: READ_MS });

before(async () => {
  browser = await startBrowser();
  ({ page, faults } = await openContext(browser, { acceptDownloads: true }));
  drive = `/drives/${await signIn(page, freshEmail("files"))}`;
});

beforeEach(async () => {
  await page.unrouteAll();
  await page.context().setOffline(false);
  await page.goto(drive);
});

after(async () => {
  await browser.close();
});

type Named = { readonly name: string; readonly bytes: Buffer };

async function choose(...files: readonly Named[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main().getByRole("button", { name: "Upload files" }).click(),
  ]);
  await chooser.setFiles(
    files.map(({ name, bytes }) => ({ name, mimeType: "application/octet-stream", buffer: bytes })),
  );
}

/** Browser globals used by functions that run in the page, since these tests have Node's types. */
declare const document: {
  querySelector(selector: string): { readonly naturalWidth?: number; readonly duration?: number } | null;
};
declare const DataTransfer: new () => { readonly items: { add(file: File): void } };

/** Chooses a file of `size` bytes that is created in the page. */
async function chooseLarge(name: string, size: number): Promise<void> {
  // Pressing the button loads the script that listens to the field.
  await Promise.all([page.waitForEvent("filechooser"), main().getByRole("button", { name: "Upload files" }).click()]);
  await page.evaluate(`{
    const input = document.querySelector("[data-uploads] input");
    const held = new DataTransfer();
    held.items.add(new File([new Uint8Array(${size}).fill(7)], ${JSON.stringify(name)}, { lastModified: 7 }));
    input.files = held.files;
    input.dispatchEvent(new Event("change"));
  }`);
}

/** A picture with a colour gradient. */
const picture = (width: number, height: number): Buffer =>
  makePng(width, height, (x, y) => [30 + (180 * x) / width, 120, 60 + (160 * y) / height]);

const fitsPhone = async (): Promise<boolean> => {
  await page.setViewportSize({ width: 390, height: 844 });
  const fits = await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth");
  await page.setViewportSize({ width: 1280, height: 720 });
  return fits;
};

test("uploads several files with the button and adds them to the list and tree without a reload", async () => {
  await page.evaluate("document.title = 'not loaded again'");
  await choose(
    { name: "harbour.txt", bytes: Buffer.from("Tides of the harbour.\nHigh water at noon.\n") },
    { name: "harbour.png", bytes: picture(640, 400) },
  );
  await row("harbour.txt").waitFor();
  await row("harbour.png").waitFor();
  await page.getByText("2 files were uploaded.").waitFor();
  const tree = page.getByRole("navigation", { name: "Pages of Personal" });
  assert.equal(await tree.getByRole("treeitem", { name: "File: harbour.txt" }).count(), 1);
  assert.equal(await page.title(), "not loaded again");
  assert.equal(await main().getByText("No pages here yet.").count(), 0);
  assert.equal(await main().getByRole("button", { name: "New page" }).count(), 1);
  assert.equal(await main().locator(".upload").count(), 0);
  await shoot(page, "files-list");
});

test("extracts the text of an uploaded file while its page is open, and shows it", async () => {
  await choose({ name: "watched.txt", bytes: Buffer.from("Words that were in a file.") });
  await row("watched.txt").waitFor();
  const address = (await row("watched.txt").getAttribute("href")) ?? "";
  const asItWaits = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    const body = (await answer.text())
      .replace(/data-status="\w+"/, 'data-status="pending"')
      .replace(/data-updated="[^"]*"/, 'data-updated=""')
      .replace(/<section class="found".*?<\/section>/s, "");
    await route.fulfill({ response: answer, body });
  };
  // Shows the page as rendered before parsing, whether or not parsing has finished by now.
  await page.route(`**${address}`, asItWaits, { times: 1 });
  await page.goto(address);
  await ready();
  const text = main().getByRole("region", { name: "Text in this file" });
  await text.waitFor();
  assert.equal((await text.locator("pre").textContent())?.trim(), "Words that were in a file.");
  assert.match((await main().getByRole("figure").textContent()) ?? "", /watched\.txtText, 26 bytes, 26 characters/);
  assert.equal(await fitsPhone(), true);
  await shoot(page, "files-text");
});

test("shows a picture as a thumbnail named by its page, and opens it full size", async () => {
  await row("harbour.png").click();
  await page.waitForURL("**/pages/*");
  await ready();
  const image = main().getByRole("img", { name: "harbour.png" });
  await image.and(page.locator('[src$="?variant=preview"]')).waitFor();
  await page.waitForFunction(() => (document.querySelector("figure img")?.naturalWidth ?? 0) > 0);
  assert.match((await main().getByRole("figure").textContent()) ?? "", /PNG image, .*640 × 400 pixels/);
  assert.equal(await fitsPhone(), true);
  await shoot(page, "files-picture");
  const original = await page.request.get((await main().locator("figure a").getAttribute("href")) ?? "");
  assert.deepEqual(await original.body(), picture(640, 400));
});

test("shows the original picture while its preview is not ready", nightly, async () => {
  await page.route("**/processing-status", (route) => route.abort());
  await choose({ name: "early.png", bytes: picture(64, 64) });
  await row("early.png").waitFor();
  const address = (await row("early.png").getAttribute("href")) ?? "";
  // Shows the page as rendered before parsing, whether or not parsing has finished by now.
  await page.route(`**${address}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("?variant=preview", "");
    await route.fulfill({ response: answer, body });
  });
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("figure img")?.naturalWidth === 64);
});

/** One second of silence (RIFF WAVE, 8 kHz, 8 bits, one channel). */
function silence(): Buffer {
  const samples = Buffer.alloc(8_000, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

test("plays an audio file in the page", nightly, async () => {
  await choose({ name: "silence.wav", bytes: silence() });
  await row("silence.wav").click();
  await page.waitForFunction(() => document.querySelector("audio")?.duration === 1);
  await shoot(page, "files-sound");
});

test("converts a file's text to a document, and downloads the original file", async () => {
  await row("harbour.txt").click();
  await page.waitForURL("**/pages/*");
  await ready();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    main().getByRole("link", { name: "Download" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "harbour.txt");
  assert.equal(await readFile(await download.path(), "utf8"), "Tides of the harbour.\nHigh water at noon.\n");
  const file = page.url();
  await main().getByRole("button", { name: "Convert to document" }).click();
  await page.getByLabel("Text of the page").waitFor();
  assert.notEqual(page.url(), file);
  await page.getByRole("textbox", { name: "Text of the page" }).waitFor();
  assert.match(await shown(page), /^Tides of the harbour\.\nHigh water at noon\./);
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "harbour");
});

test("replaces a file with a new version, and processes it again on request", async () => {
  await row("watched.txt").click();
  await page.waitForURL("**/pages/*");
  await ready();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main().getByRole("button", { name: "New version" }).click(),
  ]);
  await chooser.setFiles({ name: "second.txt", mimeType: "text/plain", buffer: Buffer.from("The second version.") });
  await main().getByText("The second version.").waitFor({ timeout: READ_MS });
  assert.match((await main().getByRole("figure").textContent()) ?? "", /second\.txt/);
  assert.equal(await page.getByRole("textbox", { name: "Title" }).inputValue(), "watched.txt");
  await ready();
  await main().getByRole("button", { name: "Reprocess" }).click();
  await page.getByText("Reprocessing the file.").waitFor();
  await main().getByRole("button", { name: "Reprocess" }).waitFor({ timeout: READ_MS });
  await ready();
});

test("lists earlier versions of a file, restores one, and removes them permanently", nightly, async () => {
  await row("watched.txt").click();
  await page.waitForURL("**/pages/*");
  const earlier = main().getByRole("region", { name: "Earlier versions" });
  await earlier.getByRole("link", { name: "watched.txt" }).waitFor();
  await shoot(page, "files-earlier");
  await earlier.getByRole("button", { name: "Restore watched.txt" }).click();
  await page.getByText("watched.txt is the current version again.").waitFor();
  await main().getByText("Words that were in a file.").waitFor({ timeout: READ_MS });
  for (const name of ["watched.txt", "second.txt"]) {
    // oxlint-disable no-await-in-loop -- one after the other, as they are pressed
    await earlier.getByRole("button", { name: `Remove ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText(`${name} was removed.`).waitFor();
    // oxlint-enable no-await-in-loop
  }
  assert.equal(await earlier.count(), 0);
  await page.reload();
  await main().getByText("Words that were in a file.").waitFor();
  assert.equal(await earlier.count(), 0);
});

test("shows why a file could not be processed, and retries it", nightly, async () => {
  const damaged = picture(64, 64).subarray(0, 60);
  await choose({ name: "damaged.png", bytes: damaged });
  await row("damaged.png").click();
  await state("Processing failed").waitFor({ timeout: READ_MS });
  assert.match((await main().locator(".problem").textContent()) ?? "", /picture.*damaged|damaged.*picture/i);
  await main().getByRole("button", { name: "Reprocess" }).waitFor();
  await shoot(page, "files-failed");
});

test("uploads a file dropped on a page as a subpage", async () => {
  const driveId = drive.split("/").at(-1);
  const pageId = await makePage(page, {
    driveId,
    type: "FOLDER",
    title: "Papers",
  });
  await page.goto(`/pages/${pageId}`);
  const held = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["dropped"], "dropped.txt"));
    return transfer;
  });
  // A browser fires dragover repeatedly, and the page listens once its script has run.
  const invited = main().and(page.locator("[data-drop]"));
  while ((await invited.count()) === 0) await main().dispatchEvent("dragover", { dataTransfer: held });
  assert.equal(await invited.getAttribute("data-drop"), "Drop files here to upload them to “Papers”.");
  await shoot(page, "files-drop");
  await main().dispatchEvent("drop", { dataTransfer: held });
  await main().getByRole("list").getByRole("link", { name: "dropped.txt" }).waitFor();
  assert.equal(await main().getAttribute("data-drop"), null);
  const children = await callApi<{ title: string; type: string }[]>(page, "GET", `/api/pages/${pageId}/children`);
  assert.deepEqual(
    children.body.map(({ title, type }) => ({ title, type })),
    [{ title: "dropped.txt", type: "FILE" }],
  );
});

test("uploads a file of more than 15 MB in parts and resumes after a lost connection", nightly, async () => {
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/upload")) sent.push(`${request.method()} ${pathname.replace(/[\w-]{30,}/, "ID")}`);
  });
  let lost = 0;
  await page.route("**/parts/2", (route) => (lost++ === 0 ? route.abort("connectionreset") : route.continue()));
  await chooseLarge("large.bin", 51_000_001);
  const bar = main().getByRole("progressbar", { name: "Upload of large.bin" });
  await bar.waitFor();
  await main()
    .getByText(/^Trying again in \d+ s$/)
    .waitFor({ timeout: READ_MS });
  await shoot(page, "files-parts");
  await row("large.bin").waitFor({ timeout: 90_000 });
  const parts = Array.from({ length: 7 }, (_, index) => `PUT /api/uploads/ID/parts/${index + 1}`);
  parts.splice(2, 0, "GET /api/uploads/ID", "PUT /api/uploads/ID/parts/2");
  assert.deepEqual(sent, ["POST /api/uploads", ...parts, "POST /api/uploads/ID/complete"]);
  await row("large.bin").click();
  await main().getByRole("figure").getByText(/51 MB/).waitFor();
  await main().getByText("The file is too large to be processed.").waitFor({ timeout: READ_MS });
  await shoot(page, "files-large");
});

test("pauses a multipart upload while offline, and resumes it automatically", nightly, async () => {
  const begun = page.waitForResponse("**/parts/1");
  await chooseLarge("patient.bin", 15_000_001);
  await begun;
  await page.context().setOffline(true);
  await main()
    .getByRole("alert")
    .getByText("The service cannot be reached. The upload will resume when the connection is back.")
    .waitFor({ timeout: READ_MS });
  const asked = page.waitForRequest(/\/api\/uploads\/[\w-]+$/);
  await page.context().setOffline(false);
  assert.equal((await asked).method(), "GET");
  await row("patient.bin").waitFor({ timeout: 90_000 });
});

test("uploads a folder with its subfolders, each as a page", nightly, async () => {
  const folder = await mkdtemp(join(tmpdir(), "letters-"));
  await mkdir(join(folder, "old"));
  await writeFile(join(folder, "new.txt"), "Written today.");
  await writeFile(join(folder, "old", "first.txt"), "Written long ago.");
  await writeFile(join(folder, "old", ".DS_Store"), "of the system");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    main().getByRole("button", { name: "Upload a folder" }).click(),
  ]);
  await chooser.setFiles(folder);
  const name = basename(folder);
  await page.getByText("2 files were uploaded.").waitFor();
  assert.equal(await row("new.txt").count(), 0);
  await row(name).click();
  await page.waitForURL("**/pages/*");
  await main().getByRole("link", { name: "new.txt" }).waitFor();
  await main().getByRole("link", { name: "old" }).click();
  await main().getByRole("link", { name: "first.txt" }).waitFor();
  assert.equal(await main().getByText(".DS_Store").count(), 0);
  await rm(folder, { recursive: true });
});

test("resumes a paused upload, and continues one that a reload interrupted", nightly, async () => {
  const reaches = (part: number) => page.waitForRequest(`**/parts/${part}`, { timeout: READ_MS });
  await page.route("**/parts/2", () => undefined, { times: 1 });
  const first = reaches(2);
  await chooseLarge("resumed.bin", 15_000_001);
  await first;
  await main().getByRole("button", { name: "Pause resumed.bin" }).click();
  await main().getByText("Paused", { exact: true }).waitFor();
  await page.route("**/parts/3", () => undefined);
  const resumed = reaches(3);
  await main().getByRole("button", { name: "Resume resumed.bin" }).click();
  await resumed;
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  const begun = page.waitForRequest(/\/parts\/\d+$/, { timeout: READ_MS });
  await chooseLarge("resumed.bin", 15_000_001);
  assert.match((await begun).url(), /\/parts\/3$/);
  await main().getByRole("button", { name: "Cancel resumed.bin" }).click();
});

test("deletes a canceled upload on the server", nightly, async () => {
  await page.route("**/parts/2", () => undefined);
  const begun = page.waitForResponse((answer) => answer.url().endsWith("/api/uploads"));
  const isHeld = page.waitForRequest("**/parts/2");
  await chooseLarge("stopped.bin", 15_000_001);
  const { uploadId } = (await (await begun).json()) as { uploadId: string };
  await isHeld;
  const gone = page.waitForResponse((answer) => answer.request().method() === "DELETE");
  await main().getByRole("button", { name: "Cancel stopped.bin" }).click();
  assert.equal((await gone).status(), 200);
  assert.equal(await main().locator(".upload").count(), 0);
  assert.equal((await callApi(page, "GET", `/api/uploads/${uploadId}`)).status, 404);
});

test("shows the server's reason for a rejected file, and dismisses it", async () => {
  await choose({ name: "empty.txt", bytes: Buffer.alloc(0) });
  await main().getByRole("alert").getByText("The file is empty.").waitFor();
  await chooseLarge("huge.bin", 100_000_001);
  await main().getByRole("alert").getByText("A file can be at most 100 MB.").waitFor();
  assert.equal(await fitsPhone(), true);
  await shoot(page, "files-refused");
  await main().getByRole("button", { name: "Dismiss empty.txt" }).press("Enter");
  await main().getByRole("button", { name: "Dismiss huge.bin" }).press("Enter");
  assert.equal(await main().locator(".upload").count(), 0);
  assert.equal(await main().getByRole("button", { name: "Upload files" }).and(page.locator(":focus")).count(), 1);
  assert.equal(await rows().getByText("empty.txt").count(), 0);
});

test("offers to retry a single-request upload whose response was lost", nightly, async () => {
  await page.route("**/api/upload", (route) => route.abort("connectionreset"), { times: 1 });
  await choose({ name: "lost.txt", bytes: Buffer.from("found") });
  await main().getByRole("alert").getByText("The service cannot be reached.").waitFor();
  await main().getByRole("button", { name: "Try lost.txt again" }).click();
  await row("lost.txt").waitFor();
});

test("reports no browser errors except the failures that the tests caused", () => {
  const unexpected = faults.filter(
    (fault) =>
      !/ERR_CONNECTION_RESET|ERR_FAILED|ERR_INTERNET_DISCONNECTED|WebSocket connection|status of 4(00|13)|status of 503 .*socket-token/.test(
        fault,
      ),
  );
  assert.deepEqual(unexpected, []);
});
