/** The models that an agent can be given. */
import type { AgentConfig } from "../../../features/agents/contract.ts";

/** `price` is in US dollars per million tokens. */
export type OfferedModel = {
  readonly provider: string;
  readonly model: string;
  readonly price?: { readonly input: number; readonly output: number } | null | undefined;
};

/**
 * TO TIGHTEN: `models` and `status` become fields of AgentConfig. Then these types go, and both are read as they are in the
 * contract.
 */
export type ConfigWithModels = AgentConfig & {
  readonly models?: readonly OfferedModel[];
  readonly status?: "ready" | "not_configured" | "unknown_model";
};

type Checked = "ok" | "failed" | "skipped";

/** TO TIGHTEN: the contract's ModelTrial. */
export type ModelTrial = {
  readonly key: Checked;
  readonly streaming: Checked;
  readonly tools: Checked;
  readonly error: string | null;
};
