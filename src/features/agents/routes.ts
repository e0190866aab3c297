/** Routes for the agent configuration. */
import { PageParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { AgentConfig, AgentConfigVersions, ModelTrial, PatchAgentConfig, TryModel } from "./contract.ts";
import * as agents from "./service.ts";
import { tryModel } from "./trial.ts";

const AGENT = {
  path: "/api/pages/:pageId/agent-config",
  tag: "Agents",
  principals: ["session", "mcp"],
  limits: [],
  params: PageParams,
  answer: { status: 200, schema: AgentConfig },
} as const;

export const agentRoutes = routes()
  .add(
    {
      ...AGENT,
      method: "get",
      operation: "getAgentConfig",
      summary: "Get the configuration of an AI_CHAT page's agent",
      errors: ["not_ai_chat"],
    },
    ({ deps, caller, params }) => agents.getAgentConfig(deps, caller, params.pageId),
  )
  .add(
    {
      ...AGENT,
      method: "get",
      path: "/api/pages/:pageId/agent-config/versions",
      operation: "listAgentConfigVersions",
      summary: "List the earlier settings of an AI_CHAT page's agent, newest first",
      answer: { status: 200, schema: AgentConfigVersions },
      errors: ["not_ai_chat"],
    },
    ({ deps, caller, params }) => agents.listConfigVersions(deps, caller, params.pageId),
  )
  .add(
    {
      ...AGENT,
      method: "patch",
      operation: "patchAgentConfig",
      summary: "Change the configuration of an AI_CHAT page's agent",
      csrf: "token",
      bodyCap: 262_144,
      json: PatchAgentConfig,
      errors: ["forbidden", "not_ai_chat", "unknown_tool", "conflict", "quota_exceeded"],
    },
    ({ deps, caller, params, json }) => agents.patchAgentConfig(deps, caller, params.pageId, json),
  )
  .add(
    {
      ...AGENT,
      method: "post",
      path: "/api/pages/:pageId/agent-config/try",
      operation: "tryAgentModel",
      summary: "Try a language model with a tiny request, and report what works",
      principals: ["session"],
      csrf: "token",
      limits: [LIMIT_RULES.agentTryByUser],
      bodyCap: 4_096,
      json: TryModel,
      errors: ["forbidden", "not_ai_chat"],
      answer: { status: 200, schema: ModelTrial },
    },
    ({ deps, caller, params, json }) => tryModel(deps, caller, params.pageId, json),
  );
