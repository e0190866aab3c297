/** The matrix's rows for people, messages, notifications, agents and bulk operations. */
import { env } from "cloudflare:workers";
import { zip } from "../transfer/archives.ts";
import { freshId, type Person } from "../support/world.ts";
import {
  NO_TOKENS,
  TOKENS,
  adminOnly,
  changes,
  everyone,
  own,
  reads,
  screens,
  type Asker,
  type Row,
  type Scene,
  type Shot,
} from "./matrix-rows.ts";
import { whoMayAt, whoMayInDrive, whoMayWithPage } from "./who-may.ts";
import { d1 } from "../support/d1.ts";

/** A page of this type at the root of the first drive. */
async function newPage(scene: Scene, type: string): Promise<string> {
  const id = freshId("page");
  await d1`insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) values (${id}, ${scene.world.drive}, ${type}, ${type}, 9, ${scene.world.ids.olivia}, 1, 1)`.run();
  return id;
}

const onPage =
  (type: string, body?: unknown) =>
  async (scene: Scene): Promise<Shot> => ({
    params: { pageId: await newPage(scene, type) },
    ...(body !== undefined && { body }),
  });

/** A message by Olivia. */
async function newMessage(scene: Scene): Promise<Record<string, string>> {
  const pageId = await newPage(scene, "CHANNEL");
  const messageId = freshId("message");
  await d1`insert into messages (id, page_id, user_id, role, content, created_at) values (${messageId}, ${pageId}, ${scene.world.ids.olivia}, 'user', 'hello', 1)`.run();
  return { pageId, messageId };
}

/** An invitation by Olivia to someone without an account. */
const invitationTo =
  (type: "page" | "drive") =>
  async ({ page, world }: Scene): Promise<Shot> => {
    const [invitationId, hash] = [freshId("invitation"), freshId("hash")];
    await d1`insert into invitations (id, page_id, drive_id, email, role, rights, token_hash, invited_by, created_at, issued_at, expires_at)
        values (${invitationId}, ${type === "page" ? page : null}, ${type === "drive" ? world.drive : null}, ${`${invitationId}@example.com`}, 'member', 1, ${hash}, ${world.ids.olivia}, 1, 1, 9e15)`.run();
    return { params: { ...(type === "page" ? { pageId: page } : { id: world.drive }), invitationId } };
  };

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

/** A multipart body with these fields and one small file. */
function fileInText(fields: Readonly<Record<string, string>>): Shot {
  const parts = Object.entries(fields).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`); // oxfmt-ignore
  const file = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
  return { type: "multipart/form-data; boundary=b", body: parts.join("") + file };
}

/** A processed file on a FILE page in the first drive. */
async function newFile(scene: Scene, role = "content"): Promise<{ id: string; pageId: string }> {
  const [pageId, id, sha256] = [await newPage(scene, "FILE"), freshId("file"), freshId("hash")];
  const generation = freshId("generation");
  await env.FILES.put(`sha256/${sha256}/${generation}`, "words");
  await env.DB.batch([
    d1`insert into blobs (generation, sha256, size, staged, created_at) values (${generation}, ${sha256}, 5, 0, 1)`, // oxfmt-ignore
    d1`insert into files (id, page_id, role, filename, mime_type, size, generation, created_by, status, created_at, updated_at)
        values (${id}, ${pageId}, ${role}, 'a.txt', 'text/plain', 5, ${generation}, ${scene.world.ids.olivia}, 'completed', 1, 1)`,
    d1`insert into page_contents (page_id, content) values (${pageId}, 'words')`,
  ]);
  return { id, pageId };
}

const ofFile = async (scene: Scene): Promise<Shot> => ({ params: { id: (await newFile(scene)).id } });
const ofAttachment = async (scene: Scene): Promise<Shot> => ({
  params: { id: (await newFile(scene, "attachment")).id },
});
const ofFilePage = async (scene: Scene): Promise<Shot> => ({ params: { pageId: (await newFile(scene)).pageId } });

/** A multipart upload that the caller has started; its only part is uploaded if `arrived` is set. */
async function begunUpload(scene: Scene, asker: Asker, arrived: boolean): Promise<Shot> {
  const owners: Partial<Record<Asker, Person>> = { readOnly: "olivia", elsewhere: "olivia", scopeGone: "olivia", tokenOfOlivia: "olivia", tokenOfEdna: "edna" }; // oxfmt-ignore
  const owner = asker in scene.world.ids ? (asker as Person) : (owners[asker] ?? "olivia"); // only people have ids
  const uploadId = freshId("upload");
  const writer = await env.FILES.createMultipartUpload(`stage/${uploadId}`);
  const part = arrived ? await writer.uploadPart(1, "hello") : null;
  await env.DB.batch([
    d1`insert into uploads (id, user_id, target, filename, size, store_upload_id, created_at, expires_at)
        values (${uploadId}, ${scene.world.ids[owner]}, ${JSON.stringify({ driveId: scene.world.drive })}, 'a.txt', 5, ${writer.uploadId}, 1, 4102444800000)`,
    ...(part ? [d1`insert into upload_parts values (${uploadId}, 1, ${part.etag}, 5)`] : []),
  ]);
  return { params: { uploadId, part: "1" } };
}

const MESSAGES = "/api/pages/:pageId/messages";

export const WORKSPACE_ROWS: Record<string, Row> = {
  "GET /drives/:id/blank/:type": {
    shot: ({ world }) => ({ params: { id: world.drive, type: "SHEET" } }),
    answers: screens({ oscar: 404, rupert: 404 }),
  },
  // Nobody has anything to undo, and the response reveals nothing more.
  "POST /api/history/undo": {
    shot: () => ({ body: { tokenId: "none", since: "2026-01-01T00:00:00Z" } }),
    answers: own(200),
  },

  "POST /api/pages/bulk/create-structure": {
    shot: ({ world }) => ({ body: { driveId: world.drive, structure: [{ title: "A", type: "FOLDER" }] } }),
    answers: changes(201, whoMayAt("createPages")),
  },
  "POST /api/pages/bulk/delete": {
    shot: ({ page, child }) => ({ body: { pageIds: [page, child] } }),
    answers: changes(200, whoMayWithPage("trash")),
  },
  "POST /api/pages/bulk/move": {
    shot: ({ world, page, parent }) => ({
      body: { pageIds: [page], targetDriveId: world.drive, targetParentId: parent },
    }),
    answers: changes(200, whoMayWithPage("move")),
  },
  "POST /api/pages/bulk/rename": {
    shot: ({ page, child }) => ({ body: { pageIds: [page, child], pattern: { type: "prefix", text: "New " } } }),
    answers: changes(200, whoMayWithPage("edit")),
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
    answers: changes(200, whoMayWithPage("edit")),
  },

  "POST /api/contact": {
    shot: () => ({ body: { name: "Ann", email: "ann@example.com", subject: "Help", message: "It does not work." } }),
    answers: own(201),
  },
  "GET /api/admin/users": { answers: adminOnly },
  "GET /api/admin/schema": { answers: adminOnly },
  "POST /api/upload": {
    shot: ({ world }) => fileInText({ driveId: world.drive }),
    answers: changes(201, whoMayAt("uploadFile")),
  },
  "GET /api/files/:id/view": { shot: ofFile, answers: reads },
  "GET /api/files/:id/download": { shot: ofFile, answers: reads },
  "POST /api/files/:id/convert-to-document": { shot: ofFile, answers: changes(201, whoMayWithPage("edit")) },
  "GET /api/files/:id/convert-to-document": { shot: ofFile, answers: changes(201, whoMayWithPage("edit")) },
  "GET /api/pages/:pageId/processing-status": { shot: ofFilePage, answers: reads },
  "GET /api/pages/:pageId/files": { shot: ofFilePage, answers: reads },
  "DELETE /api/files/:id": { shot: ofAttachment, answers: changes(200, whoMayWithPage("edit")) },
  "POST /api/pages/:pageId/reprocess": { shot: ofFilePage, answers: changes(202, whoMayWithPage("edit")) },

  "POST /api/uploads": {
    shot: ({ world }) => ({ body: { filename: "a.txt", size: 5, driveId: world.drive } }),
    answers: changes(201, whoMayAt("uploadFile")),
  },
  // The user who started an upload may continue it within their token's scope; rights are checked again on completion.
  "GET /api/uploads/:uploadId": {
    shot: (scene, asker) => begunUpload(scene, asker, true),
    answers: { ...own(200), ...TOKENS },
  },
  "PUT /api/uploads/:uploadId/parts/:part": {
    shot: async (scene, asker) => ({
      ...(await begunUpload(scene, asker, false)),
      type: "application/octet-stream",
      body: "hello",
    }),
    answers: { ...own(200), ...TOKENS, readOnly: 403 },
  },
  "POST /api/uploads/:uploadId/complete": {
    shot: (scene, asker) => begunUpload(scene, asker, true),
    answers: changes(201, whoMayAt("uploadFile")),
  },
  "DELETE /api/uploads/:uploadId": {
    shot: (scene, asker) => begunUpload(scene, asker, true),
    answers: { ...own(200), ...TOKENS, readOnly: 403 },
  },

  "GET /api/pages/:pageId/export": { answers: reads },
  "GET /api/drives/:driveId/export": {
    shot: ({ world }) => ({ params: { driveId: world.drive } }),
    answers: reads,
  },
  "POST /api/drives/:driveId/import": {
    shot: ({ world }) => ({ params: { driveId: world.drive }, ...archiveInText() }),
    answers: changes(201, whoMayAt("createPages")),
  },

  "GET /pages/:pageId/canvas": { shot: onPage("CANVAS"), answers: screens({ oscar: 404, rupert: 404 }) },
  "GET /api/pages/:pageId/agent-config": { shot: onPage("AI_CHAT"), answers: reads },
  "PATCH /api/pages/:pageId/agent-config": {
    shot: onPage("AI_CHAT", { systemPrompt: "Be brief." }),
    answers: changes(200, whoMayWithPage("edit")),
  },

  "GET /api/pages/:pageId/agent-config/versions": { shot: onPage("AI_CHAT"), answers: reads },

  // Tools' tokens may not spend money on models.
  "POST /api/pages/:pageId/agent-config/try": {
    shot: onPage("AI_CHAT", { aiProvider: "openai", aiModel: "scripted" }),
    answers: changes(200, whoMayWithPage("edit"), NO_TOKENS),
  },

  "POST /api/pages/:pageId/suggestions": {
    shot: () => ({ body: { action: "rewrite", text: "Some words." } }),
    answers: changes(200, whoMayWithPage("edit"), NO_TOKENS),
  },

  [`GET ${MESSAGES}`]: { shot: onPage("CHANNEL"), answers: reads },
  [`POST ${MESSAGES}`]: {
    shot: onPage("CHANNEL", { content: "hello" }),
    answers: changes(201, whoMayWithPage("edit")),
  },
  [`POST ${MESSAGES}/read`]: {
    shot: async (scene) => {
      const { pageId = "", messageId } = await newMessage(scene);
      return { params: { pageId }, body: { messageId } };
    },
    answers: changes(200, whoMayWithPage("markRead")),
  },
  [`PATCH ${MESSAGES}/:messageId`]: {
    shot: async (scene) => ({ params: await newMessage(scene), body: { content: "changed" } }),
    answers: changes(200, ["olivia"], { tokenOfEdna: 403 }),
  },
  [`DELETE ${MESSAGES}/:messageId`]: {
    shot: async (scene) => ({ params: await newMessage(scene) }),
    answers: changes(200, whoMayWithPage("deleteAnyMessage"), { tokenOfEdna: 403 }),
  },
  [`PUT ${MESSAGES}/:messageId/reactions/:emoji`]: {
    shot: async (scene) => ({ params: { ...(await newMessage(scene)), emoji: "%F0%9F%91%8D" } }),
    answers: changes(200, whoMayWithPage("edit")),
  },
  [`DELETE ${MESSAGES}/:messageId/reactions/:emoji`]: {
    shot: async (scene) => ({ params: { ...(await newMessage(scene)), emoji: "%F0%9F%91%8D" } }),
    answers: changes(200, whoMayWithPage("edit")),
  },

  "GET /api/users/search": { shot: () => ({ query: "?q=someone" }), answers: own(200) },
  "GET /api/users/find": { shot: () => ({ query: "?id=none" }), answers: adminOnly },
  "GET /api/connections": { answers: own(200) },
  "GET /api/connections/search": { shot: () => ({ query: "?q=someone" }), answers: own(200) },
  "POST /api/connections": { shot: () => ({ body: { userId: "none" } }), answers: own(404) },
  "POST /api/connections/block": { shot: () => ({ body: { userId: "none" } }), answers: own(404) },
  "PATCH /api/connections/:id": {
    shot: () => ({ params: { id: "none" }, body: { action: "block" } }),
    answers: own(404),
  },
  "DELETE /api/connections/:id": { shot: () => ({ params: { id: "none" } }), answers: own(404) },

  "GET /api/pages/:pageId/permissions/:userId/effect": {
    shot: ({ page, world }) => ({ params: { pageId: page, userId: world.ids.vera } }),
    answers: changes(200, whoMayWithPage("share"), NO_TOKENS),
  },
  // Does not reveal whether the page exists.
  "POST /api/pages/:pageId/access-requests": { shot: () => ({ body: {} }), answers: own(202) },
  "GET /api/pages/:pageId/access-requests": { answers: changes(200, whoMayWithPage("declineAccess"), NO_TOKENS) },
  "DELETE /api/pages/:pageId/access-requests/:userId": {
    shot: async ({ page, world }) => {
      await d1`insert into access_requests (page_id, user_id, created_at) values (${page}, ${world.ids.oscar}, 1)`.run();
      return { params: { pageId: page, userId: world.ids.oscar } };
    },
    answers: changes(200, whoMayWithPage("declineAccess"), NO_TOKENS),
  },

  // An unknown link gives every caller the same page.
  "GET /invitation": { answers: everyone(200) },
  "POST /invitation": {
    shot: () => ({ body: "token=x", type: "application/x-www-form-urlencoded" }),
    answers: everyone(200),
  },
  "GET /join": { answers: everyone(200) },
  "POST /join": {
    shot: () => ({ body: "token=x", type: "application/x-www-form-urlencoded" }),
    answers: everyone(200),
  },
  "GET /api/sign-up-links": { answers: own(200) },
  // Everybody may sign up here, so no links are needed.
  "POST /api/sign-up-links": { shot: () => ({ body: {} }), answers: own(409) },
  "DELETE /api/sign-up-links/:id": {
    shot: async ({ world }) => {
      const id = freshId("link");
      await d1`insert into sign_up_links (id, token_hash, created_by, created_at, expires_at, max_uses)
        values (${id}, ${id}, ${world.ids.olivia}, 1, ${Date.now() + 60_000}, 1)`.run();
      return { params: { id } };
    },
    answers: own(404, { olivia: 200, rupert: 200 }),
  },
  "GET /shared": { answers: screens({}) },
  "GET /api/shared": { answers: own(200) },
  "GET /api/pages/:pageId/invitations": { answers: changes(200, whoMayWithPage("share"), NO_TOKENS) },
  "DELETE /api/pages/:pageId/invitations/:invitationId": {
    shot: invitationTo("page"),
    answers: changes(200, whoMayWithPage("share"), NO_TOKENS),
  },
  "POST /api/pages/:pageId/invitations/:invitationId/link": {
    shot: invitationTo("page"),
    answers: changes(200, whoMayWithPage("share"), NO_TOKENS),
  },
  "GET /api/drives/:id/invitations": {
    shot: ({ world }) => ({ params: { id: world.drive } }),
    answers: changes(200, whoMayInDrive("addMember"), NO_TOKENS),
  },
  "DELETE /api/drives/:id/invitations/:invitationId": {
    shot: invitationTo("drive"),
    answers: changes(200, whoMayInDrive("addMember"), NO_TOKENS),
  },
  "POST /api/drives/:id/invitations/:invitationId/link": {
    shot: invitationTo("drive"),
    answers: changes(200, whoMayInDrive("addMember"), NO_TOKENS),
  },

  "GET /api/drives/:id/members/:userId/effect": {
    shot: ({ world }) => ({ params: { id: world.drive, userId: world.ids.vera } }),
    // Vera may leave the drive.
    answers: changes(200, [...whoMayInDrive("removeMember"), "vera"], NO_TOKENS),
  },

  "GET /api/notifications": { answers: own(200) },
  "POST /api/notifications/read-all": { answers: own(200) },
  "GET /api/notifications/muted": { answers: own(200) },
  "GET /api/notifications/settings": { answers: own(200) },
  "PUT /api/notifications/settings": { shot: () => ({ body: { off: ["MENTION"] } }), answers: own(200) },
  "PUT /api/notifications/muted/pages/:pageId": { answers: { ...reads, ...NO_TOKENS } },
  "DELETE /api/notifications/muted/pages/:pageId": { answers: own(200) },
  "PUT /api/notifications/muted/drives/:driveId": {
    shot: ({ world }) => ({ params: { driveId: world.drive } }),
    answers: { ...reads, ...NO_TOKENS },
  },
  "DELETE /api/notifications/muted/drives/:driveId": { answers: own(200) },
  // No caller has this notification.
  "POST /api/notifications/:id/read": { shot: () => ({ params: { id: "none" } }), answers: own(404) },
  "DELETE /api/notifications/:id": { shot: () => ({ params: { id: "none" } }), answers: own(404) },
};
