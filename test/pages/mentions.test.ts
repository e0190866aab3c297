/** Mentions follow the text through every entry point: rows, backlinks, and one notification per newly mentioned viewer. */
import { expect, test } from "vitest";
import { makePage, world, type Client, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const newPage = async (w: World, content: string, more: object = {}): Promise<string> => {
  return makePage(w, { title: "Plan", content, ...more });
};

const at = (w: World, person: Person): string => `@[${person}](user:${w.ids[person]})`;
const toPage = (id: string): string => `@[page](page:${id})`;

async function rows(pageId: string): Promise<string[]> {
  const { results } = await d1`select target_id from mentions where page_id = ${pageId} order by target_id`.all<{
    target_id: string;
  }>();
  return results.map(({ target_id }) => target_id);
}

const notices = async (client: Client): Promise<string[]> =>
  (await client.get("/api/notifications")).body.notifications
    .filter(({ type }: { type: string }) => type === "MENTION")
    .map(({ message }: { message: string }) => message);

test("notifies a mentioned user once, and again only after the mention was removed and added back", async () => {
  const w = await world();
  const id = await newPage(w, `Ask ${at(w, "edna")} and ${at(w, "edna")}.`);
  expect(await notices(w.as("edna"))).toEqual(["olivia mentioned you in “Plan”."]);
  await w.as("dora").patch(`/api/pages/${id}`, { content: `Ask ${at(w, "edna")} soon.` });
  expect(await notices(w.as("edna"))).toHaveLength(1);
  await w.as("dora").patch(`/api/pages/${id}`, { content: "Ask nobody." });
  expect(await rows(id)).toEqual([]);
  await w.as("dora").patch(`/api/pages/${id}`, { content: `Ask ${at(w, "edna")} after all.` });
  expect(await notices(w.as("edna"))).toEqual(["dora mentioned you in “Plan”.", "olivia mentioned you in “Plan”."]);
});

test("updates mentions on every write: PATCH, lines, versions, bulk updates and structures", async () => {
  const w = await world();
  const id = await newPage(w, "one");
  await w.as("edna").patch(`/api/pages/${id}`, { content: `one ${at(w, "vera")}` });
  expect(await rows(id)).toEqual([w.ids.vera]);
  const tool = await w.token("edna");
  await tool.client.post("/api/mcp/documents", {
    pageId: id,
    operation: "replace",
    startLine: 1,
    content: at(w, "sara"),
  });
  expect(await rows(id)).toEqual([w.ids.sara]);
  const [, before] = (await w.as("edna").get(`/api/pages/${id}/versions`)).body.versions;
  await w.as("edna").post(`/api/pages/${id}/versions/${before.version}/restore`);
  expect(await rows(id)).toEqual([w.ids.vera]);
  await w.as("edna").post("/api/pages/bulk/update-content", {
    updates: [{ pageId: id, operation: "append", content: at(w, "dora") }],
  });
  expect(await rows(id)).toEqual([w.ids.vera, w.ids.dora].toSorted());
  const { body } = await w.as("olivia").post("/api/pages/bulk/create-structure", {
    driveId: w.drive,
    structure: [{ title: "S", type: "TASK_LIST", content: `- [ ] call ${at(w, "adam")}` }],
  });
  expect(await rows(body.rootPages[0].id)).toEqual([w.ids.adam]);
  expect(await notices(w.as("adam"))).toEqual(["olivia mentioned you in “S”."]);
});

test("ignores mentions in code, escaped mentions and pages of code", async () => {
  const w = await world();
  const named = at(w, "edna");
  const id = await newPage(w, `\`${named}\`\n\n\`\`\`\n${named}\n\`\`\`\n\n\\${named}`);
  const code = await newPage(w, `// ${named}`, { type: "CODE" });
  expect([await rows(id), await rows(code), await notices(w.as("edna"))]).toEqual([[], [], []]);
});

test("notifies neither a user who cannot view the page nor the author", async () => {
  const w = await world();
  const id = await newPage(w, `${at(w, "oscar")} ${at(w, "olivia")}`);
  expect([await notices(w.as("oscar")), await notices(w.as("olivia"))]).toEqual([[], []]);
  await w.as("olivia").post(`/api/pages/${id}/permissions`, { userId: w.ids.vera });
  await w.as("edna").patch(`/api/pages/${id}`, { content: at(w, "vera") });
  expect(await notices(w.as("vera"))).toEqual([]);
});

test("records no mention for a rejected write", async () => {
  const w = await world();
  const id = await newPage(w, "one");
  expect((await w.as("vera").patch(`/api/pages/${id}`, { content: at(w, "edna") })).status).toBe(403);
  expect([await rows(id), await notices(w.as("edna"))]).toEqual([[], []]);
});

test("lists the pages that mention a page, as far as the reader can view them", async () => {
  const w = await world();
  const target = await newPage(w, "target");
  const open = await newPage(w, toPage(target), { title: "Open" });
  const hidden = await newPage(w, toPage(target), { title: "Hidden" });
  const trashed = await newPage(w, toPage(target), { title: "Trashed" });
  await newPage(w, `${toPage(target)} in ${toPage("nowhere")}`, { title: "Two" });
  await w.as("olivia").post(`/api/pages/${hidden}/permissions`, { userId: w.ids.vera });
  await w.as("olivia").delete(`/api/pages/${trashed}`);
  const backlinks = async (client: Client) =>
    (await client.get(`/api/pages/${target}`)).body.backlinks.map(({ title }: { title: string }) => title);
  expect(await backlinks(w.as("vera"))).toEqual(["Open", "Two"]);
  expect(await backlinks(w.as("olivia"))).toEqual(["Hidden", "Open", "Two"]);
  await w.as("edna").patch(`/api/pages/${open}`, { content: "no more" });
  expect(await backlinks(w.as("vera"))).toEqual(["Two"]);
});

test("notifies users mentioned in a message, and only newly mentioned users after an edit", async () => {
  const w = await world();
  const id = await newPage(w, "", { type: "CHANNEL", title: "General" });
  const { body } = await w
    .as("edna")
    .post(`/api/pages/${id}/messages`, { content: `hi ${at(w, "vera")} ${at(w, "oscar")}` });
  await w.as("edna").patch(`/api/pages/${id}/messages/${body.id}`, { content: `hi ${at(w, "vera")} ${at(w, "dora")}` });
  expect(await notices(w.as("vera"))).toEqual(["edna mentioned you in “General”."]);
  expect(await notices(w.as("dora"))).toEqual(["edna mentioned you in “General”."]);
  expect(await notices(w.as("oscar"))).toEqual([]);
});

test("caps the stored mentions and notifications of one page with 1,000 mentions", async () => {
  const w = await world();
  const many = Array.from({ length: 1_000 }, (_, i) => `@[x](user:nobody-${i})`).join(" ");
  const id = await newPage(w, `${at(w, "edna")} ${many}`);
  expect((await rows(id)).length).toBe(500);
  expect(await notices(w.as("edna"))).toHaveLength(1);
});
