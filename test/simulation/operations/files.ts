/** Files that are attached to pages, in one request or in parts. */
import { pick } from "../../model/steps.ts";
import { send, sessionOf, type Play } from "../client.ts";
import { zip } from "../../transfer/archives.ts";
import { isPublished } from "../checks/imports.ts";
import { stateOf, type Import } from "../ledger.ts";
import { IMPORTS, USERS } from "../people.ts";
import type { Operation } from "../plan.ts";
import type { Reply } from "../world.ts";
import { chooseEditor, mayEdit } from "./text.ts";

/** Attaches a small file to a page, or deletes one. Some files have the same content. */
export async function upload(play: Play, operation: Operation): Promise<null> {
  const { ledger } = play;
  const { step } = operation;
  const known = pick(
    ledger.uploads.filter(({ id, deleted }) => id !== null && deleted === "no"),
    step[4],
  );
  if (known && step[3] % 3 === 0) {
    const able = USERS.filter((user) => ledger.model.pages.has(known.page) && mayEdit(play, user, known.page));
    const user = pick(able, step[2]);
    if (user === undefined) return null;
    known.deleted = "maybe";
    const reply = await send(play, operation, sessionOf(play, user), ["DELETE", `/api/files/${known.id}`]);
    known.deleted = stateOf(reply.status);
    ledger.expectAudit("file.delete", user, String(known.id), known.deleted);
    return null;
  }
  const page = pick(ledger.documents, step[1]);
  const user = pick(
    USERS.filter((each) => page !== undefined && mayEdit(play, each, page)),
    step[2],
  );
  if (page === undefined || user === undefined) return null;
  const content = `content ${step[3] % 3}`;
  const body = new FormData();
  body.append("pageId", page);
  body.append("file", new Blob([content], { type: "text/plain" }), "notes.txt");
  const entry = {
    page,
    content,
    id: null as string | null,
    state: "maybe" as "yes" | "no" | "maybe",
    deleted: "no" as const,
  };
  ledger.uploads.push(entry);
  const reply = await send(play, operation, sessionOf(play, user), ["POST", "/api/upload", body]);
  entry.state = stateOf(reply.status);
  if (entry.state !== "yes") return null;
  entry.id = String(reply.body["id"]);
  ledger.expectAudit("file.upload", user, entry.id, "yes");
  return null;
}

const bytesOf = (content: BlobPart): Blob => new Blob([content], { type: "application/octet-stream" });

type Asked = readonly [method: string, path: string, body?: unknown];

/** Repeats a request until it is answered, a few times at most. */
async function untilAnswered(play: Play, operation: Operation, user: string, asked: Asked): Promise<Reply> {
  const once = (): Promise<Reply> => send(play, operation, sessionOf(play, user), asked);
  let reply = await once();
  for (let attempt = 1; attempt < 3 && stateOf(reply.status) === "maybe"; attempt += 1) reply = await once();
  return reply;
}

/** Imports an archive of three pages. Sometimes the import is begun twice. */
export async function importArchive(play: Play, operation: Operation): Promise<null> {
  const { ledger } = play;
  const name = `import${operation.number}`;
  const [first, child, last] = ["a", "b", "c"].map((part) => `${name}${part}`);
  const titles = [first, child, last].map(String);
  const text = (title = ""): string => `# ${title}\n\n${name}\n`;
  // Not compressed, because Node inflates on other threads.
  const archive = zip({ [`${first}.md`]: text(first), [`${first}/${child}.md`]: text(child), [`${last}.md`]: text(last) }, { level: 0 }); // oxfmt-ignore
  const ask = (...asked: Asked): Promise<Reply> => untilAnswered(play, operation, USERS[0], asked);
  const begin = { driveId: IMPORTS, purpose: "import", filename: `${name}.zip`, size: archive.length };
  const { body } = await ask("POST", "/api/uploads", begin);
  if (body["uploadId"] === undefined) return null;
  const uploadId = String(body["uploadId"]);
  const sent = await ask("PUT", `/api/uploads/${uploadId}/parts/1`, bytesOf(new Uint8Array(archive)));
  const entry: Import = { name, titles, id: null };
  ledger.imports.push(entry);
  const begun = await ask("POST", "/api/transfers/imports", { uploadId });
  const again = operation.step[4] % 2 === 0 ? await ask("POST", "/api/transfers/imports", { uploadId }) : begun;
  const ids = [begun, again].flatMap(({ status, body: { id } }) => (stateOf(status) === "yes" ? [String(id)] : []));
  if (new Set(ids).size > 1) ledger.fail(`#${operation.number}: beginning an import twice made ${ids.join(" and ")}`);
  entry.id = ids[0] ?? null;
  if (stateOf(sent.status) === "yes" && stateOf(begun.status) === "no")
    ledger.fail(`#${operation.number}: an import was refused with ${begun.status}`);
  ledger.afterRound.push(() => void isPublished(play, entry));
  return null;
}

/**
 * Uploads a file in parts and completes or cancels it. Each request is repeated until it is answered, and the last one
 * sometimes once more.
 */
export async function uploadParts(play: Play, operation: Operation): Promise<null> {
  const { ledger } = play;
  const { step, number } = operation;
  const chosen = chooseEditor(play, operation);
  if (!chosen || !mayEdit(play, chosen.user, chosen.page)) return null;
  const content = `parts ${step[3] % 3}`;
  const filename = `parts-${number}.txt`;
  const ask = (...asked: Asked): Promise<Reply> => untilAnswered(play, operation, chosen.user, asked);
  const begun = await ask("POST", "/api/uploads", { pageId: chosen.page, filename, size: content.length });
  if (stateOf(begun.status) !== "yes") return null;
  const path = `/api/uploads/${String(begun.body["uploadId"])}`;
  const sent = await ask("PUT", `${path}/parts/1`, bytesOf(content));
  if (stateOf(sent.status) === "no") ledger.fail(`#${number}: a part was refused with ${sent.status}`);
  if (step[4] % 4 === 0) {
    const { status } = await ask("DELETE", path);
    ledger.partUploads.push({ filename, state: stateOf(status) === "yes" ? "no" : "maybe" });
    return null;
  }
  const done = await ask("POST", `${path}/complete`);
  const again = step[4] % 4 === 1 ? await ask("POST", `${path}/complete`) : done;
  const isDone = [done, again].map(({ status }) => stateOf(status) === "yes");
  if (isDone[0] && stateOf(again.status) !== "maybe" && done.body["id"] !== again.body["id"])
    ledger.fail(`#${number}: completing an upload again got ${again.status} ${again.text.slice(0, 100)}`);
  ledger.partUploads.push({ filename, state: isDone.includes(true) ? "yes" : "maybe" });
  if (!isDone.includes(true)) return null;
  const id = String((isDone[0] ? done : again).body["id"]);
  ledger.uploads.push({ page: chosen.page, content, id, state: "yes", deleted: "no" });
  ledger.expectAudit("file.upload", chosen.user, id, "yes");
  return null;
}
