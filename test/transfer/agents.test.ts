/** A drive's export includes agents' settings, and an import restores them. */
import { expect, test } from "vitest";
import { READING_TOOLS } from "../../src/features/mcp/contract.ts";
import { unzip, zip } from "./archives.ts";
import { ask, download, exportOf, makePages, upload } from "./client.ts";
import { world, type World, makeDrive, addMember, grant } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const SETTINGS = {
  systemPrompt: 'You are "Ada".\n\tSay so, in Zürich and in 東京.\n',
  enabledTools: ["edit_page", "fetch"],
  aiProvider: "anthropic",
  aiModel: "claude",
  approval: "writes",
};

type Listed = { pages: { title: string; agent?: object }[] };
const manifestOf = (archive: Uint8Array): Listed => JSON.parse(unzip(archive)["octavo.json"] ?? "") as Listed;
const exported = async (w: World, drive: string, as = w.session("olivia")): Promise<Uint8Array> =>
  (await download(as, exportOf(drive))).bytes;

/** A drive with three chats: one with all settings, one with only a model, one with defaults. */
async function chats(w: World): Promise<{ drive: string; ids: Record<string, string> }> {
  const drive = await makeDrive(w);
  const titles = ["full", "model", "plain"];
  const ids = await makePages(
    w,
    drive,
    titles.map((title) => ({ title, type: "AI_CHAT" })),
  );
  const patch = (title: string, body: object) => w.as("olivia").patch(`/api/pages/${ids[title]}/agent-config`, body);
  expect((await patch("full", SETTINGS)).status).toBe(200);
  await patch("model", { aiModel: "small" });
  await patch("plain", { systemPrompt: "" });
  return { drive, ids };
}

test("restores agent settings exactly, and exports the same archive again", async () => {
  const w = await world();
  const first = await exported(w, (await chats(w)).drive);
  expect(manifestOf(first).pages.map(({ title, agent }) => [title, agent])).toEqual([
    ["full", SETTINGS],
    [
      "model",
      {
        systemPrompt: "",
        enabledTools: READING_TOOLS,
        aiProvider: "",
        aiModel: "small",
        approval: "risky",
      },
    ],
    ["plain", undefined],
  ]);
  const copy = await makeDrive(w);
  const { status, body } = await upload(w.session("olivia"), copy, first);
  expect([status, body.skipped, body.changed]).toEqual([201, [], []]);
  const config = await w.as("olivia").get(`/api/pages/${body.rootPages[0]?.id}/agent-config`);
  expect(config.body).toMatchObject(SETTINGS);
  expect(Buffer.from(await exported(w, copy)).equals(Buffer.from(first))).toBe(true);
});

test("reports and drops unknown tools, and ignores agent settings of other page types", async () => {
  const w = await world();
  const page = (title: string, type: string, agent: object) => ({
    path: `${title}.md`,
    type,
    title,
    parent: null,
    agent,
  });
  const pages = [
    page("chat", "AI_CHAT", { ...SETTINGS, enabledTools: ["fetch", "launch", "fetch"] }),
    page("text", "DOCUMENT", SETTINGS),
  ];
  const archive = zip({
    "chat.md": "",
    "text.md": "x",
    "octavo.json": JSON.stringify({ format: "octavo", version: 1, pages }),
  });
  const { status, body } = await upload(w.session("olivia"), w.drive, archive);
  expect([status, body.changed]).toEqual([
    201,
    [{ path: "chat.md", reason: "Its agent used tools that are not available here." }],
  ]);
  const config = await w.as("olivia").get(`/api/pages/${body.rootPages[0]?.id}/agent-config`);
  expect(config.body.enabledTools).toEqual(["fetch"]);
  const rows =
    await d1`select count(*) as n from agent_configs a join pages p on p.id = a.page_id where p.drive_id = ${w.drive}`.first(
      "n",
    );
  expect(rows).toBe(1);
});

test("leaves out the agent settings of a chat that the caller cannot view", async () => {
  const w = await world();
  const { drive, ids } = await chats(w);
  await addMember(w, w.ids.vera, { driveId: drive });
  await grant(String(ids["full"]), w.ids.vera, 0);
  const manifest = manifestOf(await exported(w, drive, w.session("vera")));
  expect(manifest.pages.map(({ title }) => title)).toEqual(["model", "plain"]);
  expect(JSON.stringify(manifest)).not.toContain("Ada");
});

test("rejects an export with too many agent settings before it sends anything", async () => {
  const w = await world();
  const drive = await makeDrive(w);
  const made = await makePages(
    w,
    drive,
    Array.from({ length: 81 }, (_, i) => ({ title: `${i}`, type: "AI_CHAT" })),
  );
  await d1`insert into agent_configs (page_id, system_prompt, updated_at) select value, ${"x".repeat(50_000)}, 1 from json_each(${JSON.stringify(Object.values(made))})`.run();
  const { status, bytes } = await download(w.session("olivia"), exportOf(drive));
  expect([status, Buffer.from(bytes).toString()]).toEqual([413, expect.stringContaining("payload_too_large")]);
  expect((await ask(w.session("olivia"), exportOf(drive), {}, "HEAD")).status).toBe(413);
});
