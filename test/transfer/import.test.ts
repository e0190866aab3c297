/** Imports: exact round trips of exports, permissions, limits, and atomicity. */
import { EVERYTHING, unpackRights } from "../../src/kernel/rights.ts";
import { beforeAll, expect, test } from "vitest";
import { unzip, zip } from "./archives.ts";
import { download, exportOf, makePages, upload, type Made } from "./client.ts";
import { world, type World, makeDrive, addMember } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

/** Real Markdown files. */
const READMES = Object.values(
  import.meta.glob<string>(
    [
      "../node_modules/fflate/README.md",
      "../node_modules/hono/README.md",
      "../node_modules/yjs/README.md",
      "../node_modules/zod/README.md",
      "../node_modules/papaparse/README.md",
    ],
    { query: "?raw", import: "default", eager: true },
  ),
);

let w: World;
beforeAll(async () => {
  w = await world();
});

const exported = async (driveId: string): Promise<Uint8Array> =>
  (await download(w.session("olivia"), exportOf(driveId))).bytes;

const patch = (id: string | undefined, content: string): Promise<unknown> =>
  w.as("olivia").patch(`/api/pages/${id}`, { content });

test("imports an exported drive with all page types unchanged, and exports the same bytes again", async () => {
  const drive = await makeDrive(w);
  const hostile = [
    "\ufeffmark",
    "trailing  \n\n\n",
    'a,"never closed\nb',
    "[Plan](Plan.md) [Plan](./Plan.md) ![Plan](Plan.md) [[Plan]]",
    "---\ntitle: Other\n---\n# Heading",
    " ",
  ];
  const structure: Made[] = [
    {
      title: "Readme?",
      type: "DOCUMENT",
      content: READMES[0] ?? "",
      children: READMES.map((content, i) => ({ title: `readme${i % 2 ? "" : "?"}`, type: "DOCUMENT", content })),
    },
    {
      title: "Plan",
      type: "DOCUMENT",
      content: "",
      children: [
        { title: "Empty", type: "FOLDER" },
        { title: "Told", type: "FOLDER", content: "About", children: [{ title: "x", type: "CODE", content: "x" }] },
      ],
    },
    {
      title: "main.py",
      type: "CODE",
      content: "print(1)",
      children: [
        {
          title: "Dockerfile",
          type: "CODE",
          content: "FROM x",
          children: [{ title: ".env", type: "CODE", content: "A=1" }],
        },
      ],
    },
    { title: "Site.html", type: "CANVAS", content: "<p>é</p>\n" },
    { title: "Budget", type: "SHEET", content: '1,=A1*2\n"a ""b""",' },
    { title: "Budget", type: "TASK_LIST", content: "- [ ] one !high\n  - [x] two" },
    { title: "General", type: "CHANNEL", content: "Talk" },
    { title: "Bot", type: "AI_CHAT", content: "" },
    { title: "../../CON:", type: "DOCUMENT", content: "x" },
    ...hostile.map((content, i) => ({ title: `hostile ${i}`, type: i === 2 ? "SHEET" : "DOCUMENT", content })),
  ];
  const ids = await makePages(w, drive, structure);
  const names = ["Plan", "Budget", "Dockerfile", "Empty", "../../CON:", ".env"];
  const mentions = names.map((name) => `@[${name}](page:${ids[name]})`).join(" ");
  await patch(
    ids["Plan"],
    `${mentions}\n\n> quoted ${mentions}\n\n\`${mentions}\` @[Olivia](user:${w.ids.olivia}) @[gone](page:none)`,
  );
  await patch(ids["x"], mentions);
  const first = await exported(drive);

  const copy = await makeDrive(w);
  const { status, body } = await upload(w.session("olivia"), copy, first);
  expect([status, body.skipped, body.changed]).toEqual([201, [], []]);
  const second = await exported(copy);
  expect(unzip(second)).toEqual(unzip(first));
  expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true);

  // Not only the files match but also the pages, with mentions pointing to the copies.
  const of = async (driveId: string) => {
    const { results } =
      await d1`select p.title, p.type, o.title as parent, c.content from pages p left join pages o on o.id = p.parent_id
      left join page_contents c on c.page_id = p.id where p.drive_id = ${driveId} order by p.title, p.type, c.content`.all<{
        title: string;
        content: string | null;
      }>();
    return results.map((row) => ({ ...row, content: (row.content ?? "").replace(/page:[0-9a-f-]{36}/g, "page:ID") }));
  };
  // A link identical to one that an export writes becomes a mention.
  const expected = (await of(drive)).map((row) => ({
    ...row,
    content: row.content.replace(/^\[Plan\]\(Plan\.md\)/, "@[Plan](page:ID)"),
  }));
  expect(await of(copy)).toEqual(expected);
  const targets =
    await d1`select count(distinct m.target_id) as n from mentions m join pages p on p.id = m.page_id join pages t on t.id = m.target_id where p.drive_id = ${copy} and t.drive_id = ${copy}`.first(
      "n",
    );
  expect(targets).toBe(names.length);
});

test("imports pages at the end of a parent page, and lists the created pages", async () => {
  const drive = await makeDrive(w);
  const { Here: parentId = "" } = await makePages(w, drive, [
    { title: "Here", type: "FOLDER", children: [{ title: "before", type: "DOCUMENT" }] },
  ]);
  const archive = zip({ "a.md": "see [b](dir/b.csv)", "dir/b.csv": '1,"two\nlines"', "empty.png": "" });
  const { status, body } = await upload(w.session("olivia"), drive, archive, `?parentId=${parentId}`);
  expect([status, body]).toEqual([
    201,
    {
      success: true,
      createdPages: 3,
      rootPages: [
        { id: expect.any(String), title: "a", type: "DOCUMENT", path: "a.md" },
        { id: expect.any(String), title: "dir", type: "FOLDER", path: "dir/" },
      ],
      skipped: [{ path: "empty.png", reason: "It is empty." }],
      changed: [{ path: "dir/b.csv", reason: "Line breaks in its fields became spaces." }],
      stats: { files: 2, byType: { DOCUMENT: 1, FOLDER: 1, SHEET: 1 }, maxDepth: 2, links: 1 },
    },
  ]);
  const { body: children } = await w.as("olivia").get(`/api/pages/${parentId}/children`);
  expect(children.map(({ title }: { title: string }) => title)).toEqual(["before", "a", "dir"]);
  const [{ id: pageOfB }] = (await w.as("olivia").get(`/api/pages/${body.rootPages[1]?.id}/children`)).body;
  const { body: page } = await w.as("olivia").get(`/api/pages/${body.rootPages[0]?.id}`);
  expect(page.content).toBe(`see @[b](page:${pageOfB})`);
  expect(
    (await w.as("olivia").get(`/api/pages/${pageOfB}`)).body.backlinks.map(({ title }: { title: string }) => title),
  ).toEqual(["a"]);
  expect((await w.as("olivia").get(`/api/drives/${drive}`)).body.pageCount).toBe(5);
});

test("sends no mention notifications for an import", async () => {
  const count = async () => (await w.as("edna").get("/api/notifications?countOnly=true")).body;
  const before = await count();
  const { status } = await upload(w.session("olivia"), w.drive, zip({ "a.md": `@[Edna](user:${w.ids.edna})` }));
  expect([status, await count()]).toEqual([201, before]);
});

const pagesIn = (driveId: string) => d1`select count(*) as n from pages where drive_id = ${driveId}`.first("n");

test.each<[string, () => Uint8Array, number, string]>([
  ["unreadable content", () => new TextEncoder().encode("hello"), 400, "invalid_content"],
  ["no convertible entry", () => zip({ "a.png": "" }), 400, "invalid_content"],
  [
    "too many pages",
    () => zip(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}.md`, "x"]))),
    413,
    "payload_too_large",
  ],
  [
    "too much text",
    () => zip(Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`${i}.md`, "some text ".repeat(99_000)]))),
    413,
    "payload_too_large",
  ],
])("rejects an archive with %s and creates nothing", async (_, make, status, code) => {
  const drive = await makeDrive(w);
  const reply = await upload(w.session("olivia"), drive, make());
  expect([reply.status, reply.body.code, await pagesIn(drive)]).toEqual([status, code, 0]);
});

nightly("imports and exports 2,000 pages with about 16 MB of text unchanged", async () => {
  const drive = await makeDrive(w);
  // Characters of three bytes, which need the most memory during processing.
  const text = '語"\n'.repeat(1_500);
  const archive = zip(
    Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`${String(i).padStart(4, "0")}.md`, `${i}${text}`])),
    { level: 1 },
  );
  const { status, body } = await upload(w.session("olivia"), drive, archive);
  expect([status, body.createdPages, await pagesIn(drive)]).toEqual([201, 2_000, 2_000]);
  const files = unzip(await exported(drive));
  expect(files["1999.md"]).toBe(`1999${text}`);
});

test("imports a text that exceeds the size of one database parameter", async () => {
  const drive = await makeDrive(w);
  const text = '"\\'.repeat(499_000);
  const { status, body } = await upload(w.session("olivia"), drive, zip({ "a.md": text }));
  const { body: page } = await w.as("olivia").get(`/api/pages/${body.rootPages[0]?.id}`);
  expect([status, page.content === text]).toEqual([201, true]);
});

test("rejects a missing parent, a parent in another drive and a trashed parent", async () => {
  const ids = await makePages(w, w.drive, [
    { title: "trashed", type: "FOLDER" },
    { title: "elsewhere", type: "FOLDER" },
  ]);
  await w.as("olivia").delete(`/api/pages/${ids["trashed"]}`);
  const archive = zip({ "a.md": "x" });
  const codes = [
    await upload(w.session("olivia"), w.drive, archive, "?parentId=none"),
    await upload(w.session("olivia"), await makeDrive(w), archive, `?parentId=${ids["elsewhere"]}`),
    await upload(w.session("olivia"), w.drive, archive, `?parentId=${ids["trashed"]}`),
  ].map(({ status, body }) => `${status} ${body.code}`);
  expect(codes).toEqual(Array(3).fill("400 parent_invalid"));
});

test("rejects imports by members without edit rights, read-only tokens and tokens of other drives", async () => {
  const drive = await makeDrive(w);
  const archive = zip({ "a.md": "x" });
  const reading = await w.token("olivia", { drives: [drive], readOnly: true });
  const elsewhere = await w.token("olivia", { drives: [w.drive] });
  await addMember(w, w.ids.edna, { driveId: drive, ...unpackRights(EVERYTHING) });
  const askers = [reading.raw, elsewhere.raw, w.session("edna"), w.session("oscar")];
  const statuses = await Promise.all(askers.map(async (token) => (await upload(token, drive, archive)).status));
  expect([statuses, await pagesIn(drive)]).toEqual([[403, 404, 403, 404], 0]);
});

test("runs two concurrent imports one after the other", async () => {
  const drive = await makeDrive(w);
  const archive = zip({ "a.md": "x", "b.md": "[a](a.md)" });
  const made = await Promise.all([1, 2, 3].map(() => upload(w.session("olivia"), drive, archive)));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  const { body } = await w.as("olivia").get(`/api/drives/${drive}/pages`);
  expect(body.pages.map(({ title }: { title: string }) => title).join("")).toBe("ababab");
  expect((await w.as("olivia").get(`/api/drives/${drive}`)).body.pageCount).toBe(6);
});
