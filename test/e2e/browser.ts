/** Chromium with fault collection, and the sign-in links that a development server prints. */
import { mkdir, readFile, rmdir } from "node:fs/promises";
import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";

export const origin = process.env.OCTAVO_ORIGIN ?? "http://localhost:8787";
const log = process.env.OCTAVO_DEV_LOG;

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** A new browser profile, with a service worker if `keepsOffline`. Collects console and uncaught errors and CSP violations. */
export async function openContext(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] & { readonly keepsOffline?: boolean } = {},
): Promise<{ context: BrowserContext; page: Page; faults: string[] }> {
  const { keepsOffline = false, ...rest } = options;
  const context = await browser.newContext({ baseURL: origin, ...rest });
  // Tests cannot intercept a service worker's responses, and most of them test those of the service.
  if (!keepsOffline) await context.addInitScript("delete Navigator.prototype.serviceWorker;");
  const faults: string[] = [];
  context.setDefaultTimeout(30_000);
  await context.exposeFunction("noteViolation", (what: string) => faults.push(`policy violation: ${what}`));
  await context.addInitScript(
    `addEventListener("securitypolicyviolation", (e) => noteViolation(e.violatedDirective + " " + e.blockedURI));`,
  );
  context.on("page", (page) => {
    page.on("console", (message) => {
      // The URL of a failed request is only in the message's location.
      if (message.type() !== "error" && message.type() !== "warning") return;
      const { url } = message.location();
      // After a change by others, the client requests the breadcrumbs to find out whether the page still exists for this user.
      if (/status of 404/.test(message.text()) && url.endsWith("/breadcrumbs")) return;
      // The session ended while a connection was being opened.
      if (message.text().includes("HTTP Authentication failed")) return;
      faults.push(`console: ${message.text()} at ${url}`);
    });
    page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));
  });
  return { context, page: await context.newPage(), faults };
}

/** Leaves out failures of requests that were running when the session ended. */
export const withoutEnded = (faults: readonly string[]): string[] =>
  faults.filter((fault) => !/status of 401 .*(socket-token|\/unread)/.test(fault));

/** Waits until more than `seen` links have been mailed to an address, and returns the newest. */
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

/** Requests a sign-in link through the page, and returns the mailed link. */
export async function askForLink(page: Page, email: string, view = "/signin"): Promise<string> {
  const before = (await linksTo(email)).length;
  await page.goto(view);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await page.getByText("Check your email").waitFor();
  return mailedLink(email, before);
}

/**
 * Signs in by following a mailed link in the same profile, without a page; the sign-in pages have their own tests. Returns
 * the id of the drive that a browser would then show.
 */
export async function signIn(page: Page, email: string): Promise<string> {
  const end = await takeTurn(email);
  try {
    const before = (await linksTo(email)).length;
    await callApi(page, "POST", "/api/auth/magic-link/send", { email });
    const { request } = page.context();
    await request.get(await mailedLink(email, before));
    // The page after the link redirects automatically.
    const answer = await request.get("/");
    const driveId = /^\/drives\/([^/]+)$/.exec(new URL(answer.url()).pathname)?.[1];
    if (driveId === undefined) throw new Error(`Signing in ended at ${new URL(answer.url()).pathname}.`);
    return driveId;
  } finally {
    await end();
  }
}

/**
 * Locks an address across all files that run in parallel: a link only works in the browser that requested it, and of two
 * simultaneous requests neither could identify its mail. Resolves with a function that releases the lock.
 */
async function takeTurn(email: string): Promise<() => Promise<void>> {
  // Next to the log of this run's server, so that locks of earlier runs do not interfere.
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
  // The holder was killed before it released the lock.
  return () => rmdir(folder);
}

/** A new, unique email address. */
export const freshEmail = (name: string): string => `${name}-${process.pid}-${Date.now().toString(36)}@example.com`;

type Answer<T> = { status: number; body: T };

type CsrfToken = { readonly session: string; readonly csrfToken: string };
const csrfTokens = new WeakMap<BrowserContext, CsrfToken>();

/** The headers of a state-changing request, with the session's CSRF token. */
async function csrfHeaders(page: Page): Promise<Record<string, string>> {
  const context = page.context();
  const session = (await context.cookies()).find(({ name }) => name.endsWith("session"))?.value;
  // Only sign-in requests are sent without a session, and they need no token.
  if (session === undefined) return { Origin: origin };
  let known = csrfTokens.get(context);
  if (known?.session !== session) {
    const answer = await context.request.get("/api/auth/csrf");
    // The route's response type.
    known = { session, csrfToken: ((await answer.json()) as CsrfToken).csrfToken };
    csrfTokens.set(context, known);
  }
  return { "X-CSRF-Token": known.csrfToken, Origin: origin };
}

/** Calls the API as another tab of the same person: with the cookie and its own CSRF token. */
export async function callApi<T>(page: Page, method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const answer = await page.context().request.fetch(path, {
    method,
    headers: method === "GET" ? {} : await csrfHeaders(page),
    ...(body !== undefined && { data: body }),
  });
  // The response types of the routes under test.
  return { status: answer.status(), body: (await answer.json()) as T };
}

type NewPage = {
  driveId?: string | undefined;
  parentId?: string | null | undefined;
  type: string;
  title: string;
  content?: string;
  position?: number;
};

/** Creates a page as another tab would, in the user's first drive unless `driveId` is given, and returns its id. */
export async function makePage(page: Page, wanted: NewPage): Promise<string> {
  const driveId = wanted.driveId ?? (await callApi<{ id: string }[]>(page, "GET", "/api/drives")).body[0]?.id;
  const { status, body } = await callApi<{ id: string }>(page, "POST", "/api/pages", { ...wanted, driveId });
  if (status !== 201) throw new Error(`The page was not created: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** Creates a drive as another tab would, and returns its id. */
export async function makeDrive(page: Page, name: string): Promise<string> {
  const { status, body } = await callApi<{ id: string }>(page, "POST", "/api/drives", { name });
  if (status !== 201) throw new Error(`The drive was not created: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

type NewMember = { userId?: string; email?: string; role?: "admin" | "member"; canEdit?: boolean };

/** Adds a user to a drive as another tab would. */
export async function addMember(page: Page, driveId: string, member: NewMember): Promise<void> {
  const { status, body } = await callApi(page, "POST", `/api/drives/${driveId}/members`, member);
  if (status !== 201) throw new Error(`The member was not added: ${status} ${JSON.stringify(body)}`);
}

/** Uploads a file as another tab would, and returns the id of its page. */
export async function upload(
  page: Page,
  target: Readonly<Record<string, string>>,
  name: string,
  content: string | Buffer,
): Promise<string> {
  const answer = await page.context().request.post("/api/upload", {
    headers: await csrfHeaders(page),
    multipart: { ...target, file: { name, mimeType: "text/plain", buffer: Buffer.from(content) } },
  });
  // The route's response type.
  return ((await answer.json()) as { pageId: string }).pageId;
}

/** Takes screenshots of the view for review, in both sizes and themes, in the folder OCTAVO_SHOTS if it is set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.OCTAVO_SHOTS;
  if (folder === undefined) return;
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${folder}/${name}-${viewport.width}-${colorScheme}.png`, fullPage: true });
    }
}

/** Delays a script until `release` is called. */
export async function hold(page: Page, script: RegExp): Promise<{ asked: Promise<void>; release: () => void }> {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(script, async (route) => {
    asked.resolve();
    await released.promise;
    await route.continue();
  });
  return { asked: asked.promise, release: released.resolve };
}
