/** Request and response schemas for messages to the administrators. */
import * as z from "zod";
import { cleanText, lineOfText } from "../../kernel/contract.ts";

export const ContactMessage = z.object({
  name: lineOfText(100),
  /** The address for the reply. */
  email: z.email().max(254),
  subject: lineOfText(200),
  message: cleanText(5_000).refine((text) => text.trim().length >= 10, "must have at least 10 characters"),
});
export type ContactMessage = z.output<typeof ContactMessage>;

export const ContactReceived = z.object({ success: z.literal(true), id: z.string() });
