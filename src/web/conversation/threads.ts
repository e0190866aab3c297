/** Messages as they are read: each that begins a thread, oldest first, with the replies to it. */
import type { Message } from "../../features/messages/contract.ts";

export type Thread = { readonly first: Message; readonly replies: readonly Message[] };

/** How long, in ms, somebody's next message still belongs to the last. */
const ONE_BREATH = 5 * 60_000;

/** Ids are in the order in which messages were written. */
const byId = (a: Message, b: Message): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** What is known with what was read anew: each message once, as it is by now. */
export function merge(known: readonly Message[], fresh: readonly Message[]): Message[] {
  const all = new Map(known.map((each) => [each.id, each]));
  for (const each of fresh) all.set(each.id, each);
  return [...all.values()].toSorted(byId);
}

/** What is known once the newest were read anew: of those, what is not among them any more was deleted. */
export function refresh(known: readonly Message[], newest: readonly Message[], hasOlder: boolean): Message[] {
  const oldest = newest[0];
  const older = hasOlder && oldest ? known.filter((each) => byId(each, oldest) < 0) : [];
  return [...older, ...newest];
}

/** What is known once a message was taken back at that time: where it was answered, its place stays. */
export function withdraw(known: readonly Message[], message: Message, deletedAt: string): Message[] {
  const isAnswered = known.some(({ parentMessageId }) => parentMessageId === message.id);
  const others = known.filter(({ id }) => id !== message.id);
  return isAnswered ? merge(others, [{ ...message, content: "", deletedAt }]) : others;
}

/** What others than `userId` have written; a deleted message is nothing to be read. */
export const othersIn = (messages: readonly Message[], userId: string | undefined): Message[] =>
  messages.filter(({ user, deletedAt }) => user?.id !== userId && deletedAt === null);

/** A reply to a message that is not among them begins a thread of its own. */
export function threadsOf(messages: readonly Message[]): Thread[] {
  const known = new Set(messages.map(({ id }) => id));
  const replies = new Map<string, Message[]>();
  const first: Message[] = [];
  for (const message of messages) {
    const { parentMessageId } = message;
    if (parentMessageId === null || !known.has(parentMessageId)) first.push(message);
    else replies.set(parentMessageId, [...(replies.get(parentMessageId) ?? []), message]);
  }
  return first.map((each) => ({ first: each, replies: replies.get(each.id) ?? [] }));
}

/** Whether a message goes on where the one before it ended, so that its author need not be named again. */
export function goesOn(before: Thread | undefined, { first }: Thread): boolean {
  if (before === undefined || before.replies.length > 0 || before.first.deletedAt !== null) return false;
  const isOfSame = before.first.user?.id === first.user?.id && before.first.agent === first.agent;
  return isOfSame && Date.parse(first.createdAt) - Date.parse(before.first.createdAt) < ONE_BREATH;
}
