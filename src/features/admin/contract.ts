/** What administrators do with accounts. */
import { z } from "zod";
import { lineOfText } from "../../kernel/contract.ts";

/** The reason is for the audit trail; the user is not told it. */
export const Suspend = z.object({ reason: lineOfText(200).optional() });
export type Suspend = z.output<typeof Suspend>;
