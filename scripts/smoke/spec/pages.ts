/** Pages: making, reading, changing, moving, the trash, and who may do what. */
import { makePage, type Cast } from "./cast.ts";
import { checkFields } from "./door.ts";
import { at, holds, itemWith, listAt, same, textAt } from "./values.ts";

const TYPES = ["DOCUMENT", "FOLDER", "AI_CHAT", "CHANNEL", "CANVAS", "FILE", "SHEET", "TASK_LIST", "CODE"] as const;

export async function checkPages(cast: Cast): Promise<void> {
  await checkMaking(cast);
  await checkTree(cast);
  await checkTrash(cast);
  await checkAgent(cast);
}

async function checkMaking(cast: Cast): Promise<void> {
  const { rows, owner, guest, drive } = cast;
  rows.section("Pages");
  const made = await rows.check("POST /api/pages: 201 with the page", () =>
    owner.door.post("/api/pages", { driveId: drive, title: "First", type: "DOCUMENT", content: "hello" }, 201),
  );
  const id = String(at(made, "id"));
  for (const type of TYPES.filter((each) => each !== "FILE")) {
    await rows.check(`POST /api/pages with type ${type}`, async () => {
      const page = await owner.door.post("/api/pages", { driveId: drive, title: type, type }, 201);
      same("type", at(page, "type"), type);
    });
  }
  await rows.check("a FILE page comes of an upload: 400 here", () =>
    owner.door.refused("POST", "/api/pages", 400, "use_upload", { json: { driveId: drive, title: "F", type: "FILE" } }),
  );
  await rows.check(
    "tokens 17, errors 7: making pages takes the drive's owner or an admin of it; others are refused",
    async () => {
      const json = { driveId: drive, title: "Mine", type: "DOCUMENT" };
      await guest.door.refused("POST", "/api/pages", 404, "not_found", { json });
      await owner.door.post(`/api/drives/${drive}/members`, { userId: guest.id, role: "member", canEdit: true }, 201);
      await guest.door.refused("POST", "/api/pages", 403, "forbidden", { json });
      await owner.door.patch(`/api/drives/${drive}/members/${guest.id}`, { role: "admin" });
      await makePage(guest.door, drive, "By an admin");
      await owner.door.delete(`/api/drives/${drive}/members/${guest.id}`);
    },
  );
  const child = await rows.check("POST /api/pages with a parentId", () =>
    makePage(owner.door, drive, "Child", { parentId: id }),
  );
  const page = await rows.check("GET /api/pages/{pageId}: 200 with children and messages", () =>
    owner.door.get(`/api/pages/${id}`),
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
  await rows.check("its children are its child pages, and the top has no parent", () => {
    same(
      "ids",
      listAt(page, "children").map((each) => at(each, "id")),
      [child],
    );
    same("parentId", at(page, "parentId"), null);
  });
  await rows.check("PATCH /api/pages/{pageId}: title, content, or both", async () => {
    const changed = await owner.door.patch(`/api/pages/${id}`, { title: "Renamed" });
    same("title and content", [at(changed, "title"), at(changed, "content")], ["Renamed", "hello"]);
    same("content", at(await owner.door.patch(`/api/pages/${id}`, { content: "changed" }), "content"), "changed");
  });
  await rows.check("PATCH with content keeps mentions in step", async () => {
    const named = await makePage(owner.door, drive, "Named");
    const backlinks = async () =>
      listAt(await owner.door.get(`/api/pages/${named}`), "backlinks").map((each) => at(each, "id"));
    await owner.door.patch(`/api/pages/${id}`, { content: `see @[Named](page:${named})` });
    same("backlinks", await backlinks(), [id]);
    await owner.door.patch(`/api/pages/${id}`, { content: "no more" });
    same("backlinks", await backlinks(), []);
  });
}

async function checkTree(cast: Cast): Promise<void> {
  const { rows, owner, drive } = cast;
  const made = await rows.check("a small tree", async () => {
    const top = await makePage(owner.door, drive, "Top", { type: "FOLDER" });
    const middle = await makePage(owner.door, drive, "Middle", { parentId: top });
    return { top, middle, leaf: await makePage(owner.door, drive, "Leaf", { parentId: middle }) };
  });
  if (made === null) return;
  const { top, middle, leaf } = made;
  await rows.check("GET /api/pages/{pageId}/breadcrumbs: from the drive's root to the page", async () => {
    const way = listAt(await owner.door.get(`/api/pages/${leaf}/breadcrumbs`));
    same(
      "ids",
      way.map((each) => at(each, "id")),
      [top, middle, leaf],
    );
  });
  await rows.check("GET /api/pages/{pageId}/children: direct children with title and type", async () => {
    const children = listAt(await owner.door.get(`/api/pages/${top}/children`));
    same(
      "ids, titles, types",
      children.map((each) => ["id", "title", "type"].map((key) => at(each, key))),
      [[middle, "Middle", "DOCUMENT"]],
    );
  });
  await rows.check("POST /api/pages/reorder: under another page, at a position, and to the root", async () => {
    const moved = await owner.door.post("/api/pages/reorder", { pageId: leaf, parentId: top, position: 7.5 });
    same("place", [at(moved, "parentId"), at(moved, "position")], [top, 7.5]);
    const order = async () => listAt(await owner.door.get(`/api/pages/${top}/children`)).map((each) => at(each, "id"));
    await owner.door.post("/api/pages/reorder", { pageId: middle, parentId: top, position: 8 });
    same("the order", await order(), [leaf, middle]);
    await owner.door.post("/api/pages/reorder", { pageId: middle, parentId: top, position: 7 });
    same("the order", await order(), [middle, leaf]);
    const up = await owner.door.post("/api/pages/reorder", { pageId: leaf, parentId: null, position: 1 });
    same("place", [at(up, "parentId"), at(up, "position")], [null, 1]);
    const json = { pageId: top, parentId: middle, position: 1 };
    await owner.door.refused("POST", "/api/pages/reorder", 400, "cycle", { json });
  });
}

async function checkTrash(cast: Cast): Promise<void> {
  const { rows, owner, drive } = cast;
  rows.section("Trash");
  const made = await rows.check("a page with a child", async () => {
    const top = await makePage(owner.door, drive, "To go");
    return { top, child: await makePage(owner.door, drive, "To go along", { parentId: top }) };
  });
  if (made === null) return;
  const { top, child } = made;
  const trash = async () =>
    listAt(await owner.door.get(`/api/drives/${drive}/trash`), "pages").map((each) => at(each, "id"));
  await rows.check("a page that is not in the trash is not deleted for good: 409", () =>
    owner.door.refused("DELETE", `/api/trash/${child}`, 409, "not_trashed"),
  );
  await rows.check("DELETE /api/pages/{pageId}: 200, from active to trashed", async () => {
    await owner.door.delete(`/api/pages/${child}`);
    same("isTrashed", at(await owner.door.get(`/api/pages/${child}`), "isTrashed"), true);
    same("children", await owner.door.get(`/api/pages/${top}/children`), []);
    holds("it in the trash", (await trash()).includes(child));
  });
  await rows.check("POST /api/pages/{pageId}/restore: 200, from trashed to active, to where it was", async () => {
    const back = await owner.door.post(`/api/pages/${child}/restore`);
    same("place", [at(back, "isTrashed"), at(back, "parentId")], [false, top]);
    await owner.door.refused("POST", `/api/pages/${child}/restore`, 409, "not_trashed");
  });
  await rows.check("DELETE /api/trash/{pageId}: 200, from trashed to gone, with all below", async () => {
    await owner.door.delete(`/api/pages/${top}`);
    await owner.door.delete(`/api/trash/${top}`);
    for (const id of [top, child]) await owner.door.refused("GET", `/api/pages/${id}`, 404, "not_found");
    await owner.door.refused("POST", `/api/pages/${top}/restore`, 404, "not_found");
  });
  await rows.check(
    "DELETE /api/trash/drives/{driveId}: 200, from trashed to gone; 409 before it is in the trash",
    async () => {
      const id = textAt(await owner.door.post("/api/drives", { name: "To go" }, 201), "id");
      const page = await makePage(owner.door, id, "Inside");
      await owner.door.refused("DELETE", `/api/trash/drives/${id}`, 409, "not_trashed");
      await owner.door.delete(`/api/drives/${id}`);
      await owner.door.delete(`/api/trash/drives/${id}`);
      await owner.door.refused("GET", `/api/drives/${id}`, 404, "not_found");
      await owner.door.refused("GET", `/api/pages/${page}`, 404, "not_found");
    },
  );
}

async function checkAgent({ rows, owner, drive }: Cast): Promise<void> {
  rows.section("Agents");
  const page = await rows.check("an AI_CHAT page", () => makePage(owner.door, drive, "Agent", { type: "AI_CHAT" }));
  const path = `/api/pages/${page}/agent-config`;
  const config = await rows.check("GET /api/pages/{pageId}/agent-config: 200", () => owner.door.get(path));
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
      await owner.door.patch(path, { ...sent, availableTools: [] });
      const now = await owner.door.get(path);
      for (const [name, value] of Object.entries(sent)) same(name, at(now, name), value);
      same("availableTools", at(now, "availableTools"), at(config, "availableTools"));
      await owner.door.patch(path, { aiModel: "large" });
      same("systemPrompt", at(await owner.door.get(path), "systemPrompt"), "Be brief.");
    },
  );
  await rows.check("other pages have no agent: 400", async () => {
    const other = await makePage(owner.door, drive, "No agent");
    await owner.door.refused("GET", `/api/pages/${other}/agent-config`, 400, "not_ai_chat");
  });
  await rows.check("messages of a page come with it", async () => {
    await owner.door.post(`/api/pages/${page}/messages`, { content: "Hello there" }, 201);
    const messages = listAt(await owner.door.get(`/api/pages/${page}`), "messages");
    itemWith(messages, "content", "Hello there");
  });
}
