/** Faults of the kinds that a careless change could bring, as changes to the bundled source. */
import type { Patch } from "./platform/bundle.ts";

export type Planted = { readonly name: string; readonly patch: Patch };

const planted = (name: string, from: RegExp, to: string): Planted => ({ name, patch: { from: from.source, to } });

// Numbers at the end of names differ from bundle to bundle.
export const PLANTED: readonly Planted[] = [
  planted("one audit entry in five is taken from the outbox and not chained", /this\.#store\.append\(rows\)/, "(Math.random() < 0.2 ? 0 : this.#store.append(rows))"), // oxfmt-ignore
  planted("sharing a page writes no audit entry", /kind: "perm\.grant",(\s+by: actor,\s+subject)/, 'kind: "perm.request",$1'), // oxfmt-ignore
  planted("the end of a session is recorded under another kind", /kind: "session\.revoke", resource: \{ type: "session", id: sessionId \}/, 'kind: "session.expire", resource: { type: "session", id: sessionId }'), // oxfmt-ignore
  planted("a mention notifies twice", /(named\d*)\.map\(\(\{ id \}\) => \[newId\(\), id\]\)/, "$1.flatMap(({ id }) => [[newId(), id], [newId(), id]])"), // oxfmt-ignore
  planted("a mention in a message notifies nobody", /(return notifyUsers\(written\d*, targets\d*, sql`)1`/, "$10`"),
  planted("a mention notifies people who cannot see the page", /and \(\$\{rightsOn\(pageId, (u\d*)\.id\)\} & \$\{VIEW\}\) = \$\{VIEW\}`\);\s+return \[\{/, "`);\n  return [{"), // oxfmt-ignore
  planted("trashing a page does not lower the counter", /\[adjustPageCount\(pageId, -1\), (trashPage\w*\()/, "[$1"),
  planted("restoring a page does not raise the counter", /adjustPageCount\(pageId, 1\)/, "adjustPageCount(pageId, 0)"),
  planted("creating a page does not raise the counter", /incrementPageCount\(input\.driveId\),/, ""),
  planted("a session is ended in the log only", /deleteSession\((\w+), sessionId\)/, 'deleteSession($1, "none")'),
  planted("revoked tokens still work", /(currentTokenHash\(tokenHash\)\} and )\$\{t\.revokedAt\} is null and /, "$1"),
  planted("an edit whose reply was lost is taken back", /await resolve\d*\(\);(\s+return log\.revision)/, "log.abort();$1"), // oxfmt-ignore
  planted("an edit whose reply was lost is taken for committed", /await resolve\d*\(\);(\s+return log\.revision)/, "log.confirm();$1"), // oxfmt-ignore
  planted("an edit that was given up may still commit", /, isAwaited\(log\.ticket \?\? ""\)/, ""),
  planted("an edit whose reply was lost is answered with a refusal", /quick \? (load\w*)\.catch\(reportCommitted\(deps\)\) : load\w*/, "$1"), // oxfmt-ignore
  planted("the commit of an edit does not check the right", /allOf\(\[mayWrite\d*, fitsQuota, /, "allOf([fitsQuota, "),
  planted("jobs are forgotten when the queue fails", /await deps\.objects\.enqueue\(jobs\);/, "await deps.objects.enqueue(jobs).catch(() => undefined);"), // oxfmt-ignore
  planted(
    "jobs in the outbox are not sent again",
    /(JOBS_PER_BATCH\)\);\s+)if \(jobs\.length > 0\) await sendJobs\(deps, jobs\);/,
    "$1",
  ),
  planted("bytes that no file refers to are kept", /await deps\.files\.delete\((\s+dead\.flatMap)/, "void ($1"),
  planted("bytes of a file are discarded after the upload", /if \((claim\d*) && claim\d*\.generation !== (\w+)\.generation\)/, "if ($1)"), // oxfmt-ignore
  planted("edits start no version", /var startsVersion = \(([^)]*)\) => [^;]+;/, "var startsVersion = ($1) => false;"),
  planted("a tool call is executed again with the same key", /if \(taken\d* === 0\) return findAnswer/, "if (false) return findAnswer"), // oxfmt-ignore
  planted(
    "rooms of purged pages keep their text",
    /for \(const pageId of pageIds\) await deps\.objects\.room\(pageId\)\.purge\(\);/,
    "",
  ),
  planted(
    "a repeated creation makes another page",
    /key\d* === void 0 \? deps\.newId\(\) : await idForKey\([^)]*\)/,
    "deps.newId()",
  ),
  planted("sharing passes on rights that the sharer lacks below", /\.\.\.copyRestrictions\(allowed, given\),/, ""),
  planted("a deleted message stays", /\.\.\.deleteMessage\(messageId, deps\.now\)/, ""),
];
