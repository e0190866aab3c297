/** Users who have pages open and type. */
import { pick } from "../../model/steps.ts";
import type { Play } from "../client.ts";
import type { Word } from "../ledger.ts";
import type { Operation } from "../plan.ts";
import { chooseEditor } from "./text.ts";

/** How long (ms) a user looks at a page that does not load. */
const PATIENCE = 20_000;
const LOOK_EVERY = 100;

/** Types a word into an open page: at the end of the text, or before another word. */
export async function type(play: Play, operation: Operation): Promise<null> {
  const chosen = chooseEditor(play, operation);
  if (!chosen) return null;
  const { world, ledger } = play;
  const { engine } = world;
  const page = play.live.visit(play, operation, chosen.user, chosen.page);
  const { live } = page;
  const from = engine.now;
  // Every page has some text, so an empty one has not arrived yet.
  while (live.text.length === 0 && live.status.state !== "lost" && engine.now - from < PATIENCE)
    await new Promise<void>((resolve) => void engine.after(LOOK_EVERY, resolve, true));
  if (!play.live.has(page) || live.text.length === 0 || ["read-only", "lost"].includes(live.status.state)) return null;
  const word = `w${operation.number}`;
  const isAtEnd = operation.step[3] % 2 === 0;
  const follows = isAtEnd ? page.last : null;
  const entry: Word = { page: chosen.page, state: "maybe", sentAt: engine.now, answeredAt: Infinity, isAppended: false, follows }; // oxfmt-ignore
  ledger.words.set(word, entry);
  page.waiting.set(word, entry);
  if (isAtEnd) page.last = word;
  const text = live.text.toJSON();
  const starts = [0, ...[...text.matchAll(/\s/g)].map(({ index }) => index + 1)];
  if (isAtEnd) live.text.insert(text.length, `${operation.step[3] % 4 === 0 ? " " : "\n"}${word}`);
  else live.text.insert(pick(starts, operation.step[2]) ?? 0, `${word} `);
  ledger.log.push(`${engine.now % 1_000_000_000} #${operation.number} ${chosen.user} types ${word} on ${chosen.page} (${live.status.state})`); // oxfmt-ignore
  return null;
}

/** Closes an open page, perhaps with unsaved text. */
export async function leave(play: Play, operation: Operation): Promise<null> {
  const page = pick([...play.live.open.values()], operation.step[2]);
  if (page === undefined) return null;
  play.ledger.log.push(`${play.world.engine.now % 1_000_000_000} #${operation.number} ${page.user} leaves ${page.pageId}`); // oxfmt-ignore
  await play.live.close(page);
  return null;
}
