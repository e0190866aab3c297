/** Edits of texts. Each brings a word of its own, so that the text shows what became of it. */
import { EDIT, VIEW, includesRights } from "../../../src/kernel/rights.ts";
import type { Model } from "../../model/model.ts";
import { pick } from "../../model/steps.ts";
import { send, sessionOf, tokenOf, type Play } from "../client.ts";
import { stateOf, type Word } from "../ledger.ts";
import { USERS } from "../people.ts";
import type { Operation } from "../plan.ts";
import type { Reply } from "../world.ts";

export function mayEditIn(model: Model, user: string, page: string): boolean {
  return model.pages.has(page) && model.isLive(page) && includesRights(model.rights(user, page), VIEW | EDIT);
}

/** Whether the model allows an edit of this page now. */
export const mayEdit = ({ ledger }: Play, user: string, page: string): boolean => mayEditIn(ledger.model, user, page);

/** The page with this number, which is the same one for all operations of a focused round. */
export function documentOf({ ledger }: Play, { step }: Operation): string | undefined {
  const page = pick([...ledger.model.pages.keys()], step[1]);
  return page !== undefined && ledger.documents.includes(page) ? page : pick(ledger.documents, step[1]);
}

/** Mostly a user who may edit the page, and often the one who edited it last, whether or not they still may. */
export function chooseEditor(play: Play, operation: Operation): { user: string; page: string } | null {
  const { step } = operation;
  const page = documentOf(play, operation);
  if (page === undefined) return null;
  const last = play.ledger.lastEditors.get(page);
  if (last !== undefined && step[2] % 8 < 3) return { user: last, page };
  const able = USERS.filter((user) => mayEdit(play, user, page));
  const user = pick(able.length > 0 && step[2] % 8 > 3 ? able : USERS, step[3]);
  return user === undefined ? null : { user, page };
}

type Judge = (name: string, reply: Reply) => () => void;

/**
 * Call before a request; the result judges its answer once the round is over. The model may have changed in between, so
 * it was right to allow or refuse the edit if it was so before or after.
 */
function judging(play: Play, user: string, page: string): Judge {
  const before = mayEdit(play, user, page);
  return (name, reply) => () => {
    const allowed = [before, mayEdit(play, user, page)];
    const state = stateOf(reply.status);
    const told = `${name} by ${user} on ${page}: ${reply.status} ${reply.text.slice(0, 120)}`;
    if (state === "yes" && !allowed.includes(true)) play.ledger.fail(`was allowed: ${told}`);
    if (state === "no" && !allowed.includes(false)) play.ledger.fail(`was refused: ${told}`);
  };
}

function record(play: Play, name: string, page: string, isAppended: boolean): { word: string; entry: Word } {
  const word = `w${name}`;
  const entry: Word = { page, state: "maybe", sentAt: play.world.engine.now, answeredAt: Infinity, isAppended };
  play.ledger.words.set(word, entry);
  return { word, entry };
}

/** Notes the answer, unless somebody was shown the word in the meantime and so knows better. */
function conclude(play: Play, word: string, entry: Word, state: "yes" | "no" | "maybe"): void {
  if (entry.state === "maybe") entry.state = state;
  else if (state === "no" && entry.state === "any") entry.state = "no";
  else if (state === "no") play.ledger.fail(`${word} was shown to somebody and then refused`);
}

function settle(play: Play, user: string, word: string, entry: Word, reply: Reply): void {
  const state = stateOf(reply.status);
  conclude(play, word, entry, state);
  if (state !== "yes") return;
  entry.answeredAt = play.world.engine.now;
  play.ledger.lastEditors.set(entry.page, user);
  const { revision } = reply.body;
  if (typeof revision === "number") play.ledger.addRevision(entry.page, revision, word);
}

/** A tool inserts a line at the top. */
export async function insert(play: Play, operation: Operation): Promise<(() => void) | null> {
  const chosen = chooseEditor(play, operation);
  return chosen && insertBy(play, operation, chosen, String(operation.number));
}

/** `name` is unique among all words of the simulation: the number of the operation, or a part of it as in `12_1`. */
export async function insertBy(
  play: Play,
  operation: Operation,
  { user, page }: { user: string; page: string },
  name: string,
): Promise<() => void> {
  const { word, entry } = record(play, name, page, false);
  const judge = judging(play, user, page);
  const edit = { pageId: page, operation: "insert", startLine: 1, content: word };
  const reply = await send(play, operation, tokenOf(play, user), ["POST", "/api/mcp/documents", edit]);
  settle(play, user, word, entry, reply);
  const { revision } = reply.body;
  if (reply.status === 200 && typeof revision === "number")
    play.ledger.toolRevisions.set(page, [...(play.ledger.toolRevisions.get(page) ?? []), { revision, user }]);
  return judge("insert", reply);
}

/** A person reads the page and sends it back with a line more at the end. */
export async function replace(play: Play, operation: Operation): Promise<(() => void) | null> {
  const chosen = chooseEditor(play, operation);
  if (!chosen) return null;
  const { user, page } = chosen;
  const judge = judging(play, user, page);
  const seen = await send(play, operation, sessionOf(play, user), ["GET", `/api/pages/${page}`]);
  if (seen.status !== 200) return null;
  const { content, revision } = seen.body;
  play.ledger.see(page, String(content));
  const { word, entry } = record(play, String(operation.number), page, true);
  const edit = { baseRevision: revision, content: `${String(content)}\n${word}` };
  const reply = await send(play, operation, sessionOf(play, user), ["PATCH", `/api/pages/${page}`, edit]);
  settle(play, user, word, entry, reply);
  return judge("replace", reply);
}

/**
 * A tool edits with an idempotency key, and repeats the call: until it gets an answer, and sometimes once more, at the
 * same time or later, like a client that has forgotten the answer.
 */
export async function tool(play: Play, operation: Operation): Promise<(() => void) | null> {
  const chosen = chooseEditor(play, operation);
  if (!chosen) return null;
  const { user, page } = chosen;
  const { word, entry } = record(play, String(operation.number), page, false);
  const judge = judging(play, user, page);
  // Without a base, a repetition that was executed would not merge with the first.
  const args = { page, edits: [{ op: "append", content: word }], idempotencyKey: word };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "edit_page", arguments: args } };
  const ask = (isolate = operation.isolate): Promise<Reply> =>
    send(play, { ...operation, isolate }, tokenOf(play, user), ["POST", "/mcp", call]);
  const repetition = operation.step[4] % 4;
  const beside = repetition === 0 ? ask(operation.isolate + 1) : null;
  let isAnyUnknown = beside !== null;
  let answer: Reply | null = null;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const reply = await ask();
    const outcome = outcomeOf(reply);
    if (outcome === "yes" || (outcome === "no" && !isAnyUnknown)) {
      conclude(play, word, entry, outcome);
      answer = reply;
      if (outcome === "yes") play.ledger.lastEditors.set(page, user);
      break;
    }
    isAnyUnknown = true;
  }
  const again = repetition === 1 ? await ask(operation.isolate + 1) : await beside;
  if (again && outcomeOf(again) === "yes") {
    if (answer && outcomeOf(answer) === "yes" && again.text !== answer.text)
      play.ledger.fail(`#${operation.number} tool: the repeated call got another answer: ${again.text.slice(0, 200)}`);
    if (answer === null) conclude(play, word, entry, "yes");
  }
  return answer === null ? null : judge("tool", { ...answer, status: outcomeOf(answer) === "yes" ? 200 : 403 });
}

function outcomeOf(reply: Reply): "yes" | "no" | "maybe" {
  if (stateOf(reply.status) === "maybe") return "maybe";
  // The answer is a stream of events, with one message.
  const [, data = "{}"] = /^data: (.*)$/m.exec(reply.text) ?? [];
  const message = "result" in reply.body ? reply.body : (JSON.parse(data) as Record<string, unknown>);
  const result = message["result"] as { isError?: boolean; content?: { text: string }[] } | undefined;
  if (result === undefined) return "no";
  if (!result.isError) return "yes";
  const text = result.content?.[0]?.text ?? "";
  return /^(unavailable|internal)|may have been completed|still running/.test(text) ? "maybe" : "no";
}

/** One request edits two pages: both or neither. */
export async function several(play: Play, operation: Operation): Promise<(() => void) | null> {
  const chosen = chooseEditor(play, operation);
  const other = pick(play.ledger.documents, operation.step[4]);
  if (!chosen || other === undefined || other === chosen.page) return null;
  const { user, page } = chosen;
  // The word is recorded once for each page, under names that differ.
  const word = `w${operation.number}`;
  const entries = [page, other].map((id, at) => record(play, `${operation.number}_${at}`, id, false).entry);
  const updates = [page, other].map((pageId, at) => ({ pageId, operation: "append", content: `\n${word}_${at}` }));
  const reply = await send(play, operation, sessionOf(play, user), [
    "POST",
    "/api/pages/bulk/update-content",
    { updates },
  ]);
  const state = stateOf(reply.status);
  for (const [at, entry] of entries.entries()) conclude(play, `${word}_${at}`, entry, state);
  const [first, second] = entries;
  if (state === "maybe" && first && second) play.ledger.together.push([`${word}_0`, `${word}_1`]);
  return null;
}

/** Restores an earlier version: from then on, older words of the page may be gone. */
export async function history(play: Play, operation: Operation): Promise<(() => void) | null> {
  const chosen = chooseEditor(play, operation);
  if (!chosen) return null;
  const { user, page } = chosen;
  const token = sessionOf(play, user);
  const listed = await send(play, operation, token, ["GET", `/api/pages/${page}/versions`]);
  if (listed.status !== 200) return null;
  const { versions = [] } = listed.body as { versions?: { version: number }[] };
  const version = pick(versions, operation.step[4])?.version;
  if (version === undefined) return null;
  const release = (): void => {
    for (const word of play.ledger.words.values()) if (word.page === page && word.state !== "no") word.state = "any";
  };
  release();
  const judge = judging(play, user, page);
  const reply = await send(play, operation, token, ["POST", `/api/pages/${page}/versions/${version}/restore`]);
  const judged = judge("restore", reply);
  return () => {
    // The restoration may have run after its answer.
    release();
    judged();
  };
}

export async function read(play: Play, operation: Operation): Promise<null> {
  const { step } = operation;
  const page = pick(play.ledger.documents, step[1]);
  const user = pick(USERS, step[2]);
  if (page === undefined || user === undefined) return null;
  const [isTool, body] = [step[3] % 2 === 0, { pageId: page, operation: "read" }];
  const reply = isTool
    ? await send(play, operation, tokenOf(play, user), ["POST", "/api/mcp/documents", body])
    : await send(play, operation, sessionOf(play, user), ["GET", `/api/pages/${page}`]);
  if (reply.status === 200) play.ledger.see(page, String(reply.body["content"]));
  return null;
}
