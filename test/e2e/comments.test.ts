/** Comments on a page: marks that move no word, cards beside the text, replies, resolving, the list, keys and phones. */
// Covers: src/web/client/comments, src/web/shared/document, src/web/views
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, shoot, startBrowser } from "./browser.ts";
import { body, openLive, reaches, type Seat, share, sit } from "./live-page.ts";

const TEXT = `# The garden app

We will ship the garden app in **early** May, and [tell](https://example.com/plan) everybody about it.

- [ ] Book the hall
- [ ] Print the invitations

| Who | What |
|---|---|
| Ann | Plants the beds |
| Ben | Waters them |

> Nothing is so beautiful as Spring.

The last line has a few more words, so that there is something to comment on at the end.
`;

let browser: Browser;
let ann: Seat;
let ben: Seat;

before(async () => {
  browser = await startBrowser();
  ann = await sit(browser, "ann", { viewport: { width: 1440, height: 900 } });
  ben = await sit(browser, "ben", { viewport: { width: 1440, height: 900 } });
});

after(() => browser.close());

type Thread = { readonly id: string; readonly closed: unknown; readonly comments: readonly { content: string }[] };

async function comment(seat: Seat, pageId: string, quote: string | null, content: string, more = {}): Promise<Thread> {
  const target = quote === null ? { kind: "page" } : { kind: "quote", quote };
  const made = await callApi<Thread>(seat.page, "POST", `/api/pages/${pageId}/threads`, { target, content, ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

const threadsOf = async (seat: Seat, pageId: string): Promise<readonly Thread[]> =>
  (await callApi<{ threads: Thread[] }>(seat.page, "GET", `/api/pages/${pageId}/threads?state=all`)).body.threads;

const card = (page: Page, text: string) => page.locator(".threads .thread").filter({ hasText: text });

test("shows a comment beside its words, and moves none of them", async () => {
  const pageId = await makePage(ann.page, { type: "DOCUMENT", title: "Garden", content: TEXT });
  await comment(ann, pageId, "garden app in **early** May", "Is **May** realistic?");
  await comment(ann, pageId, null, "I like this plan.");
  await comment(ann, pageId, "Waters them", "Every day?");
  await openLive(ann, pageId);
  await card(ann.page, "realistic").waitFor();
  await shoot(ann.page, "comments");
  assert.deepEqual(ann.faults, []);
});
