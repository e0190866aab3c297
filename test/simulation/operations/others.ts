/** Messages, uploads and credentials. */
import { VIEW, includesRights } from "../../../src/kernel/rights.ts";
import { pick } from "../../model/steps.ts";
import { send, sessionOf, type Play } from "../client.ts";
import { stateOf, type Message } from "../ledger.ts";
import { addSession, USERS } from "../people.ts";
import type { Operation } from "../plan.ts";
import { mayEdit } from "./text.ts";

/** Posts a message, which may mention somebody, or deletes one. */
export async function message(play: Play, operation: Operation): Promise<(() => void) | null> {
  const { ledger } = play;
  const { step, number } = operation;
  const known = pick(
    [...ledger.messages.values()].filter(({ id, deleted }) => id !== null && deleted === "no"),
    step[4],
  );
  if (known && step[3] % 4 === 0) {
    const path = `/api/pages/${known.page}/messages/${known.id}`;
    known.deleted = "maybe";
    const reply = await send(play, operation, sessionOf(play, known.user), ["DELETE", path]);
    known.deleted = stateOf(reply.status);
    return null;
  }
  const page = pick([...ledger.start.channels], step[1]);
  const able = USERS.filter((each) => page !== undefined && mayEdit(play, each, page));
  const user = pick(able, step[2]);
  const other = pick(USERS, step[4]);
  if (page === undefined || user === undefined) return null;
  const mentions = step[3] % 2 === 0 && other !== undefined && other !== user ? other : null;
  const sees = (): boolean => {
    const { model } = ledger;
    return mentions !== null && model.isLive(page) && includesRights(model.rights(mentions, page), VIEW);
  };
  const saw = sees();
  const content = `m${number}${mentions === null ? "" : ` @[${mentions}](user:${mentions})`}`;
  const entry: Message = { page, user, mentions, id: null, state: "maybe", deleted: "no", maySee: "perhaps" };
  ledger.messages.set(`m${number}`, entry);
  const reply = await send(play, operation, sessionOf(play, user), [
    "POST",
    `/api/pages/${page}/messages`,
    { content },
  ]);
  entry.state = stateOf(reply.status);
  if (entry.state === "yes") entry.id = String(reply.body["id"]);
  // The rights of the mentioned user may change while the message is posted.
  return () => {
    const sawLater = sees();
    entry.maySee = saw !== sawLater ? "perhaps" : saw ? "always" : "never";
  };
}

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

/** Ends a session or a token that was used just before; from the answer on, it opens nothing. */
export async function credential(play: Play, operation: Operation): Promise<null> {
  const { ledger, world } = play;
  const { step, number } = operation;
  const user = pick(USERS, step[1]) ?? USERS[0];
  const own = sessionOf(play, user);
  if (step[2] % 2 === 0) {
    const { raw, id } = addSession(world, user, `extra-${number}`);
    await send(play, { ...operation, isolate: 1 }, raw, ["GET", "/api/auth/me"]);
    const reply = await send(play, operation, own, ["DELETE", `/api/account/sessions/${id}`]);
    await expectEnded(play, operation, raw, stateOf(reply.status));
    ledger.expectAudit("session.revoke", user, id, stateOf(reply.status));
    return null;
  }
  const made = await send(play, operation, own, ["POST", "/api/auth/mcp-tokens", { name: `extra ${number}` }]);
  if (stateOf(made.status) !== "yes") return null;
  const { id, token } = made.body as { id: string; token: string };
  ledger.expectAudit("mcp.create", user, id, "yes");
  await send(play, { ...operation, isolate: 1 }, token, ["GET", "/api/mcp/drives"]);
  const reply = await send(play, operation, own, ["DELETE", `/api/auth/mcp-tokens/${id}`]);
  await expectEnded(play, operation, token, stateOf(reply.status));
  ledger.expectAudit("mcp.revoke", user, id, stateOf(reply.status));
  return null;
}

async function expectEnded(
  play: Play,
  operation: Operation,
  raw: string,
  state: "yes" | "no" | "maybe",
): Promise<void> {
  play.ledger.ended.set(raw, state);
  if (state !== "yes") return;
  for (const isolate of [0, 1]) {
    const { status } = await send(play, { ...operation, isolate }, raw, ["GET", "/api/drives"]);
    if (status !== 401 && status < 500 && status > 0)
      play.ledger.fail(`#${operation.number}: an ended credential got ${status}`);
  }
}
