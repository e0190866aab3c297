/** The drives' counters match the actual usage after any sequence of operations. */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, test } from "vitest";
import { zip } from "../transfer/archives.ts";
import { call, upload as uploadFile } from "../files/client.ts";
import { deliver } from "../files/parser.ts";
import { seededFractions } from "../support/seeded.ts";
import { upload as importArchive } from "../transfer/client.ts";
import { type Reply, world, addMember, freshId } from "../support/world.ts";
import { expectRightCounts, heldBy } from "./drives.ts";
import { emptyStorage, newStorage } from "../support/empty-storage.ts";
import { d1 } from "../support/d1.ts";

const ROUNDS = env.PROOFS ? 260 : 120;

test("counters match a recount after any number of operations", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const token = w.session("olivia");
  const { client: tool } = await w.token("olivia");
  await addMember(w.as("oscar"), w.ids.olivia, { driveId: w.otherDrive, role: "admin" });
  const drives = [w.drive, w.otherDrive];
  const random = seededFractions(20_261_122);
  const below = (n: number): number => Math.floor(random() * n);
  const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const text = (): string => "äb €\n".repeat(below(60));
  const query = async (sql: string): Promise<string[]> =>
    (await env.DB.prepare(sql).all<{ id: string }>()).results.map(({ id }) => id);
  const pageOf = async (type: string): Promise<string> =>
    oneOf(await query(`select id from pages where type = '${type}' order by id`)) ?? "none";
  const anyPage = async (): Promise<string> => oneOf(await query("select id from pages order by id")) ?? "none";
  const drive = (): string => oneOf(drives) ?? w.drive;

  const acts: (() => Promise<{ status: number }>)[] = [
    async () =>
      olivia.post("/api/pages", {
        driveId: drive(),
        title: "Page",
        type: oneOf(["DOCUMENT", "DOCUMENT", "CHANNEL", "AI_CHAT", "FOLDER"]),
        content: text(),
      }),
    async () => {
      const parentId = await anyPage();
      const row = await d1`select drive_id from pages where id = ${parentId}`.first<{ drive_id: string }>();
      return olivia.post("/api/pages/bulk/create-structure", {
        driveId: row?.drive_id ?? w.drive,
        parentId: row ? parentId : null,
        structure: [{ title: "A", type: "FOLDER", children: [{ title: "B", type: "DOCUMENT", content: text() }] }],
      });
    },
    async () => importArchive(token, drive(), zip({ "a/b.md": `x${text()}`, "a/c.md": text(), "d.csv": "1,2" })),
    async () => olivia.patch(`/api/pages/${await pageOf("DOCUMENT")}`, { content: text() }),
    async () =>
      tool.post("/api/mcp/documents", {
        pageId: await pageOf("DOCUMENT"),
        operation: "insert",
        startLine: 1,
        content: text(),
      }),
    async () =>
      olivia.post("/api/pages/bulk/update-content", {
        updates: [...new Set([await pageOf("DOCUMENT"), await pageOf("DOCUMENT")])].map((pageId) => ({
          pageId,
          operation: oneOf(["replace", "append"]),
          content: text(),
        })),
      }),
    async () => olivia.post(`/api/pages/${await pageOf("DOCUMENT")}/versions/1/restore`),
    async () => olivia.post(`/api/pages/${await pageOf("CHANNEL")}/messages`, { content: `m${text()}` }),
    async () => {
      const message = oneOf(await query("select page_id || '/messages/' || id as id from messages order by id"));
      if (message === undefined) return { status: 200 };
      return random() < 0.5
        ? olivia.patch(`/api/pages/${message}`, { content: `n${text()}` })
        : olivia.delete(`/api/pages/${message}`);
    },
    async () => olivia.patch(`/api/pages/${await pageOf("AI_CHAT")}/agent-config`, { systemPrompt: text() }),
    async () => {
      const target: Record<string, string> = random() < 0.5 ? { driveId: drive() } : { pageId: await anyPage() };
      const sent = await uploadFile(token, {
        content: `f${text()}${below(1e9)}`,
        filename: "a.txt",
        fields: target,
      });
      if (sent.status === 201) await deliver(sent.body["id"]);
      return sent;
    },
    async () => {
      const id = oneOf(await query("select id from files order by id")) ?? "none";
      return random() < 0.5
        ? call(token, `/api/files/${id}`, { method: "DELETE" })
        : call(token, `/api/files/${id}/convert-to-document`, { method: "POST" });
    },
    async () => olivia.delete(`/api/pages/${await anyPage()}`),
    async () => {
      const id = oneOf(await query("select id from pages where trashed_at is not null order by id")) ?? "none";
      return random() < 0.5 ? olivia.post(`/api/pages/${id}/restore`) : olivia.delete(`/api/trash/${id}`);
    },
    async () =>
      olivia.post("/api/pages/bulk/move", {
        pageIds: [await anyPage()],
        targetDriveId: drive(),
        targetParentId: random() < 0.5 ? await pageOf("FOLDER") : null,
      }),
    async (): Promise<Reply> => {
      const made = await olivia.post("/api/drives", { name: "More" });
      drives.push(made.body.id);
      return made;
    },
    async () => {
      const id = drives.length > 4 ? drives.splice(2, 1)[0] : undefined;
      if (id === undefined) return { status: 200 };
      await olivia.delete(`/api/drives/${id}`);
      return olivia.delete(`/api/trash/drives/${id}`);
    },
  ];
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const act = oneOf(acts);
    if (act) statuses.push((await act()).status);
    if (round % 20 === 0) await expectRightCounts();
  }
  await expectRightCounts();
  // Refusals are expected, failures are not, and enough operations succeeded.
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(ROUNDS / 3);
});

afterAll(newStorage);

test("counts existing rows when the counters are introduced", async () => {
  await emptyStorage();
  const isBefore = ({ name }: { name: string }): boolean => name < "0007";
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS.filter(isBefore));
  const [drive, otherDrive] = [freshId("drive"), freshId("drive")];
  // The world's members have a right that this schema does not know.
  await d1`insert into users (id, name, email, login_email, created_at, updated_at) values ('u', 'U', 'u@example.com', 'u@example.com', 1, 1)`.run();
  for (const id of [drive, otherDrive])
    await d1`insert into drives (id, owner_id, name, slug, created_at, updated_at) values (${id}, 'u', 'Team', ${id}, 1, 1)`.run();
  const rows: (readonly [string, ...(string | number)[]])[] = [
    ...["p1", "p2", "p3"].map(
      (id) =>
        [
          "insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) values (?, ?, 'P', 'CHANNEL', 1, 'x', 1, 1)",
          id,
          drive,
        ] as const,
    ),
    ["insert into page_contents (page_id, content) values ('p1', ?)", "é€"],
    ["insert into messages (id, page_id, role, content, created_at) values ('m1', 'p2', 'user', ?, 1)", "abc"],
    ["insert into messages (id, page_id, role, content, created_at) values ('m2', 'p2', 'user', ?, 1)", "de"],
    ["insert into agent_configs (page_id, system_prompt, updated_at) values ('p3', ?, 1)", "prompt"],
  ];
  await env.DB.batch(rows.map(([text, ...params]) => env.DB.prepare(text).bind(...params)));
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  expect([await heldBy(drive), await heldBy(otherDrive)]).toEqual([
    { text: 5 + 5 + 6, pages: 3 },
    { text: 0, pages: 0 },
  ]);
  await expectRightCounts();
});
