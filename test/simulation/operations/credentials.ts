/** Sessions and tokens that are ended. */
import { pick } from "../../model/steps.ts";
import { send, sessionOf, type Play } from "../client.ts";
import { stateOf } from "../ledger.ts";
import { addSession, USERS } from "../people.ts";
import type { Operation } from "../plan.ts";

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
