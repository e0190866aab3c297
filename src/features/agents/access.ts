/** Agent configurations of many pages at once, for exports and imports. */
import type { Instant } from "../../kernel/clock.ts";
import { jsonList, many, sql, write, type Query } from "../../db/sql.ts";
import type { AgentSettings } from "./contract.ts";

export const SETTINGS = sql`system_prompt, enabled_tools, ai_provider, ai_model`;
export type SettingsRow = { system_prompt: string; enabled_tools: string; ai_provider: string; ai_model: string };

export const toSettings = (row: SettingsRow): AgentSettings => ({
  systemPrompt: row.system_prompt,
  enabledTools: JSON.parse(row.enabled_tools) as string[], // a list of names, as both writers write it
  aiProvider: row.ai_provider,
  aiModel: row.ai_model,
});

/** By the ids of their pages; a page without a row has the defaults. Who may see the pages is the caller's matter. */
export const listSettings = (pageIds: readonly string[]): Query<ReadonlyMap<string, AgentSettings>> => {
  const all = many<SettingsRow & { page_id: string }, [string, AgentSettings]>(
    sql`select page_id, ${SETTINGS} from agent_configs where page_id in ${jsonList(pageIds)}`,
    (row) => [row.page_id, toSettings(row)],
  );
  return { ...all, read: (rows, changes) => new Map(all.read(rows, changes)) };
};

/** For pages that are made in the same batch. */
export const insertSettings = (
  agents: readonly { readonly pageId: string; readonly settings: AgentSettings }[],
  now: Instant,
): Query<number> =>
  write(sql`insert into agent_configs (page_id, system_prompt, enabled_tools, ai_provider, ai_model, updated_at)
    select json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]'),
      json_extract(value, '$[4]'), ${now}
    from json_each(${JSON.stringify(
      agents.map(({ pageId, settings: { systemPrompt, enabledTools, aiProvider, aiModel } }) => [
        pageId,
        systemPrompt,
        JSON.stringify(enabledTools),
        aiProvider,
        aiModel,
      ]),
    )})`);
