/** Files, notifications, undo, and work on two hundred pages at once, each with the most it may cost. */
import { env } from "cloudflare:workers";
import { ORIGIN } from "../support/world.ts";
import { ask, READ, type Endpoint } from "./endpoint.ts";
import { MEMBER, OWNER, sessionOf } from "./workspace.ts";
import { d1 } from "../support/d1.ts";

/** One exact limit for all work on many pages: a call to its object, which notes the hit. */
const LIMITED = { objectRows: 1, calls: ["RateLimiter.hit"] } as const;

/** Two hundred pages of the drive, one after the other. */
const twoHundred = (drive: string, from = 750): string[] =>
  Array.from({ length: 200 }, (_, i) => `${drive}-${i + from}`);

/** Out of the trash again, without a trace, as if they had never been there. */
async function takeBack(drive: string): Promise<void> {
  const ids = JSON.stringify([...twoHundred(drive, 500), ...twoHundred(drive)]);
  await d1`update pages set trashed_at = null where id in (select value from json_each(${ids}))`.run();
}

async function file(drive: string): Promise<string> {
  const id = `cost-file-${drive}`;
  await env.FILES.put("sha256/cost/cost", "words".repeat(200));
  await env.DB.batch([
    d1`insert or ignore into blobs (generation, sha256, size, staged, created_at) values ('cost', 'cost', 1000, 0, 1)`,
    d1`insert or ignore into files (id, page_id, role, filename, mime_type, size, generation, created_by, status, created_at, updated_at)
        values (${id}, ${`${drive}-5`}, 'content', 'a.txt', 'text/plain', 1000, 'cost', ${OWNER}, 'completed', 1, 1)`,
  ]);
  return id;
}

function uploadOf(drive: string, round: number): Request {
  const form = new FormData();
  form.append("driveId", drive);
  // Where there are as many siblings in a drive of any size: they are counted.
  form.append("parentId", `${drive}-20`);
  form.append("file", new File([`round ${round} of ${Date.now()}`], "a.txt"));
  const headers = { "CF-Connecting-IP": "192.0.2.1", Authorization: `Bearer ${sessionOf(MEMBER)}` };
  return new Request(`${ORIGIN}/api/upload`, { method: "POST", headers, body: form });
}

async function notified(): Promise<void> {
  await env.DB.batch(
    Array.from(
      { length: 60 },
      (_, i) =>
        d1`insert or ignore into notifications (id, user_id, type, title, message, created_at) values (${`notice-${i}`}, ${MEMBER}, 'MENTION', 'You were mentioned', 'there', 1)`,
    ),
  );
}

/** Twenty channels with a hundred messages each; MEMBER has read all but the last of them to their end. */
async function talked(drive: string): Promise<void> {
  const channels = Array.from({ length: 20 }, (_, i) => `${drive}-channel-${i}`);
  await env.DB.batch(
    channels.flatMap((id, i) => [
      d1`insert or ignore into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
          values (${id}, ${drive}, ${`${drive}-21`}, 'Channel', 'CHANNEL', 1, ${OWNER}, 1, 1)`,
      d1`with recursive n (i) as (select 100 union all select i + 1 from n where i < 199)
          insert or ignore into messages (id, page_id, user_id, role, content, created_at)
          select ${id} || '-' || i, ${id}, ${OWNER}, 'user', 'words', 1 from n`,
      d1`insert or ignore into message_reads (page_id, user_id, last_read_id) values (${id}, ${MEMBER}, ${`${id}-${i === 19 ? 110 : 199}`})`,
    ]),
  );
}

export const workspaceEndpoints = (drive: string): Endpoint[] => [
  {
    name: "GET file",
    status: 200,
    request: async () => ask("GET", `/api/files/${await file(drive)}/view`, { as: MEMBER }),
    budget: { ...READ, rowsRead: 26, printed: 2, bytes: 1_000 },
  },
  {
    name: "GET processing status",
    status: 200,
    request: async () => {
      await file(drive);
      return ask("GET", `/api/pages/${drive}-5/processing-status`, { as: MEMBER });
    },
    budget: { ...READ, rowsRead: 24, printed: 1, bytes: 400 },
  },
  {
    name: "POST upload, small",
    status: 201,
    request: (round) => uploadOf(drive, round),
    budget: {
      // Who it is and how much room they have; where it may stand, and the note of the object to be written; the record.
      trips: 3,
      // With the way up from where it goes, and the pages that are there.
      rowsRead: 102,
      // One finds the file again, should its reading be lost, one by who uploaded it; one is the drive's count of pages.
      rowsWritten: 17,
      objectRows: 8,
      calls: ["RateLimiter.hit"],
      bytes: 500,
      later: { trips: 1, rowsWritten: 1, calls: ["AuditLog.drain", "Jobs.sendBatch"] },
    },
  },
  {
    name: "GET notifications",
    status: 200,
    request: async () => {
      await notified();
      return ask("GET", "/api/notifications", { as: MEMBER });
    },
    budget: { ...READ, rowsRead: 58, printed: 1, bytes: 20_000 },
  },
  {
    name: "POST message",
    status: 201,
    request: async (round) => {
      await talked(drive);
      const body = { content: `message ${round}` };
      return ask("POST", `/api/pages/${drive}-channel-0/messages`, { as: MEMBER, body });
    },
    budget: { trips: 2, rowsRead: 75, rowsWritten: 4, bytes: 320 },
  },
  {
    name: "GET unread, twenty channels",
    status: 200,
    request: async () => {
      await talked(drive);
      return ask("GET", `/api/drives/${drive}/unread`, { as: MEMBER });
    },
    // Five a channel, and for the one that is unread the walks up from it and from what it lies under, however many
    // messages there are.
    budget: { ...READ, rowsRead: 210, bytes: 200 },
  },
  {
    name: "GET notifications, counts only",
    status: 200,
    request: () => ask("GET", "/api/notifications?countOnly=true", { as: MEMBER }),
    budget: { ...READ, rowsRead: 5, bytes: 100 },
  },
  {
    name: "POST bulk/delete, 200 pages",
    status: 200,
    request: (round) =>
      ask("POST", "/api/pages/bulk/delete", { as: OWNER, body: { pageIds: twoHundred(drive, [500, 750][round]) } }),
    budget: { ...LIMITED, trips: 2, rowsRead: 200 * 55, rowsWritten: 401, bytes: 30_000 },
  },
  {
    name: "POST bulk/rename, 200 pages",
    status: 200,
    request: async (round) => {
      await takeBack(drive);
      return ask("POST", "/api/pages/bulk/rename", {
        as: MEMBER,
        body: { pageIds: twoHundred(drive), pattern: { type: "suffix", text: ` ${round}` } },
      });
    },
    budget: { ...LIMITED, trips: 2, rowsRead: 200 * 30, rowsWritten: 400, bytes: 30_000 },
  },
  {
    name: "POST bulk/move, 200 pages",
    status: 200,
    request: (round) =>
      ask("POST", "/api/pages/bulk/move", {
        as: OWNER,
        body: { pageIds: twoHundred(drive), targetDriveId: drive, targetParentId: `${drive}-${round + 3}` },
      }),
    budget: { ...LIMITED, trips: 2, rowsRead: 200 * 55, rowsWritten: 400, bytes: 30_000 },
  },
  {
    name: "POST bulk/update-content, 200 pages",
    status: 200,
    request: (round) =>
      ask("POST", "/api/pages/bulk/update-content", {
        as: MEMBER,
        body: {
          updates: twoHundred(drive).map((pageId) => ({ pageId, operation: "append", content: `line ${round}` })),
        },
      }),
    budget: {
      trips: 2,
      // One of them looks for properties of the previous text.
      rowsRead: 200 * 29,
      // Text, page, mark and the drive's count of text for each, and the ticket they have in common.
      rowsWritten: 801,
      // The hit may find that its object has no alarm set.
      objectRows: 402,
      calls: ["RateLimiter.hit", ...Array<string>(200).fill("PageRoom.prepare")],
      bytes: 30_000,
      later: { calls: Array<string>(200).fill("PageRoom.finish") },
    },
  },
];
