/** Comment threads in exported archives, and what an import makes of them. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { comment, list, reply, threadsOf } from "../comments/requests.ts";
import { createDeps } from "../../src/composition.ts";
import { placeImported } from "../../src/features/comments/place-imported.ts";
import { addMember, makeDrive, world, type World } from "../support/world.ts";
import { unzip, zip } from "./archives.ts";
import { download, exportOf, makePages, upload } from "./client.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

const quoted = (quote: string, more: object = {}) => ({ kind: "quote", quote, ...more });

const edit = async (pageId: string, content: string) => {
  const { status } = await w.as("olivia").patch(`/api/pages/${pageId}`, { content });
  expect(status).toBe(200);
};

async function bringIn(
  archive: Uint8Array,
): Promise<{ drive: string; pages: Map<string, string>; body: Awaited<ReturnType<typeof upload>>["body"] }> {
  const drive = await makeDrive(w);
  const { status, body } = await upload(token, drive, archive);
  expect(status, JSON.stringify(body)).toBe(201);
  const pages = new Map(body.rootPages.map(({ title, id }) => [title, id]));
  // The queue does this within seconds.
  await placeImported(createDeps(env, createExecutionContext()), [...pages.values()]);
  return { drive, pages, body };
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
type Loose = any;

const fileOf = (archive: Record<string, string>, path: string): Loose => JSON.parse(archive[path] ?? "null");

/** Without what an import cannot keep: who closed a thread or suggested without a word, and other people's reactions. */
const comparable = (json: string) =>
  json
    .replace(/"by":"[^"]*"/g, '"by":null')
    .replace(/"author":"[^"]*","closed":null,"comments":\[\]/g, '"author":null,"closed":null,"comments":[]')
    .replace(/,"reactions":\{[^}]*\}/g, "");

const TEXT = "Alpha [b](x) beta.\n\nGamma delta, epsilon.\n\nZeta eta theta, iota.\n\nKappa lambda.\n";

async function commentedDrive(): Promise<{ drive: string; plan: string }> {
  const drive = await makeDrive(w);
  await addMember(w, w.ids.edna, { driveId: drive, canComment: true });
  const ids = await makePages(w, drive, [
    { title: "Plan", type: "DOCUMENT", content: TEXT },
    { title: "Table", type: "SHEET", content: "a,b\nc,d\n" },
    { title: "Other", type: "DOCUMENT", content: "nothing" },
    { title: "Folder", type: "FOLDER" },
  ]);
  const plan = ids["Plan"] ?? "";
  const olivia = w.as("olivia");
  const first = await comment(olivia, plan, "Why *delta*?", quoted("Gamma delta"));
  await reply(w.as("edna"), plan, first.id, "Because.");
  await olivia.put(`${threadsOf(plan)}/${first.id}/comments/${first.comments[0].id}/reactions/👍`, {});
  const done = await comment(olivia, plan, "Done?", quoted("Zeta"));
  await olivia.patch(`${threadsOf(plan)}/${done.id}`, { isResolved: true });
  await comment(olivia, plan, "All of it");
  await olivia.post(threadsOf(plan), { target: quoted("iota"), replacement: "iota subscript", content: "Better" });
  await olivia.post(threadsOf(plan), { target: quoted("beta"), replacement: "" });
  await comment(olivia, plan, "Will be gone", quoted("Kappa lambda"));
  await comment(olivia, plan, "Will read differently", quoted("eta theta"));
  // A mention before the threads: the file has a link of another length in its place.
  const text = TEXT.replace("[b](x)", `@[Other](page:${ids["Other"]})`)
    .replace("Kappa lambda.\n", "")
    .replace("eta theta", "eta big theta");
  await edit(plan, text);
  await comment(olivia, ids["Table"] ?? "", "Which?", { kind: "cells", row: 1, column: 0, endRow: 1, endColumn: 1 });
  await comment(olivia, ids["Folder"] ?? "", "Empty");
  return { drive, plan };
}

test("exports the threads of a page with their words in the archive's file", async () => {
  const { drive } = await commentedDrive();
  const archive = unzip((await download(token, exportOf(drive))).bytes);
  const text = archive["Plan.md"] ?? "";
  expect(text).toContain("[Other](Other.md)");
  const file = fileOf(archive, "Plan.md.comments.json");
  expect(file).toMatchObject({
    format: "octavo-comments",
    version: 1,
    sha256: createHash("sha256").update(text).digest("hex"),
  });
  const [first, done, whole, better, deletion, gone, changed] = file.threads;
  expect(first).toMatchObject({
    author: "olivia",
    kind: "comment",
    closed: null,
    quote: "Gamma delta",
    comments: [
      { author: "olivia", content: "Why *delta*?", reactions: { "👍": ["olivia"] } },
      { author: "edna", content: "Because." },
    ],
    target: { kind: "text", state: "anchored", line: 3, now: null },
  });
  expect(text.slice(first.target.from, first.target.to)).toBe("Gamma delta");
  expect(done).toMatchObject({ closed: { as: "resolved", by: "olivia" }, quote: "Zeta" });
  expect(whole).toMatchObject({ target: { kind: "page" }, quote: "" });
  expect(better).toMatchObject({ kind: "suggestion", quote: "iota", replacement: "iota subscript" });
  expect(deletion).toMatchObject({ kind: "suggestion", quote: "beta", replacement: "", comments: [] });
  expect(gone).toMatchObject({ quote: "Kappa lambda", target: { state: "detached" } });
  expect(changed).toMatchObject({ quote: "eta theta", target: { state: "changed", now: "eta big theta" } });
  expect(fileOf(archive, "Table.csv.comments.json").threads).toMatchObject([
    { target: { kind: "cells", row: 1, column: 0, endRow: 1, endColumn: 1, state: "anchored" } },
  ]);
  expect(fileOf(archive, "Folder.comments.json").threads).toMatchObject([{ target: { kind: "page" } }]);
  expect(archive["Other.md.comments.json"]).toBeUndefined();
  expect(JSON.parse(archive["octavo.json"] ?? "").pages[0].comments).toBe("Plan.md.comments.json");
});

test("exports the same bytes again, and the same without comments as for a drive without any", async () => {
  const { drive } = await commentedDrive();
  const one = await download(token, exportOf(drive));
  expect((await download(token, exportOf(drive))).bytes).toEqual(one.bytes);
  const without = unzip((await download(token, `${exportOf(drive)}?comments=false`)).bytes);
  expect(Object.keys(without)).toEqual(["Plan.md", "Table.csv", "Other.md", "Folder/", "octavo.json"]);
  expect(without["octavo.json"]).not.toContain("comments");
});

test("imports threads at their places, and exports them again as they were", async () => {
  const { drive } = await commentedDrive();
  const before = unzip((await download(token, exportOf(drive))).bytes);
  const { drive: copy, pages, body } = await bringIn((await download(token, exportOf(drive))).bytes);
  expect(body.skipped).toEqual([]);
  expect(body.changed).toEqual([
    {
      path: "Plan.md.comments.json",
      reason: "Reactions are not imported, because they belong to the people who added them.",
    },
  ]);
  const after = unzip((await download(token, exportOf(copy))).bytes);
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const [path, json] of Object.entries(before)) expect(comparable(after[path] ?? "")).toBe(comparable(json));

  const plan = pages.get("Plan") ?? "";
  const { content } = (await w.as("olivia").get(`/api/pages/${plan}`)).body;
  const open = await list(w.as("olivia"), plan);
  expect(open.counts).toMatchObject({ open: 6, resolved: 1, detached: 1 });
  const first = open.threads.find((thread: Loose) => thread.quote === "Gamma delta");
  expect(first).toMatchObject({ user: null, agent: null, state: "anchored" });
  expect(content.slice(first.target.from, first.target.to)).toBe("Gamma delta");
  expect(first.comments).toMatchObject([
    { user: null, authorName: "olivia", content: "Why *delta*?" },
    { user: null, authorName: "edna", content: "Because." },
  ]);
});

const thread = (quote: string, target: object = {}, more: object = {}) => ({
  author: "Ann",
  closed: null,
  comments: [{ author: "Ann", content: `About ${quote}`, createdAt: "2024-01-02T03:04:05.000Z" }],
  createdAt: "2024-01-02T03:04:05.000Z",
  kind: "comment",
  quote,
  replacement: null,
  target: { kind: "text", after: "", before: "", from: 0, line: 1, now: null, state: "anchored", to: 0, ...target },
  ...more,
});

const archiveOf = (text: string, threads: readonly unknown[], more: object = {}) =>
  zip({
    "Plan.md": text,
    "Plan.md.comments.json": JSON.stringify({
      format: "octavo-comments",
      version: 1,
      sha256: "0".repeat(64),
      threads,
      ...more,
    }),
  });

const states = async (pageId: string) =>
  (await list(w.as("olivia"), pageId, "?state=all")).threads.map((each: Loose) => [each.quote, each.state]).toSorted();

test("finds the words of a file that was changed by quote and context, and detaches the rest", async () => {
  const text = "New line.\n\nsame words here\n\nsame words there\n\nonce\n";
  const { pages, body } = await bringIn(
    archiveOf(text, [
      thread("once", { from: 3, to: 7 }),
      thread("same words", { before: "here\n\n", after: " there" }),
      thread("never there", { from: 5, to: 9 }),
      thread("old", { state: "changed", now: "once" }),
      thread("", { before: "New ", after: "line" }, { kind: "suggestion", replacement: "long ", comments: [] }),
    ]),
  );
  const plan = pages.get("Plan") ?? "";
  expect(await states(plan)).toEqual([
    ["", "anchored"],
    ["never there", "detached"],
    ["old", "changed"],
    ["once", "anchored"],
    ["same words", "anchored"],
  ]);
  const { threads } = await list(w.as("olivia"), plan);
  const same = threads.find((each: Loose) => each.quote === "same words");
  expect(same.target).toMatchObject({ startLine: 5 });
  const insertion = threads.find((each: Loose) => each.quote === "");
  expect(insertion.target).toMatchObject({ from: 4, to: 4 });
  expect(body.changed).toEqual([
    {
      path: "Plan.md.comments.json",
      reason: "Threads whose words are not in the page, and that are detached from it: 1.",
    },
  ]);
});

test("does not believe offsets that have other words, even in the same text", async () => {
  const text = "one two\n";
  const sha256 = createHash("sha256").update(text).digest("hex");
  const { pages } = await bringIn(
    archiveOf(text, [thread("two", { from: 0, to: 3 }), thread("three", { from: 0, to: 900 })], { sha256 }),
  );
  const { threads } = await list(w.as("olivia"), pages.get("Plan") ?? "");
  expect(threads.map((each: Loose) => [each.quote, each.state, each.target.from])).toEqual([
    ["three", "detached", 0],
    ["two", "anchored", 4],
  ]);
});

test("takes authors by their names only, and dates nothing into the future", async () => {
  const comments = [{ author: w.ids.edna, content: "x", createdAt: "2999-01-01T00:00:00.000Z", userId: w.ids.edna }];
  const { pages } = await bringIn(archiveOf("one", [thread("one", {}, { comments, userId: w.ids.edna })]));
  const { threads } = await list(w.as("olivia"), pages.get("Plan") ?? "");
  expect(threads[0]).toMatchObject({ user: null, comments: [{ user: null, authorName: w.ids.edna }] });
  expect(Date.parse(threads[0].comments[0].createdAt)).toBeLessThanOrEqual(Date.now());
  const answered = await reply(w.as("olivia"), pages.get("Plan") ?? "", threads[0].id, "later");
  expect((await list(w.as("olivia"), pages.get("Plan") ?? "")).threads[0].comments.at(-1).id).toBe(answered.id);
});

test("leaves damaged threads out, and says how many", async () => {
  const { pages, body } = await bringIn(
    archiveOf("one two", [
      thread("one"),
      thread("two", { state: "lost" }),
      thread("two", {}, { comments: [] }),
      thread("two", {}, { replacement: "2" }),
      thread("x".repeat(1_001)),
      null,
      {
        ...thread("two"),
        comments: [{ author: "Ann", content: "y".repeat(10_001), createdAt: "2024-01-02T03:04:05Z" }],
      },
    ]),
  );
  expect(await states(pages.get("Plan") ?? "")).toEqual([["one", "anchored"]]);
  expect(body.changed).toContainEqual({ path: "Plan.md.comments.json", reason: "Damaged threads left out: 6." });
});

test("imports a file that is only named like one of threads as what it is, and skips a damaged one of an export", async () => {
  const { pages, body } = await bringIn(zip({ "Plan.md": "one", "Plan.md.comments.json": "[1]" }));
  expect([[...pages.keys()], body.skipped]).toEqual([["Plan", "Plan.md.comments.json"], []]);
  const manifest = {
    format: "octavo",
    version: 1,
    pages: [{ path: "Plan.md", type: "DOCUMENT", title: "Plan", parent: null, comments: "Plan.md.comments.json" }],
  };
  const damaged = zip({ "Plan.md": "one", "Plan.md.comments.json": "[1]", "octavo.json": JSON.stringify(manifest) });
  expect((await bringIn(damaged)).body.skipped).toEqual([
    { path: "Plan.md.comments.json", reason: "It is not a file of comment threads." },
  ]);
});

test("takes at most as many threads as a page can have", async () => {
  const threads = Array.from({ length: 5_003 }, (_, i) => thread("one", {}, { author: String(i) }));
  const { pages, body } = await bringIn(archiveOf("one", threads));
  expect((await list(w.as("olivia"), pages.get("Plan") ?? "", "?limit=1")).counts.open).toBe(5_000);
  expect(body.changed).toContainEqual({
    path: "Plan.md.comments.json",
    reason: "Threads left out because a page can have 5000: 3.",
  });
});
