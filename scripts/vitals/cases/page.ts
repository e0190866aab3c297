/**
 * How soon a page can be read and edited on a slow phone, and the cost of editing.
 */
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import { callApi, origin } from "../../../test/e2e/browser.ts";
import { note } from "../bars.ts";
import { openAsTool, untilState } from "../../live/node.ts";
import { Writer } from "../../live/writer.ts";
import { startProxy } from "../compressing-proxy.ts";
import { install, load, type Marks, slowDown } from "../probe.ts";
import { DESKTOP, prepare, type Workspace } from "../workspace.ts";
import { droppedFrames, heapPerKey, typingLatency } from "../writing.ts";

const PHONE = { width: 390, height: 844 };

const middle = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  return known.length < values.length ? null : (known[Math.floor(known.length / 2)] ?? null);
};

/** A browser context with an empty cache. */
function openCold(browser: Browser, { storage }: Workspace, viewport = DESKTOP): Promise<BrowserContext> {
  return browser.newContext({ baseURL: origin, storageState: storage, viewport });
}

async function coldLoads(
  browser: Browser,
  workspace: Workspace,
  id: string,
  runs: number,
  scroll: number,
): Promise<Marks[]> {
  const marks: Marks[] = [];
  for (let attempt = 0; attempt < runs; attempt += 1) {
    const context = await openCold(browser, workspace, PHONE);
    await context.addInitScript(`sessionStorage.setItem("octavo-vitals-scroll", "${scroll}")`);
    const page = await context.newPage();
    await slowDown(await install(page));
    marks.push(await load(page, `/pages/${id}`));
    await context.close();
  }
  return marks;
}

async function measureLoads(browser: Browser, workspace: Workspace): Promise<void> {
  const { small, large } = workspace.documents;
  for (const [size, id, isJudged] of [
    ["20 KB", small, true],
    ["200 KB", large, false],
  ] as const) {
    for (const scroll of [0, 0.5]) {
      const marks = await coldLoads(browser, workspace, id, scroll === 0 ? 3 : 1, scroll);
      const where = scroll === 0 ? size : `${size}, scrolled`;
      const limit = (value: number): number | null => (isJudged && scroll === 0 ? value : null);
      note(`${where}: text readable`, middle(marks.map(({ readable }) => readable)), limit(1_200));
      note(`${where}: typing possible`, middle(marks.map(({ typing }) => typing)), limit(3_000));
      note(`${where}: live`, middle(marks.map(({ live }) => live)), limit(3_500));
      note(`${where}: layout shift`, Math.max(...marks.map(({ layoutShift }) => layoutShift)), 0.02, "");
      note(`${where}: words moved of ${marks[0]?.compared ?? 0}`, Math.max(...marks.map(({ moved }) => moved)), 0, "");
    }
  }
}

/** From the click to the paint of the text, for a page that was opened before. */
async function measureMove(browser: Browser, workspace: Workspace): Promise<void> {
  const { empty, small } = workspace.documents;
  const context = await openCold(browser, workspace);
  const page = await context.newPage();
  const session = await install(page);
  await load(page, `/pages/${small}`);
  await load(page, `/pages/${empty}`);
  await slowDown(session);
  await page.locator(`#side [role=tree] a[href="/pages/${small}"]`).click();
  await page.locator("[data-doc] .cm-line >> nth=3").waitFor();
  const took: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.goBack();
    await page.waitForTimeout(1_000);
    took.push(
      await page.evaluate<number>(`new Promise((resolve) => {
        const began = performance.now();
        // A message is handled once the frame is drawn; the next frame lays out the rest of the text, below the screen.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - began);
        const look = () => (document.querySelectorAll("[data-doc] .cm-line").length > 3
          ? port2.postMessage(null)
          : requestAnimationFrame(look));
        document.querySelector('#side [role=tree] a[href="/pages/${small}"]').click();
        requestAnimationFrame(look);
      })`),
    );
  }
  note("Warm move to a page of 20 KB", middle(took), 150);
  await context.close();
}

async function measureWriting(browser: Browser, workspace: Workspace): Promise<void> {
  const { empty, large } = workspace.documents;
  const { body } = await callApi<{ token: string }>(workspace.page, "POST", "/api/auth/mcp-tokens", {
    name: "Remote writer",
    driveIds: [workspace.driveId],
  });
  const context = await openCold(browser, workspace);
  const page = await context.newPage();
  const session = await install(page);
  await load(page, `/pages/${empty}`);
  const alone = await typingLatency(page);
  note("Empty page: key to paint, p95", alone, null);
  await load(page, `/pages/${large}`);
  const writers = [0, 1].map((at) => new Writer(openAsTool(origin, large, body.token), `remote${"ab"[at] ?? ""}`));
  await Promise.all(writers.map((writer) => untilState(writer.page, ["connected"])));
  const typing = setInterval(() => writers.forEach((writer) => writer.type()), 100);
  const together = await typingLatency(page);
  note("200 KB with two remote writers: key to paint, p95", together, alone + 16);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  note("The same at a quarter of the speed", await typingLatency(page), 100);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  clearInterval(typing);
  await Promise.all(writers.map((writer) => writer.page.close()));
  note("200 KB: frames dropped while scrolling", (await droppedFrames(page)) * 100, 5, "%");
  await page.keyboard.press("Control+Home");
  note("Heap that stays for a key typed", await heapPerKey(page, session, 2_000), 2_000, "bytes");
  await context.close();
}

export async function run(): Promise<void> {
  const proxy = await startProxy();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
    proxy: { server: proxy.address },
  });
  const workspace = await prepare();
  try {
    await measureLoads(browser, workspace);
    await measureMove(browser, workspace);
    await measureWriting(browser, workspace);
  } finally {
    await Promise.all([browser.close(), workspace.close()]);
    proxy.close();
  }
}
