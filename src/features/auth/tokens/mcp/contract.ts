/** Request and response schemas for MCP tokens. */
import * as z from "zod";
import { Id, Time, lineOfText } from "../../../../kernel/contract.ts";

export const McpToken = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The last characters of the raw token, to distinguish tokens. */
    lastFour: z.string(),
    isScoped: z.boolean(),
    readOnly: z.boolean(),
    /** May change access to pages and drives. */
    canShare: z.boolean(),
    /** Live drives in the scope that the user may still see; a scoped token without any gives no access. */
    driveScopes: z.array(z.object({ id: z.string(), name: z.string() })),
    /** True for a token granted to an app through OAuth; its name is what the app calls itself. */
    isApp: z.boolean(),
    createdAt: Time,
    lastUsedAt: Time.nullable(),
    /** The name that the client program gives itself. */
    clientName: z.string().nullable(),
    /** When it expires; for an app, when its grant ends. */
    expiresAt: Time.nullable(),
    /**
     * The last call made with it: a tool, or a method and a path. `error` is the error code, if any. An unchanged
     * outcome is recorded at most every 30 seconds.
     */
    lastCall: z.object({ what: z.string(), at: Time, error: z.string().nullable() }).nullable(),
  })
  .meta({ id: "McpToken" });
export type McpToken = z.infer<typeof McpToken>;
export const McpTokenList = z.array(McpToken);

/** The raw token is only in this response and never shown again. */
export const NewMcpToken = McpToken.extend({ token: z.string() });
export type NewMcpToken = z.infer<typeof NewMcpToken>;

export const CreateMcpToken = z.object({
  name: lineOfText(100),
  /** If omitted, every drive of the user. An empty list could mean both "none" and "all", so it is rejected. */
  driveIds: z
    .array(Id)
    .min(1)
    .max(200)
    .transform((ids) => [...new Set(ids)])
    .optional(),
  readOnly: z.boolean().default(false),
  /** Access granted by a token outlives it, so this must be requested explicitly. */
  canShare: z.boolean().default(false),
  /** If omitted, the token works until it is revoked. */
  expiresInDays: z.int().min(1).max(366).optional(),
});
export type CreateMcpToken = z.output<typeof CreateMcpToken>;
