/** Control characters are removed from text at every entry point and never cause a refusal. */
import { expect, test } from "vitest";
import { zip } from "../transfer/archives.ts";
import { upload } from "../transfer/client.ts";
import { world, type World } from "../support/world.ts";

const SENT = "one\0\u0007\r\ntwo\u001b\tthree\u000bfour\rfive\u009f\n";
const KEPT = "one\ntwo\tthree four\nfive\n";

const create = async (w: World, type = "DOCUMENT", content = ""): Promise<string> => {
  const { status, body } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "t", type, content });
  expect(status).toBe(201);
  return body.id;
};
const read = async (w: World, pageId: string): Promise<string> =>
  (await w.as("olivia").get(`/api/pages/${pageId}`)).body.content;

/** Ways to write text into a page; each returns the page's id. */
const WAYS: Record<string, (w: World) => Promise<string>> = {
  "a new page": (w) => create(w, "DOCUMENT", SENT),
  async "a patch"(w) {
    const id = await create(w);
    expect((await w.as("olivia").patch(`/api/pages/${id}`, { content: SENT })).body.content).toBe(KEPT);
    return id;
  },
  async "a structure"(w) {
    const structure = [{ title: "t", type: "DOCUMENT", content: SENT }];
    const made = await w.as("olivia").post("/api/pages/bulk/create-structure", { driveId: w.drive, structure });
    return made.body.createdPages[0].id;
  },
  async "a bulk update"(w) {
    const pageId = await create(w);
    const updates = [{ pageId, operation: "replace", content: SENT }];
    expect((await w.as("olivia").post("/api/pages/bulk/update-content", { updates })).status).toBe(200);
    return pageId;
  },
  async "a tool's replacement"(w) {
    const pageId = await create(w);
    const { client } = await w.token("olivia");
    const edit = { pageId, operation: "replace", startLine: 1, content: SENT };
    expect((await client.post("/api/mcp/documents", edit)).status).toBe(200);
    return pageId;
  },
  async "a tool's insertion"(w) {
    const pageId = await create(w);
    const { client } = await w.token("olivia");
    const edit = { pageId, operation: "insert", startLine: 1, content: SENT.slice(0, -1) };
    expect((await client.post("/api/mcp/documents", edit)).status).toBe(200);
    return pageId;
  },
  async "an imported page"(w) {
    const sent = SENT.replace("\0", "");
    const { status, body } = await upload(w.session("olivia"), w.drive, zip({ "t.md": sent }));
    expect(status).toBe(201);
    return body.rootPages[0]?.id ?? "";
  },
};

test.each(Object.entries(WAYS))("removes control characters from the text of %s", async (_, way) => {
  const w = await world();
  expect(await read(w, await way(w))).toBe(KEPT);
});

test("removes control characters from a message when it is sent and when it is edited", async () => {
  const w = await world();
  const path = `/api/pages/${await create(w, "CHANNEL")}/messages`;
  const sent = await w.as("olivia").post(path, { content: SENT });
  expect([sent.status, sent.body.content]).toEqual([201, KEPT.trimEnd()]);
  const changed = await w.as("olivia").patch(`${path}/${sent.body.id}`, { content: "\0a\0\r\nb" });
  expect(changed.body.content).toBe("a\nb");
  expect((await w.as("olivia").post(path, { content: "\0\0" })).status).toBe(400);
});

test("treats control characters in names and titles as spaces, and rejects names made of them alone", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const body = { driveId: w.drive, type: "DOCUMENT" };
  expect((await olivia.post("/api/pages", { ...body, title: "a\0b\tc\nd\u0007" })).body.title).toBe("a b c d");
  expect((await olivia.post("/api/drives", { name: "\0Team\u001b" })).body.name).toBe("Team");
  const refused = await olivia.post("/api/pages", { ...body, title: "\0" });
  expect([refused.status, refused.body.error]).toEqual([400, "title: must not be empty"]);
  const pageIds = [await create(w)];
  const pattern = { type: "prefix", text: "\0new " };
  expect((await olivia.post("/api/pages/bulk/rename", { pageIds, pattern })).body.renamedPages[0].newTitle).toBe(
    "new t",
  );
  expect(
    (await olivia.post("/api/pages/bulk/rename", { pageIds, pattern: { type: "prefix", text: "\0" } })).status,
  ).toBe(400);
});

test("removes control characters from agent instructions and profile texts", async () => {
  const w = await world();
  const config = `/api/pages/${await create(w, "AI_CHAT")}/agent-config`;
  const patched = await w.as("olivia").patch(config, { systemPrompt: SENT, aiModel: "m\0" });
  expect([patched.status, patched.body.systemPrompt, patched.body.aiModel]).toEqual([200, KEPT, "m"]);
  const profile = await w.as("olivia").patch("/api/account/profile", { bio: "one\0\ntwo" });
  expect([profile.status, profile.body.bio]).toEqual([200, "one\ntwo"]);
});

test("rejects device identifiers with control characters instead of changing them", async () => {
  const w = await world();
  const { status, body } = await w.as("olivia").post("/api/auth/device/register", { deviceId: "a\0", platform: "ios" });
  expect([status, body.error]).toEqual([400, "deviceId: must not contain control characters"]);
});
