/** Comments in Word files become threads of the document that is made of the file. */
import { beforeAll, expect, test } from "vitest";
import { type World, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { docx, relations, wordPart } from "../parser/sample-documents.ts";
import { list } from "../comments/requests.ts";
import { call, upload } from "./client.ts";
import { deliver } from "./parser.ts";

let w: World;
let token: string;
beforeAll(async () => {
  w = await world();
  token = w.session("olivia");
});

const XML = `xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`;
const comment = (id: number, author: string, date: string, text: string): string =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="${date}"><w:p ${XML} w14:paraId="P${id}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`;

const commented = (): Uint8Array =>
  docx(
    `<w:p><w:r><w:t xml:space="preserve">Sow in </w:t></w:r><w:commentRangeStart w:id="0"/><w:r><w:t>March</w:t></w:r><w:commentRangeEnd w:id="0"/></w:p>` +
      `<w:p><w:commentRangeStart w:id="2"/><w:r><w:t>Water daily.</w:t></w:r><w:commentRangeEnd w:id="2"/></w:p>`,
    {
      "word/_rels/document.xml.rels": relations([
        ["c", "comments", "comments.xml"],
        ["e", "commentsExtended", "commentsExtended.xml"],
      ]),
      "word/comments.xml": wordPart(
        "comments",
        comment(0, "Ann", "2024-03-01T10:00:00Z", "Too early?") +
          comment(1, "Ben", "2024-03-02T10:00:00Z", "No.") +
          comment(2, "", "2124-03-03T10:00:00Z", "Done.") +
          comment(3, "Cem", "2024-03-04T10:00:00Z", "About all of it."),
      ),
      "word/commentsExtended.xml": `<w15:commentsEx xmlns:w15="w15"><w15:commentEx w15:paraId="P1" w15:paraIdParent="P0"/><w15:commentEx w15:paraId="P2" w15:done="1"/></w15:commentsEx>`,
    },
  );

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers field by field
type Loose = Record<string, any>;

async function convert(fileId: string): Promise<string> {
  const response = await call(token, `/api/files/${fileId}/convert-to-document`, { method: "POST" });
  expect(response.status).toBe(201);
  return (await response.json<Loose>())["pageId"];
}

async function bring(content: Uint8Array): Promise<Loose> {
  const { body } = await upload(token, { content, filename: "plan.docx", fields: { driveId: w.drive } });
  expect(await deliver(body["id"])).toBe("acknowledged");
  return body;
}

const threadsOf = async (pageId: string): Promise<Loose[]> => {
  const rows = await d1`select id, kind, target, quote, user_id, revision, closed_as, closed_by, created_at, text_bytes
    from comment_threads where page_id = ${pageId} order by id`.all<Loose>();
  return rows.results;
};
const commentsOf = async (threadId: string): Promise<Loose[]> => {
  const rows = await d1`select author_name, content, user_id, created_at from comments
    where thread_id = ${threadId} order by id`.all<Loose>();
  return rows.results;
};

test("opens a thread for each thread of the file, by its authors' names, with its words and times", async () => {
  const pageId = await convert((await bring(commented()))["id"]);
  const [first, resolved, whole, ...others] = await threadsOf(pageId);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    kind: "comment",
    target: "text",
    quote: "March",
    user_id: null,
    closed_as: null,
    created_at: Date.UTC(2024, 2, 1, 10),
  });
  expect(await commentsOf(first?.["id"])).toEqual([
    { author_name: "Ann", content: "Too early?", user_id: null, created_at: Date.UTC(2024, 2, 1, 10) },
    { author_name: "Ben", content: "No.", user_id: null, created_at: Date.UTC(2024, 2, 2, 10) },
  ]);
  expect(resolved).toMatchObject({ target: "text", quote: "Water daily.", closed_as: "resolved", closed_by: null });
  expect(whole).toMatchObject({ target: "page", quote: "", created_at: Date.UTC(2024, 2, 4, 10) });
});

test("places them on their words, and leaves the resolved ones out of the open ones", async () => {
  const pageId = await convert((await bring(commented()))["id"]);
  const { threads, counts } = await list(w.as("olivia"), pageId);
  expect(counts).toMatchObject({ open: 2, resolved: 1, detached: 0 });
  expect(threads).toMatchObject([
    {
      state: "anchored",
      target: { kind: "text", from: 7, to: 12, startLine: 1 },
      comments: [{ authorName: "Ann" }, {}],
    },
    { target: { kind: "page" } },
  ]);
  await w.as("olivia").patch(`/api/pages/${pageId}`, { content: "Then sow in March\n" });
  expect((await list(w.as("olivia"), pageId)).threads[0]).toMatchObject({ target: { from: 12, to: 17 } });
});

test("shows how many threads a file has, and not where they are stored", async () => {
  const { id, pageId } = await bring(commented());
  const { metadata } = (await w.as("olivia").get(`/api/pages/${pageId}/processing-status`)).body;
  expect([metadata.threadCount, metadata.comments, id.length > 0]).toEqual([3, undefined, true]);
});

test("dates nothing into the future", async () => {
  const pageId = await convert((await bring(commented()))["id"]);
  const [, resolved] = await threadsOf(pageId);
  expect(resolved?.["created_at"]).toBeLessThanOrEqual(Date.now());
  expect(await commentsOf(resolved?.["id"])).toMatchObject([{ author_name: null, content: "Done." }]);
});
