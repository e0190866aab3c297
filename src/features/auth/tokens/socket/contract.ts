/** Tokens that open one realtime connection. */
import * as z from "zod";
import { Id, Time } from "../../../../kernel/contract.ts";

export const RequestSocketToken = z.object({ pageId: Id.optional() });

export const SocketToken = z
  .object({
    token: z.string(),
    expiresAt: Time,
    /** Where to connect: `wss://…`, or `ws://…` if the service has no TLS. */
    url: z.string(),
  })
  .meta({ id: "SocketToken" });
export type SocketToken = z.infer<typeof SocketToken>;
