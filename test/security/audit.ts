/** Reads the audit log as an administrator, for tests of its entries. */
import { sessionReference } from "../../src/audit-log/chain.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { type Client, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

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

/** An administrator who is not a member of any drive. */
export const admin = async (): Promise<Client> => (rupert ??= (await world()).as("rupert"));

/** Needed after a reset, which deletes all sessions. */
export const forgetAdmin = (): void => void (rupert = null);

/** The entries that pass among the newest hundred of a kind, newest first. */
export async function entriesOf(kind: string, passes: (entry: Entry) => boolean = () => true): Promise<Entry[]> {
  const { body } = await (await admin()).get<{ entries: Entry[] }>(`/api/admin/audit?limit=100&kind=${kind}`);
  return body.entries.filter(passes);
}

/** How entries refer to the session of this token. */
export async function referenceTo(token: string): Promise<string> {
  const id = await d1`select id from sessions where token_hash = ${hashToken("session", token)}`.first<string>("id");
  if (id === null) throw new Error("The session does not exist.");
  return sessionReference(id);
}
