/** Threads on pictures and PDFs, and what search finds of comments. */
import { expect, test } from "vitest";
import { makePage, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { comment, list, threadsOf } from "./requests.ts";

/** A FILE page with a file of this type. */
async function filePage(drive: string, userId: string, mimeType: string): Promise<string> {
  const id = `file-${mimeType}-${drive}`.replaceAll("/", "-");
  await d1`insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) values (${id}, ${drive}, 'File', 'FILE', 1, ${userId}, 1, 1)`.run();
  await d1`insert into blobs (generation, sha256, size, staged, created_at) values (${id}, ${id}, 5, 0, 1)`.run();
  await d1`insert into files (id, page_id, role, filename, mime_type, size, generation, created_by, status, created_at, updated_at) values (${id}, ${id}, 'content', 'a', ${mimeType}, 5, ${id}, ${userId}, 'completed', 1, 1)`.run();
  return id;
}

test("opens threads on rectangles of pictures and on words of PDFs", async () => {
  const w = await world();
  const picture = await filePage(w.drive, w.ids.olivia, "image/png");
  const pdf = await filePage(w.drive, w.ids.olivia, "application/pdf");
  const area = { kind: "picture", x: 0.25, y: 0.5, width: 0.5, height: 0.25 };
  const words = { kind: "pdf", page: 2, quote: "the words", occurrence: 1 };
  expect(await comment(w.as("cora"), picture, "here", area)).toMatchObject({
    target: area,
    state: "anchored",
    quote: "",
  });
  await comment(w.as("cora"), picture, "all of it");
  expect(await comment(w.as("cora"), pdf, "here", words)).toMatchObject({ target: words, quote: "the words" });
  const targets = (await list(w.as("vera"), picture)).threads.map(({ target }: { target: object }) => target);
  expect(targets).toEqual([{ kind: "page" }, area]);
  const open = (pageId: string, target: object) => w.as("cora").post(threadsOf(pageId), { target, content: "x" });
  const refused = [
    await open(pdf, area),
    await open(picture, words),
    await open(picture, { ...area, x: 0.75 }),
    await open(picture, { kind: "quote", quote: "x" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
});

test("keeps the words of comments out of search, the page, its export and notifications", async () => {
  const w = await world();
  const pageId = await makePage(w, { title: "Plan", content: "Ordinary text." });
  const { id } = await comment(w.as("cora"), pageId, `@[vera](user:${w.ids.vera}) zanzibar`);
  await w.as("edna").post(`${threadsOf(pageId)}/${id}/comments`, { content: "zanzibar indeed" });
  const found = await w.as("vera").get("/api/search?q=zanzibar");
  expect([found.status, found.body.results]).toEqual([200, []]);
  const seen = [
    await w.as("vera").get(`/api/pages/${pageId}`),
    await w.as("vera").get("/api/notifications"),
    await w.as("cora").get("/api/notifications"),
    await w.as("olivia").get("/api/notifications"),
    await w.as("vera").get(`/api/drives/${w.drive}/pages`),
    await w.as("oscar").get(`${threadsOf(pageId)}/${id}`),
    await w.as("oscar").get(threadsOf(pageId)),
  ];
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404, 404]);
  expect(JSON.stringify(seen.map(({ body }) => body))).not.toContain("zanzibar");
});
