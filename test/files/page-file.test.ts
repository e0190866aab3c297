/** The server-rendered file page: which actions are offered to whom, in which state. */
import { beforeAll, expect, test } from "vitest";
import { makePage, type World, world } from "../support/world.ts";
import { call, randomBytes, upload } from "./client.ts";
import { deliver } from "./parser.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let olivia: string;
beforeAll(async () => {
  w = await world();
  olivia = w.session("olivia");
});

const bring = async (content: string | Uint8Array, filename: string) =>
  (await upload(olivia, { content, filename, fields: { driveId: w.drive } })).body;
const show = async (pageId: string, as = olivia): Promise<{ status: number; html: string }> => {
  const answer = await call(as, `/pages/${pageId}`);
  return { status: answer.status, html: await answer.text() };
};
/** The labels of the buttons and links below the file. */
const offered = (html: string): string[] =>
  [...(/<p class="actions">(.*?)<\/p>/s.exec(html)?.[1] ?? "").matchAll(/>([^<>]+)<\//g)].map(
    ([, words = ""]) => words,
  );
const stateIn = (html: string): string | undefined => /data-state="[^"]*"[^>]*>([^<]*)</.exec(html)?.[1];

test("offers download and replacement for a waiting file, and also reprocessing and conversion once it is ready", async () => {
  const { id, pageId } = await bring("some <b>words</b>", "words.txt");
  const before = await show(pageId);
  expect([stateIn(before.html), offered(before.html)]).toEqual([
    "Waiting to be processed",
    ["Download", "New version"],
  ]);
  await deliver(id);
  const { html } = await show(pageId);
  expect(stateIn(html)).toBe("Ready");
  expect(offered(html)).toEqual(["Download", "Convert to document", "New version", "Reprocess"]);
  expect(html).toContain("Text, 17 bytes, 17 characters");
  expect(html).toContain("<pre>some &lt;b>words&lt;/b>");
  expect(html).toContain(`href="/api/files/${id}/download"`);
});

test("offers no changes to users who can only view, and reveals nothing to outsiders", async () => {
  const { id, pageId } = await bring("for looking", "look.txt");
  await deliver(id);
  const looking = await show(pageId, w.session("vera"));
  expect([looking.status, offered(looking.html)]).toEqual([200, ["Download", "Convert to document"]]);
  expect(looking.html).not.toContain("data-uploads");
  const stranger = await show(pageId, w.session("oscar"));
  expect([stranger.status, stranger.html.includes("look.txt")]).toEqual([404, false]);
});

test("shows why a file could not be read", async () => {
  const { id, pageId } = await bring("%PDF-1.7\nnothing of the kind", "broken.pdf");
  await deliver(id);
  const { html } = await show(pageId);
  const row = await d1`select error from files where id = ${id}`.first<{ error: string }>();
  expect(row?.error).toMatch(/\w+/);
  expect(html).toContain(`<p class="problem">${row?.error ?? ""}</p>`);
  expect([stateIn(html), offered(html)]).toEqual(["Processing failed", ["Download", "New version", "Reprocess"]]);
});

test("offers to restart a lost run", async () => {
  const { id, pageId } = await bring("lost", "lost.txt");
  await d1`update files set updated_at = updated_at - ${16 * 60_000} where id = ${id}`.run();
  expect(offered((await show(pageId)).html)).toEqual(["Download", "New version", "Reprocess"]);
});

test("shows an unknown file type by its extension, and reports that it contains no text", async () => {
  const { id, pageId } = await bring(randomBytes(64, 7), "cargo.bin");
  await deliver(id);
  const { html } = await show(pageId);
  expect(html).toMatch(/<span class="sheet" aria-hidden="true">BIN<\/span>/);
  expect(html).toContain("This file contains no text.");
  expect(html).not.toContain("<img");
});

test("loads no file for pages without one", async () => {
  const wanted = { driveId: w.drive, type: "DOCUMENT", title: "No file" };
  const pageId = await makePage(w, wanted);
  const { status, html } = await show(pageId);
  expect([status, html.includes("data-file=")]).toEqual([200, false]);
});
