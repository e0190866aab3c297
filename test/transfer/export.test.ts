/** Exports: file format of each page type, archive contents, permissions, and streaming. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { unzip } from "./archives.ts";
import { entriesOf } from "../security/audit.ts";
import { ask, download, exportOf, makePages } from "./client.ts";
import { grant, makePage, world, type World, makeDrive, addMember } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const textOf = (bytes: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

const newPage = (w: World, type: string, title: string, content: string): Promise<string> =>
  makePage(w, { type, title, content });

test.each([
  ["DOCUMENT", "Plan: Q3/Q4?", "# Plan", 'attachment; filename="Plan_ Q3_Q4_.md"', "text/markdown"],
  ["CODE", "main.py", "print('é')", 'attachment; filename="main.py"', "text/plain"],
  ["CODE", "notes", "x", 'attachment; filename="notes.txt"', "text/plain"],
  ["CANVAS", "Site", "<script>alert(1)</script>", 'attachment; filename="Site.html"', "text/html"],
  ["SHEET", "Über.csv", "a,b", "attachment; filename=\"_ber.csv\"; filename*=UTF-8''%C3%9Cber.csv", "text/csv"],
  ["TASK_LIST", "..", "- [ ] x", 'attachment; filename="_.md"', "text/markdown"],
  ["FOLDER", "con", "", 'attachment; filename="_con.md"', "text/markdown"],
])(
  "exports a %s named %s in its own file format, as an attachment that browsers do not execute",
  async (type, title, content, disposition, mediaType) => {
    const w = await world();
    const { status, headers, bytes } = await download(
      w.session("vera"),
      `/api/pages/${await newPage(w, type, title, content)}/export`,
    );
    expect([status, textOf(bytes)]).toEqual([200, content]);
    expect(headers.get("Content-Disposition")).toBe(disposition);
    expect(headers.get("Content-Type")).toBe(`${mediaType}; charset=utf-8`);
    expect(headers.get("Content-Security-Policy")).toContain("sandbox");
    expect(headers.get("Cache-Control")).toContain("no-store");
  },
);

test("exports a channel with its messages oldest first, without deleted ones", async () => {
  const w = await world();
  const id = await newPage(w, "CHANNEL", "General", "About this.");
  const say = async (content: string): Promise<string> =>
    (await w.as("edna").post(`/api/pages/${id}/messages`, { content })).body.id;
  await say("first *words*");
  const gone = await say("regretted");
  await say("last words");
  await w.as("edna").delete(`/api/pages/${id}/messages/${gone}`);
  const text = textOf((await download(w.session("vera"), `/api/pages/${id}/export`)).bytes);
  expect(text).toMatch(
    /^About this\.\n\n---\n\n\*\*edna\*\* · \S+\n\nfirst \*words\*\n\n---\n\n\*\*edna\*\* · \S+\n\nlast words\n$/,
  );
  const archive = unzip((await download(w.session("vera"), `/api/pages/${id}/export?format=zip`)).bytes);
  expect(Object.keys(archive)).toEqual(["General.md", "General.messages.md", "octavo.json"]);
  expect([archive["General.md"], archive["General.messages.md"]]).toEqual([
    "About this.",
    text.slice("About this.\n\n---\n\n".length),
  ]);
});

test("exports a page and its descendants with links between their files", async () => {
  const w = await world();
  const ids = await makePages(w, w.drive, [
    {
      title: "Guide",
      type: "DOCUMENT",
      children: [
        { title: "Intro", type: "DOCUMENT" },
        { title: "intro", type: "SHEET", content: "1" },
        { title: "Empty", type: "FOLDER" },
      ],
    },
    { title: "Beside", type: "DOCUMENT", content: "not in it" },
  ]);
  const link = `@[beside](page:${ids["Beside"]}) @[intro](page:${ids["Intro"]}) @[ann](user:x)`;
  await w.as("olivia").patch(`/api/pages/${ids["Guide"]}`, { content: link });
  await w.as("olivia").patch(`/api/pages/${ids["Intro"]}`, { content: `@[up](page:${ids["Guide"]})` });
  const { headers, bytes } = await download(w.session("vera"), `/api/pages/${ids["Guide"]}/export?format=zip`);
  const { "octavo.json": manifest = "", ...files } = unzip(bytes);
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="Guide.zip"');
  expect(files).toEqual({
    "Guide.md": `@[beside](page:${ids["Beside"]}) [intro](Guide/Intro.md) @[ann](user:x)`,
    "Guide/Intro.md": "[up](../Guide.md)",
    "Guide/intro.csv": "1",
    "Guide/Empty/": "",
  });
  expect(JSON.parse(manifest)).toEqual({
    format: "octavo",
    version: 1,
    pages: [
      { path: "Guide.md", type: "DOCUMENT", title: "Guide", parent: null },
      { path: "Guide/Intro.md", type: "DOCUMENT", title: "Intro", parent: 0 },
      { path: "Guide/intro.csv", type: "SHEET", title: "intro", parent: 0 },
      { path: "Guide/Empty/", type: "FOLDER", title: "Empty", parent: 0 },
    ],
  });
});

test("leaves pages that the caller cannot view out of an export, and their titles", async () => {
  const w = await world();
  const ids = await makePages(w, w.drive, [
    {
      title: "Open",
      type: "DOCUMENT",
      content: "open",
      children: [
        {
          title: "Secret",
          type: "DOCUMENT",
          content: "SECRET",
          children: [{ title: "Below", type: "DOCUMENT", content: "BELOW" }],
        },
        { title: "Gone", type: "DOCUMENT", content: "GONE" },
      ],
    },
  ]);
  const of = (title: string): string => ids[title] ?? "";
  await w.as("olivia").patch(`/api/pages/${of("Open")}`, { content: `@[s](page:${of("Secret")})` });
  await grant(of("Secret"), w.ids.vera, 0);
  await w.as("olivia").delete(`/api/pages/${of("Gone")}`);
  const everything = ["Open.md", "Open/Secret.md", "Open/Secret/Below.md", "octavo.json"];
  for (const path of [exportOf(w.drive), `/api/pages/${of("Open")}/export?format=zip`]) {
    const veras = unzip((await download(w.session("vera"), path)).bytes);
    expect([Object.keys(veras), veras["Open.md"]]).toEqual([["Open.md", "octavo.json"], `@[s](page:${of("Secret")})`]);
    expect(JSON.stringify(veras)).not.toMatch(/SECRET|Secret|Below|Gone/);
    expect(Object.keys(unzip((await download(w.session("edna"), path)).bytes))).toEqual(everything);
    expect((await download(w.session("oscar"), path)).status).toBe(404);
  }
  expect((await download(w.session("vera"), `/api/pages/${of("Secret")}/export`)).status).toBe(404);
  const scoped = await w.token("olivia", { drives: [await makeDrive(w)] });
  expect((await download(scoped.raw, exportOf(w.drive))).status).toBe(404);
  const reading = await w.token("olivia", { drives: [w.drive], readOnly: true });
  for (const path of [exportOf(w.drive), `/api/pages/${of("Open")}/export?format=zip`])
    expect(Object.keys(unzip((await download(reading.raw, path)).bytes))).toEqual(everything);
});

test("exports a trashed page without its descendants", async () => {
  const w = await world();
  const id = await newPage(w, "DOCUMENT", "Gone", "still here");
  await w.as("olivia").delete(`/api/pages/${id}`);
  expect(textOf((await download(w.session("vera"), `/api/pages/${id}/export`)).bytes)).toBe("still here");
  expect((await download(w.session("vera"), `/api/pages/${id}/export?format=zip`)).status).toBe(409);
});

test("writes the audit entry of an export before it sends any data", async () => {
  const w = await world();
  const drive = await makeDrive(w);
  const ids = await makePages(w, drive, [
    { title: "a", type: "DOCUMENT", children: [{ title: "b", type: "SHEET" }] },
    { title: "c", type: "CODE" },
  ]);
  const told = async (): Promise<unknown[]> =>
    (await entriesOf("drive.export", ({ entry }) => entry.res?.id === drive)).map(({ userId, entry }) => [
      userId,
      entry.outcome,
      entry.res,
      entry.d,
    ]);
  const token = w.session("olivia");
  // A HEAD request returns no body.
  for (const path of [`/api/pages/${ids["a"]}/export?format=zip`, exportOf(drive)]) {
    const { status, body } = await ask(token, path, {}, "HEAD");
    expect([status, body]).toEqual([200, null]);
  }
  await (await ask(token, `/api/pages/${ids["a"]}/export?format=zip`)).body?.cancel();
  await download(token, `/api/pages/${ids["a"]}/export`);
  await download(token, exportOf(drive));
  await download(w.session("oscar"), exportOf(drive));
  const entry = (detail: object): unknown[] => [w.ids.olivia, "ok", { t: "drive", id: drive }, detail];
  await expect.poll(told).toEqual([entry({ pages: 3 }), entry({ page: ids["a"], pages: 2 })]);
});

/** A new drive with `pages` root pages of `bytes` poorly compressible bytes each; Vera is a member. */
async function noisyDrive(w: World, pages: number, bytes: number): Promise<string> {
  const drive = await makeDrive(w);
  await addMember(w, w.ids.vera, { driveId: drive });
  const numbers = JSON.stringify(Array.from({ length: pages }, (_, i) => i));
  await env.DB.batch([
    d1`insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
      select ${drive} || '-' || value, ${drive}, case value % 10 when 0 then null else ${drive} || '-' || (value - value % 10) end,
        'Page ' || (value % 7), 'DOCUMENT', value, 'x', 1, 1 from json_each(${numbers})`,
    d1`insert into page_contents (page_id, content) select id, id || hex(randomblob(${bytes / 2})) from pages where drive_id = ${drive}`,
  ]);
  return drive;
}

/** Counts the batches of page texts read from the database. */
function countReads(): { count: () => number; stop: () => void } {
  let begun = 0;
  const onTrip = (message: unknown): void => {
    const event = message as RoundTripEvent; // the message type of this channel
    if (event.phase === "start" && event.statements.some((text) => text.includes("counted (place"))) begun += 1;
  };
  trips.subscribe(onTrip);
  return { count: () => begun, stop: () => trips.unsubscribe(onTrip) };
}

/** Starts a download and pauses it after its first chunk. */
async function begin(token: string, path: string): Promise<{ first: number; rest: () => Promise<Uint8Array> }> {
  const reader = (await ask(token, path)).body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const next = async (): Promise<number> => {
    const { value } = (await reader?.read()) ?? {};
    if (value) pieces.push(new Uint8Array(value));
    return value?.length ?? 0;
  };
  return {
    first: await next(),
    async rest() {
      while ((await next()) > 0);
      return new Uint8Array(await new Blob(pieces).arrayBuffer());
    },
  };
}

test("reads pages as the client consumes the archive", async () => {
  const w = await world();
  const drive = await noisyDrive(w, 40, 300_000);
  const reads = countReads();
  try {
    const sent = await begin(w.session("vera"), exportOf(drive));
    const before = reads.count();
    const archive = await sent.rest();
    // Each 2 MB round trip fits six pages.
    expect([reads.count(), Object.keys(unzip(archive)).length]).toEqual([7, 41]);
    expect(before).toBeLessThanOrEqual(3);
    expect(sent.first).toBeLessThan(archive.length / 5);
  } finally {
    reads.stop();
  }
});

test("exports no further pages after the caller loses the right to view them", async () => {
  const w = await world();
  const drive = await noisyDrive(w, 40, 300_000);
  const sent = await begin(w.session("vera"), exportOf(drive));
  await d1`update drive_members set rights = 0 where drive_id = ${drive} and user_id = ${w.ids.vera}`.run();
  const { "octavo.json": manifest = "", ...files } = unzip(await sent.rest());
  expect(Object.keys(files).length).toBeLessThan(20);
  expect(JSON.parse(manifest).pages.map(({ path }: { path: string }) => path)).toEqual(Object.keys(files));
});

test("breaks off an archive when the caller's session ends", async () => {
  const w = await world();
  const drive = await noisyDrive(w, 40, 300_000);
  const sent = await begin(w.session("vera"), exportOf(drive));
  await d1`update users set epoch = epoch + 1 where id = ${w.ids.vera}`.run();
  await expect(sent.rest()).rejects.toThrow();
});

test("exports 2,000 pages, 100 per round trip", async () => {
  const w = await world();
  const drive = await noisyDrive(w, 2_000, 100);
  const reads = countReads();
  const { status, bytes } = await download(w.session("olivia"), exportOf(drive));
  reads.stop();
  const files = unzip(bytes);
  expect([status, Object.keys(files).length, reads.count()]).toEqual([200, 2_001, 20]);
  expect(files["Page 0.md"]).toMatch(new RegExp(`^${drive}-0[0-9A-F]`));
  expect(files["Page 0/Page 1.md"]).toMatch(new RegExp(`^${drive}-1[0-9A-F]`));
});
