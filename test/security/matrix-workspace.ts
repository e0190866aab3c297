/** The matrix's rows for people, messages, notifications, agents and bulk work. */
import { env } from "cloudflare:workers";
import { zip } from "../archives.ts";
import { freshId } from "../world.ts";
import {
  ADMINS,
  DELETERS,
  EDITORS,
  adminOnly,
  changes,
  own,
  reads,
  type Row,
  type Scene,
  type Shot,
} from "./matrix-rows.ts";

/** A page of another type in the first drive, at the root. */
async function newPage(scene: Scene, type: string): Promise<string> {
  const id = freshId("page");
  await env.DB.prepare(
    "insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) values (?, ?, ?, ?, 9, ?, 1, 1)",
  )
    .bind(id, scene.world.drive, type, type, scene.world.ids.olivia)
    .run();
  return id;
}

const onPage =
  (type: string, body?: unknown) =>
  async (scene: Scene): Promise<Shot> => ({
    params: { pageId: await newPage(scene, type) },
    ...(body !== undefined && { body }),
  });

/** A message of Olivia's. */
async function newMessage(scene: Scene): Promise<Record<string, string>> {
  const pageId = await newPage(scene, "CHANNEL");
  const messageId = freshId("message");
  await env.DB.prepare(
    "insert into messages (id, page_id, user_id, role, content, created_at) values (?, ?, ?, 'user', 'hello', 1)",
  )
    .bind(messageId, pageId, scene.world.ids.olivia)
    .run();
  return { pageId, messageId };
}

/** A multipart body with a zip archive whose bytes are all ASCII, so that it can be sent as text. */
function archiveInText(): Shot {
  for (let salt = 0; ; salt++) {
    const archive = zip({ "a.md": [`note ${salt}`, { level: 0 }] });
    if (archive.some((byte) => byte > 127)) continue;
    const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n';
    const body = `${head}${new TextDecoder().decode(archive)}\r\n--edge--\r\n`;
    return { type: "multipart/form-data; boundary=edge", body };
  }
}

const MESSAGES = "/api/pages/:pageId/messages";

export const WORKSPACE_ROWS: Record<string, Row> = {
  // Nothing to undo for anybody, and nobody learns more.
  "POST /api/history/undo": {
    shot: () => ({ body: { tokenId: "none", since: "2026-01-01T00:00:00Z" } }),
    answers: own(200),
  },

  "POST /api/pages/bulk/create-structure": {
    shot: ({ world }) => ({ body: { driveId: world.drive, structure: [{ title: "A", type: "FOLDER" }] } }),
    answers: changes(201, ADMINS),
  },
  "POST /api/pages/bulk/delete": {
    shot: ({ page, child }) => ({ body: { pageIds: [page, child] } }),
    answers: changes(200, DELETERS),
  },
  "POST /api/pages/bulk/move": {
    shot: ({ world, page, parent }) => ({
      body: { pageIds: [page], targetDriveId: world.drive, targetParentId: parent },
    }),
    answers: changes(200, EDITORS),
  },
  "POST /api/pages/bulk/rename": {
    shot: ({ page, child }) => ({ body: { pageIds: [page, child], pattern: { type: "prefix", text: "New " } } }),
    answers: changes(200, EDITORS),
  },
  "POST /api/pages/bulk/update-content": {
    shot: ({ page, child }) => ({
      body: {
        updates: [
          { pageId: page, operation: "append", content: "more" },
          { pageId: child, operation: "replace", content: "other" },
        ],
      },
    }),
    answers: changes(200, EDITORS),
  },

  "GET /api/pages/:pageId/export": { answers: reads },
  "GET /api/drives/:driveId/export": {
    shot: ({ world }) => ({ params: { driveId: world.drive } }),
    answers: reads,
  },
  "POST /api/drives/:driveId/import": {
    shot: ({ world }) => ({ params: { driveId: world.drive }, ...archiveInText() }),
    answers: changes(201, ADMINS),
  },

  "GET /api/pages/:pageId/agent-config": { shot: onPage("AI_CHAT"), answers: reads },
  "PATCH /api/pages/:pageId/agent-config": {
    shot: onPage("AI_CHAT", { systemPrompt: "Be brief." }),
    answers: changes(200, EDITORS),
  },

  [`GET ${MESSAGES}`]: { shot: onPage("CHANNEL"), answers: reads },
  [`POST ${MESSAGES}`]: { shot: onPage("CHANNEL", { content: "hello" }), answers: changes(201, EDITORS) },
  [`POST ${MESSAGES}/read`]: {
    shot: async (scene) => {
      const { pageId = "", messageId } = await newMessage(scene);
      return { params: { pageId }, body: { messageId } };
    },
    answers: changes(200, ["olivia", "adam", "edna", "vera", "sara", "dora"]),
  },
  [`PATCH ${MESSAGES}/:messageId`]: {
    shot: async (scene) => ({ params: await newMessage(scene), body: { content: "changed" } }),
    answers: changes(200, ["olivia"], { tokenOfEdna: 403 }),
  },
  [`DELETE ${MESSAGES}/:messageId`]: {
    shot: async (scene) => ({ params: await newMessage(scene) }),
    answers: changes(200, ["olivia", "adam", "dora"], { tokenOfEdna: 403 }),
  },

  "GET /api/users/search": { shot: () => ({ query: "?q=someone" }), answers: own(200) },
  "GET /api/users/find": { shot: () => ({ query: "?id=none" }), answers: adminOnly },
  "GET /api/connections": { answers: own(200) },
  "GET /api/connections/search": { shot: () => ({ query: "?q=someone" }), answers: own(200) },
  "POST /api/connections": { shot: () => ({ body: { userId: "none" } }), answers: own(404) },
  "PATCH /api/connections/:id": {
    shot: () => ({ params: { id: "none" }, body: { action: "block" } }),
    answers: own(404),
  },
  "DELETE /api/connections/:id": { shot: () => ({ params: { id: "none" } }), answers: own(404) },

  "GET /api/notifications": { answers: own(200) },
  "POST /api/notifications/read-all": { answers: own(200) },
  // Nobody's own.
  "POST /api/notifications/:id/read": { shot: () => ({ params: { id: "none" } }), answers: own(404) },
  "DELETE /api/notifications/:id": { shot: () => ({ params: { id: "none" } }), answers: own(404) },
};
