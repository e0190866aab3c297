/** Service functions for other features. */
import type { Deps } from "../../deps.ts";
import type { Position } from "../../rpc/audit-log.ts";

export { recordDeniedRequest } from "./denied-requests.ts";

/**
 * Entries about the user's own actions, newest first, each as a line of JSON; pass `last` as `after` for older ones. A line without an
 * entry names those that cannot be read.
 */
export async function listEntriesOf(
  deps: Pick<Deps, "objects">,
  userId: string,
  after: Position | null,
): Promise<{ lines: string[]; last: Position | null }> {
  const chain = deps.objects.auditLog();
  if (after === null) await chain.drain();
  const { entries, last, unreadable } = await chain.entries({ userId }, after, ENTRIES_PER_BATCH);
  const lines = entries.map(
    ({ seq, ip, ua, email, entry }) =>
      `{"seq":${seq},"ip":${JSON.stringify(ip)},"userAgent":${JSON.stringify(ua)},"email":${JSON.stringify(email)},"entry":${entry}}`,
  );
  if (unreadable) lines.push(JSON.stringify({ unreadable }));
  return { lines, last };
}

const ENTRIES_PER_BATCH = 200;
