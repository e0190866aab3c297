/** The agent behind an AI_CHAT page. */
import * as z from "zod";
import { Time, cleanText } from "../../kernel/contract.ts";

/** Which calls of tools wait for the asker: those that are risky, or all that write. `suggestions`: texts are only suggested. */
const Approval = z.enum(["risky", "writes", "suggestions"]);

/** A language model that agents can use. */
export const AgentModel = z
  .object({
    provider: z.string(),
    model: z.string(),
    /** Context window in tokens. */
    window: z.int(),
    /** US dollars per million tokens; null if it is unknown. */
    price: z.object({ input: z.number(), output: z.number() }).nullable(),
  })
  .meta({ id: "AgentModel" });
export type AgentModel = z.infer<typeof AgentModel>;

export const AgentConfig = z
  .object({
    systemPrompt: z.string(),
    enabledTools: z.array(z.string()),
    /** Names of the tools available over MCP. */
    availableTools: z.array(z.string()),
    aiProvider: z.string(),
    aiModel: z.string(),
    approval: Approval,
    /** Grows by one with each change; 0 for settings that were never changed. */
    version: z.int(),
    /** The models of this deployment. An agent that names none uses the deployment's default. */
    models: z.array(AgentModel),
    status: z.enum(["ready", "not_configured", "unknown_model"]),
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
  approval: Approval.default("risky"),
});
export type AgentSettings = z.infer<typeof AgentSettings>;

export const PatchAgentConfig = AgentSettings.extend({ approval: Approval })
  .partial()
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), "send at least one setting");
export type PatchAgentConfig = z.infer<typeof PatchAgentConfig>;

/** Earlier settings, newest first. `agent` is the tool that made the change for the author. */
export const AgentConfigVersion = z
  .object({
    version: z.int(),
    at: Time,
    author: z.string().nullable(),
    agent: z.string().nullable(),
    settings: AgentSettings,
  })
  .meta({ id: "AgentConfigVersion" });
export type AgentConfigVersion = z.infer<typeof AgentConfigVersion>;

export const AgentConfigVersions = z.object({ versions: z.array(AgentConfigVersion) });

export const TryModel = z.object({ aiProvider: Name, aiModel: Name });
export type TryModel = z.infer<typeof TryModel>;

const Checked = z.enum(["ok", "failed", "skipped"]);

/** What works with a model. */
export const ModelTrial = z
  .object({
    key: Checked,
    streaming: Checked,
    tools: Checked,
    /** The provider's own explanation, without keys. */
    error: z.string().nullable(),
  })
  .meta({ id: "ModelTrial" });
export type ModelTrial = z.infer<typeof ModelTrial>;
