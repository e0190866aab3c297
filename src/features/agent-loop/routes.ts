/** HTTP routes for the answers of agents. */
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { AskedWorkspace, AskWorkspace, DecideRun, Run, RunParams, UndoneRun } from "../agent-runs/contract.ts";
import { askWorkspace } from "./ask-workspace.ts";
import * as runs from "./service.ts";

const RUN = "/api/pages/:pageId/runs/:runId";
const COMMON = { tag: "Agents", principals: ["session"], limits: [], params: RunParams } as const;
const SEND = { ...COMMON, csrf: "token" } as const;

export const runRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/ask",
      operation: "askWorkspace",
      tag: "Agents",
      summary: "Ask about everything the caller can see; an agent answers in a chat of their own",
      principals: ["session"],
      csrf: "token",
      limits: [{ rule: LIMIT_RULES.agentAskByUser, when: "an agent is there to answer" }],
      bodyCap: 262_144,
      json: AskWorkspace,
      answer: { status: 201, schema: AskedWorkspace },
      errors: ["forbidden", "conflict", "quota_exceeded"],
    },
    ({ deps, caller, json }) => askWorkspace(deps, caller, json),
  )
  .add(
    {
      ...COMMON,
      method: "get",
      path: RUN,
      operation: "getRun",
      summary: "Get an agent's answer that is still being written, with what it waits for",
      answer: { status: 200, schema: Run },
    },
    ({ deps, caller, params }) => runs.readRun(deps, caller, params.pageId, params.runId),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: `${RUN}/cancel`,
      operation: "cancelRun",
      summary: "Stop an agent's answer",
      bodyCap: 0,
      errors: ["forbidden"],
    },
    ({ deps, caller, params }) => runs.cancelRun(deps, caller, params.pageId, params.runId),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: `${RUN}/decision`,
      operation: "decideRun",
      summary: "Approve or decline the call that an agent's answer waits for",
      bodyCap: 16_384,
      json: DecideRun,
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params, json }) => runs.decideRun(deps, caller, params, json),
  )
  .add(
    {
      ...SEND,
      method: "post",
      path: `${RUN}/undo`,
      operation: "undoRun",
      summary: "Undo everything that an agent's answer changed, and keep what others wrote since",
      bodyCap: 0,
      answer: { status: 200, schema: UndoneRun },
      errors: ["forbidden", "conflict"],
    },
    ({ deps, caller, params }) => runs.undoRun(deps, caller, params.pageId, params.runId),
  );
