/** Messages in channels, with mentions. */
import { VIEW, includesRights } from "../../../src/kernel/rights.ts";
import { pick } from "../../model/steps.ts";
import { send, sessionOf, type Play } from "../client.ts";
import { stateOf, type Message } from "../ledger.ts";
import { USERS } from "../people.ts";
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
