/** A workspace of a small team: three people, a tool, and pages of every kind with a history. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { askForLink, callApi, openContext, origin } from "../../test/e2e/browser.ts";
import { registerApp } from "./apps.ts";
import * as texts from "./texts.ts";
import { transfer } from "./transfers.ts";

export type Sample = {
  /** Maya, who owns the drive and administers the service. */
  readonly maya: Person;
  readonly jonas: Person;
  /** A user who has just signed in for the first time. */
  readonly nadia: Person;
  readonly driveId: string;
  /** An empty drive. */
  readonly emptyDriveId: string;
  readonly pages: Readonly<Record<PageName, string>>;
  /** The tool's access token. */
  readonly token: string;
  /** The id of an app that requests access. */
  readonly app: string;
};

export type Person = { readonly context: BrowserContext; readonly page: Page; readonly id: string };

type PageName =
  | "plan"
  | "interviews"
  | "meeting"
  | "earlier"
  | "research"
  | "tasks"
  | "prices"
  | "code"
  | "canvas"
  | "channel"
  | "chat"
  | "gone"
  | "pdf"
  | "arabic";

async function api<T>(who: Page, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await callApi<T>(who, method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer)}`);
  return answer.body;
}

async function signInAs(browser: Browser, email: string, name: string | null): Promise<Person> {
  const { context, page } = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(await askForLink(page, email));
  await page.waitForURL("**/drives/*");
  if (name !== null) await api(page, "PATCH", "/api/account", { name });
  const { id } = await api<{ id: string }>(page, "GET", "/api/auth/me");
  return { context, page, id };
}

async function uploadPicture(browser: Browser, maya: Page, pageId: string): Promise<string> {
  const drawing = await browser.newPage({ viewport: { width: 1_200, height: 640 } });
  await drawing.setContent(`<body style="margin:0">${texts.PICTURE}</body>`);
  const buffer = await drawing.screenshot();
  await drawing.close();
  return (await upload(maya, { pageId }, { name: "The lamp on a desk.png", mimeType: "image/png", buffer })).id;
}

/** Uploads a PDF of the interviews, printed by a browser; returns the id of its page. */
async function uploadPdf(browser: Browser, maya: Page, driveId: string, parentId: string): Promise<string> {
  const printing = await browser.newPage();
  await printing.setContent(`<body style="font: 12pt/1.6 serif">${texts.PRINTED}</body>`);
  const buffer = await printing.pdf({ format: "A5", margin: { top: "2cm", bottom: "2cm", left: "2cm", right: "2cm" } });
  await printing.close();
  const file = { name: "What people said.pdf", mimeType: "application/pdf", buffer };
  return (await upload(maya, { driveId, parentId }, file)).pageId;
}

type File = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

async function upload(maya: Page, place: Readonly<Record<string, string>>, file: File) {
  const { request } = maya.context();
  // The response shapes are defined by the routes.
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const answer = await request.post("/api/upload", {
    headers: { "X-CSRF-Token": csrfToken, Origin: origin },
    multipart: { ...place, file },
  });
  return (await answer.json()) as { id: string; pageId: string };
}

export async function makeSample(browser: Browser): Promise<Sample> {
  const maya = await signInAs(browser, "maya@northlight.example", "Maya Lindqvist");
  const jonas = await signInAs(browser, "jonas@northlight.example", "Jonas Weber");
  const amina = await signInAs(browser, "amina@northlight.example", "Amina Diallo");
  const { id: driveId } = await api<{ id: string }>(maya.page, "POST", "/api/drives", { name: "Northlight" });
  const { id: emptyDriveId } = await api<{ id: string }>(maya.page, "POST", "/api/drives", { name: "Workshop" });
  for (const { id: userId } of [jonas, amina])
    await api(maya.page, "POST", `/api/drives/${driveId}/members`, { userId, canEdit: true, canShare: true });
  const make = async (type: string, title: string, content = "", parentId: string | null = null): Promise<string> =>
    (await api<{ id: string }>(maya.page, "POST", "/api/pages", { driveId, type, title, content, parentId })).id;
  const plan = await make("DOCUMENT", "Launch of the N1");
  const picture = await uploadPicture(browser, maya.page, plan);
  const links = { maya: maya.id, jonas: jonas.id, amina: amina.id, picture };
  const write = async (who: Person, id: string, content: string): Promise<void> => {
    // Read first: a writer who has not seen the current text would only add to it.
    await api(who.page, "GET", `/api/pages/${id}`);
    await api(who.page, "PATCH", `/api/pages/${id}`, { content });
  };
  const text = texts.launchPlan(links);
  await write(maya, plan, text.slice(0, text.indexOf("## Open questions")));
  await write(jonas, plan, text.slice(0, text.indexOf("3. Is the blue")));
  await write(maya, plan, text);
  const meetings = await make("FOLDER", "Meetings");
  const research = await make("FOLDER", "Research", "What we know about lamps, and about people who buy them.");
  const pages = {
    plan,
    research,
    meeting: await make("DOCUMENT", "Monday, 16 November", texts.MEETING, meetings),
    earlier: await make("DOCUMENT", "Monday, 9 November", "We did not meet: everybody was at the fair.", meetings),
    interviews: await make("DOCUMENT", "Interviews in October", texts.INTERVIEWS, research),
    prices: await make("SHEET", "Prices of other lamps", texts.PRICES, research),
    tasks: await make("TASK_LIST", "This month", texts.tasks(links)),
    code: await make("CODE", "pallet.ts", texts.CODE),
    canvas: await make("CANVAS", "Page of the N1", texts.CANVAS),
    channel: await make("CHANNEL", "general", "What everybody should know."),
    chat: await make("AI_CHAT", "Ask the archive", texts.CHAT),
    gone: await make("DOCUMENT", "Names we did not take", "Halo, Bow, Heron"),
    pdf: await uploadPdf(browser, maya.page, driveId, research),
    arabic: await make("DOCUMENT", "رسالة إلى المتجر", texts.ARABIC),
  };
  const looks = {
    [plan]: { icon: "💡", cover: "dawn" },
    [research]: { icon: "🔎" },
    [meetings]: { icon: "🗓️" },
    [pages.tasks]: { icon: "✅", cover: "meadow" },
  };
  for (const [id, look] of Object.entries(looks)) await api(maya.page, "PATCH", `/api/pages/${id}`, look);
  for (const title of ["Old price list", "Colours, first attempt"])
    await api(maya.page, "DELETE", `/api/pages/${await make("DOCUMENT", title, "Out of date.")}`);
  await api(maya.page, "DELETE", `/api/pages/${pages.gone}`);
  await talk(maya, jonas, amina, pages.channel);
  const token = await connectTool(maya, driveId);
  await writeAsTool(token, plan, texts.ADDED_BY_TOOL);
  // A mention, so that Maya gets a notification.
  await api(jonas.page, "PATCH", `/api/pages/${pages.meeting}`, {
    content: `${texts.MEETING}\n@[Maya Lindqvist](user:${maya.id}) can you ask the printer about the box?\n`,
  });
  await transfer(maya.page, driveId);
  const nadia = await signInAs(browser, "nadia@example.com", null);
  return { maya, jonas, nadia, driveId, emptyDriveId, pages, token, app: await registerApp() };
}

async function talk(maya: Person, jonas: Person, amina: Person, pageId: string): Promise<void> {
  const say = (who: Person, content: string, parentMessageId: string | null = null): Promise<{ id: string }> =>
    api(who.page, "POST", `/api/pages/${pageId}/messages`, { content, parentMessageId });
  const { id } = await say(amina, "The glass is on its way. Sixty pieces now, forty on 3 March.");
  await say(jonas, "Are the sixty for the shop, or for the letters?", id);
  await say(amina, "For the letters. The shop can wait a week.", id);
  await say(jonas, "Then I photograph one of the sixty. Daylight on Thursday, if the weather holds.");
  await say(maya, "Good. I put the date into the plan.");
  for (const who of [maya, jonas]) await api(who.page, "PUT", `/api/pages/${pageId}/messages/${id}/reactions/❤️`);
}

async function connectTool(maya: Person, driveId: string): Promise<string> {
  const wanted = { name: "Claude", driveIds: [driveId] };
  return (await api<{ token: string }>(maya.page, "POST", "/api/auth/mcp-tokens", wanted)).token;
}

/** Appends to the page. */
export async function writeAsTool(token: string, pageId: string, content: string): Promise<void> {
  const ask = async (body: unknown): Promise<{ totalLines: number }> => {
    const answer = await fetch(`${origin}/api/mcp/documents`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The tool was answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { totalLines: number };
  };
  const { totalLines } = await ask({ pageId, operation: "read" });
  await ask({ pageId, operation: "insert", startLine: totalLines, content: content.trimEnd() });
}
