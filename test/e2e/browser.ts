/** A Chromium that watches itself, and the sign-in links a development server prints. */
import { mkdir, readFile, rmdir } from "node:fs/promises";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";

export const origin = process.env.OCTAVO_ORIGIN ?? "http://localhost:8787";
const log = process.env.OCTAVO_DEV_LOG;

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** A new browser profile, with a service worker if it `keepsOffline`, and what went wrong in it: console errors, uncaught errors, violations of the page's policy. */
export async function openContext(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] & { readonly keepsOffline?: boolean } = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const { keepsOffline = false, ...rest } = options;
  const context = await browser.newContext({ baseURL: origin, ...rest });
  // What a service worker answers, no test could hold up or refuse; most are about what comes from the service.
  if (!keepsOffline) await context.addInitScript("delete Navigator.prototype.serviceWorker;");
  const faults: string[] = [];
  context.setDefaultTimeout(30_000);
  await context.exposeFunction("noteViolation", (what: string) => faults.push(`policy violation: ${what}`));
  await context.addInitScript(
    `addEventListener("securitypolicyviolation", (e) => noteViolation(e.violatedDirective + " " + e.blockedURI));`,
  );
  context.on("page", (page) => {
    page.on("console", (message) => {
      // What could not be loaded is only named by the message's place.
      if (message.type() !== "error" && message.type() !== "warning") return;
      const { url } = message.location();
      // Whether a page that others changed is gone for this person is found out by asking where it stands.
      if (/status of 404/.test(message.text()) && url.endsWith("/breadcrumbs")) return;
      // A connection that was about to be made when its session ended.
      if (message.text().includes("HTTP Authentication failed")) return;
      faults.push(`console: ${message.text()} at ${url}`);
    });
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  });
  return { context, page: await context.newPage(), faults };
}

/** But for what a page had asked for when its session ended. */
export const withoutEnded = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/status of 401 .*(socket-token|\/unread)/.test(fault));

/** The newest link mailed to an address, once there are more than `seen`. Waits for the mail. */
export async function mailedLink(email: string, seen: number): Promise<string> {
  if (log === undefined) throw new Error("Set OCTAVO_DEV_LOG to the file the development server prints to.");
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const links = await linksTo(email);
    const newest = links.at(-1);
    if (newest !== undefined && links.length > seen) return newest;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No sign-in link for ${email} was printed within 60 seconds.`);
}

async function linksTo(email: string): Promise<string[]> {
  if (log === undefined) return [];
  const lines = (await readFile(log, "utf8")).split("\n");
  return lines
    .filter((line) => line.includes(`mail to=${email} `))
    .flatMap((line) => / link=(\S+)/.exec(line)?.[1] ?? []);
}

/** Asks for a sign-in link on the page, as a person does, and returns the one that was mailed. */
export async function askForLink(page: Page, email: string, view = "/signin"): Promise<string> {
  const before = (await linksTo(email)).length;
  await page.goto(view);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText("Look into your mail").waitFor();
  return mailedLink(email, before);
}

/**
 * Signs in with a mailed link that is followed in the same profile, without a page; those that people sign in on are tested
 * on their own. Resolves to the id of the drive that a browser would show then.
 */
export async function signIn(page: Page, email: string): Promise<string> {
  const end = await takeTurn(email);
  try {
    const before = (await linksTo(email)).length;
    await callApi(page, "POST", "/api/auth/magic-link/send", { email });
    const { request } = page.context();
    await request.get(await mailedLink(email, before));
    // The page after the link leads on by itself.
    const answer = await request.get("/");
    const driveId = /^\/drives\/([^/]+)$/.exec(new URL(answer.url()).pathname)?.[1];
    if (driveId === undefined) throw new Error(`Signing in ended at ${new URL(answer.url()).pathname}.`);
    return driveId;
  } finally {
    await end();
  }
}

/**
 * One address at a time, in all the files that run at once: a link works in the browser that asked for it, and of two that
 * ask for one address together neither knows whose mail it reads. Resolves with what ends the turn.
 */
async function takeTurn(email: string): Promise<() => Promise<void>> {
  // Beside what this run's server prints, so that nothing of an earlier run is in the way.
  const folder = `${log}-${email}`;
  const deadline = performance.now() + 90_000;
  while (performance.now() < deadline) {
    const isMine = await mkdir(folder).then(
      () => true,
      () => false,
    );
    if (isMine) return () => rmdir(folder);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Whoever had it was ended before the end of the turn.
  return () => rmdir(folder);
}

/** An address nobody else uses. */
export const freshEmail = (name: string): string => `${name}-${process.pid}-${Date.now().toString(36)}@example.com`;

type Answer<T> = { status: number; body: T };

type CsrfToken = { readonly session: string; readonly csrfToken: string };
const csrfTokens = new WeakMap<BrowserContext, CsrfToken>();

/** The headers of a request that changes something, with the one CSRF token that a session needs. */
async function csrfHeaders(page: Page): Promise<Record<string, string>> {
  const context = page.context();
  const session = (await context.cookies()).find(({ name }) => name.endsWith("session"))?.value;
  // Only what signs somebody in is asked for without a session, and needs none.
  if (session === undefined) return { Origin: origin };
  let known = csrfTokens.get(context);
  if (known?.session !== session) {
    const answer = await context.request.get("/api/auth/csrf");
    // The shape is that of the route.
    known = { session, csrfToken: ((await answer.json()) as CsrfToken).csrfToken };
    csrfTokens.set(context, known);
  }
  return { "X-CSRF-Token": known.csrfToken, Origin: origin };
}

/** Calls the API as another tab of the same person would: with the cookie and a CSRF token of its own. */
export async function callApi<T>(page: Page, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const answer = await page.context().request.fetch(path, {
    method,
    headers: method === "GET" ? {} : await csrfHeaders(page),
    ...(body !== undefined && { data: body }),
  });
  // The shapes are those of the routes under test.
  return { status: answer.status(), body: (await answer.json()) as T };
}

/** Uploads a file as another tab would; the id of its page. */
export async function upload(
  page: Page,
  target: Readonly<Record<string, string>>,
  name: string,
  content: string,
): Promise<string> {
  const answer = await page.context().request.post("/api/upload", {
    headers: await csrfHeaders(page),
    multipart: { ...target, file: { name, mimeType: "text/plain", buffer: Buffer.from(content) } },
  });
  // The shapes are those of the routes under test.
  return ((await answer.json()) as { pageId: string }).pageId;
}

/** Holds a script back until `release` is called. */
export async function hold(page: Page, script: RegExp): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(script, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}
