/** The matrix's rows for agents' answers. */
import { freshId, type Person } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { changes, own, NO_TOKENS, reads, type Asker, type Row, type Scene, type Shot } from "./matrix-rows.ts";
import { whoMayWithPage } from "./who-may.ts";

const RUN = "/api/pages/:pageId/runs/:runId";

/** An answer to Olivia on an AI_CHAT page; no object works on it. */
const onRun =
  (isEnded: boolean, body?: unknown) =>
  async ({ world }: Scene): Promise<Shot> => {
    const [pageId, runId] = [freshId("page"), freshId("run")];
    const { olivia } = world.ids;
    await d1`insert into pages (id, drive_id, title, type, position, created_by, created_at, updated_at) values (${pageId}, ${world.drive}, 'Chat', 'AI_CHAT', 9, ${olivia}, 1, 1)`.run();
    await d1`insert into agent_runs (id, page_id, agent_page_id, drive_id, user_id, question_id, token_id, state, provider, model, created_at, ended_at) values (${runId}, ${pageId}, ${pageId}, ${world.drive}, ${olivia}, ${runId}, ${runId}, ${isEnded ? "done" : "queued"}, 'openai', 'scripted', 9e15, ${isEnded ? 1 : null})`.run();
    return { params: { pageId, runId }, ...(body !== undefined && { body }) };
  };

/** Only the asker may. */
const asker = (status: number): Record<Asker, number> => changes(status, ["olivia"], NO_TOKENS);

const stoppers: readonly Person[] = [...new Set<Person>(["olivia", ...whoMayWithPage("trash")])];

export const AGENT_ROWS: Record<string, Row> = {
  [`GET ${RUN}`]: { shot: onRun(false), answers: { ...reads, ...NO_TOKENS } },
  [`POST ${RUN}/cancel`]: { shot: onRun(false), answers: changes(200, stoppers, NO_TOKENS) },
  // Nothing waits for a decision.
  [`POST ${RUN}/decision`]: { shot: onRun(false, { seq: 0, hash: "x", answer: "no" }), answers: asker(409) },
  [`POST ${RUN}/undo`]: { shot: onRun(true), answers: asker(200) },
  "POST /api/ask": { shot: () => ({ body: { content: "Where is it?" } }), answers: own(201) },
};
