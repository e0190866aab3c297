/** The audit log as an administrator reads it, for tests of what is told there. */
import { sessionReference } from "../../src/audit-log/chain.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { env } from "cloudflare:workers";
import { type Client, world } from "../world.ts";

export type Entry = {
  seq: number;
  ip: string | null;
  userAgent: string | null;
  userId: string | null;
  email: string | null;
  entry: {
    kind: string;
    outcome: string;
    risk: number;
    actor: { t: string; id: string | null };
    sess?: string;
    subj?: string;
    flags: string[];
    d: Record<string, unknown>;
    res?: { t: string; id: string };
  };
};

let rupert: Client | null = null;

/** An administrator, a member of nothing. */
export const admin = async (): Promise<Client> => (rupert ??= (await world()).as("rupert"));

/** After a reset, which leaves no sessions. */
export const forgetAdmin = (): void => void (rupert = null);

/** The newest entries of a kind that pass, newest first; at most a hundred are looked at. */
export async function entriesOf(kind: string, passes: (entry: Entry) => boolean = () => true): Promise<Entry[]> {
  const { body } = await (await admin()).get<{ entries: Entry[] }>(`/api/admin/audit?limit=100&kind=${kind}`);
  return body.entries.filter(passes);
}

/** How entries refer to the session of this token. */
export async function referenceTo(token: string): Promise<string> {
  const id = await env.DB.prepare("select id from sessions where token_hash = ?")
    .bind(hashToken("session", token))
    .first<string>("id");
  if (id === null) throw new Error("There is no such session.");
  return sessionReference(id);
}
