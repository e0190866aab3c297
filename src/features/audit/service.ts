/** What other features ask of the audit log. */
import type { Deps } from "../../deps.ts";

export { recordDeniedRequest } from "./denied-requests.ts";

/** Entries of acts of this user, newest first, each as a line of JSON; `cursor` leads to older ones. */
export async function listEntriesOf(
  deps: Pick<Deps, "objects">,
  userId: string,
  cursor: string | null,
): Promise<{ lines: string[]; cursor: string | null }> {
  const chain = deps.objects.auditLog();
  if (cursor === null) await chain.drain();
  const page = await chain.entries({ userId }, cursor, ENTRIES_PER_BATCH);
  const lines = page.entries.map(
    ({ seq, ip, ua, email, entry }) =>
      `{"seq":${seq},"ip":${JSON.stringify(ip)},"userAgent":${JSON.stringify(ua)},"email":${JSON.stringify(email)},"entry":${entry}}`,
  );
  return { lines, cursor: page.cursor };
}

const ENTRIES_PER_BATCH = 200;
