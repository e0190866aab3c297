/** Comment threads, each request with the most it may cost. */
import { env } from "cloudflare:workers";
import { ask, READ, type Endpoint } from "./endpoint.ts";
import { MEMBER, OWNER } from "./workspace.ts";
import { d1 } from "../support/d1.ts";

/** Fifty open threads about a page, with three comments each, of which MEMBER has read half, and fifty resolved ones. */
async function discussed(pageId: string): Promise<void> {
  const threads = JSON.stringify(Array.from({ length: 100 }, (_, i) => `${pageId}-t${i + 100}`));
  await env.DB.batch([
    d1`insert or ignore into comment_threads (id, page_id, kind, target, user_id, created_at, closed_at, closed_as)
        select value, ${pageId}, 'comment', 'page', ${OWNER}, 1, iif(key < 50, null, 1), iif(key < 50, null, 'resolved') from json_each(${threads})`,
    d1`insert or ignore into comments (id, thread_id, page_id, user_id, content, created_at)
        select t.value || n.value, t.value, ${pageId}, ${OWNER}, 'words', 1 from json_each(${threads}) t, json_each('["a","b","c"]') n`,
    d1`insert or ignore into comment_readers (thread_id, user_id, last_read_id)
        select value, ${MEMBER}, value || 'c' from json_each(${threads}) where key % 2`,
  ]);
}

export const commentEndpoints = (drive: string): Endpoint[] => {
  const [quiet, busy, text] = [30, 31, 32].map((i) => `${drive}-${i}`);
  const threads = (pageId = ""): string => `/api/pages/${pageId}/threads`;
  const about = { target: { kind: "page" }, content: "words" };
  return [
    {
      name: "GET threads, none",
      status: 200,
      request: () => ask("GET", threads(quiet), { as: MEMBER }),
      budget: { ...READ, rowsRead: 45, bytes: 110 },
    },
    {
      name: "GET threads, fifty of a hundred",
      status: 200,
      request: async () => {
        await discussed(busy ?? "");
        return ask("GET", threads(busy), { as: MEMBER });
      },
      // Twelve a thread of three comments, and each of them with its author and reactions; the resolved ones are only counted.
      budget: { ...READ, rowsRead: 1_900, bytes: 54_000 },
    },
    {
      name: "POST thread about the page",
      status: 201,
      request: () => ask("POST", threads(busy), { as: MEMBER, body: about }),
      // Those of the page are counted, because their number is limited.
      budget: { trips: 2, rowsRead: 220, rowsWritten: 16, bytes: 700 },
    },
    {
      name: "POST comment",
      status: 201,
      request: async () => {
        await discussed(busy ?? "");
        return ask("POST", `${threads(busy)}/${busy}-t100/comments`, { as: MEMBER, body: { content: "words" } });
      },
      budget: { trips: 2, rowsRead: 85, rowsWritten: 6, bytes: 280 },
    },
    {
      name: "POST thread on the text",
      status: 201,
      request: (round) =>
        ask("POST", threads(text), {
          as: MEMBER,
          body: { ...about, target: { kind: "text", from: round * 4, to: round * 4 + 3 } },
        }),
      budget: {
        trips: 2,
        rowsRead: 120,
        rowsWritten: 17,
        objectRows: 6,
        calls: ["PageRoom.placeAnchors", "PageRoom.confirmAnchors"],
        bytes: 750,
      },
    },
    {
      name: "GET threads on the text",
      status: 200,
      request: () => ask("GET", threads(text), { as: MEMBER }),
      budget: { ...READ, rowsRead: 95, calls: ["PageRoom.anchors"], bytes: 1_600 },
    },
  ];
};
