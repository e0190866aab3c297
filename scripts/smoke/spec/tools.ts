/** Tokens for external tools, and the tools' API. */
import { makePage, type Setup } from "./people-setup.ts";
import { ApiClient, checkFields } from "./api-client.ts";
import { at, holds, itemWith, listAt, same, textAt } from "./values.ts";

const TOKENS = "/api/auth/mcp-tokens";
const DOCUMENTS = "/api/mcp/documents";

const clientFor = ({ client }: Setup, made: unknown): ApiClient =>
  new ApiClient(client, { kind: "bearer", token: textAt(made, "token") });

export async function checkTools(setup: Setup): Promise<void> {
  const { rows, owner, drive } = setup;
  rows.section("Tokens for tools");
  const made = await rows.check("POST /api/auth/mcp-tokens: 201 with the raw token, named and scoped to a drive", () =>
    owner.api.post(TOKENS, { name: "Assistant", driveIds: [drive] }, 201),
  );
  await checkFields(rows, "token", made, { id: "string", name: "string", token: "string" });
  await rows.check("the raw token begins with mcp_ and does not expire", () => {
    holds("mcp_", textAt(made, "token").startsWith("mcp_"));
    same("expiresAt", at(made, "expiresAt") ?? null, null);
    same(
      "the scope",
      listAt(made, "driveScopes").map((each) => at(each, "id")),
      [drive],
    );
  });
  await rows.check("GET /api/auth/mcp-tokens: lists it; tokens 2: the raw value is shown once", async () => {
    const list = await owner.api.get(TOKENS);
    itemWith(listAt(list), "id", at(made, "id"));
    holds("no raw token", !JSON.stringify(list).includes(textAt(made, "token")));
  });
  await rows.byTests(
    "tokens 2: a tool's token is kept as a hash alone",
    "test/mcp/tokens.test.ts",
    "returns a new token's secret once, lists it without the secret",
  );
  if (made === null) return;
  await checkScope(setup, clientFor(setup, made));
  await checkDocuments(setup, clientFor(setup, made));
  await rows.check(
    "DELETE /api/auth/mcp-tokens/{id}, errors 1: 200; the token is refused on its next request",
    async () => {
      await owner.api.delete(`${TOKENS}/${textAt(made, "id")}`);
      await clientFor(setup, made).refused("GET", "/api/mcp/drives", 401, "unauthenticated");
      await owner.api.refused("DELETE", `${TOKENS}/${textAt(made, "id")}`, 404, "not_found");
    },
  );
}

async function checkScope(setup: Setup, tool: ApiClient): Promise<void> {
  const { rows, owner, guest, anonymous: stranger, drive, otherDrive } = setup;
  const drives = await rows.check(
    "GET /api/mcp/drives: a scoped token sees its drives alone, another sees all",
    async () => {
      const seen = listAt(await tool.get("/api/mcp/drives"));
      same(
        "the drives",
        seen.map((each) => at(each, "id")),
        [drive],
      );
      const unscoped = clientFor(setup, await owner.api.post(TOKENS, { name: "Everywhere" }, 201));
      const all = listAt(await unscoped.get("/api/mcp/drives"));
      for (const id of [drive, otherDrive]) itemWith(all, "id", id);
      return seen;
    },
  );
  await checkFields(rows, "drive for tools", drives?.[0], {
    id: "string",
    name: "string",
    slug: "string",
    pageCount: "integer",
  });
  await rows.check("tools require an MCP token: 401 without one, and for a session", async () => {
    for (const api of [stranger, owner.api]) await api.refused("GET", "/api/mcp/drives", 401, "unauthenticated");
    await tool.refused("GET", "/api/account", 401, "unauthenticated");
  });
  await rows.check("tokens 15: a token has its user's rights, and no more", async () => {
    const page = await makePage(owner.api, drive, "Seen by nobody else");
    const guestTool = clientFor(setup, await guest.api.post(TOKENS, { name: "Of the guest" }, 201));
    await guestTool.refused("POST", DOCUMENTS, 404, "not_found", { json: { pageId: page, operation: "read" } });
    const beyond = await makePage(owner.api, otherDrive, "Beyond the scope");
    await tool.refused("POST", DOCUMENTS, 404, "not_found", { json: { pageId: beyond, operation: "read" } });
  });
  await rows.check(
    "tokens 15, errors 2: with all its drives deleted a scoped token is denied everything: 403",
    async () => {
      const doomed = textAt(await owner.api.post("/api/drives", { name: "Doomed" }, 201), "id");
      const other = clientFor(setup, await owner.api.post(TOKENS, { name: "Doomed", driveIds: [doomed] }, 201));
      await other.get("/api/mcp/drives");
      await owner.api.delete(`/api/drives/${doomed}`);
      await owner.api.delete(`/api/trash/drives/${doomed}`);
      await other.refused("GET", "/api/mcp/drives", 403, "scope_empty");
      await other.refused("POST", DOCUMENTS, 403, "scope_empty", { json: { pageId: "none", operation: "read" } });
    },
  );
  await rows.check("GET /api/mcp/detect-paths: finds a page by path, id and address", async () => {
    const title = `Found ${setup.mark}`;
    const page = await makePage(owner.api, drive, title);
    const slug = textAt(drives?.[0], "slug");
    const query = [`see /${slug}/${title}`, page].map((text) => `text=${encodeURIComponent(text)}`).join("&");
    const results = listAt(await tool.get(`/api/mcp/detect-paths?${query}`), "results");
    for (const result of results) same("the page", at(result, "references.0.pages.0.pageId"), page);
    same("how many results", results.length, 2);
  });
}

async function checkDocuments(setup: Setup, tool: ApiClient): Promise<void> {
  const { rows, owner, drive } = setup;
  rows.section("Pages by line, for tools");
  const pageId = await rows.check("a page to edit", () =>
    makePage(owner.api, drive, "Lines", { content: "one\ntwo\nthree" }),
  );
  if (pageId === null) return;
  const contentOf = async () => at(await owner.api.get(`/api/pages/${pageId}`), "content");
  const read = await rows.check("POST /api/mcp/documents read: 200 with content and line numbers", () =>
    tool.post(DOCUMENTS, { pageId, operation: "read" }),
  );
  await rows.check("its lines are numbered from one", () =>
    same("numberedLines", at(read, "numberedLines"), ["   1 | one", "   2 | two", "   3 | three"]),
  );
  await rows.check("POST /api/mcp/documents replace: the given lines, inclusive", async () => {
    await tool.post(DOCUMENTS, { pageId, operation: "replace", startLine: 1, endLine: 2, content: "eins\nzwei" });
    same("the content", await contentOf(), "eins\nzwei\nthree");
  });
  await rows.check("POST /api/mcp/documents insert: before the given line", async () => {
    await tool.post(DOCUMENTS, { pageId, operation: "insert", startLine: 3, content: "between" });
    same("the content", await contentOf(), "eins\nzwei\nbetween\nthree");
  });
  await rows.check("POST /api/mcp/documents delete: the given lines are removed", async () => {
    await tool.post(DOCUMENTS, { pageId, operation: "delete", startLine: 2, endLine: 3 });
    same("the content", await contentOf(), "eins\nthree");
  });
  await rows.check("written text is formatted: line endings and trailing spaces", async () => {
    await tool.post(DOCUMENTS, { pageId, operation: "replace", startLine: 1, content: "uno   \r\ndue\t" });
    same("the content", await contentOf(), "uno  \ndue\nthree");
  });
  await rows.check("written text is validated: 400 with the line, and nothing is changed", async () => {
    const sheet = await makePage(owner.api, drive, "Sheet", { type: "SHEET", content: "a,b" });
    const json = { pageId: sheet, operation: "insert", startLine: 2, content: '"open' };
    const refusal = await tool.refused("POST", DOCUMENTS, 400, "invalid_content", { json });
    holds("a line", typeof at(refusal, "line") === "number", refusal);
    same("the sheet", at(await owner.api.get(`/api/pages/${sheet}`), "content"), "a,b");
  });
  await rows.check("lines out of range are rejected: 400 with the number of lines", async () => {
    const json = { pageId, operation: "delete", startLine: 99 };
    same("totalLines", at(await tool.refused("POST", DOCUMENTS, 400, "line_out_of_range", { json }), "totalLines"), 3);
  });
}
