/** Where a `PeoplePicker` finds people: some sources also accept an email address. */
import { foldName } from "../../../kernel/fold.ts";
import type * as z from "zod";
import type { ConnectionList, PeopleFound } from "../../../features/people/contract.ts";
import { call, path } from "../api/api.ts";
import { listMembers } from "./people.ts";
import { words } from "../../../words/people.ts";

export type Candidate = {
  /** Null for a person who is identified by email address. */
  readonly id: string | null;
  readonly name: string;
  readonly detail: string;
};

/** The fields that identify a candidate in a request. */
export const whoIs = ({ id, name }: Candidate): { readonly userId: string } | { readonly email: string } =>
  id === null ? { email: name } : { userId: id };

/** Maximum number of search results. */
export const OFFERED = 8;
/** Minimum length of a search among all people. */
const SHORTEST = 2;
const ADDRESS = /^\S+@\S+\.\S+$/;
const USER_ID = /^[\w-]{16,64}$/;

export type PeopleSource = {
  /** Offered before the user types. */
  readonly suggested: () => Promise<readonly Candidate[]>;
  readonly find: (text: string) => Promise<readonly Candidate[]>;
  /** Candidates when nobody is found: by email address or id. */
  readonly fallback: (text: string) => readonly Candidate[];
  readonly placeholder: string;
  /** Shown when nobody is found. */
  readonly noneFound: string;
};

/** Members of the drive, connections, and everyone who can be found by search. */
export function anybody(driveId: string, takesAddress: boolean): PeopleSource {
  const known = knownPeople(driveId);
  return {
    suggested: () => known,
    async find(text) {
      const [near, far] = await Promise.all([known, searchPeople(text)]);
      const matching = near.filter((each) => matches(text, each));
      return [...matching, ...far.filter((each) => !near.some((other) => other.id === each.id))];
    },
    fallback: (text) => asWritten(text, takesAddress),
    placeholder: words.nameOrAddress,
    noneFound: takesAddress ? words.noneFound : words.noneDiscovered,
  };
}

/** Members and connections. If one list is not readable, returns the other. */
export async function knownPeople(driveId: string): Promise<readonly Candidate[]> {
  const members = driveId === "" ? null : listMembers(driveId).catch(() => null);
  const connections = call<z.infer<typeof ConnectionList>>("GET", "/api/connections?limit=100").catch(() => null);
  const known = new Map<string, Candidate & { readonly id: string }>();
  for (const { userId, user } of (await members)?.members ?? [])
    known.set(userId, { id: userId, name: user.name, detail: user.email ?? words.inDrive });
  for (const { user } of (await connections)?.connections ?? [])
    if (!known.has(user.id)) known.set(user.id, { id: user.id, name: user.name, detail: words.connection });
  return [...known.values()];
}

export async function searchPeople(text: string): Promise<readonly Candidate[]> {
  if (Array.from(text).length < SHORTEST) return [];
  const { users } = await call<z.infer<typeof PeopleFound>>("GET", path`/api/users/search?q=${text}&limit=${OFFERED}`);
  return users.map(({ id, name, displayName, username, email }) => ({
    id,
    name: displayName ?? name,
    detail: email ?? (username === null ? "" : `@${username}`),
  }));
}

export const matches = (text: string, { name, detail }: Candidate): boolean =>
  foldName(`${name} ${detail}`)
    .split(" ")
    .some((word) => word.startsWith(foldName(text)));

/** A person who is not found is identified by email address or by a pasted id. */
function asWritten(text: string, takesAddress: boolean): Candidate[] {
  if (takesAddress && ADDRESS.test(text)) return [{ id: null, name: text, detail: words.byAddress }];
  return USER_ID.test(text) ? [{ id: text, name: text, detail: words.userId }] : [];
}
