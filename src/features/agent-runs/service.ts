/** Decides whether a message starts an agent, and which model answers. */
import type { Actor } from "../../kernel/caller.ts";
import type { Deps } from "../../deps.ts";
import { chosenModel } from "../../models/model.ts";
import type { Write } from "../../db/sql.ts";
import { markdownMentions } from "../../formats/mentions.ts";
import { isPerson } from "../../permissions/scope.ts";
import type { OpenRun, Started } from "./contract.ts";
import { insertRun, MAX_OPEN, type AskedAgent } from "./statements.ts";

/** Maximum number of mentioned pages that are looked up per message. */
const MAX_MENTIONED = 10;

/** Ids of the pages that a message mentions, without duplicates. */
export const mentionedPages = (content: string): string[] =>
  [...new Set(markdownMentions(content).flatMap(({ kind, id }) => (kind === "page" ? [id] : [])))].slice(
    0,
    MAX_MENTIONED,
  );

type Question = {
  readonly page: { readonly id: string; readonly driveId: string };
  readonly actor: Actor;
  readonly agent: AskedAgent | null;
  readonly open: readonly OpenRun[];
  readonly questionId: string;
};

/** The run that a message starts, and the statements that add it. Only people start runs: agents would answer each other. */
export function planRun(
  deps: Pick<Deps, "models" | "newId" | "now">,
  { page, actor, agent, open, questionId }: Question,
): { readonly started: Started; readonly writes: readonly Write<number>[] } {
  if (agent === null || !isPerson(actor)) return { started: null, writes: [] };
  const model = chosenModel(deps.models, { provider: agent.provider ?? "", model: agent.model ?? "" });
  if (model === null) {
    const isChosen = agent.model !== null && agent.model !== "";
    return isChosen
      ? unavailable("unknown_model", `The model “${agent.model}” is not available here.`)
      : unavailable("not_configured", "No language model is set up here, so nobody answers.");
  }
  if (open.length >= MAX_OPEN) return unavailable("too_many_queued", "Too many questions are waiting on this page.");
  const id = deps.newId();
  const run = {
    id,
    pageId: page.id,
    agentPageId: agent.pageId,
    driveId: page.driveId,
    userId: actor.userId,
    questionId,
    tokenId: deps.newId(),
    provider: model.provider,
    model: model.model,
  };
  return { started: { id, state: "queued" }, writes: [insertRun(run, deps.now)] };
}

const unavailable = (reason: Extract<Started, { unavailable: unknown }>["unavailable"], message: string) => ({
  started: { unavailable: reason, message },
  writes: [],
});
