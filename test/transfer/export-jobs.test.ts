/** Background exports: built step by step into one archive, with current permissions, visible only to the requester. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { beforeEach, expect, test } from "vitest";
import { createDeps } from "../../src/composition.ts";
import type { Transfer } from "../../src/features/transfer/jobs/contract.ts";
import { removeExpiredArchives, removeStaleArchives } from "../../src/features/transfer/jobs/resume.ts";
import { runStep } from "../../src/features/transfer/jobs/run.ts";
import { DAY } from "../../src/kernel/clock.ts";
import { unzip } from "./archives.ts";
import { randomBytes, upload } from "../files/client.ts";
import { comment } from "../comments/requests.ts";
import { entriesOf } from "../security/audit.ts";
import { ask, download, exportOf, makePages } from "./client.ts";
import {
  begin as beginImport,
  finish,
  hold,
  nextStep,
  notesOf,
  rowOf,
  runUntil,
  uploadArchive,
} from "./start-import.ts";
import { grant, world, type Client, type Person, type Reply, type World, makeDrive } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let token: string;
beforeEach(async () => {
  w = await world();
  token = w.session("olivia");
});

type Place = { driveId: string; pageId?: string; comments?: boolean };

async function begin(client: Client, place: Place): Promise<Reply<Transfer>> {
  const reply = await client.post<Transfer>("/api/transfers/exports", place);
  if (reply.status === 201) await hold(reply.body.id);
  return reply;
}

async function start(place: Place, person: Person = "olivia"): Promise<string> {
  const { status, body } = await begin(w.as(person), place);
  expect([status, body]).toMatchObject([201, { kind: "export", state: "running", stage: "naming", size: 0 }]);
  return body.id;
}

const archive = (id: string): string => `/api/transfers/${id}/archive`;
const archiveBytes = async (id: string, as = token): Promise<Uint8Array> => (await download(as, archive(id))).bytes;

const deps = (now?: number) => createDeps(env, createExecutionContext(), ...(now === undefined ? [] : [now]));

const leftIn = async (table: string, id: string): Promise<number> =>
  (await env.DB.prepare(`select count(*) as n from ${table} where transfer_id = ?`).bind(id).first<number>("n")) ?? -1;

const put = async (content: Uint8Array | string, filename: string, fields: Record<string, string>) =>
  (await upload(token, { content, filename, fields })).body as { id: string; pageId: string };

// oxfmt-ignore
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0];

/** A drive with linked documents, duplicate titles, a channel with a message, a file, and attachments. */
async function fullDrive(): Promise<string> {
  const drive = await makeDrive(w);
  const ids = await makePages(w, drive, [
    {
      title: "Guide",
      type: "DOCUMENT",
      children: [
        { title: "Intro", type: "DOCUMENT", children: [{ title: "Deep", type: "TASK_LIST", content: "- [ ] one" }] },
        { title: "intro", type: "SHEET", content: "1,=A1" },
        { title: "Empty", type: "FOLDER" },
      ],
    },
    { title: "Talk", type: "CHANNEL" },
    { title: "main.py", type: "CODE", content: "print('é')" },
    { title: "Board", type: "CANVAS", content: "<p>hi</p>" },
  ]);
  const attached = await put("a,b\n".repeat(500), "data.csv", { pageId: ids["Guide"] ?? "" });
  const report = await put(new Uint8Array([...PNG_START, ...randomBytes(90_000, 3)]), "report.png", {
    driveId: drive,
    parentId: ids["Intro"] ?? "",
  });
  const text = `@[deep](page:${ids["Deep"]}) [all](/api/files/${attached.id}/view) @[r](page:${report.pageId})`;
  const appearance = { icon: "📘", cover: `file:${report.id}@20` };
  await w.as("olivia").patch(`/api/pages/${ids["Guide"]}`, { content: text, ...appearance });
  await w.as("olivia").patch(`/api/pages/${ids["Talk"]}`, { icon: "💬", cover: "dots" });
  await w.as("olivia").patch(`/api/pages/${ids["Deep"]}`, { content: `[up](/api/files/${report.id}/view)` });
  await w.as("olivia").post(`/api/pages/${ids["Talk"]}/messages`, { content: "hello" });
  return drive;
}

test("a background export of a drive equals the direct export, and imports unchanged", async () => {
  const [drive, again] = [await fullDrive(), await makeDrive(w)];
  const id = await start({ driveId: drive });
  const done = await finish(w.as("olivia"), id);
  expect(done).toMatchObject({ state: "done", stage: "ended", pages: 9, files: 2, skipped: 0, name: "Other.zip" });
  const { status, headers, bytes } = await download(token, archive(id));
  expect([status, bytes.length, headers.get("Content-Type")]).toEqual([200, done.size, "application/zip"]);
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="Other.zip"');
  expect(unzip(bytes)).toEqual(unzip((await download(token, exportOf(drive))).bytes));
  expect(Object.keys(unzip(bytes))).toContain("Talk.messages.md");
  expect(unzip(bytes)["octavo.json"]).toContain('"icon":"📘","cover":{"file":"Guide/Intro/report.png","position":20}');

  const uploaded = await uploadArchive(token, w.as("olivia"), bytes, { driveId: again });
  await beginImport(w.as("olivia"), uploaded);
  expect(await finish(w.as("olivia"), uploaded)).toMatchObject({ state: "done", pages: 9 });
  const second = await start({ driveId: again });
  await finish(w.as("olivia"), second);
  const { "octavo.json": manifest, "Talk.messages.md": said, ...files } = unzip(bytes);
  const { "octavo.json": other, ...same } = unzip(await archiveBytes(second));
  expect(said).toContain("hello");
  expect(same).toEqual(files);
  expect(other).toBe(manifest?.replace(',"messages":"Talk.messages.md"', ""));

  // No working data is left, and the audit log has one entry per export.
  expect([await leftIn("export_entries", id), await leftIn("export_parts", id)]).toEqual([0, 0]);
  expect((await env.FILES.list({ prefix: `stage/${id}` })).objects).toEqual([]);
  const told = await entriesOf("drive.export", ({ entry }) => entry.res?.id === drive);
  expect(told.map(({ userId, entry }) => [userId, entry.d])).toEqual([
    [w.ids.olivia, { pages: 9 }],
    [w.ids.olivia, { pages: 9 }],
  ]);
});

test("exports threads in the background as in the direct export, and leaves them out if asked to", async () => {
  const drive = await makeDrive(w);
  const { Plan: plan = "" } = await makePages(w, drive, [{ title: "Plan", type: "DOCUMENT", content: "Sow in March" }]);
  await comment(w.as("olivia"), plan, "Too early?", { kind: "quote", quote: "March" });
  const id = await start({ driveId: drive });
  await finish(w.as("olivia"), id);
  expect(unzip(await archiveBytes(id))).toEqual(unzip((await download(token, exportOf(drive))).bytes));
  const without = await start({ driveId: drive, comments: false });
  await finish(w.as("olivia"), without);
  expect(Object.keys(unzip(await archiveBytes(without)))).toEqual(["Plan.md", "octavo.json"]);
});

test("exports a page with the descendants that the caller can view", async () => {
  const ids = await makePages(w, w.drive, [
    { title: "Open", type: "DOCUMENT", children: [{ title: "Secret", type: "DOCUMENT", content: "SECRET" }] },
    { title: "Beside", type: "DOCUMENT" },
  ]);
  await grant(ids["Secret"] ?? "", w.ids.vera, 0);
  const place = { driveId: w.drive, pageId: ids["Open"] ?? "" };
  expect((await begin(w.as("oscar"), place)).status).toBe(404);
  expect((await begin(w.as("olivia"), { ...place, driveId: await makeDrive(w) })).status).toBe(404);
  expect((await begin((await w.token("olivia", { readOnly: true })).client, place)).status).toBe(403);
  const id = await start(place, "vera");
  expect(await finish(w.as("vera"), id)).toMatchObject({ state: "done", name: "Open.zip", pages: 1, skipped: 0 });
  expect(Object.keys(unzip(await archiveBytes(id, w.session("vera"))))).toEqual(["Open.md", "octavo.json"]);
});

test("leaves out and reports pages whose access is revoked during the export, and sends nothing when all access is lost", async () => {
  const ids = await makePages(w, w.drive, [
    { title: "Kept", type: "DOCUMENT", content: "kept" },
    { title: "Taken", type: "DOCUMENT", content: "SECRET", children: [{ title: "Inner", type: "DOCUMENT" }] },
  ]);
  const id = await start({ driveId: w.drive }, "vera");
  await runUntil(id, (phase) => phase === "write");
  await grant(ids["Taken"] ?? "", w.ids.vera, 0);
  expect(await finish(w.as("vera"), id)).toMatchObject({ state: "done", skipped: 2 });
  const files = unzip(await archiveBytes(id, w.session("vera")));
  expect([files["Kept.md"], files["Taken.md"], files["Taken/Inner.md"]]).toEqual(["kept", undefined, undefined]);
  expect(JSON.stringify(files)).not.toMatch(/SECRET|Taken/);
  const reason = "You no longer have access to it, or it was trashed or deleted.";
  expect(await notesOf(w.as("vera"), id)).toEqual([
    { kind: "skipped", path: "Taken.md", reason },
    { kind: "skipped", path: "Taken/Inner.md", reason },
  ]);

  const second = await start({ driveId: w.drive }, "vera");
  await runUntil(second, (phase) => phase === "finish");
  await d1`delete from drive_members where user_id = ${w.ids.vera}`.run();
  expect(await finish(w.as("vera"), second)).toMatchObject({ state: "failed", stage: "ended", expiresAt: null });
  // Earlier exports are no longer accessible either.
  expect((await download(w.session("vera"), archive(id))).status).toBe(404);
  expect((await env.FILES.list({ prefix: `exports/${second}` })).objects).toEqual([]);
});

test("serves the archive only to its requester, whole or by range, and only when it is complete", async () => {
  const id = await start({ driveId: w.drive });
  expect((await download(token, archive(id))).status).toBe(404);
  await finish(w.as("olivia"), id);
  for (const person of ["adam", "edna", "oscar"] as const)
    expect((await download(w.session(person), archive(id))).status).toBe(404);
  expect((await download((await w.token("olivia", { drives: [await makeDrive(w)] })).raw, archive(id))).status).toBe(
    404,
  );
  const whole = await archiveBytes(id);
  const stretch = await ask(token, archive(id), { Range: "bytes=10-29" });
  expect([stretch.status, stretch.headers.get("Content-Range")]).toEqual([206, `bytes 10-29/${whole.length}`]);
  expect(new Uint8Array(await stretch.arrayBuffer())).toEqual(whole.subarray(10, 30));
  const beyond = await ask(token, archive(id), { Range: `bytes=${whole.length}-` });
  await beyond.body?.cancel();
  expect(beyond.status).toBe(416);
});

/** Runs a step that crashes between the bucket's answer and the commit. */
async function crashBehindPart(id: string): Promise<void> {
  const { step } = await rowOf(id);
  const own = deps();
  const resumeParts: typeof own.files.resumeParts = (key, uploadId) => {
    const parts = own.files.resumeParts(key, uploadId);
    return {
      ...parts,
      async write(number, bytes) {
        await parts.write(number, bytes);
        throw new Error("The isolate has ended.");
      },
    };
  };
  await expect(runStep({ ...own, files: { ...own.files, resumeParts } }, id, step)).rejects.toThrow("isolate");
}

nightly(
  "uploads each part once when a step is lost or delivered twice, with large files and equal part sizes",
  async () => {
    const drive = await makeDrive(w);
    // Pictures, which are not compressed: they fill more than one part, with a remainder.
    const contents = [8_400_000, 50_000].map((length, seed) => {
      const bytes = randomBytes(length, seed);
      bytes.set([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]);
      return bytes;
    });
    for (const [i, bytes] of contents.entries()) await put(bytes, `${i}.png`, { driveId: drive });
    const id = await start({ driveId: drive });
    await runUntil(id, (phase) => phase === "write");
    await crashBehindPart(id);
    await Promise.all([nextStep(id), nextStep(id)]);
    expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 2, files: 2, skipped: 0 });
    const files = unzipSync(await archiveBytes(id));
    for (const [i, bytes] of contents.entries())
      expect(Buffer.from(files[`${i}.png`] ?? []).equals(Buffer.from(bytes))).toBe(true);
  },
);

test("deletes everything of a cancelled export, and pauses an export when its session ends", async () => {
  const drive = await fullDrive();
  const id = await start({ driveId: drive });
  await runUntil(id, (phase) => phase === "finish");
  expect((await w.as("edna").delete(`/api/transfers/${id}`)).status).toBe(404);
  expect((await w.as("olivia").delete(`/api/transfers/${id}`)).body).toMatchObject({ state: "cancelled" });
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "cancelled", stage: "ended" });
  expect((await env.FILES.list({ prefix: `stage/${id}` })).objects).toEqual([]);
  expect([await leftIn("export_entries", id), (await download(token, archive(id))).status]).toEqual([0, 404]);

  const { client } = await w.token("olivia");
  const waiting = (await begin(client, { driveId: drive })).body.id;
  await runUntil(waiting, (phase) => phase === "write");
  await d1`update mcp_tokens set revoked_at = 1 where user_id = ${w.ids.olivia}`.run();
  expect(await finish(w.as("olivia"), waiting)).toMatchObject({ state: "paused", stage: "writing" });
  await w.as("olivia").post(`/api/transfers/${waiting}/resume`);
  expect(await finish(w.as("olivia"), waiting)).toMatchObject({ state: "done", pages: 9 });
});

test("keeps up to three exports, and deletes an export from the bucket on request or after a week", async () => {
  const client = w.as("olivia");
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await begin(client, { driveId: w.drive })).body.id);
  expect((await begin(client, { driveId: w.drive })).body).toMatchObject({ code: "conflict" });
  const [first = "", second = "", third = ""] = ids;
  for (const id of ids) await finish(client, id);
  expect((await begin(client, { driveId: w.drive })).status).toBe(409);
  const stored = async (): Promise<number> =>
    (await Promise.all(ids.map((id) => env.FILES.head(`exports/${id}`)))).filter((object) => object !== null).length;
  expect((await client.delete<Transfer>(`/api/transfers/${first}`)).body).toMatchObject({
    state: "done",
    expiresAt: null,
  });
  expect((await download(token, archive(first))).status).toBe(404);
  await removeExpiredArchives(deps());
  expect(await stored()).toBe(2);
  expect((await client.delete(`/api/transfers/${first}`)).status).toBe(409);

  await removeExpiredArchives(deps(Date.now() + 6.9 * DAY));
  expect([await stored(), (await download(token, archive(second))).status]).toEqual([2, 200]);
  await removeExpiredArchives(deps(Date.now() + 7.1 * DAY));
  expect([await stored(), (await download(token, archive(second))).status]).toEqual([0, 404]);
  expect((await begin(client, { driveId: w.drive })).status).toBe(201);

  // Purging a drive deletes its rows; its archives are removed later.
  await env.FILES.put(`exports/${third}`, "left over");
  await removeStaleArchives(deps(Date.now() + 7.9 * DAY));
  expect(await stored()).toBe(1);
  await removeStaleArchives(deps(Date.now() + 8.1 * DAY));
  expect(await stored()).toBe(0);
});
