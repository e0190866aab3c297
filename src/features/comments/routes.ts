/** HTTP routes for comment threads. */
import { PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { deleteComment, editComment, react, reply } from "./comment-changes.ts";
import {
  Comment,
  CommentParams,
  CommentReactionParams,
  ListThreads,
  OpenThread,
  PatchThread,
  ReadThreads,
  Thread,
  ThreadList,
  ThreadParams,
  WriteComment,
} from "./contract.ts";
import { openThread } from "./open.ts";
import * as threads from "./service.ts";
import { deleteThread, patchThread } from "./thread-changes.ts";

const CAP = 262_144;
const PAGE = "/api/pages/:pageId/threads";
const THREAD = `${PAGE}/:threadId`;
const COMMENT = `${THREAD}/comments/:commentId`;
const BOTH = { tag: "Comments", principals: ["session", "mcp"], limits: [] } as const;
const SEND = { ...BOTH, csrf: "token", bodyCap: CAP } as const;
const DELETE = { ...SEND, bodyCap: 0, method: "delete" } as const;
const ERRORS = ["forbidden", "conflict"] as const;
const REACTION = {
  ...SEND,
  bodyCap: 0,
  path: `${COMMENT}/reactions/:emoji`,
  params: CommentReactionParams,
  answer: { status: 200, schema: Comment },
  errors: ERRORS,
} as const;

export const commentRoutes = routes()
  .add(
    {
      ...BOTH,
      method: "get",
      path: PAGE,
      operation: "listThreads",
      summary: "List the comment threads and suggestions of a page, open ones in the order of their places",
      params: PageParams,
      query: ListThreads,
      answer: { status: 200, schema: ThreadList },
    },
    ({ deps, caller, params, query }) => threads.listThreads(deps, caller, params.pageId, query),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: PAGE,
      operation: "openThread",
      summary: "Open a comment thread on a page, or on a part of it; a replacement makes it a suggestion",
      params: PageParams,
      json: OpenThread,
      answer: { status: 201, schema: Thread },
      errors: [...ERRORS, "revision_conflict", "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => openThread(deps, caller, params.pageId, json),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: `${PAGE}/read`,
      operation: "readThreads",
      summary: "Mark threads as read up to their newest comments",
      params: PageParams,
      json: ReadThreads,
      errors: ERRORS,
    },
    ({ deps, caller, params, json }) => threads.markThreadsRead(deps, caller, params.pageId, json.threadIds),
  )
  .add(
    {
      ...BOTH,
      method: "get",
      path: THREAD,
      operation: "getThread",
      summary: "Get a thread with all its comments",
      params: ThreadParams,
      answer: { status: 200, schema: Thread },
    },
    ({ deps, caller, params }) => threads.getThread(deps, caller, params),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: THREAD,
      operation: "patchThread",
      summary: "Resolve, reopen, follow, place anew, or link a thread to a task",
      params: ThreadParams,
      json: PatchThread,
      answer: { status: 200, schema: Thread },
      errors: [...ERRORS, "revision_conflict", "line_out_of_range"],
    },
    ({ deps, caller, params, json }) => patchThread(deps, caller, params, json),
  )
  .add(
    {
      ...DELETE,
      path: THREAD,
      operation: "deleteThread",
      summary: "Delete a thread: one's own without comments by others, or any if the caller may delete the page",
      params: ThreadParams,
      errors: ERRORS,
    },
    ({ deps, caller, params }) => deleteThread(deps, caller, params),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: `${THREAD}/comments`,
      operation: "postComment",
      summary: "Reply in a thread",
      params: ThreadParams,
      json: WriteComment,
      answer: { status: 201, schema: Comment },
      errors: [...ERRORS, "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => reply(deps, caller, params, json.content),
  )
  .add(
    {
      ...SEND,
      method: "patch",
      path: COMMENT,
      operation: "editComment",
      summary: "Edit one of the caller's own comments",
      params: CommentParams,
      json: WriteComment,
      answer: { status: 200, schema: Comment },
      errors: [...ERRORS, "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => editComment(deps, caller, params, json.content),
  )
  .add(
    {
      ...DELETE,
      path: COMMENT,
      operation: "deleteComment",
      summary: "Delete one of the caller's own comments, or any comment if the caller may delete the page",
      params: CommentParams,
      errors: ERRORS,
    },
    ({ deps, caller, params }) => deleteComment(deps, caller, params),
  )
  .add(
    { ...REACTION, method: "put", operation: "addCommentReaction", summary: "Add an emoji reaction to a comment" },
    ({ deps, caller, params }) => react(deps, caller, params, true),
  )
  .add(
    {
      ...REACTION,
      method: "delete",
      operation: "removeCommentReaction",
      summary: "Remove the caller's own emoji reaction from a comment",
    },
    ({ deps, caller, params }) => react(deps, caller, params, false),
  );
