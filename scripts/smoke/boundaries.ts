/** Access checks: references in free text, permissions, outsiders, and tokens of another drive. */
import type { Call } from "./client.ts";
import { ensure } from "./report.ts";
import { Detected, Rights } from "./shapes.ts";
import { bearer, PAGE_TITLE, type MadePage, type Tree, type World } from "./world.ts";

const pathOf = ({ drive }: World, page: MadePage): string =>
  `/${[drive.slug, ...page.folders.map(({ title }) => title), PAGE_TITLE].join("/")}`;

/** Finds three paths in one sentence and an id in another, and no false positive. */
export async function checkPaths(world: World, tree: Tree): Promise<void> {
  // Two README files have the same path if a package's own folder and one of its dependencies share a name.
  const paths = new Map<string, MadePage[]>();
  for (const page of tree.pages) paths.set(pathOf(world, page), [...(paths.get(pathOf(world, page)) ?? []), page]);
  const clear = [...paths].filter(([, pages]) => pages.length === 1).slice(0, 3);
  ensure(clear.length === 3, "There are fewer than three pages with a unique path.");
  const [one, two, three] = clear.map(([path]) => path);
  const some = tree.pages[0];
  ensure(some !== undefined, "There is no page.");
  const texts = [`Compare ${one} with ${two}, and see (${three}) too.`, `It is page ${some.id}.`];
  const query = texts.map((text) => `text=${encodeURIComponent(text)}`).join("&");
  const call: Call = { kind: "detect paths", method: "GET", path: `/api/mcp/detect-paths?${query}`, as: world.tool };
  const { results } = await world.client.get(call, Detected);
  ensure(results.map(({ input }) => input).join("\n") === texts.join("\n"), "The inputs were not returned.");
  const found = results.map(({ references }) => references.filter(({ status }) => status === "found"));
  const ids = (index: number): string =>
    (found[index] ?? [])
      .flatMap(({ pages }) => pages.map(({ pageId }) => pageId))
      .toSorted()
      .join();
  const expected = clear
    .flatMap(([, pages]) => pages.map(({ id }) => id))
    .toSorted()
    .join();
  ensure(
    ids(0) === expected,
    `Of three paths, these were found: ${JSON.stringify(results[0]?.references).slice(0, 600)}`,
  );
  ensure(ids(1) === some.id, `The id was not found: ${JSON.stringify(results[1]?.references).slice(0, 300)}`);
}

export async function checkRights({ client, person }: World, { id }: MadePage): Promise<void> {
  const rights = async (pageId: string) =>
    client.get({ kind: "rights", method: "GET", path: `/api/pages/${pageId}/permissions/check`, as: person }, Rights);
  const own = await rights(id);
  ensure(own.canView && own.canEdit && own.canShare && own.canDelete, "The owner does not have all rights.");
  const none = await rights("no-such-page");
  ensure(
    !none.canView && !none.canEdit && !none.canShare && !none.canDelete,
    "Somebody has a right on a page that does not exist.",
  );
}

/** Calls that read or change a page. */
function callsOn(pageId: string): Call[] {
  const page = `/api/pages/${pageId}`;
  return [
    { kind: "refused", method: "GET", path: page },
    { kind: "refused", method: "PATCH", path: page, json: { content: "not mine" } },
    { kind: "refused", method: "DELETE", path: page },
    { kind: "refused", method: "GET", path: `${page}/versions` },
    { kind: "refused", method: "POST", path: "/api/mcp/documents", json: { pageId, operation: "read" } },
    {
      kind: "refused",
      method: "POST",
      path: "/api/mcp/documents",
      json: { pageId, operation: "insert", startLine: 1, content: "not mine" },
    },
  ];
}

/** Calls without credentials, or with an unknown token, get 401; returns the number of rejected calls. */
export async function checkAnonymous({ client }: World, { id }: MadePage): Promise<number> {
  const calls = callsOn(id);
  for (const call of calls) {
    await client.refused(call, 401, "unauthenticated");
    await client.refused({ ...call, as: bearer(`mcp_${"A".repeat(43)}`) }, 401, "unauthenticated");
  }
  return calls.length * 2;
}

/** To a token of another drive, the pages do not exist. */
export async function checkOtherToken({ client, otherToken }: World, { id }: MadePage): Promise<void> {
  const as = bearer(otherToken.token);
  for (const call of callsOn(id)) await client.refused({ ...call, as }, 404, "not_found");
}

/** A tool token cannot use account routes, and a cookie without its CSRF token cannot change anything. */
export async function checkCredentialKinds({ client, tool, person }: World, { id }: MadePage): Promise<void> {
  await client.refused({ kind: "refused", method: "GET", path: "/api/auth/me", as: tool }, 401, "unauthenticated");
  if (person.kind !== "cookie") return;
  const forged: Call = {
    kind: "refused",
    method: "DELETE",
    path: `/api/pages/${id}`,
    as: { ...person, csrf: "forged" },
  };
  await client.refused(forged, 403, "csrf_invalid");
}
