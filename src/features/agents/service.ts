/** The configuration of an AI_CHAT page's agent: everyone who sees the page can read it, editors can change it. */
import { tokenIdOf, type Caller } from "../../kernel/caller.ts";
import { AppError } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { guard } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowPage, authorizePage, requireVisible } from "../../permissions/authorize-page.ts";
import { commit } from "../../commit/commit.ts";
import { READING_TOOLS, TOOL_NAMES, isToolName } from "../mcp/contract.ts";
import { loadPage } from "../pages/service.ts";
import { byteLengthOf, withinQuota } from "../quotas/service.ts";
import type { AgentConfig, AgentConfigVersion, AgentSettings, PatchAgentConfig } from "./contract.ts";
import { statusOf } from "./models.ts";
import { requireAgent } from "./rules.ts";
import * as store from "./store.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";

const DEFAULTS: AgentSettings = {
  systemPrompt: "",
  enabledTools: [...READING_TOOLS],
  aiProvider: "",
  aiModel: "",
  approval: "risky",
};

const toAgentConfig = (
  { models }: Pick<Deps, "models">,
  settings: (AgentSettings & { readonly version: number }) | null,
): AgentConfig => ({
  ...(settings ?? { ...DEFAULTS, version: 0 }),
  // The stored list may contain tools that no longer exist.
  enabledTools: (settings ?? DEFAULTS).enabledTools.filter(isToolName),
  availableTools: [...TOOL_NAMES],
  models: models.list().map(({ provider, model, window, price }) => ({
    provider,
    model,
    window,
    price: price && { input: price.input, output: price.output },
  })),
  status: statusOf(models, settings ?? DEFAULTS),
});

export async function getAgentConfig(
  deps: AuthDeps & Pick<Deps, "models">,
  caller: Caller,
  pageId: string,
): Promise<AgentConfig> {
  const [page, settings] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    store.findSettings(pageId),
  ]);
  requireAgent(page.target);
  return toAgentConfig(deps, settings);
}

/** Throws `unknown_tool` for a tool that does not exist. Tools are stored in the given order without duplicates. */
export async function patchAgentConfig(
  deps: Deps,
  caller: Caller,
  pageId: string,
  patch: PatchAgentConfig,
): Promise<AgentConfig> {
  const { by, results } = await authenticate(deps, caller, [loadPage(caller, pageId)]);
  requireAgent(requireVisible(by.actor, results[0]));
  const page = allowPage(by, "edit", results[0]);
  const unknown = patch.enabledTools?.find((tool) => !isToolName(tool));
  if (unknown !== undefined) {
    throw new AppError("unknown_tool", `There is no tool “${unknown}”.`, {
      issues: [{ path: "enabledTools", message: `may contain ${TOOL_NAMES.join(", ")}` }],
    });
  }
  const settings: Partial<AgentSettings> = {
    ...(patch.systemPrompt !== undefined && { systemPrompt: patch.systemPrompt }),
    ...(patch.enabledTools !== undefined && { enabledTools: [...new Set(patch.enabledTools)] }),
    ...(patch.aiProvider !== undefined && { aiProvider: patch.aiProvider }),
    ...(patch.aiModel !== undefined && { aiModel: patch.aiModel }),
    ...(patch.approval !== undefined && { approval: patch.approval }),
  };
  const prompt = settings.systemPrompt;
  const text = prompt === undefined ? 0 : store.growthOfPrompt(pageId, byteLengthOf(prompt));
  const [, , saved] = await withinQuota(deps, { driveId: driveOfPage(pageId), text }, (fitsQuota) =>
    commit(deps, page, {
      queries: [
        guard(fitsQuota),
        store.saveSettings(pageId, settings, DEFAULTS, deps.now),
        store.findSettings(pageId),
        ...store.keepVersion(pageId, { userId: page.actor.userId, tokenId: tokenIdOf(page.actor) }, deps.now),
      ],
      notes: [
        {
          kind: "agent.config_change",
          by: page.actor,
          resource: { type: "page", id: pageId },
          detail: { changed: Object.keys(settings).toSorted().join(" ") },
        },
      ],
    }),
  );
  return toAgentConfig(deps, saved);
}

/** Everyone who sees the page sees who changed its agent, and how. */
export async function listConfigVersions(
  deps: AuthDeps,
  caller: Caller,
  pageId: string,
): Promise<{ versions: AgentConfigVersion[] }> {
  const [page, versions] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    store.listVersions(pageId),
  ]);
  requireAgent(page.target);
  return { versions };
}
