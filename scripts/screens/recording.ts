/** The recording in the README: two people and a tool edit the same page. An animated WebP with one frame per step. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, CDPSession, Page } from "playwright-core";
import { callApi, openContext } from "../../test/e2e/browser.ts";
import { writeAsTool, type Person, type Sample } from "./sample.ts";

const VIEWPORT = { width: 1_080, height: 640 };
const QUALITY = 45;

type Frame = { readonly png: Buffer; readonly ms: number };

class Recording {
  readonly #frames: Frame[] = [];
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Captures the current view, shown for `ms`. */
  async show(ms: number): Promise<void> {
    const { data } = await this.#session.send("Page.captureScreenshot", { format: "png" });
    this.#frames.push({ png: Buffer.from(data, "base64"), ms });
  }

  async type(page: Page, text: string): Promise<void> {
    for (const piece of text.match(/.{1,3}/gs) ?? []) {
      await page.keyboard.type(piece);
      await this.show(110);
    }
  }

  async save(file: string): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), "octavo-recording-"));
    try {
      const words = ["-loop", "0", "-lossy", "-q", String(QUALITY), "-m", "6", "-min_size"];
      for (const [at, { png, ms }] of this.#frames.entries()) {
        const name = join(folder, `${at}.png`);
        await writeFile(name, png);
        words.push("-d", String(ms), name);
      }
      await promisify(execFile)("img2webp", [...words, "-o", file]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

const editor = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });

async function openAs(browser: Browser, person: Person, pageId: string): Promise<Page> {
  const storageState = await person.context.storageState();
  const { page } = await openContext(browser, { viewport: VIEWPORT, storageState, colorScheme: "light" });
  await page.goto(`/pages/${pageId}`);
  await editor(page).waitFor();
  await page.locator("[data-live=connected], [data-live=saved]").waitFor();
  return page;
}

export async function record(browser: Browser, { maya, jonas, driveId, token }: Sample, file: string): Promise<void> {
  const content = "What we tell everybody who asked for the lamp.\n\n- It is ready in March\n- \n";
  const wanted = { driveId, type: "DOCUMENT", title: "The letter", content };
  const { body } = await callApi<{ id: string }>(maya.page, "POST", "/api/pages", wanted);
  const own = await openAs(browser, maya, body.id);
  const other = await openAs(browser, jonas, body.id);
  const recording = new Recording(await own.context().newCDPSession(own));
  await editor(own).click();
  await own.keyboard.press("Control+End");
  await own.keyboard.press("ArrowUp");
  await recording.show(900);
  await editor(other).click();
  await other.keyboard.press("Control+Home");
  await other.keyboard.press("End");
  await own.waitForTimeout(400);
  await recording.show(500);
  const mine = "It costs 89, and the shade can be had alone";
  const his = " Keep it under a page.";
  const pieces = mine.match(/.{1,4}/gs) ?? [];
  const others = his.match(/.{1,2}/gs) ?? [];
  for (const [at, piece] of pieces.entries()) {
    await own.keyboard.type(piece);
    const theirs = others[at];
    if (theirs !== undefined) await other.keyboard.type(theirs);
    await own.waitForTimeout(140);
    await recording.show(140);
  }
  await recording.show(500);
  await writeAsTool(token, body.id, "- A longer cable is 0.35 more: three of twelve asked for one");
  await own.waitForTimeout(500);
  await recording.show(2_200);
  await own.keyboard.press("Control+k");
  await own.getByRole("dialog", { name: "Search and commands" }).getByRole("option").first().waitFor();
  await recording.show(500);
  await recording.type(own, "interviews");
  await recording.show(700);
  await own.keyboard.press("Enter");
  await own.waitForURL((url) => !url.pathname.endsWith(body.id));
  await own.waitForTimeout(900);
  await recording.show(2_000);
  await recording.save(file);
  await own.context().close();
  await other.context().close();
}
