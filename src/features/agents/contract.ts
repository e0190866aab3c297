/** The agent behind an AI_CHAT page. */
import * as z from "zod";
import { cleanText } from "../../kernel/contract.ts";

export const AgentConfig = z
  .object({
    systemPrompt: z.string(),
    enabledTools: z.array(z.string()),
    /** Names of the tools available over MCP. */
    availableTools: z.array(z.string()),
    aiProvider: z.string(),
    aiModel: z.string(),
  })
  .meta({ id: "AgentConfig" });
export type AgentConfig = z.infer<typeof AgentConfig>;

const Name = cleanText(200).transform((text) => text.trim());

/** The settings that are stored and exported. */
export const AgentSettings = z.object({
  systemPrompt: cleanText(50_000),
  enabledTools: z.array(z.string().max(100)).max(100),
  aiProvider: Name,
  aiModel: Name,
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const PatchAgentConfig = AgentSettings.partial().refine(
  (patch) => Object.values(patch).some((value) => value !== undefined),
  "send at least one setting",
);
export type PatchAgentConfig = z.infer<typeof PatchAgentConfig>;
