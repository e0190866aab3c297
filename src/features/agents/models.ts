/** Which language model an agent's settings name. */
import type { LanguageModel, Models } from "../../models/model.ts";
import type { AgentSettings } from "./contract.ts";

type Named = Pick<AgentSettings, "aiProvider" | "aiModel">;

/** An agent that names no model uses the preferred one. Null if nothing is configured, or not the model that is named. */
export function modelOf(models: Models, { aiProvider, aiModel }: Named): LanguageModel | null {
  const named = aiProvider !== "" || aiModel !== "";
  const wanted = named ? { provider: aiProvider, model: aiModel } : models.preferred();
  return wanted && models.find(wanted.provider, wanted.model);
}

export type ModelStatus = "ready" | "not_configured" | "unknown_model";

export function statusOf(models: Models, settings: Named): ModelStatus {
  if (models.list().length === 0) return "not_configured";
  return modelOf(models, settings) ? "ready" : "unknown_model";
}
