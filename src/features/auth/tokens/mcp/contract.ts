/** MCP tokens as the interface shows and takes them. */
import * as z from "zod";
import { Id, Time, lineOfText } from "../../../../kernel/contract.ts";

export const McpToken = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The end of the raw token, to tell tokens apart. */
    lastFour: z.string(),
    isScoped: z.boolean(),
    readOnly: z.boolean(),
    /** May change who has access to pages and drives. */
    canShare: z.boolean(),
    /** Live drives of the scope that the user may still see; a scoped token without any opens nothing. */
    driveScopes: z.array(z.object({ id: z.string(), name: z.string() })),
    /** An app was granted it through OAuth; its name is what the app calls itself. */
    isApp: z.boolean(),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
    /** What the program that uses it calls itself. */
    clientName: z.string().nullable(),
    /** When it stops working by itself; of an app, when what it was granted ends. */
    expiresAt: Time.nullable(),
    /** What was last called with it: a tool, or a method and a path. `error` is the code of a refusal. Noted every half a minute at most. */
    lastCall: z.object({ what: z.string(), at: Time, error: z.string().nullable() }).nullable(),
  })
  .meta({ id: "McpToken" });
export type McpToken = z.infer<typeof McpToken>;
export const McpTokenList = z.array(McpToken);

/** The raw token is shown in this one answer and never again. */
export const NewMcpToken = McpToken.extend({ token: z.string() });
export type NewMcpToken = z.infer<typeof NewMcpToken>;

export const CreateMcpToken = z.object({
  name: lineOfText(100),
  /** Left out: every drive of the user. An empty list would read as both "none" and "all", so it is refused. */
  driveIds: z
    .array(Id)
    .min(1)
    .max(200)
    .transform((ids) => [...new Set(ids)])
    .optional(),
  readOnly: z.boolean().default(false),
  /** What a token grants outlives it, so none may unless it was asked for. */
  canShare: z.boolean().default(false),
  /** Left out: it works until it is revoked. */
  expiresInDays: z.int().min(1).max(366).optional(),
});
export type CreateMcpToken = z.output<typeof CreateMcpToken>;
