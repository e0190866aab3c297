/** Agent configurations of many pages at once, for exports and imports. */
import type { Instant } from "../../kernel/clock.ts";
import { agentConfigs } from "../../db/schema/pages.ts";
import { all, jsonList, rowsOf, sql, write, type Query, type RowOf, type Write } from "../../db/sql.ts";
import { READING_TOOLS } from "../mcp/contract.ts";
import type { AgentSettings } from "./contract.ts";

export const settings = {
  systemPrompt: agentConfigs.systemPrompt,
  enabledTools: agentConfigs.enabledTools,
  aiProvider: agentConfigs.aiProvider,
  aiModel: agentConfigs.aiModel,
  approval: agentConfigs.approval,
};

export const toSettings = (row: RowOf<typeof settings>): AgentSettings => ({
  ...row,
  enabledTools: JSON.parse(row.enabledTools) as string[], // both writers store a list of names
});

/** Settings by page id; a page without a row has the defaults. The caller must check access to the pages. */
export const listSettings = (pageIds: readonly string[]): Query<ReadonlyMap<string, AgentSettings>> =>
  all(
    rowsOf(
      { pageId: agentConfigs.pageId, ...settings },
      (columns) => sql`select ${columns} from ${agentConfigs} where page_id in ${jsonList(pageIds)}`,
    ),
    (rows) => new Map(rows.map(({ pageId, ...row }) => [pageId, toSettings(row)])),
  );

/** An agent that reads in all drives that its asker can see, and writes nothing. */
export const insertWorkspaceSettings = (pageId: string, now: Instant): Write<number> =>
  write(sql`insert into ${agentConfigs} (page_id, enabled_tools, scope, updated_at)
    values (${pageId}, ${JSON.stringify(READING_TOOLS)}, 'workspace', ${now})
    on conflict (page_id) do nothing`);

/** For pages created in the same batch. */
export const insertSettings = (
  agents: readonly { readonly pageId: string; readonly settings: AgentSettings }[],
  now: Instant,
): Write<number> =>
  write(sql`insert into ${agentConfigs} (page_id, system_prompt, enabled_tools, ai_provider, ai_model, approval, updated_at)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'),
      json_extract(value, '$[4]'), json_extract(value, '$[5]'), ${now}
    from json_each(${JSON.stringify(
      agents.map(({ pageId, settings: { systemPrompt, enabledTools, aiProvider, aiModel, approval } }) => [
        pageId,
        systemPrompt,
        JSON.stringify(enabledTools),
        aiProvider,
        aiModel,
        approval,
      ]),
    )})`);
