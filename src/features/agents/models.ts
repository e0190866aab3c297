/** Which language model an agent's settings name. */
import { chosenModel, type LanguageModel, type Models } from "../../models/model.ts";
import type { AgentSettings } from "./contract.ts";

type Named = Pick<AgentSettings, "aiProvider" | "aiModel">;

/** Null if nothing is configured, or not the model that is named. */
export const modelOf = (models: Models, { aiProvider, aiModel }: Named): LanguageModel | null =>
  chosenModel(models, { provider: aiProvider, model: aiModel });

export type ModelStatus = "ready" | "not_configured" | "unknown_model";

export function statusOf(models: Models, settings: Named): ModelStatus {
  if (models.list().length === 0) return "not_configured";
  return modelOf(models, settings) ? "ready" : "unknown_model";
}
