/** API schemas for messages on CHANNEL and AI_CHAT pages. */
import * as z from "zod";
import { Id, Limit, Time, writtenText } from "../../kernel/contract.ts";
import { OpenRun, RunSummary, Started } from "../agent-runs/contract.ts";

/** Maximum length (characters) of a message. */
const MAX_LENGTH = 20_000;

/** A single emoji, including sequences such as flags, families and keycaps (Unicode TR51, "RGI emoji"). */
export const Emoji = z.string().refine((text) => /^\p{RGI_Emoji}$/v.test(text), "must be one emoji");

/** The users who added an emoji to a message or comment, in order of time. */
export const Reaction = z.object({
  emoji: z.string(),
  users: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const Author = z.object({ id: z.string(), name: z.string(), image: z.string().nullable() });

export const Message = z
  .object({
    id: z.string(),
    pageId: z.string(),
    role: z.enum(["user", "assistant", "system"]),
    /** Empty for a deleted message, which is kept while it has replies. */
    content: z.string(),
    user: Author.nullable(),
    /** The agent that wrote the message with this user's rights; null if the user wrote it. */
    agent: z.string().nullable(),
    createdAt: Time,
    editedAt: Time.nullable(),
    deletedAt: Time.nullable(),
    parentMessageId: z.string().nullable(),
    /** In the order in which each emoji was first added. */
    reactions: z.array(Reaction),
    /** How an agent wrote this message; null for any other message. */
    run: RunSummary.nullable(),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

/** `started` is the answer of an agent that the message asks for. */
export const PostedMessage = Message.extend({ started: Started }).meta({ id: "PostedMessage" });
export type PostedMessage = z.infer<typeof PostedMessage>;

const Content = writtenText(MAX_LENGTH);

export const PostMessage = z.object({ content: Content, parentMessageId: Id.nullable().optional() });
export type PostMessage = z.infer<typeof PostMessage>;

export const EditMessage = z.object({ content: Content });

/** Fetched newest first; `cursor` leads to older messages. Each page is returned oldest first. */
export const ListMessages = z.object({
  cursor: Id.optional(),
  limit: Limit,
  /** Only the replies to this message. */
  parentMessageId: Id.optional(),
});
export type ListMessages = z.infer<typeof ListMessages>;

export const MessageList = z.object({
  messages: z.array(Message),
  nextCursor: z.string().nullable(),
  /** Messages by others that the caller has not read; counted up to 100. */
  unreadCount: z.int(),
  /** Answers of agents that have not ended, oldest first. */
  runs: z.array(OpenRun),
});
export type MessageList = z.infer<typeof MessageList>;

export const UnreadPages = z.object({
  /** Pages with unread messages by others that the caller has not muted, among the newest 200 of the drive. */
  pageIds: z.array(z.string()),
  /** Their ancestors, up to the first one that the caller cannot see. */
  ancestorIds: z.array(z.string()),
});
export type UnreadPages = z.infer<typeof UnreadPages>;

export const ReadUpTo = z.object({ messageId: Id });

export const MessageParams = z.object({ pageId: Id, messageId: Id });

export const ReactionParams = MessageParams.extend({ emoji: Emoji });
export type ReactionParams = z.infer<typeof ReactionParams>;
