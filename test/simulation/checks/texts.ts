/** Texts: each word stands exactly once, appended words in the order of their acknowledgement, and all copies agree. */
import { atTheEnd, LAST, send, tokenOf, type Play } from "../client.ts";
import { wordsIn } from "../ledger.ts";

export async function checkTexts(play: Play): Promise<void> {
  for (const page of play.ledger.documents) await checkText(play, page);
  checkTogether(play);
}

async function checkText(play: Play, page: string): Promise<void> {
  const { world, ledger } = play;
  const [row] = world.rows<{ content: string; revision: number }>(
    "select coalesce(c.content, '') as content, p.revision from pages p left join page_contents c on c.page_id = p.id where p.id = ?",
    page,
  );
  if (!row) return;
  const { content, revision } = row;
  const words = wordsIn(content);
  for (const [word, { page: own, state }] of ledger.words) {
    const times = own === page ? words.filter((each) => each === word).length : 0;
    if (times > 1) ledger.fail(`${page}: ${word} stands ${times} times`);
    if (own === page && state === "yes" && times === 0)
      ledger.fail(`${page}: ${word} was acknowledged or shown, and is missing`);
    if (own === page && state === "no" && times > 0) ledger.fail(`${page}: ${word} was refused, and stands there`);
  }
  checkOrder(play, page, words);
  // A room brings back text that the restored database lacks with the next edit, of which a page in the trash had none.
  if (ledger.isRestored && !ledger.model.isLive(page)) return;
  await checkRoom(play, page, content, revision);
}

/** A word that was appended after another had been acknowledged stands after it. */
function checkOrder({ ledger }: Play, page: string, words: readonly string[]): void {
  const appended = [...ledger.words].filter(
    ([, word]) => word.page === page && word.isAppended && word.state === "yes",
  );
  for (const [first, { answeredAt }] of appended)
    for (const [second, { sentAt }] of appended)
      if (answeredAt < sentAt && words.indexOf(first) > words.indexOf(second))
        ledger.fail(`${page}: ${second} was appended after ${first}, and stands before it`);
}

/** The room has the text that D1 has, and a version for what was acknowledged. */
async function checkRoom(play: Play, page: string, content: string, revision: number): Promise<void> {
  const { world, ledger } = play;
  const room = world.objects.PAGE_ROOM;
  const ask = (method: string, ...given: unknown[]): Promise<unknown> =>
    atTheEnd(play, () => room.call(page, method, given));
  const text = await ask("textAt", revision, revision);
  if (text !== null && text !== content)
    ledger.fail(`${page}: the room has another text at revision ${revision} than D1`);
  const versions = (await ask("versions", 1_000, null, revision)) as { version: number }[] | null;
  const newest = versions?.[0]?.version;
  if (newest !== undefined && newest !== revision) ledger.fail(`${page}: the newest version is ${newest}, and D1 has revision ${revision}`); // oxfmt-ignore
  // A room that was emptied because its page was purged begins anew when a restoration brings the page back.
  const oldest = ledger.isRestored ? (versions?.at(-1)?.version ?? 0) : 0;
  const written = (ledger.toolRevisions.get(page) ?? [])
    .filter(({ revision: of }) => of >= oldest)
    .toSorted((one, other) => one.revision - other.revision);
  for (const [index, { revision: from, user }] of written.entries()) {
    const next = written[index + 1];
    const isKept = next === undefined || next.user === user || versions?.some(({ version }) => version >= from && version < next.revision); // oxfmt-ignore
    if (!isKept) ledger.fail(`${page}: there is no version between the tools of ${user} and ${next?.user}`);
  }
  for (const [at, word] of ledger.revisions.get(page) ?? []) {
    const then = at <= revision ? await ask("textAt", at, revision) : "";
    if (typeof then === "string" && !wordsIn(then).includes(word)) ledger.fail(`${page}: revision ${at} lacks ${word}`);
  }
  const owner = ledger.model.drive(ledger.model.page(page).drive).owner;
  const body = { pageId: page, operation: "read" };
  const read = await atTheEnd(play, () => send(play, LAST, tokenOf(play, owner), ["POST", "/api/mcp/documents", body]));
  const isHidden = ledger.model.drive(ledger.model.page(page).drive).trashed;
  if (isHidden) return;
  if (read.status !== 200) ledger.fail(`${page}: reading it got ${read.status} ${read.text}`);
  else if (read.body["content"] !== content) ledger.fail(`${page}: a tool reads another text than D1 has`);
  if (!ledger.model.isLive(page)) return;
  const last = { pageId: page, operation: "insert", startLine: 1, content: "last" };
  const edit = await atTheEnd(play, () => send(play, LAST, tokenOf(play, owner), ["POST", "/api/mcp/documents", last]));
  if (edit.status !== 200) ledger.fail(`${page}: a last edit got ${edit.status} ${edit.text}`);
}

/** A commit of several pages happened on all of them or on none. */
function checkTogether({ world, ledger }: Play): void {
  const textOf = (page: string): string =>
    String(world.rows("select content from page_contents where page_id = ?", page)[0]?.["content"] ?? "");
  for (const pair of ledger.together) {
    const words = pair.map((word) => ({ word, entry: ledger.words.get(word) }));
    if (words.some(({ entry }) => entry === undefined || entry.state === "any" || !ledger.model.pages.has(entry.page)))
      continue;
    const there = words.map(({ word, entry }) => wordsIn(textOf(entry?.page ?? "")).includes(word));
    if (there[0] !== there[1]) ledger.fail(`${pair.join(" and ")} belong to one commit, and only one of them stands`);
  }
}
