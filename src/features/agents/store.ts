/** SQL for agent configurations; a page without a row has the defaults. */
import type { Instant } from "../../kernel/clock.ts";
import { eq } from "drizzle-orm";
import { agentConfigs } from "../../db/schema/pages.ts";
import { aliased, builder, first, sql, write, type Query, type SQL, type Write } from "../../db/sql.ts";
import { settings, toSettings } from "./statements.ts";
import type { AgentSettings } from "./contract.ts";

export const findSettings = (pageId: string): Query<AgentSettings | null> =>
  first(builder.select(aliased(settings)).from(agentConfigs).where(eq(agentConfigs.pageId, pageId)), toSettings);

/** Growth in bytes if the prompt is replaced by one of `bytes` bytes. */
export const growthOfPrompt = (pageId: string, bytes: number): SQL =>
  sql`(${bytes} - coalesce((
    select octet_length(system_prompt) from ${agentConfigs}
    where page_id = ${pageId}), 0))`;

/** Null leaves a setting unchanged, so concurrent changes to different settings do not overwrite each other. */
export const saveSettings = (pageId: string, patch: Partial<AgentSettings>, now: Instant): Write<number> => {
  const { systemPrompt = null, aiProvider = null, aiModel = null } = patch;
  const tools = patch.enabledTools === undefined ? null : JSON.stringify(patch.enabledTools);
  return write(sql`insert into ${agentConfigs} (page_id, system_prompt, enabled_tools, ai_provider, ai_model, updated_at)
    values (${pageId}, coalesce(${systemPrompt}, ''), coalesce(${tools}, '[]'),
      coalesce(${aiProvider}, ''), coalesce(${aiModel}, ''), ${now})
    on conflict (page_id) do update set
      system_prompt = coalesce(${systemPrompt}, system_prompt),
      enabled_tools = coalesce(${tools}, enabled_tools),
      ai_provider = coalesce(${aiProvider}, ai_provider),
      ai_model = coalesce(${aiModel}, ai_model),
      updated_at = ${now}`);
};
