/** A page is written on a train. */
// Covers: src/web/client/offline, src/web/client/live
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import { callApi, startBrowser } from "../e2e/browser.ts";
import { body, openLive, reaches, stored } from "../e2e/live-page.ts";
import { arrive, makePage } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("a user writes offline, and the text is merged with a colleague's edits afterwards", async () => {
  const ann = await arrive(browser, "Ann");
  const pageId = await makePage(ann, "DOCUMENT", "Report", "Summary.\n\nFigures.\n");
  await openLive(ann, pageId);
  await ann.context.setOffline(true);
  const { page } = ann;
  await body(page).click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  await page.keyboard.type(" Written in a tunnel.");
  await page.locator(".live-state.live-bad").waitFor();
  // The request is sent by the test's own connection, as a colleague's would be.
  await ann.context.setOffline(false);
  const { body: read } = await callApi<{ revision: number }>(page, "GET", `/api/pages/${pageId}`);
  const content = "Summary.\n\nFigures, checked.\n";
  await callApi(page, "PATCH", `/api/pages/${pageId}`, { content, baseRevision: read.revision });
  await reaches(() => stored(page, pageId), "Summary. Written in a tunnel.\n\nFigures, checked.\n");
  await page.locator(".live-state").filter({ hasText: "Saved" }).waitFor();
  await body(page).getByText("Figures, checked.").waitFor();
  const unexpected = ann.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(fault));
  assert.deepEqual(unexpected, []);
});
