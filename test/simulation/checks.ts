/** The checks at the end of a simulation, after faults have stopped and deferred work is done. */
import { atTheEnd, LAST, send, sessionOf, tokenOf, type Play } from "./client.ts";
import { checkFiles } from "./checks/files.ts";
import { checkProperties } from "./checks/properties.ts";
import { checkRecords } from "./checks/records.ts";
import { checkTexts } from "./checks/texts.ts";
import { checkTyping } from "./checks/typing.ts";
import { checkImports, importedPages } from "./checks/imports.ts";
import { IMPORTS } from "./people.ts";
import { differences } from "./tree.ts";

type Check = (play: Play) => void | Promise<void>;

export async function checkAll(play: Play): Promise<void> {
  const { world, ledger } = play;
  await world.recover();
  if (ledger.isRestored) await editAll(play);
  // First, because pages that nobody has open any more take no time.
  await checkTyping(play);
  await world.finish();
  for (const wrong of differences(world, ledger.model)) ledger.fail(`tree: ${wrong}`);
  for (const check of CHECKS) await check(play);
}

/** After a restoration, rooms bring back later text with the next edit of their page. */
async function editAll(play: Play): Promise<void> {
  const { model, documents } = play.ledger;
  for (const page of documents.filter((id) => model.isLive(id))) {
    const edit = { pageId: page, operation: "insert", startLine: 1, content: "restored" };
    const token = tokenOf(play, model.drive(model.page(page).drive).owner);
    const { status, text } = await atTheEnd(play, () => send(play, LAST, token, ["POST", "/api/mcp/documents", edit]));
    if (status !== 200) play.ledger.fail(`${page}: an edit after the restoration got ${status} ${text}`);
  }
}

/** Every counter equals a recount. */
function checkCounters({ world, ledger }: Play): void {
  const drives = world.rows(`
    select d.id, d.page_count, d.total_pages, d.text_bytes,
      (select count(*) from pages where drive_id = d.id) as pages,
      (select coalesce(sum(octet_length(c.content)), 0) from pages p join page_contents c on c.page_id = p.id where p.drive_id = d.id)
      + (select coalesce(sum(octet_length(m.content)), 0) from pages p join messages m on m.page_id = p.id where p.drive_id = d.id)
      + (select coalesce(sum(octet_length(a.content)), 0) from pages p join attachment_texts a on a.page_id = p.id where p.drive_id = d.id)
      as text from drives d`);
  for (const row of drives) {
    const live = row["id"] === IMPORTS ? importedPages(world).length : ledger.model.live(String(row["id"])).length;
    if (row["total_pages"] !== row["pages"] || row["text_bytes"] !== row["text"] || row["page_count"] !== live)
      ledger.fail(`counters: ${JSON.stringify(row)} with ${live} live pages`);
  }
  const users = world.rows(`
    select u.id, coalesce(s.bytes, 0) as bytes, coalesce(s.files, 0) as files,
      (select coalesce(sum(size), 0) from files where created_by = u.id) as stored,
      (select count(*) from files where created_by = u.id) as count,
      coalesce(n.total, 0) as total, coalesce(n.unread, 0) as unread,
      (select count(*) from notifications where user_id = u.id) as notices,
      (select count(*) from notifications where user_id = u.id and read_at is null) as unreadNotices
    from users u left join storage_usage s on s.user_id = u.id left join notification_counts n on n.user_id = u.id`);
  for (const row of users) {
    if (row["bytes"] !== row["stored"] || row["files"] !== row["count"]) ledger.fail(`storage: ${JSON.stringify(row)}`);
    if (row["total"] !== row["notices"] || row["unread"] !== row["unreadNotices"])
      ledger.fail(`notification counts: ${JSON.stringify(row)}`);
  }
  if (world.rows("pragma foreign_key_check").length > 0) ledger.fail("a foreign key is violated");
}

/** Sessions and tokens that were ended open nothing; everybody else's still work. */
async function checkCredentials(play: Play): Promise<void> {
  const { ledger } = play;
  const statusOf = async (raw: string): Promise<number> =>
    (await atTheEnd(play, () => send(play, LAST, raw, ["GET", "/api/drives"]))).status;
  for (const [raw, state] of ledger.ended) {
    const status = await statusOf(raw);
    if (state === "yes" && status !== 401) ledger.fail(`an ended credential got ${status} in the end`);
    if (state === "no" && status !== 200) ledger.fail(`a credential that was not ended got ${status}`);
  }
  for (const user of ledger.start.sessions.keys()) {
    const status = await statusOf(sessionOf(play, user));
    if (status !== 200) ledger.fail(`the session of ${user} got ${status} in the end`);
  }
}

function checkMessages({ world, ledger }: Play): void {
  const rows = world.rows<{ id: string; content: string; deleted_at: number | null }>(
    "select id, content, deleted_at from messages",
  );
  for (const [name, { page, state, deleted, id }] of ledger.messages) {
    if (!ledger.model.pages.has(page)) continue;
    const found = rows.filter(({ content }) => content.split(" ")[0] === name);
    if (found.length > 1) ledger.fail(`message ${name} is stored ${found.length} times`);
    if (state === "no" && found.length > 0) ledger.fail(`message ${name} was refused, and is stored`);
    if (state === "yes" && deleted === "no" && found.length === 0)
      ledger.fail(`message ${name} was acknowledged, and is missing`);
    if (deleted === "yes" && rows.some((row) => row.id === id && row.deleted_at === null))
      ledger.fail(`message ${name} was deleted, and is stored`);
  }
}

const CHECKS: readonly Check[] = [
  checkTexts,
  checkProperties,
  checkCounters,
  checkMessages,
  checkImports,
  checkFiles,
  checkCredentials,
  checkRecords,
];
