/** Audit entries, notifications and jobs: each exactly once, and nothing waits. Nothing is logged as an error any more. */
import { atTheEnd, type Play } from "../client.ts";

type Entry = { readonly kind: string; readonly actor?: { readonly id?: string }; readonly res?: { readonly id?: string }; readonly outcome?: string }; // oxfmt-ignore

export async function checkRecords(play: Play): Promise<void> {
  await checkChain(play);
  checkNotifications(play);
  checkJobs(play);
  for (const error of play.world.errors) play.ledger.fail(`an error was logged when nothing failed: ${error}`);
}

async function checkChain(play: Play): Promise<void> {
  const { world, ledger } = play;
  const verdict = (await atTheEnd(play, () => world.objects.AUDIT_LOG.call("0", "verify", []))) as { valid: boolean };
  if (!verdict.valid) ledger.fail(`the audit chain is not valid: ${JSON.stringify(verdict)}`);
  const storage = world.objects.AUDIT_LOG.storages.get("0");
  const entries = (storage?.sqlite.run("select id, entry from entry").results ?? []) as { id: string; entry: string }[];
  const committed = world.rows<{ id: string }>("select id from committed where kind = 'audit'");
  const chained = new Set(entries.map(({ id }) => id));
  if (chained.size !== entries.length) ledger.fail("an audit entry is chained twice");
  const missing = committed.filter(({ id }) => !chained.has(id));
  if (missing.length > 0) ledger.fail(`${missing.length} committed audit entries are not in the chain`);
  const counts = new Map<string, number>();
  for (const { entry } of entries) {
    const { kind, actor, res, outcome } = JSON.parse(entry) as Entry;
    const key = `${kind} by ${actor?.id} on ${res?.id}`;
    if (outcome === undefined || outcome === "ok") counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  for (const [key, { min, max }] of ledger.audit) {
    const count = counts.get(key) ?? 0;
    if (count < min || count > max) ledger.fail(`audit: ${key}: ${count} entries, expected ${min} to ${max}`);
  }
  const kinds = new Set(["perm.grant", "perm.revoke", "page.purge", "file.delete", "session.revoke", "mcp.revoke"]);
  for (const [key, count] of counts)
    if (kinds.has(key.split(" ")[0] ?? "") && !ledger.audit.has(key)) ledger.fail(`audit: ${count} unexpected: ${key}`);
}

/** A message notifies the person it mentions once, if they can see the page. */
function checkNotifications({ world, ledger }: Play): void {
  const notices = world
    .rows<{ id: string; content: string }>("select id, content from committed where kind = 'notification'")
    .map(({ content }) => JSON.parse(content) as { user: string; type: string; page: string; actor: string });
  const expected = new Map<string, { min: number; max: number }>();
  for (const { page, user, mentions, state, maySee } of ledger.messages.values()) {
    if (mentions === null || state === "no") continue;
    const key = `${page} ${mentions} ${user}`;
    const range = expected.get(key) ?? { min: 0, max: 0 };
    expected.set(key, {
      min: range.min + (state === "yes" && maySee === "always" ? 1 : 0),
      max: range.max + (maySee === "never" ? 0 : 1),
    });
  }
  const mentions = notices.filter(({ type }) => type === "MENTION");
  for (const [key, { min, max }] of expected) {
    const count = mentions.filter(({ page, user, actor }) => `${page} ${user} ${actor}` === key).length;
    if (count < min || count > max) ledger.fail(`notifications: ${key}: ${count}, expected ${min} to ${max}`);
  }
  for (const [user, range] of ledger.shared) {
    const count = notices.filter(
      ({ type, page, ...notice }) => type.startsWith("P") && `${page} ${notice.user}` === user,
    ).length;
    if (count < range.min || count > range.max) ledger.fail(`notifications of shared pages: ${user}: ${count}, expected ${range.min} to ${range.max}`); // oxfmt-ignore
  }
}

function checkJobs({ world, ledger }: Play): void {
  const waiting = world.rows(
    "select (select count(*) from audit_outbox) as audit, (select count(*) from jobs_outbox) as jobs",
  )[0];
  if (waiting?.["audit"] !== 0 || waiting["jobs"] !== 0) ledger.fail(`outboxes: ${JSON.stringify(waiting)}`);
  const jobs = world.rows<{ id: string; content: string }>("select id, content from committed where kind = 'job'");
  const lost = jobs.filter(({ id }) => !world.delivered.has(id));
  if (lost.length > 0)
    ledger.fail(
      `jobs that no consumer got: ${lost
        .map(({ content }) => content)
        .slice(0, 2)
        .join(", ")}`,
    );
  const dead = world.queues.flatMap((queue) => queue.dead);
  if (dead.length > 0) ledger.fail(`jobs that were given up: ${JSON.stringify(dead.slice(0, 2))}`);
  const dirty = world.rows("select page_id from search_dirty");
  if (dirty.length > 0) ledger.fail(`${dirty.length} pages wait to be indexed`);
  const purged = world.rows<{ content: string }>(
    "select content from committed where kind = 'job' and content like '%rooms.purge%'",
  );
  for (const { content } of purged)
    for (const id of (JSON.parse(content) as { pageIds: string[] }).pageIds) {
      // A read that is recorded late creates the tables again, without any text.
      const room = world.objects.PAGE_ROOM.storages.get(id)?.sqlite;
      const tables = room?.run("select name from sqlite_master where name in ('updates', 'parts')").results ?? [];
      if (tables.some(({ name }) => room?.run(`select 1 from ${String(name)}`).results[0]))
        ledger.fail(`the room of the purged page ${id} keeps its history`);
    }
}
