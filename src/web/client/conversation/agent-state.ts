/** Says above a conversation why its agent answers nobody, if so. */
import { words } from "../../../words/answer.ts";
import { call, path } from "../api/api.ts";
import { find } from "../ui/dom.ts";
import type { AgentConfig } from "../../../features/agents/contract.ts";

export async function showAgentState(root: HTMLElement, pageId: string): Promise<void> {
  const { status } = await call<AgentConfig>("GET", path`/api/pages/${pageId}/agent-config`);
  const place = find("[data-agent-state]", HTMLElement, root);
  if (place && (status === "not_configured" || status === "unknown_model"))
    place.textContent = words.unavailable[status];
}
