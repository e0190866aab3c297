/**
 * Faults of the kinds that a careless change could bring, as changes to the bundled source: what is replaced, by what, and
 * how the simulation's report must begin.
 */
import type { Patch } from "./platform/bundle.ts";

/** With `isBeside`, the version without the fault serves some of the requests and objects. */
export type Planted = {
  readonly name: string;
  readonly patch: Patch;
  readonly shows: RegExp;
  readonly isBeside: boolean;
};

const planted = (name: string, from: RegExp, to: string, shows: RegExp, isBeside = false): Planted => ({ name, patch: { from: from.source, to }, shows, isBeside }); // oxfmt-ignore

// Numbers at the end of names differ from bundle to bundle.
export const PLANTED: readonly Planted[] = [
  planted("one audit entry in five is taken from the outbox and not chained", /this\.#store\.append\(rows\)/, "(Math.random() < 0.2 ? 0 : this.#store.append(rows))", /committed audit entries are not in the chain/), // oxfmt-ignore
  planted("sharing a page writes no audit entry", /kind: "perm\.grant",(\s+by: actor,\s+subject)/, 'kind: "perm.request",$1', /^audit: perm\.grant/), // oxfmt-ignore
  planted("the end of a session is recorded under another kind", /kind: "session\.revoke", resource: \{ type: "session", id: sessionId \}/, 'kind: "session.expire", resource: { type: "session", id: sessionId }', /^audit: session\.revoke/), // oxfmt-ignore
  planted("a mention notifies twice", /(named\d*)\.map\(\(\{ id \}\) => \[newId\(\), id\]\)/, "$1.flatMap(({ id }) => [[newId(), id], [newId(), id]])", /^notifications: .* 2, expected 1/), // oxfmt-ignore
  planted("a mention in a message notifies nobody", /(return notifyUsers\(written\d*, targets\d*, sql`)1`/, "$10`", /^notifications: .* 0, expected 1/), // oxfmt-ignore
  planted("a mention notifies people who cannot see the page", /and \(\$\{rightsOn\(pageId, (u\d*)\.id\)\} & \$\{VIEW\}\) = \$\{VIEW\}`\);\s+return \[\{/, "`);\n  return [{", /^notifications: .* 1, expected 0/), // oxfmt-ignore
  planted("trashing a page does not lower the counter", /\[adjustPageCount\(pageId, -1\), (trashPage\w*\()/, "[$1", /^counters:/), // oxfmt-ignore
  planted("restoring a page does not raise the counter", /adjustPageCount\(pageId, 1\)/, "adjustPageCount(pageId, 0)", /^counters:/), // oxfmt-ignore
  planted("creating a page does not raise the counter", /incrementPageCount\(input\.driveId\),/, "", /^counters:/), // oxfmt-ignore
  planted("a session is ended in the log only", /deleteSession\((\w+), sessionId\)/, 'deleteSession($1, "none")', /an ended credential got 200/), // oxfmt-ignore
  planted("revoked tokens still work", /(currentTokenHash\(tokenHash\)\} and )\$\{t\.revokedAt\} is null and /, "$1", /an ended credential got 200/), // oxfmt-ignore
  planted("an edit whose reply was lost is taken back", /await resolve\d*\(\);(\s+return log\.revision)/, "log.abort();$1", /newest version is|has another text|was acknowledged or shown, and is missing/), // oxfmt-ignore
  planted("an edit whose reply was lost is taken for committed", /await resolve\d*\(\);(\s+return log\.revision)/, "log.confirm();$1", /was acknowledged or shown, and is missing/), // oxfmt-ignore
  planted("an edit that was given up may still commit", /, isAwaited\(edit\d*\.ticket\)/, "", /has not reached that revision|newest version is|has another text/), // oxfmt-ignore
  planted("an edit whose reply was lost is answered with a refusal", /quick \? (load\w*)\.catch\(reportCommitted\(deps\)\) : load\w*/, "$1", /was refused, and stands there|was shown to somebody and then refused/), // oxfmt-ignore
  planted("the commit of an edit does not check the right", /allOf\(\[mayWrite\d*, fitsQuota, /, "allOf([fitsQuota, ", /was allowed: /), // oxfmt-ignore
  planted("jobs are forgotten when the queue fails", /await deps\.objects\.enqueue\(jobs\);/, "await deps.objects.enqueue(jobs).catch(() => undefined);", /jobs that no consumer got/), // oxfmt-ignore
  planted("jobs in the outbox are not sent again", /(JOBS_PER_BATCH\)\);\s+)if \(jobs\.length > 0\) await sendJobs\(deps, jobs\);/, "$1", /^outboxes: /), // oxfmt-ignore
  planted("bytes that no file refers to are kept", /await deps\.files\.delete\((\s+dead\.flatMap)/, "void ($1", /which no file refers to|that no file refers to/), // oxfmt-ignore
  planted("bytes of a file are discarded after the upload", /if \((claim\d*) && claim\d*\.generation !== (\w+)\.generation\)/, "if ($1)", /its bytes are missing/), // oxfmt-ignore
  planted("edits start no version", /var startsVersion = \(([^)]*)\) => [^;]+;/, "var startsVersion = ($1) => false;", /there is no version between/), // oxfmt-ignore
  planted("a tool call is executed again with the same key", /if \(taken\d* === 0\) return findAnswer/, "if (false) return findAnswer", /the repeated call got another answer|stands 2 times/), // oxfmt-ignore
  planted("rooms of purged pages keep their text", /for \(const pageId of pageIds\) await deps\.objects\.room\(pageId\)\.purge\(\);/, "", /the room of the purged page/), // oxfmt-ignore
  planted("a repeated creation makes another page", /key\d* === void 0 \? deps\.newId\(\) : await idForKey\([^)]*\)/, "deps.newId()", /create with a key: made 2 pages/), // oxfmt-ignore
  planted("sharing passes on rights that the sharer lacks below", /\.\.\.copyRestrictions\(allowed, given\),/, "", /unexpected: grant|missing: grant|which \w+ lacks/), // oxfmt-ignore
  planted("a deleted message stays", /\.\.\.deleteMessage\(messageId, deps\.now\)/, "", /was deleted, and is stored/), // oxfmt-ignore
  planted("a room that wakes up counts the updates of a connection from zero", /this\.received = state\.received;/, "this.received = 0;", /is saving in the end|is saving without the right/), // oxfmt-ignore
  planted("typed text is not written to the database", /await this\.#connections\.project\(\);/, "", /shows another text than D1 has|has another text/), // oxfmt-ignore
  planted("typed text is acknowledged before it is stored", /(this\.#waiting = \[\];\s+try \{)/, "for (const { socket, number } of batch) socket.send(encodeFrame((encoder) => writeSaved(encoder, number, log.revision)));\n      $1\n if (Math.random() < 0.1) { for (const { socket } of batch) socket.close(1011, ''); return; }", /was acknowledged or shown, and is missing/), // oxfmt-ignore
  planted("an upload in parts is completed again", /if \(upload\d*\.fileId !== null\) return \{[^;]+;/, "", /completing an upload again got/), // oxfmt-ignore
  planted("an import ends at the first call that is lost", /PASSING\.includes\(error\.code\) \|\| /, "", /^import import\d+ is failed/), // oxfmt-ignore
  planted("a step of the cron always fails", /triggers: checkTriggers\d*,/, "triggers: async () => { throw new Error('planted'); },", /an error was logged when nothing failed: .*sweep\.step_failed/), // oxfmt-ignore
  planted("a room ahead of the database has no alarm", /if \(this\.#isMarked\) this\.#host\.room\.alarm\.at\(now\d* \+ QUIET_MS\d*\);(\s+return;)/, "$1", /shows another text than D1 has|a tool reads another text/), // oxfmt-ignore
  planted("an edit is refused if the page's time is later than the machine's", /(and revision < \$\{revision\})(\s+and \$\{allowed\})/, "$1 and updated_at <= ${now} + 60000 $2", /was refused: /), // oxfmt-ignore
  planted("a session outlives the end of all sessions of its user", /and \$\{s\d*\.epoch\} = \$\{u\d*\.epoch\} (and \$\{u\d*\.suspendedAt\})/, "$1", /an ended credential got 200/), // oxfmt-ignore
  planted("the next version finds no call that this one has recorded by its key", /key: (sha256\w*)\(idempotencyKey\)/, 'key: $1("2" + idempotencyKey)', /stands 2 times|the repeated call got another answer/, true), // oxfmt-ignore
];
