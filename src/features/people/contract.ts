/** API schemas for user search and connections. */
import * as z from "zod";
import { Id, Limit, Time, cleanText } from "../../kernel/contract.ts";

/** Length limits (characters) of a search query, after trimming. */
const SHORTEST_QUERY = 2;
const MAX_QUERY_LENGTH = 100;

const Words = cleanText(400)
  .transform((text) => text.normalize("NFC").trim())
  .pipe(z.string().min(SHORTEST_QUERY).max(MAX_QUERY_LENGTH));

export const SearchPeople = z.object({ q: Words, limit: Limit });
export type SearchPeople = z.infer<typeof SearchPeople>;

export const Person = z
  .object({
    id: z.string(),
    username: z.string().nullable(),
    displayName: z.string().nullable(),
    name: z.string(),
    image: z.string().nullable(),
    /** Only included if the caller searched for exactly this address. */
    email: z.string().optional(),
  })
  .meta({ id: "Person" });
export type Person = z.infer<typeof Person>;

export const PeopleFound = z.object({ users: z.array(Person) });

export const FindUser = z
  .object({
    email: z.string().max(320).optional(),
    id: z.string().max(64).optional(),
    username: z.string().max(64).optional(),
  })
  .refine((by) => Object.values(by).filter((value) => value !== undefined).length === 1, {
    message: "send exactly one of email, id and username",
  });
export type FindUser = z.infer<typeof FindUser>;

export const FoundUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  role: z.enum(["user", "admin"]),
  createdAt: Time,
  suspendedAt: Time.nullable(),
});
export type FoundUser = z.infer<typeof FoundUser>;
export const UsersFound = z.object({ users: z.array(FoundUser) });

/** `rejected` and `removed` only occur as the result of an action; such connections are not stored. */
export const PersonConnection = z
  .object({
    id: z.string(),
    status: z.enum(["pending", "accepted", "blocked", "rejected", "removed"]),
    user: z.object({ id: z.string(), name: z.string(), image: z.string().nullable() }),
    isRequester: z.boolean(),
    message: z.string(),
    requestedAt: Time,
    acceptedAt: Time.nullable(),
  })
  .meta({ id: "Connection" });
export type PersonConnection = z.infer<typeof PersonConnection>;

export const ListConnections = z.object({
  status: z.enum(["accepted", "pending", "blocked"]).default("accepted"),
  cursor: Id.optional(),
  limit: Limit,
});
export type ListConnections = z.infer<typeof ListConnections>;
export const ConnectionList = z.object({ connections: z.array(PersonConnection), nextCursor: z.string().nullable() });

export const RequestConnection = z.object({ userId: Id, message: cleanText(1_000).optional() });
export type RequestConnection = z.infer<typeof RequestConnection>;

export const BlockUser = z.object({ userId: Id });

export const ChangeConnection = z.object({ action: z.enum(["accept", "reject", "block", "unblock"]) });
export type ConnectionAction = z.infer<typeof ChangeConnection>["action"];
