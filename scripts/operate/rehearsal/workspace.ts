/** A workspace with every type of page, several users with different rights, discussions, histories, files and trash. */
import { createHash } from "node:crypto";
import { CREATABLE_TYPES, type PageType } from "../../../src/kernel/page-type.ts";
import { runPool } from "../../smoke/pool.ts";
import { emailOf, Person } from "./people.ts";

/** `ann` owns the drive, `ben` edits, `eve` may comment in the drive, `oli` sees one page, and `sam` sees nothing. */
export const NAMES = ["ann", "ben", "eve", "oli", "sam"] as const;
type Name = (typeof NAMES)[number];
export type People = Readonly<Record<Name, Person>>;

export async function signInAll(origin: string, log: string): Promise<People> {
  const people: Partial<Record<Name, Person>> = {};
  for (const name of NAMES) people[name] = await Person.signIn(name, origin, log);
  return people as People; // every name
}

export type Size = {
  /** Documents besides one page of each type, each with this many versions. */
  readonly pages: number;
  readonly versions: number;
  readonly fileBytes: number;
  readonly files: number;
};

const TEXTS: Partial<Record<PageType, string>> = {
  DOCUMENT: "# Plan\n\nThe first words, and ünïcödé 🐙.\n",
  TASK_LIST: "- [ ] Report due:2027-01-02 !high\n- [x] Done\n",
  SHEET: "name,amount\nann,2\nben,=B2*2\n",
  CODE: "export const answer = 42;\n",
  CANVAS: "<h1>Board</h1><p>Words</p>",
  FOLDER: "About this folder.",
};

const AT_ONCE = 8;

export async function buildWorkspace({ ann, ben, eve, oli }: People, size: Size): Promise<void> {
  const { id: driveId } = await ann.post("/api/drives", { name: "Team" });
  const [benId, eveId, oliId] = await Promise.all(
    [ben, eve, oli].map(async (one) => (await one.get("/api/auth/me")).id),
  );
  const members = `/api/drives/${driveId}/members`;
  await ann.post(members, { userId: benId, canView: true, canComment: true, canEdit: true });
  await ann.post(members, { userId: eveId, canView: true, canComment: true });
  const ids: Partial<Record<PageType, string>> = {};
  for (const type of CREATABLE_TYPES)
    ids[type] = (await ann.post("/api/pages", { driveId, title: `A ${type}`, type, content: TEXTS[type] })).id;
  const page = (type: PageType): string => `/api/pages/${ids[type]}`;

  const child = await ann.post("/api/pages", { driveId, parentId: ids.FOLDER, title: "Below", type: "DOCUMENT" });
  await ann.post(`/api/pages/${child.id}/permissions`, { userId: oliId, canView: true, canComment: true });
  await ann.post(`/api/pages/${ids.CODE}/permissions`, { userId: eveId, canView: false });
  await ann.post(`/api/pages/${ids.SHEET}/permissions`, { email: "new@example.com", canView: true });

  // Two authors in turn, so that each edit is a version of its own.
  const doc = page("DOCUMENT");
  for (const [n, who] of [ann, ben, ann].entries()) {
    const { content, revision } = await who.get(doc);
    await who.send("PATCH", doc, {
      content: `${content as unknown as string}Line ${n} with @[Ann](user:x).\n`,
      baseRevision: revision,
    });
  }
  await ann.send("PATCH", page("TASK_LIST"), { content: `${TEXTS.TASK_LIST}- [ ] Another\n` });
  await ben.send("PATCH", page("SHEET"), { content: `${TEXTS.SHEET}eve,3\n` });

  const quote = { kind: "quote", quote: "first words" };
  const thread = await ben.post(`${doc}/threads`, { target: quote, content: "Which ones?" });
  await eve.post(`${doc}/threads/${thread.id}/comments`, { content: "These." });
  await ben.post(`${doc}/threads`, { target: { kind: "quote", quote: "The" }, replacement: "Those" });
  const closed = await ann.post(`${doc}/threads`, { target: { kind: "page" }, content: "All of it" });
  await ann.send("PATCH", `${doc}/threads/${closed.id}`, { isResolved: true });

  const { id: messageId } = await ann.post(`${page("CHANNEL")}/messages`, { content: `Hello ${emailOf("ben")}` });
  await ben.post(`${page("CHANNEL")}/messages`, { content: "An answer", parentMessageId: messageId });
  await ben.send("PUT", `${page("CHANNEL")}/messages/${messageId}/reactions/${encodeURIComponent("👍")}`, {});
  await ann.send("PATCH", `${page("AI_CHAT")}/agent-config`, { systemPrompt: "Answer briefly." });
  await eve.send("PUT", `/api/notifications/muted/pages/${ids.DOCUMENT}`, {});
  await ann.post("/api/auth/mcp-tokens", { name: "A tool", driveIds: [driveId] });

  const trashed = await ann.post("/api/pages", { driveId, title: "In the trash", type: "DOCUMENT", content: "Gone" });
  await ann.post("/api/pages/bulk/delete", { pageIds: [trashed.id] });

  for (let n = 0; n < size.files; n += 1) {
    const form = new FormData();
    form.set(n % 2 === 0 ? "driveId" : "pageId", n % 2 === 0 ? driveId : (ids.DOCUMENT ?? ""));
    form.set("file", new Blob([bytesOf(n, size.fileBytes)]), `file-${n}.bin`);
    await ann.post("/api/upload", form);
  }
  await runPool(
    Array.from({ length: size.pages }, (_, n) => n),
    AT_ONCE,
    (n) => writeDocument(driveId, n, [ann, ben], size),
  );
}

async function writeDocument(
  driveId: string,
  n: number,
  authors: readonly [Person, Person],
  { versions }: Size,
): Promise<void> {
  const [ann] = authors;
  const content = `# Page ${n}\n`;
  const { id } = await ann.post("/api/pages", { driveId, title: `Page ${n}`, type: "DOCUMENT", content });
  for (let version = 1; version < versions; version += 1)
    await authors[version % 2 === 0 ? 0 : 1].send("PATCH", `/api/pages/${id}`, {
      content: `${content}\n${"Some words of this version. ".repeat(20)}${version}\n`,
      baseRevision: version,
    });
}

/** Different for each file, and incompressible. */
function bytesOf(n: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0, block = 0; at < length; at += 32, block += 1)
    bytes.set(
      createHash("sha256")
        .update(`${n} ${block}`)
        .digest()
        .subarray(0, Math.min(32, length - at)),
      at,
    );
  return bytes;
}
