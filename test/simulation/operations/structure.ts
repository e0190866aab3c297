/** Changes to the tree, to rights and members: what the service decides must be what the model says. */
import { actionOf, raised, raisesAny, type Action } from "../../model/actions.ts";
import type { Model } from "../../model/model.ts";
import { clientOf, send, sessionOf, type Play } from "../client.ts";
import { stateOf } from "../ledger.ts";
import { ADMIN, START, USERS } from "../people.ts";
import type { Operation } from "../plan.ts";
import type { Reply } from "../world.ts";
import { differences, syncPositions } from "../tree.ts";

/** Performs any action of the model. */
export const structure = (play: Play, operation: Operation): Promise<null> =>
  perform(play, operation, actionOf(play.ledger.model, operation.step, USERS, ADMIN));

/** Sends the request of an action, and compares what became of it with the model. */
export async function perform(play: Play, operation: Operation, act: Action | null): Promise<null> {
  const { ledger } = play;
  const before = ledger.model;
  if (!act) return null;
  const reply = await act.send(clientOf(play, operation, act.actor));
  const told = `#${operation.number} ${act.actor} ${act.name}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 120)}`;
  const state = stateOf(reply.status);
  const changed = (body: Record<string, unknown>): Model => {
    const after = before.copy();
    act.apply(after, { ...reply, body });
    return after;
  };
  // Requests that are sent from here on must see an acknowledged change.
  if (state === "yes") ledger.model = changed(reply.body);
  // Whatever was lost on the way has run, or never will, once nothing is under way any more.
  ledger.afterRound.push(() => {
    const hasRun = state === "maybe" && differences(play.world, before).length > 0;
    if (hasRun) ledger.model = changed(bodyFromRows(play, before));
    const after = ledger.model;
    const wrong = differences(play.world, after);
    if (wrong.length > 0) ledger.fail(`${told}: ${wrong.slice(0, 3).join("; ")}`);
    judge(play, act, before, state === "yes" || hasRun ? after : null, state, told);
    syncPositions(play.world, after);
    expectNotes(play, act, before, hasRun ? "yes" : state);
  });
  return null;
}

function judge({ ledger }: Play, act: Action, before: Model, after: Model | null, state: string, told: string): void {
  if (after !== null && !act.allowed) ledger.fail(`was allowed: ${told}`);
  if (after !== null) for (const gain of raised(before, after, act.actor, USERS)) ledger.fail(`${told}: ${gain}`);
  if (state !== "no" || !act.allowed) return;
  const imagined = before.copy();
  act.apply(imagined, { status: 200, body: { movedPages: [] }, headers: new Headers() });
  if (act.mayRaise !== false || !raisesAny(before, imagined, USERS)) ledger.fail(`was refused: ${told}`);
}

/** The answer that a client would have got, from what is stored. */
function bodyFromRows({ world }: Play, model: Model): Record<string, unknown> {
  const pages = world.rows<{ id: string; position: number }>("select id, position from pages");
  const made = pages.find(({ id }) => !model.pages.has(id));
  return { id: made?.id, position: made?.position, movedPages: [] };
}

/** The audit entries that the action promises. */
function expectNotes({ ledger }: Play, act: Action, before: Model, state: "yes" | "no" | "maybe"): void {
  const [verb = "", ...words] = act.name.replaceAll(":", "").split(" ");
  const page = words.find((word) => before.pages.has(word));
  const drive = words.find((word) => before.drives.has(word));
  const other = words.find((word) => USERS.includes(word as (typeof USERS)[number]));
  if (verb === "shares" && page !== undefined) ledger.expectAudit("perm.grant", act.actor, page, state);
  if (verb === "revokes" && page !== undefined) {
    const had = before.page(page).grants.has(other ?? "");
    ledger.expectAudit("perm.revoke", act.actor, page, had ? state : "no");
  }
  if ((verb === "shares" || verb === "revokes") && page !== undefined && other !== undefined) {
    const key = `${page} ${other}`;
    const range = ledger.shared.get(key) ?? { min: 0, max: 0 };
    ledger.shared.set(key, { min: range.min, max: range.max + (state === "no" ? 0 : 1) });
  }
  if (verb === "purges" && page !== undefined) ledger.expectAudit("page.purge", act.actor, page, state);
  if (verb === "removes" && drive !== undefined) ledger.expectAudit("perm.revoke", act.actor, drive, state);
  if (verb === "makes" && drive !== undefined) {
    const [, , role = "", rights = ""] = /makes (\S+) (\S+) (\d+)/.exec(act.name) ?? [];
    const member = before.drive(drive).members.get(other ?? "");
    const isSame = member?.role === role && member.rights === Number(rights);
    const kind = member !== undefined && member.role !== role ? "role.change" : "perm.grant";
    ledger.expectAudit(kind, act.actor, drive, isSame ? "no" : state);
  }
}

/**
 * Creates a page with an idempotency key, and repeats the request: until it is answered, and sometimes once more, like a
 * client that has forgotten the answer. There is one page in the end.
 */
export async function create(play: Play, operation: Operation): Promise<null> {
  const { ledger, world } = play;
  const drive = ledger.model.drives.get(`drive-${operation.step[1] % 2}`);
  if (!drive) return null;
  const model = ledger.model;
  const { owner } = drive;
  const title = `keyed ${operation.number}`;
  const idempotencyKey = `01928f3e-0000-7000-8000-${String(operation.number).padStart(12, "0")}`;
  const body = { driveId: drive.id, title, type: "DOCUMENT", content: START, idempotencyKey };
  const ask = (isolate = operation.isolate): Promise<Reply> =>
    send(play, { ...operation, isolate }, sessionOf(play, owner), ["POST", "/api/pages", body]);
  let state = "maybe";
  for (let attempt = 0; attempt < 3 && state === "maybe"; attempt += 1) state = stateOf((await ask()).status);
  if (operation.step[2] % 2 === 0) {
    const again = stateOf((await ask(operation.isolate + 1)).status);
    if (again !== "maybe" && state !== "maybe" && again !== state)
      ledger.fail(`#${operation.number} create with a key: first ${state}, then ${again}`);
  }
  ledger.afterRound.push(() => {
    const made = world.rows<{ id: string; position: number }>("select id, position from pages where title = ?", title);
    const [first] = made;
    const told = `#${operation.number} create with a key`;
    if (made.length > 1) ledger.fail(`${told}: made ${made.length} pages`);
    if (state === "yes" && made.length === 0) ledger.fail(`${told}: was acknowledged, and there is none`);
    if (state === "no" && made.length > 0) ledger.fail(`${told}: was refused, and there is one`);
    if (state === "no" && !drive.trashed) ledger.fail(`${told}: was refused`);
    if (!first) return;
    const after = model.copy();
    after.pages.set(first.id, { ...first, drive: drive.id, parent: null, trashed: false, grants: new Map() });
    ledger.model = after;
  });
  return null;
}
