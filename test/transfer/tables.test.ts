/** Folders as tables: exported as CSV, and imported again as pages with properties. */
import { beforeAll, expect, test } from "vitest";
import { zip } from "./archives.ts";
import { ask, download, makePages, upload } from "./client.ts";
import { begin, finish, uploadArchive } from "./start-import.ts";
import { entriesOf } from "../security/audit.ts";
import { addMember, grant, makeDrive, world, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

let w: World;
beforeAll(async () => {
  w = await world();
});

const FOLDER =
  "---\nproperties:\n  Status:\n    - To do\n    - Done\n  Due: date\n  Tags:\n    - choices\n    - hall\n    - web\n  Budget: number, EUR\n  Twice: =Budget * 2\n  Paid: checkbox\n  Notes: text\n---\nAbout\n";
const ROWS = {
  "Book the hall":
    '---\nStatus: To do\nDue: 2026-03-05T14:30/2026-03-06\nTags: [hall, web]\nBudget: 1200.5\nNotes: "=SUM(A1), \\"x\\""\nOther: y\n---\nText\n',
  "-Draft": "---\nStatus: Done\nPaid: true\nTags: [web]\nNotes: two\n---\n",
  "No properties": "Text\n",
} as const;

const CSV = [
  "Title,Status,Due,Tags,Budget,Twice,Paid,Notes",
  'Book the hall,To do,2026-03-05 14:30 → 2026-03-06,"hall, web",1200.5,2401,No,"\'=SUM(A1), ""x"""',
  "'-Draft,Done,,web,,0,Yes,two",
  "No properties,,,,,0,No,",
  "",
].join("\n");

async function makeFolder(): Promise<{ drive: string; ids: Record<string, string> }> {
  const drive = await makeDrive(w);
  const children = Object.entries(ROWS).map(([title, content]) => ({
    title,
    type: "DOCUMENT",
    content,
    children: [{ title: `below ${title}`, type: "DOCUMENT", content: "" }],
  }));
  return { drive, ids: await makePages(w, drive, [{ title: "Plan", type: "FOLDER", content: FOLDER, children }]) };
}

const contentsOf = async (drive: string): Promise<Record<string, string>> => {
  const { results } =
    await d1`select title, content from pages join page_contents on page_id = id where drive_id = ${drive}`.all<{
      title: string;
      content: string;
    }>();
  return Object.fromEntries(results.map(({ title, content }) => [title, content]));
};

test("exports the pages of a folder with their properties as CSV, and records it", async () => {
  const { drive, ids } = await makeFolder();
  const path = `/api/pages/${ids["Plan"]}/export?format=table`;
  const head = await ask(w.session("olivia"), path, {}, "HEAD");
  expect([head.status, head.headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const { status, headers, bytes } = await download(w.session("olivia"), path);
  expect([status, headers.get("Content-Disposition")]).toEqual([200, expect.stringContaining("Plan.csv")]);
  expect(new TextDecoder().decode(bytes)).toBe(CSV);
  // A page that is withheld from a member is in no row, and the folder's other pages are.
  await addMember(w, w.ids.adam, { driveId: drive });
  await grant(ids["-Draft"] ?? "", w.ids.adam, 0);
  const withheld = await download(w.session("adam"), path);
  expect(new TextDecoder().decode(withheld.bytes)).toBe(CSV.replace("'-Draft,Done,,web,,0,Yes,two\n", ""));
  const entries = await entriesOf("drive.export", ({ entry }) => entry.res?.id === drive);
  expect(entries.map(({ userId, entry }) => [userId, entry.d])).toEqual([
    [w.ids.adam, { page: ids["Plan"], pages: 2 }],
    [w.ids.olivia, { page: ids["Plan"], pages: 3 }],
  ]);
});

test("exports all direct subpages however many pages are below them, and refuses too many", async () => {
  const { drive, ids } = await makeFolder();
  const path = `/api/pages/${ids["Plan"]}/export?format=table`;
  const fill = (parent: string) =>
    d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
    insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
    select ${parent} || '-' || i, ${drive}, ${parent}, 'x', 'DOCUMENT', 100 + i, ${w.ids.olivia}, 1, 1 from n`.run();
  await fill(ids["Book the hall"] ?? "");
  expect(new TextDecoder().decode((await download(w.session("olivia"), path)).bytes)).toBe(CSV);
  await fill(ids["Plan"] ?? "");
  for (const method of ["HEAD", "GET"] as const)
    expect((await ask(w.session("olivia"), path, {}, method)).status).toBe(413);
});

test.each(["in one request", "in the background"])(
  "imports a table by choice as a folder with a page for each row, %s",
  async (how) => {
    const drive = await makeDrive(w);
    const archive = zip({ "Plan.csv": CSV });
    if (how === "in one request")
      expect((await upload(w.session("olivia"), drive, archive, "?tables=folders")).status).toBe(201);
    else {
      const uploadId = await uploadArchive(w.session("olivia"), w.as("olivia"), archive, { driveId: drive });
      expect((await begin(w.as("olivia"), uploadId, { tables: "folders" })).status).toBe(201);
      expect(await finish(w.as("olivia"), uploadId)).toMatchObject({ state: "done", pages: 4 });
    }
    const { Plan: folder, ...rows } = await contentsOf(drive);
    expect(folder).toMatch(/^---\nproperties:\n {2}Status:\n {4}- To do\n {4}- Done\n {2}Due: date\n/);
    expect(rows).toEqual({
      "Book the hall":
        '---\nStatus: To do\nDue: 2026-03-05T14:30/2026-03-06\nTags: [hall, web]\nBudget: 1200.5\nTwice: 2401\nPaid: false\nNotes: =SUM(A1), "x"\n---\n',
      "-Draft": "---\nStatus: Done\nTags: [web]\nTwice: 0\nPaid: true\nNotes: two\n---\n",
      "No properties": "---\nTwice: 0\nPaid: false\n---\n",
    });
  },
);

test("imports the same table as a sheet by default", async () => {
  const drive = await makeDrive(w);
  const { body } = await upload(w.session("olivia"), drive, zip({ "Plan.csv": CSV }));
  expect(body.stats.byType).toEqual({ SHEET: 1 });
});
