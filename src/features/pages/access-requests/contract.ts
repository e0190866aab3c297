/** API schemas for requesting access to a page. */
import * as z from "zod";
import { Id, Time, cleanText } from "../../../kernel/contract.ts";

/** Maximum length (characters) of the message sent with a request. */
const MAX_MESSAGE = 500;

export const AskForAccess = z.object({ message: cleanText(MAX_MESSAGE).optional() });
export type AskForAccess = z.infer<typeof AskForAccess>;

export const AccessRequest = z
  .object({
    userId: z.string(),
    message: z.string(),
    requestedAt: Time,
    /** Includes the requester's verified email, because a name alone does not identify them to the approver. */
    user: z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() }),
  })
  .meta({ id: "AccessRequest" });
export type AccessRequest = z.infer<typeof AccessRequest>;
export const AccessRequestList = z.object({ requests: z.array(AccessRequest) });
export type AccessRequestList = z.infer<typeof AccessRequestList>;

export const AccessRequestParams = z.object({ pageId: Id, userId: Id });
