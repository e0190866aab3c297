/** SQL that reads messages, for other features' batches. Ids sort by time, so a page of messages is a range of the index. */
import { alias } from "drizzle-orm/sqlite-core";
import { paginate } from "../../kernel/cursor.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { agentRuns } from "../../db/schema/agents.ts";
import { messageReactions, messages } from "../../db/schema/messages.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import { agentName } from "../../db/agent-name.ts";
import {
  many,
  orNull,
  prepareForEach,
  rowsOf,
  sql,
  type Named,
  type Query,
  type RowOf,
  type SQL,
} from "../../db/sql.ts";
import { runSummary, toRunSummary } from "../agent-runs/statements.ts";
import type { Message } from "./contract.ts";

const r = alias(messageReactions, "r");
const ru = alias(users, "ru");
const m = alias(messages, "m");
const u = alias(users, "u");
const t = alias(mcpTokens, "t");
const ar = alias(agentRuns, "ar");

const message = {
  id: m.id,
  pageId: m.pageId,
  role: m.role,
  content: m.content,
  userId: m.userId,
  name: orNull(u.name),
  image: u.image,
  createdAt: m.createdAt,
  editedAt: m.editedAt,
  deletedAt: m.deletedAt,
  parentMessageId: m.parentMessageId,
  agent: sql<string | null>`${agentName(sql`${t}`)}`,
  run: runSummary(sql`${ar}`),
  /** See `toReactions`. */
  reactions: sql<string>`(
    select json_group_array(json_array(${r.emoji}, ${ru.id}, ${ru.name}, ${r.createdAt}))
    from ${messageReactions} r
    cross join ${users} ru on ${ru.id} = ${r.userId} and ${ru.deletedAt} is null
    where ${r.messageId} = ${m.id})`,
};

/** `rest` follows the messages `m`. Users with a deleted account are not shown as authors. */
export const selectMessages = (rest: SQL): SQL<RowOf<typeof message>> =>
  rowsOf(
    message,
    (columns) => sql`select ${columns}
      from ${messages} m
      left join ${users} u on ${u.id} = ${m.userId} and ${u.deletedAt} is null
      left join ${mcpTokens} t on ${t.id} = ${m.tokenId}
      left join ${agentRuns} ar on ${ar.id} = ${m.runId}
      ${rest}`,
  );

type StoredReaction = readonly [emoji: string, userId: string, name: string, createdAt: number];

/** Reads a JSON array of `StoredReaction`. */
export function toReactions(json: string): Message["reactions"] {
  const stored = JSON.parse(json) as StoredReaction[]; // built by `message.reactions`
  const ordered = stored.toSorted((a, b) => a[3] - b[3]);
  return Array.from(
    Map.groupBy(ordered, ([emoji]) => emoji),
    ([emoji, all]) => ({ emoji, users: all.map(([, id, name]) => ({ id, name })) }),
  );
}

export const toMessage = ({ userId, name, image, reactions, run, ...row }: RowOf<typeof message>): Message => ({
  ...row,
  reactions: toReactions(reactions),
  run: toRunSummary(run),
  user: userId === null || name === null ? null : { id: userId, name, image },
  createdAt: toIso(row.createdAt),
  editedAt: toIsoOrNull(row.editedAt),
  deletedAt: toIsoOrNull(row.deletedAt),
});

type MessageRange = {
  readonly pageId: string;
  readonly before: string | null;
  readonly limit: number;
  readonly parent?: string;
};

const selectLatest = (where: SQL, limit: SQL): SQL<RowOf<typeof message>> =>
  selectMessages(sql`where ${where}
    order by ${m.id} desc limit ${limit}`);

const latestOfPage = prepareForEach((limit, { pageId, before }: Named<"pageId" | "before">) =>
  selectLatest(sql`${m.id} < ${before} and ${m.pageId} = ${pageId}`, limit),
);

const latestOfThread = prepareForEach((limit, { pageId, before, parent }: Named<"pageId" | "before" | "parent">) =>
  // The unary plus keeps SQLite from reading all messages of the page for one thread.
  selectLatest(
    sql`${m.id} < ${before}
      and ${m.parentMessageId} = ${parent}
      and +${m.pageId} = ${pageId}`,
    limit,
  ),
);

/** Newest first. */
export function listMessages({ pageId, before, limit, parent }: MessageRange): Query<Message[]> {
  const range = { pageId, before: before ?? "~" };
  return many(
    parent === undefined ? latestOfPage(limit, range) : latestOfThread(limit, { ...range, parent }),
    toMessage,
  );
}

/** A page of messages in reading order; `nextCursor` leads to older ones. */
export function oldestFirst(
  newestFirst: readonly Message[],
  limit: number,
): { messages: Message[]; nextCursor: string | null } {
  const { page, nextCursor } = paginate(newestFirst, limit, ({ id }) => id);
  return { messages: page.toReversed(), nextCursor };
}
