/** The only entry point to a page's content, through HTTP and the real room: nothing acknowledged is lost. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makePage, type Client, type Reply, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const make = (client: Client, driveId: string, content: string, type = "DOCUMENT"): Promise<string> =>
  makePage(client, { driveId, title: "page", type, content });

const lines = (tool: Client, body: object): Promise<Reply> => tool.post("/api/mcp/documents", body);

const room = (pageId: string) => env.PAGE_ROOM.getByName(pageId);

test("maps line numbers to the revision that the tool last received by a read or a response", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const pageId = await make(olivia, w.drive, "a\nb\nc\nd\ne");
  await lines(tool, { pageId, operation: "read" });
  await olivia.patch(`/api/pages/${pageId}`, { content: "x\ny\nz\na\nb\nc\nd\ne", baseRevision: 1 });
  const first = await lines(tool, { pageId, operation: "replace", startLine: 2, content: "B" });
  expect(first.body["content"]).toContain("a\nB\nc");
  // The previous answer showed the tool the current lines: line 6 is "c".
  const second = await lines(tool, { pageId, operation: "replace", startLine: 6, content: "C" });
  expect((await olivia.get(`/api/pages/${pageId}`)).body.content).toBe("x\ny\nz\na\nB\nC\nd\ne");
  expect(second.body).toMatchObject({ changed: true, totalLines: 8 });
});

test("maps line numbers to the current text when the tool never read the page", async () => {
  const w = await world();
  const { client: tool } = await w.token("edna");
  const pageId = await make(w.as("olivia"), w.drive, "a\nb");
  await w.as("olivia").patch(`/api/pages/${pageId}`, { content: "zero\na\nb", baseRevision: 1 });
  await lines(tool, { pageId, operation: "delete", startLine: 1 });
  expect((await w.as("olivia").get(`/api/pages/${pageId}`)).body.content).toBe("a\nb");
});

test("maps line numbers to the text that the user received by creating the page or by another response", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("olivia");
  const pageId = await makePage(tool, { driveId: w.drive, title: "x", content: "a\nb\nc" });
  await olivia.patch(`/api/pages/${pageId}`, { content: "new\na\nb\nc", baseRevision: 1 });
  await lines(tool, { pageId, operation: "replace", startLine: 2, content: "B" });
  expect((await olivia.get(`/api/pages/${pageId}`)).body.content).toBe("new\na\nB\nc");
  await olivia.patch(`/api/pages/${pageId}`, { content: "newer\nnew\na\nB\nc" });
  await tool.patch(`/api/pages/${pageId}`, { title: "y" });
  await lines(tool, { pageId, operation: "replace", startLine: 5, content: "C" });
  expect((await olivia.get(`/api/pages/${pageId}`)).body.content).toBe("newer\nnew\na\nB\nC");
});

test("rejects a read at a future revision, and a strict read at a past one", async () => {
  const w = await world();
  const { client: tool } = await w.token("edna");
  const pageId = await make(w.as("olivia"), w.drive, "a");
  await w.as("olivia").patch(`/api/pages/${pageId}`, { content: "b" });
  expect((await lines(tool, { pageId, operation: "read", baseRevision: 3 })).status).toBe(400);
  expect((await lines(tool, { pageId, operation: "read", expectedRevision: 1 })).body).toMatchObject({
    currentRevision: 2,
  });
  expect((await lines(tool, { pageId, operation: "read", expectedRevision: 2 })).status).toBe(200);
});

test("merges a whole body without a base revision from the text that its session last received", async () => {
  const w = await world();
  const [olivia, edna] = [w.as("olivia"), w.as("edna")];
  const pageId = await make(olivia, w.drive, "one\ntwo\nthree");
  await edna.get(`/api/pages/${pageId}`);
  // The room records that Edna was shown the page after the answer.
  await expect
    .poll(() =>
      runInDurableObject(room(pageId), (_, state) => [...state.storage.sql.exec("select * from shown")].length),
    )
    .toBe(1);
  await olivia.patch(`/api/pages/${pageId}`, { content: "one\ntwo, by Olivia\nthree" });
  const stale = await edna.patch(`/api/pages/${pageId}`, { content: "one\ntwo\nthree\nfour, by Edna" });
  expect(stale.body.content).toBe("one\ntwo, by Olivia\nthree\nfour, by Edna");
});

test("returns the current revision and changes nothing when expectedRevision does not match", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const pageId = await make(olivia, w.drive, "a");
  await olivia.patch(`/api/pages/${pageId}`, { content: "b" });
  for (const reply of [
    await olivia.patch(`/api/pages/${pageId}`, { content: "c", expectedRevision: 1 }),
    await olivia.patch(`/api/pages/${pageId}`, { title: "new", expectedRevision: 1 }),
    await lines(tool, { pageId, operation: "replace", startLine: 1, content: "c", expectedRevision: 1 }),
  ]) {
    expect(reply.status).toBe(409);
    expect(reply.body).toMatchObject({ code: "revision_conflict", currentRevision: 2 });
  }
  expect((await olivia.get(`/api/pages/${pageId}`)).body).toMatchObject({ content: "b", title: "page", revision: 2 });
  expect((await olivia.patch(`/api/pages/${pageId}`, { content: "c", expectedRevision: 2 })).body.revision).toBe(3);
});

test("returns 400 for a future base revision", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const pageId = await make(olivia, w.drive, "a");
  for (const base of [99, -1, 1.5, "1", null]) {
    expect((await olivia.patch(`/api/pages/${pageId}`, { content: "c", baseRevision: base })).status).toBe(400);
    const edit = { pageId, operation: "replace", startLine: 1, content: "c", baseRevision: base };
    expect((await lines(tool, edit)).status).toBe(400);
  }
  expect((await olivia.get(`/api/pages/${pageId}`)).body.content).toBe("a");
});

test("reports an edit without changes, and creates no revision", async () => {
  const w = await world();
  const { client: tool } = await w.token("edna");
  const pageId = await make(w.as("olivia"), w.drive, "a\nb");
  const same = await lines(tool, { pageId, operation: "replace", startLine: 1, content: "a" });
  expect(same.body).toMatchObject({ changed: false, revision: 1 });
  expect((await w.as("olivia").patch(`/api/pages/${pageId}`, { content: "a\nb" })).body.revision).toBe(1);
});

test("counts lines from one with inclusive ends, and treats empty text as one empty line", async () => {
  const w = await world();
  const { client: tool } = await w.token("edna");
  const pageId = await make(w.as("olivia"), w.drive, "");
  const read = await lines(tool, { pageId, operation: "read" });
  expect(read.body).toMatchObject({ totalLines: 1, startLine: 1, endLine: 1, numberedLines: ["   1 | "], content: "" });
  await lines(tool, { pageId, operation: "replace", startLine: 1, content: "one\ntwo\nthree\nfour" });
  await lines(tool, { pageId, operation: "insert", startLine: 5, content: "five" });
  await lines(tool, { pageId, operation: "delete", startLine: 2, endLine: 3 });
  const part = await lines(tool, { pageId, operation: "read", startLine: 2, endLine: 3 });
  expect(part.body).toMatchObject({
    totalLines: 3,
    numberedLines: ["   2 | four", "   3 | five"],
    content: "four\nfive",
  });
  for (const [operation, startLine, endLine] of [
    ["read", 3, 4],
    ["read", 3, 2],
    ["replace", 4, undefined],
    ["insert", 5, undefined],
    ["delete", 2, 9],
    ["read", 0, undefined],
    ["replace", -1, undefined],
    ["insert", 0, undefined],
    ["read", Number.MAX_SAFE_INTEGER, undefined],
  ] as const) {
    const reply = await lines(tool, { pageId, operation, startLine, endLine, content: "x" });
    expect(reply.body).toMatchObject({ code: "line_out_of_range", totalLines: 3 });
  }
  for (const bad of [{ startLine: 1.5 }, { startLine: "1" }, {}, { startLine: 1, content: 7 }]) {
    const reply = await lines(tool, { pageId, operation: "replace", content: "x", ...bad });
    expect(reply.body["code"]).toBe("invalid_request");
  }
  expect((await lines(tool, { pageId, operation: "explode" })).body["code"]).toBe("invalid_request");
});

test("normalizes inserted text, and names the line that the page type rejects", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const pageId = await make(olivia, w.drive, "top");
  await lines(tool, { pageId, operation: "insert", startLine: 2, content: "cafe\u0301 \u0007\r\nbreak  \r\n\ttab\t" });
  expect((await olivia.get(`/api/pages/${pageId}`)).body.content).toBe("top\ncafé\nbreak  \n\ttab");
  const sheet = await make(olivia, w.drive, "a,b", "SHEET");
  const bad = await lines(tool, { pageId: sheet, operation: "insert", startLine: 2, content: '1,2\n"open,2' });
  expect(bad.body).toMatchObject({ code: "invalid_content", line: 3 });
  const tasks = await make(olivia, w.drive, "- [ ] one", "TASK_LIST");
  expect(
    (await lines(tool, { pageId: tasks, operation: "insert", startLine: 2, content: "- [?] two" })).body,
  ).toMatchObject({ line: 2 });
  expect((await lines(tool, { pageId: tasks, operation: "insert", startLine: 2, content: "  - [x] two" })).status).toBe(
    200,
  );
  expect((await olivia.get(`/api/pages/${sheet}`)).body.content).toBe("a,b");
  const channel = await make(olivia, w.drive, "about", "CHANNEL");
  expect((await lines(tool, { pageId: channel, operation: "delete", startLine: 1 })).body["code"]).toBe("not_editable");
});

test("limits a page to 1,000,000 bytes on every route", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const full = "é".repeat(499_999);
  expect(
    (await olivia.post("/api/pages", { driveId: w.drive, title: "x", type: "DOCUMENT", content: `${full}éé` })).status,
  ).toBe(413);
  const pageId = await make(olivia, w.drive, full);
  expect((await olivia.patch(`/api/pages/${pageId}`, { content: `${full}éé` })).status).toBe(413);
  expect((await lines(tool, { pageId, operation: "insert", startLine: 2, content: "four" })).body["code"]).toBe(
    "payload_too_large",
  );
  expect((await lines(tool, { pageId, operation: "insert", startLine: 2, content: "4" })).body).toMatchObject({
    changed: true,
    totalLines: 2,
  });
});

test("keeps every acknowledged word of 16 concurrent writers once, and the room agrees with the database", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const base = Array.from({ length: 40 }, (_, i) => `line ${i} of the text`).join("\n");
  const pageId = await make(olivia, w.drive, base);
  const tools = await Promise.all(Array.from({ length: 8 }, async () => (await w.token("edna")).client));
  const words: string[] = [];
  const acknowledged = (reply: Reply, word: string): void => {
    expect(reply.status).toBe(200);
    words.push(word);
  };
  await Promise.all([
    ...tools.map(async (tool, n) => {
      await lines(tool, { pageId, operation: "read" });
      for (let i = 0; i < 10; i += 1) {
        const word = `tool${n}x${i}y`;
        acknowledged(
          await lines(tool, { pageId, operation: "insert", startLine: 1 + ((n * 7 + i * 3) % 40), content: word }),
          word,
        );
      }
    }),
    ...Array.from({ length: 8 }, async (_, n) => {
      for (let i = 0; i < 10; i += 1) {
        const word = `body${n}x${i}y`;
        const stale = base
          .split("\n")
          .toSpliced((n * 5 + i) % 40, 0, word)
          .join("\n");
        acknowledged(await w.as("dora").patch(`/api/pages/${pageId}`, { content: stale, baseRevision: 1 }), word);
      }
    }),
  ]);
  const { content, revision } = (await olivia.get(`/api/pages/${pageId}`)).body;
  for (const word of words) expect(content.split(word)).toHaveLength(2);
  const untouched = content.split("\n").filter((line: string) => line.startsWith("line "));
  expect(untouched).toEqual(base.split("\n"));
  expect(await room(pageId).show("somebody", 0, { line: 1 })).toEqual({ text: content, revision });
});

test("loses no edit when the room is evicted between edits", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const pageId = await make(olivia, w.drive, "a\nb\nc");
  await lines(tool, { pageId, operation: "read" });
  await olivia.patch(`/api/pages/${pageId}`, { content: "new\na\nb\nc", baseRevision: 1 });
  await evictDurableObject(room(pageId));
  await lines(tool, { pageId, operation: "replace", startLine: 3, content: "C" });
  await evictDurableObject(room(pageId));
  const { body } = await olivia.patch(`/api/pages/${pageId}`, { content: "a\nb\nc\nend", baseRevision: 1 });
  expect(body.content).toBe("new\na\nb\nC\nend");
});

test("takes the newest version from the page that the caller read after the room wakes", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const { client: tool } = await w.token("edna");
  const pageId = await make(olivia, w.drive, "first");
  const { body: written } = await lines(tool, { pageId, operation: "replace", startLine: 1, content: "second" });
  const revision = Number(written.revision);
  const wake = () => evictDurableObject(room(pageId));
  await wake();
  const { body: history } = await olivia.get(`/api/pages/${pageId}/versions`);
  expect(history.versions.map((version: { version: number }) => version.version)).toEqual([revision, 1]);
  await wake();
  expect((await olivia.get(`/api/pages/${pageId}/versions/${revision}`)).body.content).toBe("second");
  await wake();
  expect((await olivia.get(`/api/pages/${pageId}/versions/${revision}/diff`)).body).toMatchObject({
    from: 1,
    added: 1,
  });
  await wake();
  const { body: read } = await lines(tool, { pageId, operation: "read" });
  expect([read.revision, read.content]).toEqual([revision, "second"]);
  await wake();
  const strict = { expectedRevision: revision, content: "third" };
  expect((await olivia.patch(`/api/pages/${pageId}`, strict)).body).toMatchObject({ content: "third" });
});

test("compacts a room's history when its alarm fires with an unresolved edit", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await make(olivia, w.drive, "first");
  await olivia.patch(`/api/pages/${pageId}`, { content: "second" });
  await runInDurableObject(room(pageId), (_room, { storage }) => storage.setAlarm(Date.now() + 60_000));
  await evictDurableObject(room(pageId));
  expect(await runDurableObjectAlarm(room(pageId))).toBe(true);
  expect(await runInDurableObject(room(pageId), (_room, { storage }) => storage.getAlarm())).toBe(null);
});

test.each([
  ["committed", 2, "a\nb\nc"],
  ["did not commit", 1, "a\nc"],
] as const)("keeps an edit left unresolved by a crash only if the database %s it", async (_, revision, expected) => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await make(olivia, w.drive, "a");
  await olivia.patch(`/api/pages/${pageId}`, { content: "a\nb" });
  // Rooms do not store the database's answer, so this simulates a crash before receiving it.
  await evictDurableObject(room(pageId));
  await d1`update pages set revision = ${revision} where id = ${pageId}`.run();
  const { body } = await olivia.patch(`/api/pages/${pageId}`, { content: "a\nc", baseRevision: 1 });
  expect(body.content.split("\n").toSorted()).toEqual(expected.split("\n"));
});

test("lists the author and token of each version, returns each text, and restores one as a new edit", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const token = await w.token("edna");
  const pageId = await make(olivia, w.drive, "first");
  expect((await olivia.get(`/api/pages/${pageId}/versions`)).body.versions).toMatchObject([
    { version: 1, author: { id: w.ids.olivia } },
  ]);
  await olivia.patch(`/api/pages/${pageId}`, { content: "second" });
  await lines(token.client, { pageId, operation: "insert", startLine: 2, content: "by a tool" });
  const { body } = await olivia.get(`/api/pages/${pageId}/versions`);
  expect(body.versions[0]).toMatchObject({ author: { id: w.ids.edna }, token: { id: token.id, name: "test" } });
  expect(body.versions.at(-1).version).toBe(1);
  expect((await olivia.get(`/api/pages/${pageId}/versions/1`)).body.content).toBe("first");
  const back = await olivia.post(`/api/pages/${pageId}/versions/1/restore`);
  expect(back.body.content).toBe("first");
  const forth = await olivia.post(`/api/pages/${pageId}/versions/${body.versions[0].version}/restore`);
  expect(forth.body.content).toBe("second\nby a tool");
  expect((await olivia.get(`/api/pages/${pageId}/versions/999`)).status).toBe(404);
});
