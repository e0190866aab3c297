/** Viewers of a page see the edits of others, notified by their hub, or by polling if sockets are blocked. */
// Covers: src/web/client/document, src/web/client/live
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { callApi, startBrowser, makePage, addMember } from "../browser.ts";
import { body, openLive, type Seat, sit } from "../live-page.ts";

/** In ms. It takes two seconds at most, but a busy machine is slower. */
const SOON = 10_000;
/** Longer than the polling interval of a reader without sockets. */
const QUIET = 6_000;

let browser: Browser;
let ann: Seat;
let bob: Seat;
let driveId = "";

before(async () => {
  browser = await startBrowser();
  [ann, bob] = [await sit(browser, "writer"), await sit(browser, "reader")];
  driveId = ann.driveId;
  await addMember(ann.page, driveId, { userId: bob.userId });
});

after(() => browser.close());

const makeRead = (type: string, content: string): Promise<string> =>
  makePage(ann.page, { driveId, type, title: "Read by Bob", content });

const edit = (id: string, content: string) => callApi(ann.page, "PATCH", `/api/pages/${id}`, { content });

/** Counts requests for the page's revision. */
function countLooks(page: Page, id: string): () => number {
  let looks = 0;
  page.on("request", (request) => (looks += Number(new URL(request.url()).pathname === `/api/pages/${id}`)));
  return () => looks;
}

/** Opens the page and waits until its text is followed. */
async function read(id: string): Promise<void> {
  // Listen first, because it may be followed before the load event.
  const followed = new Promise<void>((done) => {
    bob.page.on("websocket", (socket) => {
      if (socket.url().includes("pageId")) return;
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes('"text"')) done();
      });
    });
  });
  await bob.page.goto(`/pages/${id}`);
  await followed;
}

test("pushes edits and live typing to a viewer without polling", async () => {
  const id = await makeRead("DOCUMENT", "First words.");
  await read(id);
  const looks = countLooks(bob.page, id);
  await edit(id, "Second words.");
  await bob.page.getByText("Second words.").waitFor({ timeout: SOON });
  await openLive(ann, id);
  await body(ann.page).click();
  await ann.page.keyboard.press("Control+End");
  await ann.page.keyboard.type(" Typed ones.");
  await bob.page.getByText("Second words. Typed ones.").waitFor({ timeout: SOON });
  await bob.page.waitForTimeout(QUIET);
  assert.equal(looks(), 0);
});

test("recalculates a sheet for a viewer when others change it", async () => {
  const id = await makeRead("SHEET", "2\n=A1*3\n");
  await read(id);
  await edit(id, "5\n=A1*3\n");
  await bob.page.getByRole("gridcell", { name: "15" }).first().waitFor({ timeout: SOON });
});

test("polls for changes every few seconds when the hub is unreachable", async () => {
  const id = await makeRead("DOCUMENT", "First words.");
  await bob.page.routeWebSocket(/realtime/, (socket) => socket.close());
  await bob.page.goto(`/pages/${id}`);
  await bob.page.getByText("First words.").waitFor();
  await edit(id, "Second words.");
  await bob.page.getByText("Second words.").waitFor({ timeout: SOON });
  await edit(id, "Third words.");
  await bob.page.getByText("Third words.").waitFor({ timeout: SOON });
});
