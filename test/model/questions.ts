/** Every request that could reveal a page: reads, and changes that must be refused. */
import { exports } from "cloudflare:workers";
import { ORIGIN } from "../support/world.ts";
import type { Random } from "./noninterference-pairs.ts";
import { pick } from "./steps.ts";

export type Question = readonly [method: string, path: string, body?: unknown];

export const aboutAll = (titles: readonly string[], ids: readonly string[], isToken: boolean): Question[] => [
  ["GET", "/api/drives"],
  ["GET", "/api/drives?includeTrashed=true"],
  ["GET", "/api/search?q=budget"],
  ["GET", "/api/search?q=plan%20draft&limit=2"],
  ["GET", "/api/search?q=te"],
  [
    "GET",
    `/api/mcp/detect-paths?${titles.map((title) => `text=${encodeURIComponent(`see /${title} now`)}`).join("&")}`,
  ],
  ["GET", `/api/mcp/detect-paths?${ids.slice(0, 20).map((id) => `text=${encodeURIComponent(`${ORIGIN}/p/${id} @${id}`)}`).join("&")}`], // oxfmt-ignore
  ["GET", "/api/notifications"],
  ["GET", "/api/tasks"],
  ["GET", "/api/users/search?q=outsider"],
  ["GET", "/api/connections"],
  ...(isToken ? [["GET", "/api/mcp/drives"] as const] : []),
];

export const aboutDrive = (id: string): Question[] => [
  ["GET", `/api/drives/${id}`],
  ["GET", `/api/drives/${id}/pages`],
  ["GET", `/api/drives/${id}/pages?depth=64&treeLimit=2000`],
  ["GET", `/api/drives/${id}/pages?depth=64&limit=20`],
  ["GET", `/api/drives/${id}/pages?limit=2`],
  ["GET", `/api/drives/${id}/trash`],
  ["GET", `/api/drives/${id}/members`],
  ["GET", `/api/search?q=budget&driveId=${id}`],
];

export const aboutPage = (id: string): Question[] => [
  ["GET", `/api/pages/${id}`],
  ["GET", `/api/pages/${id}/children`],
  ["POST", `/api/pages/${id}/rows`, {}],
  ["POST", `/api/pages/${id}/rows`, { query: "not Note = budget", sort: ["Note"], groupBy: "Note" }],
  ["GET", `/api/pages/${id}/breadcrumbs`],
  ["GET", `/api/pages/${id}/permissions`],
  ["GET", `/api/pages/${id}/permissions/check`],
  ["GET", `/api/pages/${id}/versions`],
  ["GET", `/api/pages/${id}/messages`],
  ["GET", `/api/pages/${id}/agent-config`],
];

/** Requests about hidden or nonexistent pages: both get the same answer, which is never a success. */
export const forbiddenOf = (id: string, seen: string, drive: string): Question[] => [
  ["PATCH", `/api/pages/${id}`, { title: "Mine" }],
  ["PATCH", `/api/pages/${id}`, { content: "Mine" }],
  ["DELETE", `/api/pages/${id}`],
  ["POST", `/api/pages/${id}/restore`],
  ["DELETE", `/api/trash/${id}`],
  ["POST", `/api/pages/${id}/permissions`, { userId: "dan", canView: true }],
  ["DELETE", `/api/pages/${id}/permissions`, { userId: "dan" }],
  ["POST", `/api/pages/${id}/messages`, { content: "Hello" }],
  ["POST", "/api/pages", { driveId: drive, parentId: id, title: "Under it", type: "DOCUMENT" }],
  ["POST", "/api/pages/reorder", { pageId: id, parentId: seen, position: 1 }],
  ["POST", "/api/pages/reorder", { pageId: seen, parentId: id, position: 1 }],
  ["POST", "/api/pages/bulk/move", { pageIds: [id], targetDriveId: drive, targetParentId: seen }],
  ["POST", "/api/pages/bulk/move", { pageIds: [seen], targetDriveId: drive, targetParentId: id }],
  ["POST", "/api/pages/bulk/delete", { pageIds: [seen, id] }],
  ["POST", "/api/pages/bulk/rename", { pageIds: [id, seen], pattern: { type: "find_replace", find: "a", replace: "b" } }], // oxfmt-ignore
  ["POST", "/api/mcp/documents", { pageId: id, operation: "read" }],
  ["POST", "/api/mcp/documents", { pageId: id, operation: "delete", startLine: 1, endLine: 1 }],
  ["GET", `/api/drives/${drive}/pages?parentId=${id}`],
  ...aboutPage(id),
];

export function someOf<T>(all: readonly T[], count: number, random: Random): T[] {
  return Array.from({ length: count }, () => pick(all, random(1_000_000))).filter((one) => one !== undefined);
}

/** Status, headers and body as sent over the wire, without the request id. */
export async function answerTo([method, path, body]: Question, token: string): Promise<string> {
  const response = await exports.default.fetch(
    new Request(ORIGIN + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1", ...(body !== undefined && { "Content-Type": "application/json" }) }, // oxfmt-ignore
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id").map((header) => header.join(": "));
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, "");
  return [response.status, ...headers, text].join("\n");
}
