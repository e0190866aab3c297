/** Everything that the users of an instance can see, as text: two instances are equal if these texts are. */
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { unzipSync } from "fflate";
import { runPool } from "../../smoke/pool.ts";
import type { Json, Person } from "./people.ts";
import { NAMES, type People } from "./workspace.ts";

const AT_ONCE = 4;
const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** What is compared, by a name that says where it comes from. Values of long answers are hashes. */
export type Snapshot = ReadonlyMap<string, string>;

/** Of drives with more than `most` pages, so many of them, at equal distances, are asked for in detail; the export has all. */
export async function takeSnapshot(people: People, most: number): Promise<Snapshot> {
  const seen = new Map<string, string>();
  const { ann } = people;
  const drives = (await ann.get("/api/drives")) as unknown as Json[];
  for (const name of NAMES) {
    const one = people[name];
    for (const path of [
      "/api/auth/me",
      "/api/drives",
      "/api/notifications?limit=100",
      "/api/shared",
      "/api/notifications/muted",
    ])
      seen.set(`${name} ${path}`, await answerOf(one, path));
  }
  for (const { id } of drives) {
    for (const name of NAMES)
      for (const what of ["", "/members", "/invitations", "/trash", "/unread"])
        seen.set(`${name} drive ${id}${what}`, await answerOf(people[name], `/api/drives/${id}${what}`));
    const archive = await ann.ask(`/api/drives/${id}/export?comments=1`);
    if (!archive.ok) throw new Error(`The export answered ${archive.status}.`);
    for (const [path, bytes] of Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer()))))
      seen.set(`export of ${id}: ${path}`, sha256(bytes));
    const pages = await listPages(ann, id);
    const every = Math.ceil(pages.length / most);
    const some = pages.filter((_, at) => at % every === 0);
    await runPool(some, AT_ONCE, (page) => addPage(seen, people, page));
  }
  return seen;
}

/** Longer than a queue waits for a batch to fill (`max_batch_timeout` in wrangler.toml). */
const QUEUE_PAUSE_MS = 6_000;

/** Resolves once queued jobs have ended: nobody received a notification during the time in which one would arrive. */
export async function untilQuiet(people: People): Promise<void> {
  const received = async (): Promise<string> =>
    (await Promise.all(NAMES.map((name) => answerOf(people[name], "/api/notifications?limit=100")))).join("\n");
  for (let last = ""; ; await pause(QUEUE_PAUSE_MS)) {
    const now = await received();
    if (now === last) return;
    last = now;
  }
}

/** The status and the body, without what depends on the session that asked. */
async function answerOf(one: Person, path: string): Promise<string> {
  const response = await one.ask(path);
  const text = (await response.text()).replaceAll(one.origin, "ORIGIN");
  // Ids of requests, and times of the credential that asked.
  return `${response.status} ${text.replaceAll(/"(?:requestId|lastUsedAt|lastSeenAt)":"[^"]*"/g, "")}`;
}

export async function listPages(ann: Person, drive: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ depth: "5", limit: "100", ...(cursor !== null && { cursor }) });
    const list = (await ann.get(`/api/drives/${drive}/pages?${query.toString()}`)) as unknown as {
      pages: { id: string; children?: { id: string }[] }[];
      nextCursor: string | null;
    };
    const add = (pages: typeof list.pages): void => {
      for (const { id, children = [] } of pages) {
        ids.push(id);
        add(children);
      }
    };
    add(list.pages);
    cursor = list.nextCursor;
  } while (cursor !== null);
  return ids;
}

async function addPage(seen: Map<string, string>, people: People, id: string): Promise<void> {
  const page = `/api/pages/${id}`;
  for (const name of NAMES) {
    seen.set(`${name} ${page}`, await answerOf(people[name], page));
    seen.set(`${name} rights on ${id}`, await answerOf(people[name], `${page}/permissions/check`));
  }
  for (const what of ["permissions", "threads?state=all", "messages", "files", "agent-config", "agent-config/versions"])
    seen.set(`${what} of ${id}`, await answerOf(people.ann, `${page}/${what}`));
  const versions = await answerOf(people.ann, `${page}/versions?limit=100`);
  seen.set(`versions of ${id}`, versions);
  for (const [, version] of versions.matchAll(/"version":(\d+)/g))
    seen.set(`version ${version} of ${id}`, sha256(await answerOf(people.ann, `${page}/versions/${version}`)));
  for (const [, file] of (seen.get(`files of ${id}`) ?? "").matchAll(/"id":"([^"]+)","pageId"/g))
    seen.set(`file ${file}`, sha256(await (await people.ann.ask(`/api/files/${file}/download`)).bytes()));
}

/** Sentences about the differences, at most `most`. */
export function compare(before: Snapshot, after: Snapshot, most = 10): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const differences = [...names].filter((name) => before.get(name) !== after.get(name));
  return differences
    .slice(0, most)
    .map((name) => `${name}\n  was ${before.get(name)?.slice(0, 600)}\n  is  ${after.get(name)?.slice(0, 600)}`);
}

/** The lines of the audit log's export. */
export async function exportAudit(ann: Person): Promise<string[]> {
  const response = await ann.ask("/api/admin/audit/export");
  if (!response.ok) throw new Error(`The export of the audit log answered ${response.status}.`);
  return (await response.text()).trimEnd().split("\n");
}
