/** People, phones and tools of the journeys: each journey makes its own, so that none finds what another left. */
import type { Browser, Page } from "playwright-core";
import { askForLink, callApi, freshEmail, makePage as create, openContext } from "../e2e/browser.ts";
import type { Seat } from "../e2e/live-page.ts";

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Signs in as a new user does, on the page and by the mailed link, and gives a name when asked for one. */
export async function arrive(
  browser: Browser,
  name: string,
  options: Parameters<typeof openContext>[1] = {},
): Promise<Seat> {
  const opened = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"], ...options });
  const { page } = opened;
  const email = freshEmail(name.toLowerCase());
  await page.goto(await askForLink(page, email));
  await page.waitForURL("**/drives/*");
  await callApi(page, "PATCH", "/api/account", { name });
  const { body } = await callApi<{ id: string }>(page, "GET", "/api/auth/me");
  return { ...opened, email, userId: body.id, driveId: new URL(page.url()).pathname.split("/").at(-1) ?? "" };
}

/** Makes a page in the user's own drive, or in another one; resolves to its id. */
export function makePage(
  { page, driveId }: Seat,
  type: string,
  title: string,
  content = "",
  more: { readonly driveId?: string; readonly parentId?: string } = {},
): Promise<string> {
  return create(page, { driveId, type, title, content, ...more });
}

/** Puts text, and HTML where the source has it, on the clipboard as another program does, and pastes it. */
export async function pasteFrom(page: Page, plain: string, html?: string): Promise<void> {
  const parts = JSON.stringify({ "text/plain": plain, ...(html !== undefined && { "text/html": html }) });
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(${parts})) clipboardData.setData(type, text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
}
