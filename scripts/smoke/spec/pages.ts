/** Pages: creating, reading, updating, moving, the trash, and permissions. */
import { makePage, type Setup } from "./people-setup.ts";
import { checkFields } from "./api-client.ts";
import { at, holds, itemWith, listAt, same, textAt } from "./values.ts";

const TYPES = ["DOCUMENT", "FOLDER", "AI_CHAT", "CHANNEL", "CANVAS", "FILE", "SHEET", "TASK_LIST", "CODE"] as const;

export async function checkPages(setup: Setup): Promise<void> {
  await checkMaking(setup);
  await checkTree(setup);
  await checkTrash(setup);
  await checkAgent(setup);
}

async function checkMaking(setup: Setup): Promise<void> {
  const { rows, owner, guest, drive } = setup;
  rows.section("Pages");
  const made = await rows.check("POST /api/pages: 201 with the page", () =>
    owner.api.post("/api/pages", { driveId: drive, title: "First", type: "DOCUMENT", content: "hello" }, 201),
  );
  const id = String(at(made, "id"));
  for (const type of TYPES.filter((each) => each !== "FILE")) {
    await rows.check(`POST /api/pages with type ${type}`, async () => {
      const page = await owner.api.post("/api/pages", { driveId: drive, title: type, type }, 201);
      same("type", at(page, "type"), type);
    });
  }
  await rows.check("a FILE page is created by an upload: 400 here", () =>
    owner.api.refused("POST", "/api/pages", 400, "use_upload", { json: { driveId: drive, title: "F", type: "FILE" } }),
  );
  await rows.check(
    "tokens 17, errors 7: making pages takes the drive's owner or an admin of it; others are refused",
    async () => {
      const json = { driveId: drive, title: "Mine", type: "DOCUMENT" };
      await guest.api.refused("POST", "/api/pages", 404, "not_found", { json });
      await owner.api.post(`/api/drives/${drive}/members`, { userId: guest.id, role: "member", canEdit: true }, 201);
      await guest.api.refused("POST", "/api/pages", 403, "forbidden", { json });
      await owner.api.patch(`/api/drives/${drive}/members/${guest.id}`, { role: "admin" });
      await makePage(guest.api, drive, "By an admin");
      await owner.api.delete(`/api/drives/${drive}/members/${guest.id}`);
    },
  );
  const child = await rows.check("POST /api/pages with a parentId", () =>
    makePage(owner.api, drive, "Child", { parentId: id }),
  );
  const page = await rows.check("GET /api/pages/{pageId}: 200 with children and messages", () =>
    owner.api.get(`/api/pages/${id}`),
  );
  await checkFields(rows, "page", page, {
    id: "string",
    title: "string",
    type: TYPES,
    content: "string",
    driveId: "string",
    parentId: "string or null",
    children: "array",
    createdAt: "time",
    updatedAt: "time",
    position: "number",
    messages: "array",
  });
  await rows.check("its children are its child pages, and a root page has no parent", () => {
    same(
      "ids",
      listAt(page, "children").map((each) => at(each, "id")),
      [child],
    );
    same("parentId", at(page, "parentId"), null);
  });
  await checkChanging(setup, id);
}

async function checkChanging({ rows, owner, drive }: Setup, id: string): Promise<void> {
  await rows.check("PATCH /api/pages/{pageId}: title, content, or both", async () => {
    const changed = await owner.api.patch(`/api/pages/${id}`, { title: "Renamed" });
    same("title and content", [at(changed, "title"), at(changed, "content")], ["Renamed", "hello"]);
    same("content", at(await owner.api.patch(`/api/pages/${id}`, { content: "changed" }), "content"), "changed");
  });
  await rows.check("PATCH with content updates mentions", async () => {
    const named = await makePage(owner.api, drive, "Named");
    const backlinks = async () =>
      listAt(await owner.api.get(`/api/pages/${named}`), "backlinks").map((each) => at(each, "id"));
    await owner.api.patch(`/api/pages/${id}`, { content: `see @[Named](page:${named})` });
    same("backlinks", await backlinks(), [id]);
    await owner.api.patch(`/api/pages/${id}`, { content: "no more" });
    same("backlinks", await backlinks(), []);
  });
}

async function checkTree(setup: Setup): Promise<void> {
  const { rows, owner, drive } = setup;
  const made = await rows.check("a small tree", async () => {
    const top = await makePage(owner.api, drive, "Top", { type: "FOLDER" });
    const middle = await makePage(owner.api, drive, "Middle", { parentId: top });
    return { top, middle, leaf: await makePage(owner.api, drive, "Leaf", { parentId: middle }) };
  });
  if (made === null) return;
  const { top, middle, leaf } = made;
  await rows.check("GET /api/pages/{pageId}/breadcrumbs: from the drive's root to the page", async () => {
    const breadcrumbs = listAt(await owner.api.get(`/api/pages/${leaf}/breadcrumbs`));
    same(
      "ids",
      breadcrumbs.map((each) => at(each, "id")),
      [top, middle, leaf],
    );
  });
  await rows.check("GET /api/pages/{pageId}/children: direct children with title and type", async () => {
    const children = listAt(await owner.api.get(`/api/pages/${top}/children`));
    same(
      "ids, titles, types",
      children.map((each) => ["id", "title", "type"].map((key) => at(each, key))),
      [[middle, "Middle", "DOCUMENT"]],
    );
  });
  await rows.check("POST /api/pages/reorder: under another page, at a position, and to the root", async () => {
    const moved = await owner.api.post("/api/pages/reorder", { pageId: leaf, parentId: top, position: 7.5 });
    same("place", [at(moved, "parentId"), at(moved, "position")], [top, 7.5]);
    const order = async () => listAt(await owner.api.get(`/api/pages/${top}/children`)).map((each) => at(each, "id"));
    await owner.api.post("/api/pages/reorder", { pageId: middle, parentId: top, position: 8 });
    same("the order", await order(), [leaf, middle]);
    await owner.api.post("/api/pages/reorder", { pageId: middle, parentId: top, position: 7 });
    same("the order", await order(), [middle, leaf]);
    const up = await owner.api.post("/api/pages/reorder", { pageId: leaf, parentId: null, position: 1 });
    same("place", [at(up, "parentId"), at(up, "position")], [null, 1]);
    const json = { pageId: top, parentId: middle, position: 1 };
    await owner.api.refused("POST", "/api/pages/reorder", 400, "cycle", { json });
  });
}

async function checkTrash(setup: Setup): Promise<void> {
  const { rows, owner, drive } = setup;
  rows.section("Trash");
  const made = await rows.check("a page with a child", async () => {
    const top = await makePage(owner.api, drive, "To go");
    return { top, child: await makePage(owner.api, drive, "To go along", { parentId: top }) };
  });
  if (made === null) return;
  const { top, child } = made;
  const trash = async () =>
    listAt(await owner.api.get(`/api/drives/${drive}/trash`), "pages").map((each) => at(each, "id"));
  await rows.check("a page outside the trash cannot be permanently deleted: 409", () =>
    owner.api.refused("DELETE", `/api/trash/${child}`, 409, "not_trashed"),
  );
  await rows.check("DELETE /api/pages/{pageId}: 200, from active to trashed", async () => {
    await owner.api.delete(`/api/pages/${child}`);
    same("isTrashed", at(await owner.api.get(`/api/pages/${child}`), "isTrashed"), true);
    same("children", await owner.api.get(`/api/pages/${top}/children`), []);
    holds("it in the trash", (await trash()).includes(child));
  });
  await rows.check("POST /api/pages/{pageId}/restore: 200, from trashed to active, to where it was", async () => {
    const back = await owner.api.post(`/api/pages/${child}/restore`);
    same("place", [at(back, "isTrashed"), at(back, "parentId")], [false, top]);
    await owner.api.refused("POST", `/api/pages/${child}/restore`, 409, "not_trashed");
  });
  await rows.check("DELETE /api/trash/{pageId}: 200, from trashed to deleted, with its subpages", async () => {
    await owner.api.delete(`/api/pages/${top}`);
    await owner.api.delete(`/api/trash/${top}`);
    for (const id of [top, child]) await owner.api.refused("GET", `/api/pages/${id}`, 404, "not_found");
    await owner.api.refused("POST", `/api/pages/${top}/restore`, 404, "not_found");
  });
  await rows.check(
    "DELETE /api/trash/drives/{driveId}: 200, from trashed to gone; 409 before it is in the trash",
    async () => {
      const id = textAt(await owner.api.post("/api/drives", { name: "To go" }, 201), "id");
      const page = await makePage(owner.api, id, "Inside");
      await owner.api.refused("DELETE", `/api/trash/drives/${id}`, 409, "not_trashed");
      await owner.api.delete(`/api/drives/${id}`);
      await owner.api.delete(`/api/trash/drives/${id}`);
      await owner.api.refused("GET", `/api/drives/${id}`, 404, "not_found");
      await owner.api.refused("GET", `/api/pages/${page}`, 404, "not_found");
    },
  );
}

async function checkAgent({ rows, owner, drive }: Setup): Promise<void> {
  rows.section("Agents");
  const page = await rows.check("an AI_CHAT page", () => makePage(owner.api, drive, "Agent", { type: "AI_CHAT" }));
  const path = `/api/pages/${page}/agent-config`;
  const config = await rows.check("GET /api/pages/{pageId}/agent-config: 200", () => owner.api.get(path));
  await checkFields(rows, "agent", config, {
    systemPrompt: "string",
    enabledTools: "array of string",
    availableTools: "array of string",
    aiProvider: "string",
    aiModel: "string",
  });
  await rows.check(
    "PATCH /api/pages/{pageId}/agent-config: any of the settings; the tools there are cannot be set",
    async () => {
      const [tool] = listAt(config, "availableTools");
      const sent = { systemPrompt: "Be brief.", enabledTools: [tool], aiProvider: "local", aiModel: "small" };
      await owner.api.patch(path, { ...sent, availableTools: [] });
      const now = await owner.api.get(path);
      for (const [name, value] of Object.entries(sent)) same(name, at(now, name), value);
      same("availableTools", at(now, "availableTools"), at(config, "availableTools"));
      await owner.api.patch(path, { aiModel: "large" });
      same("systemPrompt", at(await owner.api.get(path), "systemPrompt"), "Be brief.");
    },
  );
  await rows.check("other pages have no agent: 400", async () => {
    const other = await makePage(owner.api, drive, "No agent");
    await owner.api.refused("GET", `/api/pages/${other}/agent-config`, 400, "not_ai_chat");
  });
  await rows.check("a page includes its messages", async () => {
    await owner.api.post(`/api/pages/${page}/messages`, { content: "Hello there" }, 201);
    const messages = listAt(await owner.api.get(`/api/pages/${page}`), "messages");
    itemWith(messages, "content", "Hello there");
  });
}
