/** Polyglot files, opened and embedded in every way a browser supports: none of them runs in our origin. */
// Covers: src/web/client/files, src/web/client/uploads
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { freshEmail, openContext, origin, signIn, startBrowser } from "../browser.ts";
import { CANARY, POLYGLOTS, type Polyglot } from "../polyglots.ts";

let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Effects of the files anywhere in this browser. */
const ran: string[] = [];
/** The file that each tab has opened. */
const names = new Map<Page, string>();
const TABS = 4;

const note = (tab: Page | null, what: string): void =>
  void ran.push(`${(tab && names.get(tab)) ?? "embedded"}: ${what}`);

before(async () => {
  browser = await startBrowser();
  ({ context, page } = await openContext(browser, { acceptDownloads: true, keepsOffline: true }));
  await context.exposeBinding("canary", ({ page: tab, frame }) => note(tab, `a script ran in ${frame.url()}`));
  context.on("page", watch);
  watch(page);
  // Counted here and not in the page, to include requests by scripts, style sheets and pictures alike.
  await context.route("**/canary*", async (route) => {
    note(null, `${route.request().frame().url()} asked for ${route.request().url()}`);
    await route.fulfill({ status: 404 });
  });
  await signIn(page, freshEmail("polyglots"));
});

after(async () => {
  await browser.close();
});

function watch(opened: Page): void {
  opened.on("dialog", (dialog) => {
    note(opened, `${dialog.type()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  opened.on("console", (message) => {
    if (message.type() === "log" && message.text() === "canary") note(opened, "wrote to the console");
  });
}

/** A page of our origin without a policy, so that only the headers of the files protect it. */
async function openBare(url: string, body: string): Promise<void> {
  await context.route(url, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>bare</title>${body}` }),
  );
  await page.goto(url);
  await context.unroute(url);
}

/** Loads a URL as each of these kinds; resolves when all have loaded or failed. */
const EMBEDDING = `globalThis.embedAs = async (kinds, url) => {
  const attributes = { style: "href", object: "data" };
  const settled = (element) => new Promise((done) => {
    for (const event of ["load", "error", "loadeddata"]) element.addEventListener(event, done);
    // Some say nothing when they are refused.
    setTimeout(done, 1_000);
  });
  const embed = (kind) => {
    const tag = { module: "script", style: "link" }[kind] ?? kind;
    const element = document.createElement(tag);
    if (kind === "module") element.type = "module";
    if (kind === "style") element.rel = "stylesheet";
    element.setAttribute(attributes[kind] ?? "src", url);
    const done = settled(element);
    document.body.append(element);
    return done;
  };
  const work = {
    worker: () => settled(new Worker(url)),
    service: () => navigator.serviceWorker.register(url).catch(() => undefined),
  };
  await Promise.all(kinds.map((kind) => (work[kind] ?? (() => embed(kind)))()));
}`;
/** One kind for each request destination; other elements use one of the same destinations. */
const KINDS = ["img", "iframe", "object", "embed", "script", "module", "style", "video", "worker", "service"];
const PICTURE = /\.(png|gif|jpg|svg|bmp|webp)$/;

async function uploadAll(files: readonly Polyglot[], driveId: string): Promise<string[]> {
  const { request } = context;
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  return Promise.all(
    files.map(async ({ name, type, bytes }) => {
      const answer = await request.post("/api/upload", {
        headers: { "X-CSRF-Token": csrfToken, Origin: origin },
        multipart: { driveId, file: { name, mimeType: type, buffer: bytes } },
        // All are uploaded at once, on a machine that may be busy.
        timeout: 60_000,
      });
      assert.equal(answer.status(), 201, `${name}: ${await answer.text()}`);
      return ((await answer.json()) as { id: string }).id;
    }),
  );
}

/** Opens the URL as a top-level document; a download aborts the navigation. */
async function openAlone(tab: Page, url: string): Promise<void> {
  await tab.goto(url, { waitUntil: "load", timeout: 15_000 }).catch((error: Error) => {
    if (!/Download is starting|ERR_ABORTED|ERR_INVALID_RESPONSE/.test(error.message)) throw error;
  });
  if ((await tab.title()) === "canary") note(tab, "changed the title");
}

test("detects a file that runs", async () => {
  await openBare(`${origin}/bare-control`, `<script>${CANARY}</script><link rel="stylesheet" href="/canary.css">`);
  await page.waitForFunction("document.title === 'canary'");
  assert.equal(new Set(ran).size, 5, ran.join("\n"));
  ran.length = 0;
});

test("runs no polyglot file, however it is opened or embedded", async () => {
  const driveId = new URL(await driveAddress()).pathname.split("/").at(-1) ?? "";
  const ids = await uploadAll(POLYGLOTS, driveId);
  const addresses = (id: string): string[] => [
    `/api/files/${id}/view`,
    `/api/files/${id}/download`,
    `/api/files/${id}/view?variant=preview`,
  ];
  const alone = POLYGLOTS.map(({ name }, i) => ({ name, addresses: addresses(ids[i] ?? "").slice(0, 2) }));
  await Promise.all(Array.from({ length: TABS }, () => openEach(alone)));
  await openBare(`${origin}/bare`, "");
  await page.evaluate(EMBEDDING);
  const work = ids.flatMap((id, i) => {
    const [view, download, preview] = addresses(id);
    return [
      [KINDS, view],
      [["script", "style"], download],
      ...(PICTURE.test(POLYGLOTS[i]?.name ?? "") ? [[["script", "iframe"], preview]] : []),
    ];
  });
  await page.evaluate(
    `(async (work) => {
      const next = async () => { for (let one = work.pop(); one; one = work.pop()) await embedAs(...one); };
      await Promise.all([next(), next(), next(), next()]);
    })(${JSON.stringify(work)})`,
  );
  // Elements that fired no event within their second may still be loading.
  await page.waitForLoadState("networkidle");
  assert.deepEqual(ran, []);
});

/** Opens files from the list, which other tabs share, until it is empty. */
async function openEach(files: { name: string; addresses: string[] }[]): Promise<void> {
  const tab = await context.newPage();
  for (let one = files.pop(); one; one = files.pop()) {
    names.set(tab, one.name);
    for (const address of one.addresses) await openAlone(tab, address);
  }
  await tab.close();
}

async function driveAddress(): Promise<string> {
  await page.goto("/");
  await page.waitForURL("**/drives/*");
  return page.url();
}
