/** Client-side exports and imports of archives. */
import { exports } from "cloudflare:workers";
import { ORIGIN, type World } from "../support/world.ts";

export type Downloaded = { status: number; headers: Headers; bytes: Uint8Array };

export const ask = (
  token: string,
  path: string,
  headers: Record<string, string> = {},
  method: "GET" | "HEAD" = "GET",
): Promise<Response> =>
  exports.default.fetch(
    new Request(ORIGIN + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1", ...headers },
    }),
  );

export async function download(token: string, path: string): Promise<Downloaded> {
  const response = await ask(token, path);
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

export const exportOf = (driveId: string): string => `/api/drives/${driveId}/export`;

type Imported = {
  createdPages: number;
  rootPages: { id: string; title: string; type: string; path: string }[];
  skipped: { path: string; reason: string }[];
  changed: { path: string; reason: string }[];
  stats: { files: number; byType: Record<string, number>; maxDepth: number; links: number };
  code?: string;
  error?: string;
};

export async function upload(
  token: string,
  driveId: string,
  archive: Uint8Array,
  query = "",
): Promise<{ status: number; body: Imported }> {
  const form = new FormData();
  form.append("file", new File([new Uint8Array(archive)], "pages.zip"));
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/drives/${driveId}/import${query}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "CF-Connecting-IP": "192.0.2.1" },
      body: form,
    }),
  );
  return { status: response.status, body: await response.json<Imported>() };
}

export type Made = { title: string; type: string; content?: string; children?: Made[] };

/** Creates the pages in one call; returns their ids by title. */
export async function makePages(w: World, driveId: string, structure: Made[]): Promise<Record<string, string>> {
  const { status, body } = await w.as("olivia").post("/api/pages/bulk/create-structure", { driveId, structure });
  if (status !== 201) throw new Error(`The pages were not created: ${JSON.stringify(body)}`);
  return Object.fromEntries(body.createdPages.map(({ title, id }: { title: string; id: string }) => [title, id]));
}
