/** Messages on CHANNEL and AI_CHAT pages, as the interface shows and takes them. */
import * as z from "zod";
import { Id, Limit, Time, cleanText } from "../../kernel/contract.ts";

/** Characters of one message. */
const MAX_LENGTH = 20_000;

/** One emoji, whatever it is made of: a flag, a family, a key (Unicode TR51, "RGI emoji"). */
const Emoji = z.string().refine((text) => /^\p{RGI_Emoji}$/v.test(text), "must be one emoji");

/** Those who put an emoji on a message, the first of them first. */
const Reaction = z.object({
  emoji: z.string(),
  users: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const Message = z
  .object({
    id: z.string(),
    pageId: z.string(),
    role: z.enum(["user", "assistant", "system"]),
    /** Empty for a deleted message, which stays while it has replies. */
    content: z.string(),
    user: z.object({ id: z.string(), name: z.string(), image: z.string().nullable() }).nullable(),
    /** The agent that wrote it with this person's rights; null for what they wrote themselves. */
    agent: z.string().nullable(),
    createdAt: Time,
    editedAt: Time.nullable(),
    deletedAt: Time.nullable(),
    parentMessageId: z.string().nullable(),
    /** In the order in which each emoji came first. */
    reactions: z.array(Reaction),
  })
  .meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

const Content = cleanText(MAX_LENGTH)
  .transform((text) => text.normalize("NFC").trimEnd())
  .pipe(z.string().max(MAX_LENGTH))
  .refine((text) => text.trim() !== "", "must not be empty");

export const PostMessage = z.object({ content: Content, parentMessageId: Id.nullable().optional() });
export type PostMessage = z.infer<typeof PostMessage>;

export const EditMessage = z.object({ content: Content });

/** Newest first to fetch, oldest first to read: `cursor` leads to what is older. */
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
  /** Messages of others that the caller has not read; counted up to 100. */
  unreadCount: z.int(),
});
export type MessageList = z.infer<typeof MessageList>;

export const UnreadPages = z.object({
  /** Those with messages of others that the caller has not read, and has not muted; of the newest 200 of the drive. */
  pageIds: z.array(z.string()),
  /** The pages above those, as far up as the caller sees every one. */
  ancestorIds: z.array(z.string()),
});
export type UnreadPages = z.infer<typeof UnreadPages>;

export const ReadUpTo = z.object({ messageId: Id });

export const MessageParams = z.object({ pageId: Id, messageId: Id });

export const ReactionParams = MessageParams.extend({ emoji: Emoji });
export type ReactionParams = z.infer<typeof ReactionParams>;
