/** Asking to see a page, as the interface takes and shows it. */
import * as z from "zod";
import { Id, Time, cleanText } from "../../../kernel/contract.ts";

/** Characters of what somebody says with their request. */
const MAX_MESSAGE = 500;

export const AskForAccess = z.object({ message: cleanText(MAX_MESSAGE).optional() });
export type AskForAccess = z.infer<typeof AskForAccess>;

export const AccessRequest = z
  .object({
    userId: z.string(),
    message: z.string(),
    requestedAt: Time,
    /** Whoever asks shows their proven address: a name alone says little to who is to answer. */
    user: z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() }),
  })
  .meta({ id: "AccessRequest" });
export type AccessRequest = z.infer<typeof AccessRequest>;
export const AccessRequestList = z.object({ requests: z.array(AccessRequest) });
export type AccessRequestList = z.infer<typeof AccessRequestList>;

export const AccessRequestParams = z.object({ pageId: Id, userId: Id });
