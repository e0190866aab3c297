/** Messages in reading order: those that start a thread, oldest first, with their replies. */
import type { Message } from "../../../features/messages/contract.ts";

export type Thread = { readonly first: Message; readonly replies: readonly Message[] };

/** Messages by the same author within this time (ms) are grouped. */
const ONE_BREATH = 5 * 60_000;

/** Ids sort in the order of writing. */
const byId = (a: Message, b: Message): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** Merges known messages with newly loaded ones; the newer version of a message wins. */
export function merge(known: readonly Message[], fresh: readonly Message[]): Message[] {
  const all = new Map(known.map((each) => [each.id, each]));
  for (const each of fresh) all.set(each.id, each);
  return [...all.values()].toSorted(byId);
}

/** Updates the known messages with the newest page of results: messages missing from its range were deleted. */
export function refresh(known: readonly Message[], newest: readonly Message[], hasOlder: boolean): Message[] {
  const oldest = newest[0];
  const older = hasOlder && oldest ? known.filter((each) => byId(each, oldest) < 0) : [];
  return [...older, ...newest];
}

/** Removes a deleted message; if it has replies, a placeholder remains. */
export function withdraw(known: readonly Message[], message: Message, deletedAt: string): Message[] {
  const isAnswered = known.some(({ parentMessageId }) => parentMessageId === message.id);
  const others = known.filter(({ id }) => id !== message.id);
  return isAnswered ? merge(others, [{ ...message, content: "", deletedAt }]) : others;
}

/** Messages by others than `userId`, without deleted ones. */
export const othersIn = (messages: readonly Message[], userId: string | undefined): Message[] =>
  messages.filter(({ user, deletedAt }) => user?.id !== userId && deletedAt === null);

/** A reply whose parent is not in the list starts its own thread. */
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

/** Whether a message continues the previous one, so that its author need not be repeated. */
export function goesOn(before: Thread | undefined, { first }: Thread): boolean {
  if (before === undefined || before.replies.length > 0 || before.first.deletedAt !== null) return false;
  const isOfSame = before.first.user?.id === first.user?.id && before.first.agent === first.agent;
  return isOfSame && Date.parse(first.createdAt) - Date.parse(before.first.createdAt) < ONE_BREATH;
}
