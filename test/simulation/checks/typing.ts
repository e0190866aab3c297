/** Open pages: once nothing fails, all text is saved, everybody sees the same, and only editors have changed it. */
import { LAST, type Play } from "../client.ts";
import { wordsIn } from "../ledger.ts";
import { mayEdit, mayEditIn } from "../operations/text.ts";
import { MINUTE } from "../world.ts";

/** A room's result of checking rights is at most a minute old, and a failed notice of a change is repeated in the next. */
const OLDEST_PROOF = 2 * MINUTE;

/** Run when faults have stopped. Afterwards no page is open. */
export async function checkTyping(play: Play): Promise<void> {
  const { world, ledger, live } = play;
  const lost = [...live.open.values()].filter((page) => page.live.status.state === "lost");
  for (const [index, { user, pageId }] of [...live.left, ...lost].entries())
    world.as(LAST.number + index, () => live.visit(play, { ...LAST, number: LAST.number + index }, user, pageId));
  await world.pass(5 * MINUTE);
  const shown: { readonly told: string; readonly page: string; readonly text: string }[] = [];
  for (const { user, pageId, live: page } of live.open.values()) {
    const { state } = page.status;
    const told = `${pageId}, as ${user} has it open,`;
    const isEditor = mayEdit(play, user, pageId);
    if (isEditor && !["saved", "connected"].includes(state)) ledger.fail(`${told} is ${state} in the end`);
    // A room checks rights before it next sends something, so a quiet connection may stay open. Text must not wait in it.
    if (!isEditor && state === "saving") ledger.fail(`${told} is saving without the right`);
    if (isEditor) shown.push({ told, page: pageId, text: page.text.toJSON() });
  }
  for (const page of live.open.values()) await live.close(page);
  await world.pass(10 * MINUTE);
  for (const { told, page, text } of shown) {
    const stored = world.rows<{ content: string }>("select content from page_contents where page_id = ?", page)[0]?.content ?? ""; // oxfmt-ignore
    if (text !== stored) ledger.fail(`${told} shows another text than D1 has`);
  }
  checkSaves(play);
  checkSequences(play);
}

/** Typing was only accepted from users who might edit the page. */
function checkSaves({ ledger }: Play): void {
  const models = [...ledger.earlier, { model: ledger.model, until: Infinity }];
  for (const { word, user, page, at } of ledger.saves)
    if (!models.some(({ model, until }) => until >= at - OLDEST_PROOF && mayEditIn(model, user, page)))
      ledger.fail(`${word} by ${user} was saved on ${page}, which they could not edit`);
}

/** Words that one user has typed after one another stand in this order. */
function checkSequences({ world, ledger }: Play): void {
  for (const [word, { page, state, follows }] of ledger.words) {
    const before = follows === undefined || follows === null ? undefined : ledger.words.get(follows);
    if (state !== "yes" || before?.state !== "yes") continue;
    const words = wordsIn(String(world.rows("select content from page_contents where page_id = ?", page)[0]?.["content"] ?? "")); // oxfmt-ignore
    if (words.includes(word) && words.indexOf(String(follows)) > words.indexOf(word))
      ledger.fail(`${page}: ${word} was typed after ${follows}, and stands before it`);
  }
}
