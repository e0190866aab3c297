/** Files that are attached to pages. */
import { pick } from "../../model/steps.ts";
import { send, sessionOf, type Play } from "../client.ts";
import { stateOf } from "../ledger.ts";
import { USERS } from "../people.ts";
import type { Operation } from "../plan.ts";
import { mayEdit } from "./text.ts";

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
