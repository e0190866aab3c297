/** What may be asked over a hub's socket. What is told there is in `src/kernel/live.ts`. */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";

export const OpenConnection = z.object({ pageId: Id.optional() });

/** Pages somebody may watch at once. */
const MAX_WATCHED = 200;
/** Pages whose text somebody may follow at once, by one socket. */
const MAX_FOLLOWED = 10;

/** From a client, as JSON. */
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
