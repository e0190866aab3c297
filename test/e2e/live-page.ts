/** Helpers for tests in which two people and a tool have one document open. */
import assert from "node:assert/strict";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { callApi, freshEmail, openContext, origin, signIn, makePage } from "./browser.ts";

export type Seat = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[];
  readonly userId: string;
  readonly email: string;
  /** The user's own drive. */
  readonly driveId: string;
};

/** A new user, signed in in a browser profile of their own. */
export async function sit(
  browser: Browser,
  name: string,
  options: Parameters<typeof openContext>[1] = {},
): Promise<Seat> {
  const opened = await openContext(browser, { permissions: ["clipboard-read", "clipboard-write"], ...options });
  const email = freshEmail(name);
  const driveId = await signIn(opened.page, email);
  const { body } = await callApi<{ id: string }>(opened.page, "GET", "/api/auth/me");
  return { ...opened, email, userId: body.id, driveId };
}

export const body = (page: Page) => page.getByRole("textbox", { name: "Text of the page" });

/** The text that the editor shows, line by line. */
export const shown = async (page: Page): Promise<string> => {
  const lines = await page.locator(".cm-content .cm-line").allTextContents();
  return lines.map((line) => line.replaceAll("\u200b", "")).join("\n");
};

export const stored = async (page: Page, pageId: string): Promise<string> =>
  (await callApi<{ content: string }>(page, "GET", `/api/pages/${pageId}`)).body.content;

/** Waits up to thirty seconds until `read` returns the expected value. */
export async function reaches<T>(read: () => Promise<T>, expected: T): Promise<void> {
  const end = performance.now() + 30_000;
  let last = await read();
  while (last !== expected && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    last = await read();
  }
  assert.equal(last, expected);
}

/** Creates a document of one person and shares it with another, if any. */
export async function makeDocument(owner: Seat, other: Seat | null, content: string, canEdit = true): Promise<string> {
  const pageId = await makePage(owner.page, { type: "DOCUMENT", title: "Together", content });
  if (other !== null) await share(owner, other, pageId, canEdit);
  return pageId;
}

export async function share(owner: Seat, other: Seat, pageId: string, canEdit: boolean): Promise<void> {
  const grant = { userId: other.userId, canView: true, canEdit };
  const { status } = await callApi(owner.page, "POST", `/api/pages/${pageId}/permissions`, grant);
  assert.ok(status < 300, `sharing returned ${status}`);
}

/** Opens a document and waits until it is live. */
export async function openLive(seat: Seat, pageId: string): Promise<void> {
  await seat.page.goto(`/pages/${pageId}`);
  await body(seat.page).waitFor();
  await seat.page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
}

/** Creates an agent with its own token; the returned function runs one document command. */
export async function makeTool(owner: Seat, name: string) {
  const { body: made } = await callApi<{ token: string }>(owner.page, "POST", "/api/auth/mcp-tokens", { name });
  return async (command: object): Promise<void> => {
    const answer = await fetch(`${origin}/api/mcp/documents`, {
      method: "POST",
      headers: { Authorization: `Bearer ${made.token}`, "Content-Type": "application/json" },
      body: JSON.stringify(command),
    });
    assert.equal(answer.status, 200, await answer.text());
  };
}

/** Run in the browser: the text of the caret's line, with a bar at the caret. */
const CARET = `(() => {
  const { focusNode, focusOffset } = getSelection();
  const line = focusNode?.parentElement?.closest(".cm-line");
  if (!line) return "";
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(focusNode, focusOffset);
  return before + "|" + line.textContent.slice(String(before).length);
})()`;

export const caret = (page: Page): Promise<string> => page.evaluate<string>(CARET);

/** Puts the caret at the end of a table cell. Clicks twice: until the table editor has loaded, a click opens the first cell. */
export async function enterCell(page: Page, name: string): Promise<void> {
  await page.getByRole("cell", { name }).click();
  await page.locator("[data-active] .cm-content").waitFor();
  await page.getByRole("cell", { name }).click();
  await page.locator("[data-active] .cm-content", { hasText: name }).waitFor();
  await page.keyboard.press("End");
}
