/** Exports and imports of files: round trips of originals, permissions, and limits. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { unzipSync } from "fflate";
import { unzip, zip } from "./archives.ts";
import { collect, keysUnder, randomBytes, sha256, upload as send } from "../files/client.ts";
import { ask, download, exportOf, makePages, upload } from "./client.ts";
import { makePage, world, type World, makeDrive, addMember, grant } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const PNG = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 1, 2, 3,
]);
const PDF = new Uint8Array([...new TextEncoder().encode("%PDF-1.7\n"), ...randomBytes(200_000, 7)]);

const QUOTA = 10_000_000_000;

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
  await env.DB.batch([
    d1`create table jobs_seen (id text primary key not null, job text not null)`,
    d1`create trigger see_job after insert on jobs_outbox begin insert into jobs_seen (id, job) values (new.id, new.job); end`,
  ]);
});

/** The ids of those files for which a job was written. */
async function jobsFor(files: readonly { id?: string }[]): Promise<string[]> {
  const ids = new Set(files.map(({ id }) => id));
  const { results } =
    await d1`select job ->> 'fileId' as id from jobs_seen where job ->> 'kind' = 'file.process' and job ->> 'run' = 1 and job ->> 'id' = id`.all<{
      id: string;
    }>();
  return results.flatMap(({ id }) => (ids.has(id) ? [id] : []));
}

/** Compares buffers directly, because element-wise comparison of large arrays is slow. */
const areSame = (a: Uint8Array | undefined, b: Uint8Array): boolean => a !== undefined && Buffer.from(a).equals(b);

const put = async (content: Uint8Array | string, filename: string, fields: Record<string, string>) =>
  (await send(token, { content, filename, fields })).body as { id: string; pageId: string; sha256: string };

const patch = (id: string | undefined, content: Record<string, unknown>): Promise<unknown> =>
  w.as("olivia").patch(`/api/pages/${id}`, content);

const archiveOf = async (driveId: string, as = token): Promise<Uint8Array> =>
  (await download(as, exportOf(driveId))).bytes;

type Listed = { name: string; type: string; size: number; sha256: string };
type Manifest = {
  pages: {
    path: string;
    title: string;
    icon?: string;
    cover?: unknown;
    file?: Listed;
    attachments?: (Listed & { path: string })[];
  }[];
};
const manifestOf = (archive: Uint8Array): Manifest => JSON.parse(unzip(archive)["octavo.json"] ?? "") as Manifest;

/** A drive with documents, sheets, files, an attachment and links between them. */
async function fullDrive() {
  const drive = await makeDrive(w);
  const pages = await makePages(w, drive, [
    { title: "Guide", type: "DOCUMENT", children: [{ title: "Numbers", type: "SHEET", content: "1,=A1" }] },
  ]);
  const guide = pages["Guide"] ?? "";
  const picture = await put(PNG, "Bild: 1.PNG", { driveId: drive, parentId: guide });
  const report = await put(PDF, "report.pdf", { driveId: drive });
  const attached = await put("a,b\n".repeat(50_000), "data.csv", { pageId: guide });
  const twin = await put("other", "Data.csv", { pageId: guide });
  await patch(picture.pageId, { title: "A picture", icon: "📷" });
  const below = await makePage(w, { driveId: drive, parentId: report.pageId, title: "Below" });
  const text = [
    `![pic](/api/files/${picture.id}/view) and @[it](page:${picture.pageId})`,
    `> [all](/api/files/${attached.id}/view "the data") \`/api/files/${attached.id}/view\``,
    `[![x](/api/files/${picture.id}/view)](/api/files/${twin.id}/view) [gone](/api/files/gone/view)`,
  ].join("\n\n");
  await patch(guide, { content: text, icon: "📘", cover: `file:${picture.id}@20` });
  await patch(pages["Numbers"], { cover: "grid" });
  await patch(below, { content: `[up](/api/files/${report.id}/view) ![pic](/api/files/${picture.id}/view)` });
  return { drive, guide, picture, report, attached };
}

test("exports files with their bytes and names, and with working links to them", async () => {
  const { drive, attached } = await fullDrive();
  const archive = await archiveOf(drive);
  const files = unzipSync(archive);
  expect(Object.keys(files)).toEqual([
    "Guide.md",
    "Guide files/Data.csv",
    "Guide files/data 2.csv",
    "Guide/Numbers.csv",
    "Guide/Bild_ 1.PNG",
    "report.pdf",
    "report/Below.md",
    "octavo.json",
  ]);
  expect(files["Guide/Bild_ 1.PNG"]).toEqual(PNG);
  expect(areSame(files["report.pdf"], PDF)).toBe(true);
  const texts = unzip(archive);
  expect(texts["Guide files/data 2.csv"]).toBe("a,b\n".repeat(50_000));
  expect(texts["Guide.md"]).toBe(
    [
      "![pic](Guide/Bild_%201.PNG) and [it](Guide/Bild_%201.PNG)",
      `> [all](Guide%20files/data%202.csv "the data") \`/api/files/${attached.id}/view\``,
      "[![x](Guide/Bild_%201.PNG)](Guide%20files/Data.csv) [gone](/api/files/gone/view)",
    ].join("\n\n"),
  );
  expect(texts["report/Below.md"]).toBe("[up](../report.pdf) ![pic](../Guide/Bild_%201.PNG)");
  const { pages } = manifestOf(archive);
  expect(pages.map(({ icon, cover }) => [icon, cover])).toEqual([
    ["📘", { file: "Guide/Bild_ 1.PNG", position: 20 }],
    [undefined, "grid"],
    ["📷", undefined],
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(pages.map(({ path, title, file }) => [path, title, file?.name])).toEqual([
    ["Guide.md", "Guide", undefined],
    ["Guide/Numbers.csv", "Numbers", undefined],
    ["Guide/Bild_ 1.PNG", "A picture", "Bild_ 1.PNG"],
    ["report.pdf", "report.pdf", "report.pdf"],
    ["report/Below.md", "Below", undefined],
  ]);
  expect([pages[2]?.file, pages[0]?.attachments?.[1]]).toEqual([
    { name: "Bild_ 1.PNG", type: "image/png", size: PNG.length, sha256: await sha256(PNG) },
    { path: "Guide files/data 2.csv", name: "data.csv", type: "text/csv", size: 200_000, sha256: attached.sha256 },
  ]);
  // Compressible content is compressed; already compressed formats are stored.
  expect(archive.length).toBeLessThan(PDF.length + 10_000);
  expect(Buffer.from(archive).includes(PDF)).toBe(true);
});

test("imports an exported drive with files unchanged, and exports the same bytes again", async () => {
  const { drive } = await fullDrive();
  const first = await archiveOf(drive);
  const copy = await makeDrive(w);
  const { status, body } = await upload(token, copy, first);
  expect([status, body.skipped, body.changed, body.stats]).toEqual([
    201,
    [],
    [],
    { files: 5, byType: { DOCUMENT: 2, FILE: 2, SHEET: 1 }, maxDepth: 2, links: 7 },
  ]);
  const second = await archiveOf(copy);
  expect(manifestOf(second)).toEqual(manifestOf(first));
  expect(areSame(second, first)).toBe(true);

  const { results } =
    await d1`select f.id, f.role, f.filename, f.mime_type as type, f.created_by as maker, p.title, p.type as page from files f
      join pages p on p.id = f.page_id where p.drive_id = ${copy} order by f.filename`.all<Record<string, string>>();
  expect(results.map(({ id = "", ...row }) => (id === "" ? "" : Object.values(row).join(" | ")))).toEqual([
    `content | Bild_ 1.PNG | image/png | ${w.ids.olivia} | A picture | FILE`,
    `attachment | Data.csv | text/csv | ${w.ids.olivia} | Guide | DOCUMENT`,
    `attachment | data.csv | text/csv | ${w.ids.olivia} | Guide | DOCUMENT`,
    `content | report.pdf | application/pdf | ${w.ids.olivia} | report.pdf | FILE`,
  ]);
  const guide = body.rootPages[0]?.id;
  const { content } = (await w.as("olivia").get(`/api/pages/${guide}`)).body as { content: string };
  const [shown = ""] = /\/api\/files\/[^/]+\/view/.exec(content) ?? [];
  expect((await download(token, shown)).bytes).toEqual(PNG);
  // Each file is queued for processing, like an upload.
  expect(new Set(await jobsFor(results))).toEqual(new Set(results.map(({ id }) => id)));
});

test("exports a file page as the file, whole or by range", async () => {
  const { pageId } = await put(PNG, "Bild é.png", { driveId: w.drive });
  const path = `/api/pages/${pageId}/export`;
  const { status, headers, bytes } = await download(w.session("vera"), path);
  expect([status, bytes, headers.get("Content-Type"), headers.get("Content-Length")]).toEqual([
    200,
    PNG,
    "image/png",
    String(PNG.length),
  ]);
  expect(headers.get("Content-Disposition")).toBe(
    "attachment; filename=\"Bild _.png\"; filename*=UTF-8''Bild%20%C3%A9.png",
  );
  expect([headers.get("Cache-Control"), headers.get("Content-Security-Policy")]).toEqual([
    "private, no-store",
    expect.stringContaining("sandbox"),
  ]);
  expect((await download(w.session("oscar"), path)).status).toBe(404);
});

test("leaves out the files, attachments and names of pages that the caller cannot view", async () => {
  const { drive, guide, picture } = await fullDrive();
  await addMember(w, w.ids.vera, { driveId: drive });
  await grant(guide, w.ids.vera, 0);
  const archive = await archiveOf(drive, w.session("vera"));
  expect(Object.keys(unzip(archive))).toEqual(["report.pdf", "report/Below.md", "octavo.json"]);
  expect(unzip(archive)["report/Below.md"]).toBe(`[up](../report.pdf) ![pic](/api/files/${picture.id}/view)`);
  expect(unzip(archive)["octavo.json"]).not.toMatch(/Bild|data|Guide/i);
  expect((await download(w.session("vera"), `/api/pages/${picture.pageId}/export`)).status).toBe(404);

  // A user who loses access during the download receives no more files.
  const large = await makeDrive(w);
  const pages = await makePages(w, large, [{ title: "Page", type: "DOCUMENT" }]);
  for (const n of [1, 2, 3]) await put(randomBytes(9_000_000, n), `${n}.zip`, { pageId: pages["Page"] ?? "" });
  await put(PNG, "last.png", { driveId: large });
  await addMember(w, w.ids.vera, { driveId: large });
  const reader = (await ask(w.session("vera"), exportOf(large))).body?.getReader();
  const pieces: Uint8Array[] = [(await reader?.read())?.value ?? new Uint8Array()];
  expect(pieces[0]?.length).toBeLessThan(1_000_000);
  await d1`update drive_members set rights = 0 where drive_id = ${large}`.run();
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) pieces.push(piece.value);
  const sent = new Uint8Array(await new Blob(pieces.map((piece) => new Uint8Array(piece))).arrayBuffer());
  expect(Object.keys(unzipSync(sent))).toEqual(["Page.md", "Page files/1.zip", "Page files/2.zip", "octavo.json"]);
});

test("imports files as pages, shows pictures in texts, and stores identical bytes once", async () => {
  const drive = await makeDrive(w);
  const noise = randomBytes(9_000_000, 99);
  const archive = zip({
    "Trip.md": "![a](Trip/one.png) ![[two.png]] [deck](Trip/deck.pptx)",
    "Trip/one.png": PNG,
    "Trip/two.png": PNG,
    "Trip/deck.pptx": [noise, { level: 0 }],
    "page.md.png": "<!doctype html><script>1</script>",
  });
  const { status, body } = await upload(token, drive, archive);
  expect([status, body.skipped, body.stats.byType]).toEqual([201, [], { DOCUMENT: 1, FILE: 4 }]);
  const { results } =
    await d1`select f.id, f.page_id, f.filename, f.mime_type, b.generation, b.sha256, b.staged from files f join pages p on p.id = f.page_id
      join blobs b on b.generation = f.generation where p.drive_id = ${drive} order by f.filename`.all<
      Record<string, string>
    >();
  const [deck, one, page, two] = results;
  expect([deck?.["filename"], one?.["filename"], page?.["mime_type"], two?.["filename"]]).toEqual([
    "deck.pptx",
    "one.png",
    "text/plain",
    "two.png",
  ]);
  expect([one?.["generation"], deck?.["staged"]]).toEqual([two?.["generation"], 0]);
  expect(await keysUnder(`sha256/${await sha256(PNG)}/`)).toContain(
    `sha256/${await sha256(PNG)}/${one?.["generation"]}`,
  );
  const { content } = (await w.as("olivia").get(`/api/pages/${body.rootPages[1]?.id}`)).body as { content: string };
  expect(content).toBe(
    `![a](/api/files/${one?.["id"]}/view) ![two.png](/api/files/${two?.["id"]}/view) @[deck](page:${deck?.["page_id"]})`,
  );
  expect(areSame((await download(token, `/api/files/${deck?.["id"]}/download`)).bytes, noise)).toBe(true);
});

const rowsIn = async (drive: string): Promise<unknown[]> => [
  await d1`select count(*) as n from pages where drive_id = ${drive}`.first("n"),
  await d1`select count(*) as n from files f join pages p on p.id = f.page_id where p.drive_id = ${drive}`.first("n"),
];

test("leaves out files beyond the storage quota with a reason, and keeps their links unchanged", async () => {
  const drive = await makeDrive(w);
  await addMember(w, w.ids.adam, { driveId: drive, role: "admin" });
  const setUsage = (free: number): Promise<unknown> =>
    d1`insert into storage_usage (user_id, bytes, files) values (${w.ids.adam}, ${QUOTA - free}, 1) on conflict (user_id) do update set bytes = excluded.bytes`.run();
  await setUsage(100);
  const archive = zip({
    "a.md": "![a](a.png) ![b](b.png) ![c](c.png)",
    "a.png": PNG,
    "b.png": randomBytes(80, 3),
    "c.png": randomBytes(60, 4),
  });
  const { status, body } = await upload(w.session("adam"), drive, archive);
  expect([status, body.skipped]).toEqual([
    201,
    [{ path: "b.png", reason: "There is not enough space left in your storage for it." }],
  ]);
  expect(await rowsIn(drive)).toEqual([3, 2]);
  const { content } = (await w.as("adam").get(`/api/pages/${body.rootPages[0]?.id}`)).body as { content: string };
  expect(content).toMatch(/^!\[a\]\(\/api\/files\/.+\/view\) !\[b\]\(b\.png\) !\[c\]\(\/api\/files\/.+\/view\)$/);
  expect(await d1`select bytes from storage_usage where user_id = ${w.ids.adam}`.first("bytes")).toBe(
    QUOTA - 100 + PNG.length + 60,
  );
  const full = await upload(w.session("adam"), drive, zip({ "b.png": randomBytes(80, 3) }));
  expect([full.status, full.body.code, await rowsIn(drive)]).toEqual([400, "invalid_content", [3, 2]]);
});

test("imports 500 files, and queues each for text extraction", async () => {
  const drive = await makeDrive(w);
  const files = Object.fromEntries(Array.from({ length: 502 }, (_, i) => [`${String(i).padStart(3, "0")}.png`, PNG]));
  const { status, body } = await upload(token, drive, zip(files));
  const reason = "One import can store at most 500 files.";
  expect([status, body.skipped]).toEqual([
    201,
    [
      { path: "500.png", reason },
      { path: "501.png", reason },
    ],
  ]);
  expect(await rowsIn(drive)).toEqual([500, 500]);
  const { results } =
    await d1`select f.id from files f join pages p on p.id = f.page_id where p.drive_id = ${drive}`.all<{
      id: string;
    }>();
  expect(new Set(await jobsFor(results)).size).toBe(500);
});

test("reports a modified archive, and its missing and damaged files", async () => {
  const { drive } = await fullDrive();
  const { "report.pdf": _, "Guide/Bild_ 1.PNG": __, ...files } = unzipSync(await archiveOf(drive));
  const damaged = zip({ ...files, "Guide/Bild_ 1.PNG": [PNG.toReversed(), { level: 0 }] });
  const copy = await makeDrive(w);
  const { status, body } = await upload(token, copy, damaged);
  expect([status, body.skipped, body.changed]).toEqual([
    201,
    [{ path: "report.pdf", reason: "It is missing from the archive." }],
    [
      { path: "Guide/Bild_ 1.PNG", reason: "It is not the file that was exported." },
      { path: "Guide.md", reason: "Its cover is missing from the archive, or is not an image." },
    ],
  ]);
  // Children of the missing page take its place.
  expect(body.rootPages.map(({ title }) => title)).toEqual(["Guide", "Below"]);
});

test("exports the remaining files when stored bytes are lost, and reports the missing ones", async () => {
  const drive = await makeDrive(w);
  const lost = randomBytes(3_000, 77);
  await put(lost, "lost.bin", { driveId: drive });
  await put(PNG, "kept.png", { driveId: drive });
  await env.FILES.delete(await keysUnder(`sha256/${await sha256(lost)}/`));
  const archive = await archiveOf(drive);
  expect(Object.keys(unzipSync(archive))).toEqual(["kept.png", "octavo.json"]);
  expect(manifestOf(archive).pages.map(({ path, file }) => [path, file?.size])).toEqual([
    ["lost.bin", 3_000],
    ["kept.png", PNG.length],
  ]);
  const { body } = await upload(token, await makeDrive(w), archive);
  expect([body.createdPages, body.skipped]).toEqual([
    1,
    [{ path: "lost.bin", reason: "It is missing from the archive." }],
  ]);
});

test("deletes the files of a failed import a day later", async () => {
  const drive = await makeDrive(w);
  const bytes = randomBytes(5_000, 42);
  const prefix = `sha256/${await sha256(bytes)}/`;
  // The database fails while recording the files, so the outcome is unknown.
  await d1`create trigger fail before insert on files begin select raise(abort, 'full'); end`.run();
  const { status } = await upload(token, drive, zip({ "a.bin": bytes }));
  await d1`drop trigger fail`.run();
  expect(status).toBeGreaterThanOrEqual(500);
  expect([await rowsIn(drive), (await keysUnder(prefix)).length]).toEqual([[0, 0], 1]);
  await collect(Date.now() + 2 * 86_400_000);
  expect(await keysUnder(prefix)).toEqual([]);
});
