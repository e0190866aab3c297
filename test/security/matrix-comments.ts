/** The matrix's rows for comment threads and suggestions. */
import { freshId } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { changes, reads, type Row, type Scene, type Shot } from "./matrix-rows.ts";
import { whoMayWithPage } from "./who-may.ts";

const THREADS = "/api/pages/:pageId/threads";
const THREAD = `${THREADS}/:threadId`;
const COMMENTS = `${THREAD}/comments`;
const REACTION = `${COMMENTS}/:commentId/reactions/:emoji`;
const SUGGESTIONS = "/api/pages/:pageId/suggestions";

/** A thread about the scene's page, by Olivia, with one comment. */
const onThread =
  (body?: unknown) =>
  async ({ page, world }: Scene): Promise<Shot> => {
    const id = freshId("thread");
    const { olivia } = world.ids;
    await d1`insert into comment_threads (id, page_id, kind, target, user_id, created_at, last_comment_id) values (${id}, ${page}, 'comment', 'page', ${olivia}, 1, ${id})`.run();
    await d1`insert into comments (id, thread_id, page_id, user_id, content, created_at) values (${id}, ${id}, ${page}, ${olivia}, 'hello', 1)`.run();
    const params = { pageId: page, threadId: id, commentId: id, emoji: "%F0%9F%91%8D" };
    return { params, ...(body !== undefined && { body }) };
  };

const comments = whoMayWithPage("comment");

export const COMMENT_ROWS: Record<string, Row> = {
  [`GET ${THREADS}`]: { shot: onThread(), answers: reads },
  [`POST ${THREADS}`]: {
    shot: () => ({ body: { target: { kind: "page" }, content: "hello" } }),
    answers: changes(201, comments),
  },
  [`POST ${THREADS}/read`]: {
    shot: async (scene) => {
      const { params } = await onThread()(scene);
      return { body: { threadIds: [params?.["threadId"]] } };
    },
    answers: changes(200, whoMayWithPage("markRead")),
  },
  [`GET ${THREAD}`]: { shot: onThread(), answers: reads },
  [`PATCH ${THREAD}`]: {
    shot: onThread({ isResolved: true }),
    answers: changes(200, whoMayWithPage("resolveThread")),
  },
  [`DELETE ${THREAD}`]: {
    shot: onThread(),
    answers: changes(200, whoMayWithPage("deleteAnyComment"), { tokenOfEdna: 403 }),
  },
  [`POST ${COMMENTS}`]: { shot: onThread({ content: "hello" }), answers: changes(201, comments) },
  [`PATCH ${COMMENTS}/:commentId`]: {
    shot: onThread({ content: "changed" }),
    answers: changes(200, ["olivia"], { tokenOfEdna: 403 }),
  },
  [`DELETE ${COMMENTS}/:commentId`]: {
    shot: onThread(),
    answers: changes(200, whoMayWithPage("deleteAnyComment"), { tokenOfEdna: 403 }),
  },
  [`PUT ${REACTION}`]: { shot: onThread(), answers: changes(200, comments) },
  [`DELETE ${REACTION}`]: { shot: onThread(), answers: changes(200, comments) },
  [`POST ${SUGGESTIONS}/create`]: {
    shot: () => ({ body: { baseRevision: 1, changes: [{ from: 0, to: 3, replacement: "two" }] } }),
    answers: changes(201, comments),
  },
  // There are none, so nothing is changed.
  [`POST ${SUGGESTIONS}/accept`]: {
    shot: () => ({ body: { threadIds: "all" } }),
    answers: changes(200, whoMayWithPage("decideSuggestion")),
  },
  [`POST ${SUGGESTIONS}/reject`]: {
    shot: () => ({ body: { threadIds: "all" } }),
    answers: changes(200, whoMayWithPage("decideSuggestion")),
  },
};
