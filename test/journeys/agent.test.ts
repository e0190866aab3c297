/** An agent is connected, given a request, and its work is undone. */
// Covers: src/web/client/settings, src/web/client/live, src/web/client/editor/collaboration
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { origin, startBrowser } from "../e2e/browser.ts";
import { body, openLive, reaches, stored } from "../e2e/live-page.ts";
import { arrive, makePage } from "./people.ts";

let browser: Browser;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());

test("an agent edits the open page with a token from the settings, and its user undoes the edit", async () => {
  const ann = await arrive(browser, "Ann");
  const { page } = ann;
  const pageId = await makePage(ann, "DOCUMENT", "Launch", "Date: open\n\nOwner: Ann\n");
  await page.goto("/settings/connect");
  await page.getByLabel("Name").first().fill("Helper");
  await page.getByRole("button", { name: "Create token" }).click();
  const command = page.getByText(/mcp_\w+/).first();
  await command.waitFor();
  const token = /mcp_[\w-]+/.exec((await page.locator("main").innerText()) ?? "")?.[0] ?? "";
  assert.notEqual(token, "");

  await openLive(ann, pageId);
  const client = new Client({ name: "helper", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", origin), { requestInit }));
  const fetched = await client.callTool({ name: "fetch", arguments: { id: pageId } });
  assert.match(JSON.stringify(fetched), /Owner: Ann/);
  const edited = await client.callTool({
    name: "replace_text",
    arguments: { pages: [pageId], oldText: "Date: open", newText: "Date: 1 December" },
  });
  assert.notEqual(edited.isError, true, JSON.stringify(edited));
  await client.close();

  await body(page).getByText("Date: 1 December").waitFor();
  await page.keyboard.press("Control+Alt+h");
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByText("Helper").first().waitFor();
  await history
    .getByRole("button", { name: /^Undo .*'s changes/ })
    .first()
    .click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Undo", exact: true }).click();
  await reaches(() => stored(page, pageId), "Date: open\n\nOwner: Ann\n");
  assert.deepEqual(ann.faults, []);
});
