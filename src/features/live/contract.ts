/** Requests over a hub's socket. The hub's messages are defined in `src/kernel/live.ts`. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";

export const OpenConnection = z.object({
  pageId: Id.optional(),
  /** Also sends frames about agents' answers (message type 8), which older clients do not know. */
  runs: z.literal("1").optional(),
  /** Reports a right to comment without one to edit (number 2 in message type 3), which older clients do not know. */
  comments: z.literal("1").optional(),
  /** Also sends where comment threads are (message type 9), which older clients do not know. */
  threads: z.literal("1").optional(),
});

export type OpenConnection = z.infer<typeof OpenConnection>;

/** Maximum pages that a socket can watch. */
const MAX_WATCHED = 200;
/** Maximum pages whose text a socket can follow. */
const MAX_FOLLOWED = 10;

/** Messages from a client, as JSON. */
export const HubRequest = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("watch"),
    pages: z.array(Id).max(MAX_WATCHED),
    follow: z.array(Id).max(MAX_FOLLOWED).default([]),
  }),
  z.object({ type: z.literal("typing"), pageId: Id }),
  z.object({ type: z.literal("since"), cursor: z.string().max(100) }),
]);
export type HubRequest = z.infer<typeof HubRequest>;
