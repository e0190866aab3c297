/** Background imports: read from the bucket in ranges, safe to repeat, and never partially visible. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { createDeps } from "../../src/composition.ts";
import { placeImported } from "../../src/features/comments/place-imported.ts";
import { list } from "../comments/requests.ts";
import { CENTRAL, patch, repeatEntry, toZip64, zip } from "./archives.ts";
import { docx, relations, wordParagraph, wordPart } from "../parser/sample-documents.ts";
import { begin, finish, nextStep, notesOf, rowOf, runUntil, uploadArchive } from "./start-import.ts";
import { deliver } from "../files/parser.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { download, exportOf, makePages } from "./client.ts";
import { entriesOf } from "../security/audit.ts";
import { world, type World, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

type Node = { id: string; title: string; type: string; parentId: string | null };
type Titles = { [title: string]: Titles };

const treeOf = async (drive: string): Promise<Node[]> =>
  (await w.as("olivia").get(`/api/drives/${drive}/pages?depth=64&treeLimit=2000`)).body.pages as Node[];
const titles = (nodes: readonly Node[], parent: string | null = null): Titles =>
  Object.fromEntries(
    nodes.filter(({ parentId }) => parentId === parent).map(({ id, title }) => [title, titles(nodes, id)]),
  );
const find = (nodes: readonly Node[], wanted: string): Node | undefined => nodes.find(({ title }) => title === wanted);

async function start(archive: Uint8Array, drive: string): Promise<string> {
  const id = await uploadArchive(w.session("olivia"), w.as("olivia"), archive, { driveId: drive });
  const { status, body } = await begin(w.as("olivia"), id);
  expect([status, body.state, body.stage]).toEqual([201, "running", "reading"]);
  return id;
}

const countIn = async (table: string, where: string, ...values: string[]): Promise<number> =>
  (await env.DB.prepare(`select count(*) as n from ${table} where ${where}`)
    .bind(...values)
    .first<number>("n")) ?? -1;

const ID = "0123456789abcdef0123456789abcdef";
const PICTURE = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, ...new Uint8Array(64)]);

/** A Notion-style export: nested archives, ids in names, and a table twice with its rows as pages. */
const notion = (): Uint8Array =>
  zip({
    "Export-1-Part-1.zip": zip({
      [`Plan ${ID}.md`]: `# Plan\n\n[Row](Tasks%20${ID}/Row%20one%20${ID}.md) ![Pic](Plan%20${ID}/pic.png)\n`,
      [`Plan ${ID}/pic.png`]: PICTURE,
      [`Tasks ${ID}.csv`]: "Name\nRow one\n",
      [`Tasks ${ID}_all.csv`]: 'Name,Note\nRow one,"a\nb"\n',
    }),
    "Export-1-Part-2.zip": [
      zip({ [`Tasks ${ID}/Row one ${ID}.md`]: `# Row one\n\n[Plan](../Plan%20${ID}.md)\n` }),
      { level: 0 },
    ],
  });

test("imports a Notion export with all parts, IDs in names, database rows, links and files, and publishes it at once", async () => {
  const drive = await makeDrive(w);
  const id = await start(notion(), drive);
  const done = await finish(w.as("olivia"), id);
  expect(done).toMatchObject({ state: "done", stage: "ended", pages: 4, files: 1, links: 3, skipped: 1, changed: 1 });
  const tree = await treeOf(drive);
  expect(titles(tree)).toEqual({ Plan: { "pic.png": {} }, Tasks: { "Row one": {} } });
  const [plan, row, tasks] = [find(tree, "Plan"), find(tree, "Row one"), find(tree, "Tasks")];
  const textOf = async (node: Node | undefined): Promise<string> =>
    (await w.as("olivia").get(`/api/pages/${node?.id}`)).body.content as string;
  expect(await textOf(plan)).toMatch(
    new RegExp(`^# Plan\\n\\n@\\[Row\\]\\(page:${row?.id}\\) !\\[Pic\\]\\(/api/files/[^/]+/view\\)\\n$`),
  );
  expect(await textOf(row)).toBe(`---\nNote: "a\\nb"\n---\n# Row one\n\n@[Plan](page:${plan?.id})\n`);
  expect([tasks?.type, await textOf(tasks)]).toEqual([
    "FOLDER",
    "---\nproperties:\n  Note: text\n---\n\n```view\nname: Table\nas: table\ncolumns: Title, Note\n```\n",
  ]);
  expect(await d1`select key, value from page_values where page_id = ${row?.id ?? ""}`.first()).toEqual({
    key: "note",
    value: "a b",
  });
  expect((await notesOf(w.as("olivia"), id)).map(({ kind, path }) => [kind, path])).toEqual([
    ["skipped", `Tasks ${ID}.csv`],
    ["changed", `Tasks ${ID}_all.csv`],
  ]);
  const [entry] = await entriesOf("drive.import", ({ userId }) => userId === w.ids.olivia);
  expect([entry?.entry.d, entry?.userId]).toEqual([{ pages: 4, files: 1 }, w.ids.olivia]);
  // No working data is left, and the drive's counters are correct.
  expect(await countIn("transfer_entries", "transfer_id = ?", id)).toBe(0);
  expect((await env.FILES.list({ prefix: `stage/${id}` })).objects).toEqual([]);
  expect(await d1`select page_count, total_pages from drives where id = ${drive}`.first()).toEqual({
    page_count: 4,
    total_pages: 4,
  });
});

test("imports an archive with databases as sheets if it is too large to be read as a whole", async () => {
  const drive = await makeDrive(w);
  const pages = Array.from({ length: 2_001 }, (_, n) => [`Notes/${n}.md`, "x"] as const);
  const id = await start(zip({ [`Tasks ${ID}.csv`]: "Name,Status\nOne,Done\n", ...Object.fromEntries(pages) }), drive);
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 2_003 });
  const [note] = await notesOf(w.as("olivia"), id);
  expect(note).toMatchObject({ kind: "changed", reason: expect.stringContaining("too large to import its databases") });
  expect(await d1`select type from pages where drive_id = ${drive} and title = 'Tasks'`.first("type")).toBe("SHEET");
});

test("reads the property types of a vault, which are in a hidden file", async () => {
  const drive = await makeDrive(w);
  const archive = zip({
    "Vault/.obsidian/types.json": '{"types":{"due":"date"}}',
    "Vault/.obsidian/app.json": "{}",
    "Vault/A.md": '---\ndue: 2026-03-01\nof: "[[B]]"\n---\n',
    "Vault/B.md": "---\ndue: soon\n---\n",
  });
  const id = await start(archive, drive);
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 3, links: 1, skipped: 1, changed: 1 });
  const tree = await treeOf(drive);
  const contentOf = async (title: string): Promise<unknown> =>
    (await w.as("olivia").get(`/api/pages/${find(tree, title)?.id}`)).body.content;
  expect(await contentOf("Vault")).toBe("---\nproperties:\n  due: date\n  of: page\n---\n");
  expect(await contentOf("A")).toBe(`---\ndue: 2026-03-01\nof: "[B](page:${find(tree, "B")?.id})"\n---\n`);
  expect(await notesOf(w.as("olivia"), id)).toEqual([
    { kind: "skipped", path: "Vault/.obsidian/app.json", reason: "Hidden files are not imported." },
    { kind: "changed", path: "Vault/B.md", reason: "due: “soon” is not a date, kept as text" },
  ]);
});

test("shows no page of an import before it completes, and applies a repeated step once", async () => {
  const drive = await makeDrive(w);
  const id = await start(zip({ "A.md": "alpha", "A/B.md": "beta", "A/C/D.md": "delta" }), drive);
  await runUntil(id, (phase) => phase === "publish");
  expect(await countIn("pages", "drive_id = ?", drive)).toBe(5);
  expect(await treeOf(drive)).toEqual([]);
  expect((await w.as("olivia").get(`/api/drives/${drive}/trash`)).body.pages).toEqual([]);
  const hidden = await d1`select id from pages where drive_id = ${drive} and title = 'B'`.first<string>("id");
  expect((await w.as("olivia").patch(`/api/pages/${hidden}`, { content: "x" })).status).not.toBe(200);
  await Promise.all([nextStep(id), nextStep(id), nextStep(id)]);
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 4 });
  expect(titles(await treeOf(drive))).toEqual({ A: { B: {}, C: { D: {} } } });
});

test("deletes everything of an import that is cancelled or whose user loses access", async () => {
  const drive = await makeDrive(w);
  const archive = zip({ "A.md": "alpha", "A/pic.png": PICTURE });
  const cancelled = await start(archive, drive);
  await runUntil(cancelled, (phase) => phase === "publish");
  expect((await w.as("olivia").delete(`/api/transfers/${cancelled}`)).body).toMatchObject({ state: "cancelled" });
  expect(await finish(w.as("olivia"), cancelled)).toMatchObject({ state: "cancelled", stage: "ended" });
  expect(await countIn("pages", "drive_id = ?", drive)).toBe(0);
  expect(
    await countIn(
      "files",
      "created_by = ? and filename = 'pic.png' and page_id not in (select id from pages)",
      w.ids.olivia,
    ),
  ).toBe(0);

  const id = await uploadArchive(w.session("adam"), w.as("adam"), archive, { driveId: w.drive });
  expect((await begin(w.as("adam"), id)).status).toBe(201);
  await runUntil(id, (phase) => phase === "publish");
  const before = await countIn("pages", "drive_id = ?", w.drive);
  await d1`delete from drive_members where user_id = ${w.ids.adam}`.run();
  await runUntil(id, () => false);
  expect(await rowOf(id)).toMatchObject({ state: "failed", phase: "ended" });
  expect(await countIn("pages", "drive_id = ?", w.drive)).toBe(before - 3);
});

test("pauses an import when its session ends, and resumes it on request", async () => {
  const drive = await makeDrive(w);
  const { raw, client } = await w.token("olivia");
  const id = await uploadArchive(raw, client, zip({ "A.md": "alpha" }), { driveId: drive });
  await begin(client, id);
  await d1`update mcp_tokens set revoked_at = 1 where user_id = ${w.ids.olivia}`.run();
  await runUntil(id, () => false);
  expect((await w.as("olivia").get(`/api/transfers/${id}`)).body).toMatchObject({ state: "paused", stage: "reading" });
  expect((await w.as("olivia").post(`/api/transfers/${id}/resume`)).body).toMatchObject({ state: "running" });
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 1 });
});

const lying = (): Uint8Array =>
  patch(zip({ "a.md": "x".repeat(2_000) }), CENTRAL, "a.md", (view, at) => view.setUint32(at + 24, 10, true));

test.each<[string, () => Uint8Array, string]>([
  ["invalid bytes", () => new Uint8Array(100), "not a zip archive"],
  ["entries that share bytes", () => repeatEntry(zip({ "000.md": "x".repeat(500) }), "000.md", 3), "overlap"],
  ["a zip bomb", () => zip({ "a.bin": new Uint8Array(12_000_000) }), "times its size"],
  ["damaged entries only", lying, "Nothing in the archive"],
  ["entries outside the archive only", () => zip({ "../a.md": "x", "/b.md": "x" }), "Nothing in the archive"],
])("an archive of %s fails with its reason and creates nothing", async (_, make, reason) => {
  const drive = await makeDrive(w);
  const id = await start(make(), drive);
  const failed = await finish(w.as("olivia"), id);
  expect(failed).toMatchObject({ state: "failed", stage: "ended" });
  expect(failed.reason).toContain(reason);
  expect(await countIn("pages", "drive_id = ?", drive)).toBe(0);
});

test("skips and reports damaged, encrypted and duplicate entries, and imports the rest", async () => {
  const drive = await makeDrive(w);
  const files = {
    "ok.md": "fine",
    "bad.md": "x".repeat(900),
    "bad/in.md": "below",
    "secret.md": "s",
    ".hidden/a.md": "h",
  };
  const damaged = patch(zip(files), CENTRAL, "bad.md", (view, at) => view.setUint32(at + 16, 1, true));
  const archive = patch(damaged, CENTRAL, "secret.md", (view, at) => view.setUint16(at + 8, 1, true));
  const id = await start(archive, drive);
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 3, skipped: 3 });
  expect(titles(await treeOf(drive))).toEqual({ bad: { in: {} }, ok: {} });
  expect(Object.fromEntries((await notesOf(w.as("olivia"), id)).map(({ path, reason }) => [path, reason]))).toEqual({
    "bad.md": "It is damaged.",
    "secret.md": "It is encrypted.",
    ".hidden/a.md": "Hidden files are not imported.",
  });
});

test("hides a transfer from other users, uses an upload once, and rejects an incomplete upload", async () => {
  const drive = await makeDrive(w);
  const id = await start(zip({ "A.md": "a" }), drive);
  for (const path of [`/api/transfers/${id}`, `/api/transfers/${id}/notes`])
    expect((await w.as("edna").get(path)).status).toBe(404);
  expect((await w.as("edna").delete(`/api/transfers/${id}`)).status).toBe(404);
  expect((await w.as("edna").get("/api/transfers")).body.transfers).toEqual([]);
  expect((await begin(w.as("olivia"), id)).status).toBe(200);
  expect((await begin(w.as("edna"), id)).status).toBe(404);
  await finish(w.as("olivia"), id);
  const begun = await w
    .as("olivia")
    .post("/api/uploads", { driveId: drive, purpose: "import", filename: "a.zip", size: 9 });
  expect((await begin(w.as("olivia"), begun.body.uploadId)).body).toMatchObject({ code: "incomplete" });
  expect((await w.as("olivia").post(`/api/uploads/${begun.body.uploadId}/complete`)).status).toBe(409);
});

test("imports an exported drive byte for byte, with types, attachments and links", async () => {
  const [from, to] = [await makeDrive(w), await makeDrive(w)];
  await makePages(w, from, [
    {
      title: "Talk",
      type: "CHANNEL",
      content: "",
      children: [{ title: "Jobs", type: "TASK_LIST", content: "- [ ] one" }],
    },
    { title: "Board", type: "CANVAS", content: "<p>hi</p>" },
  ]);
  const { bytes } = await download(w.session("olivia"), exportOf(from));
  const id = await start(bytes, to);
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 3, skipped: 0 });
  expect((await treeOf(to)).map(({ title, type }) => [title, type])).toEqual([
    ["Talk", "CHANNEL"],
    ["Jobs", "TASK_LIST"],
    ["Board", "CANVAS"],
  ]);
  expect((await download(w.session("olivia"), exportOf(to))).bytes).toEqual(bytes);
  expect(await countIn("pages", "drive_id = ? and trashed_at is not null", to)).toBe(0);
});

test("converts a Word file to a document, and imports below the chosen parent page", async () => {
  const drive = await makeDrive(w);
  const ids = await makePages(w, drive, [{ title: "Target", type: "FOLDER" }]);
  const body = wordParagraph("Plan", '<w:pStyle w:val="Heading1"/>') + wordParagraph("Buy seeds.");
  const comment = `<w:p><w:r><w:commentReference w:id="0"/></w:r></w:p>`;
  const archive = zip({ "Reports/Plan.docx": docx(body + comment) });
  const id = await uploadArchive(w.session("olivia"), w.as("olivia"), archive, {
    driveId: drive,
    parentId: ids["Target"] ?? "",
  });
  await begin(w.as("olivia"), id);
  await runUntil(id, (phase) => phase === "convert");
  const file =
    await d1`select f.id from files f join pages p on p.id = f.page_id where p.drive_id = ${drive}`.first<string>("id");
  expect(await deliver(file ?? "")).toBe("acknowledged");
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 2, files: 1, changed: 1 });
  expect((await w.as("olivia").get(`/api/transfers/${id}/notes`)).body.notes).toEqual([
    { kind: "changed", path: "Reports/Plan.docx", reason: "Comments left out: 1." },
  ]);
  const tree = await treeOf(drive);
  expect(titles(tree)).toEqual({ Target: { Reports: { Plan: {} } } });
  const plan = find(tree, "Plan");
  expect(plan?.type).toBe("DOCUMENT");
  expect((await w.as("olivia").get(`/api/pages/${plan?.id}`)).body.content).toMatch(/Plan\n\nBuy seeds\.$/);
  expect((await w.as("olivia").get(`/api/pages/${plan?.id}/files`)).body.files).toMatchObject([
    { filename: "Plan.docx", role: "attachment" },
  ]);
});

test("keeps the comments of a Word file on their words, with links to other files in between", async () => {
  const drive = await makeDrive(w);
  const link = `<w:hyperlink r:id="l"><w:r><w:t>seeds</w:t></w:r></w:hyperlink>`;
  const body = `<w:p><w:r><w:t xml:space="preserve">Buy </w:t></w:r>${link}<w:r><w:t xml:space="preserve"> and </w:t></w:r><w:commentRangeStart w:id="0"/><w:r><w:t>soil</w:t></w:r><w:commentRangeEnd w:id="0"/></w:p>`;
  const parts = {
    "word/_rels/document.xml.rels": relations([
      ["c", "comments", "comments.xml"],
      ["l", "hyperlink", "https://example.org/seeds", true],
    ]),
    "word/comments.xml": wordPart(
      "comments",
      `<w:comment w:id="0" w:author="Ann"><w:p><w:r><w:t>How much?</w:t></w:r></w:p></w:comment>`,
    ),
  };
  const id = await start(zip({ "Plan.docx": docx(body, parts), "Other.md": "x" }), drive);
  await runUntil(id, (phase) => phase === "convert");
  const file = await d1`select f.id from files f join pages p on p.id = f.page_id
    where p.drive_id = ${drive}`.first<string>("id");
  expect(await deliver(file ?? "")).toBe("acknowledged");
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", changed: 0 });
  const plan = find(await treeOf(drive), "Plan")?.id ?? "";
  await placeImported(createDeps(env, createExecutionContext()), [plan]);
  expect((await list(w.as("olivia"), plan)).threads).toMatchObject([
    { quote: "soil", state: "anchored", user: null, comments: [{ authorName: "Ann", content: "How much?" }] },
  ]);
});

test("reads the Zip64 fields of an archive", async () => {
  const drive = await makeDrive(w);
  const files = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`${i}.md`, `page ${i}`]));
  const id = await start(toZip64(zip(files)), drive);
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 3, skipped: 0 });
});

test("converts HTML files to documents with the original attached, and keeps a file without text as a file", async () => {
  const drive = await makeDrive(w);
  const archive = zip({
    "Guide.html":
      '<h1>Guide</h1><p>See <a href="Guide/Notes.md">notes</a>, <a href="Guide/pic.png"><img src="Guide/pic.png" alt="it"></a>.</p>',
    "Guide/pic.png": PICTURE,
    "Guide/Notes.md": "[guide](../Guide.html)",
    "Empty.html": "<p></p>",
  });
  const id = await start(archive, drive);
  await runUntil(id, (phase) => phase === "convert");
  await nextStep(id);
  expect((await rowOf(id)).phase).toBe("convert");
  const { results } =
    await d1`select f.id from files f join pages p on p.id = f.page_id where p.drive_id = ${drive}`.all<{
      id: string;
    }>();
  for (const file of results) expect(await deliver(file.id)).toBe("acknowledged");
  expect(await finish(w.as("olivia"), id)).toMatchObject({ state: "done", pages: 4, files: 3, links: 3, changed: 1 });
  const tree = await treeOf(drive);
  expect(titles(tree)).toEqual({ Empty: {}, Guide: { Notes: {}, "pic.png": {} } });
  const [guide, notes] = [find(tree, "Guide"), find(tree, "Notes")];
  expect([guide?.type, find(tree, "Empty")?.type]).toEqual(["DOCUMENT", "FILE"]);
  const { body } = await w.as("olivia").get(`/api/pages/${guide?.id}`);
  const picture = /!\[it\]\(\/api\/files\/[^/]+\/view\)/.exec(body.content as string)?.[0];
  expect(body.content).toBe(`# Guide\n\nSee @[notes](page:${notes?.id}), ${picture}.`);
  expect((await w.as("olivia").get(`/api/pages/${notes?.id}`)).body.content).toBe(`@[guide](page:${guide?.id})`);
  expect((await w.as("olivia").get(`/api/pages/${guide?.id}/files`)).body.files).toMatchObject([
    { filename: "Guide.html", role: "attachment" },
  ]);
  // An import does not notify about each file.
  expect(await countIn("notifications", "user_id = ?", w.ids.olivia)).toBe(0);
});

test("runs an import even when sending to the queue hangs", async () => {
  const archive = zip({ "One.md": "1" });
  const uploadId = await uploadArchive(w.session("olivia"), w.as("olivia"), archive, { driveId: await makeDrive(w) });
  const headers = { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" };
  const sendBatch = (): Promise<never> => new Promise(() => {});
  const { status } = await callWith(
    { JOBS: { sendBatch } },
    requestTo("/api/transfers/imports", { method: "POST", headers, body: JSON.stringify({ uploadId }) }),
  );
  expect(status).toBe(201);
  await vi.waitUntil(async () => (await rowOf(uploadId)).step > 1, { timeout: 10_000 });
  expect(await finish(w.as("olivia"), uploadId)).toMatchObject({ state: "done", pages: 1 });
});
