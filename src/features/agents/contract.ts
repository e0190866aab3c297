/** The agent behind an AI_CHAT page. */
import { z } from "zod";
import { cleanText } from "../../kernel/contract.ts";

export const AgentConfig = z
  .object({
    systemPrompt: z.string(),
    enabledTools: z.array(z.string()),
    /** Names of the tools that MCP serves. */
    availableTools: z.array(z.string()),
    aiProvider: z.string(),
    aiModel: z.string(),
  })
  .meta({ id: "AgentConfig" });
export type AgentConfig = z.infer<typeof AgentConfig>;

const Name = cleanText(200).transform((text) => text.trim());

export const PatchAgentConfig = z
  .object({
    systemPrompt: cleanText(50_000).optional(),
    enabledTools: z.array(z.string().max(100)).max(100).optional(),
    aiProvider: Name.optional(),
    aiModel: Name.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), "send at least one setting");
export type PatchAgentConfig = z.infer<typeof PatchAgentConfig>;
