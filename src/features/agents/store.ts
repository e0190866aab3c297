/** SQL for agent configurations; a page without a row has the defaults. */
import { alias } from "drizzle-orm/sqlite-core";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { agentConfigVersions } from "../../db/schema/agents.ts";
import { agentConfigs } from "../../db/schema/pages.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import { agentName } from "../../db/agent-name.ts";
import { first, many, orNull, rowsOf, sql, whole, write, type Query, type SQL, type Write } from "../../db/sql.ts";
import { settings, toSettings } from "./statements.ts";
import type { AgentConfigVersion, AgentSettings } from "./contract.ts";

type Settings = AgentSettings & { readonly version: number };

export const findSettings = (pageId: string): Query<Settings | null> =>
  first(
    rowsOf(
      { ...settings, version: agentConfigs.version },
      (columns) => sql`select ${columns} from ${agentConfigs} where ${agentConfigs.pageId} = ${pageId}`,
    ),
    ({ version, ...row }) => ({ ...toSettings(row), version }),
  );

/** Growth in bytes if the prompt is replaced by one of `bytes` bytes. */
export const growthOfPrompt = (pageId: string, bytes: number): SQL =>
  sql`(${bytes} - coalesce((
    select octet_length(system_prompt) from ${agentConfigs}
    where page_id = ${pageId}), 0))`;

/** Null leaves a setting unchanged, so concurrent changes to different settings do not overwrite each other. */
export const saveSettings = (
  pageId: string,
  patch: Partial<AgentSettings>,
  defaults: AgentSettings,
  now: Instant,
): Write<number> => {
  const { systemPrompt = null, aiProvider = null, aiModel = null, approval = null } = patch;
  const tools = patch.enabledTools === undefined ? null : JSON.stringify(patch.enabledTools);
  return write(sql`insert into ${agentConfigs}
      (page_id, system_prompt, enabled_tools, ai_provider, ai_model, approval, version, updated_at)
    values (${pageId}, coalesce(${systemPrompt}, ''), coalesce(${tools}, ${JSON.stringify(defaults.enabledTools)}),
      coalesce(${aiProvider}, ''), coalesce(${aiModel}, ''), coalesce(${approval}, 'risky'), 1, ${now})
    on conflict (page_id) do update set
      system_prompt = coalesce(${systemPrompt}, system_prompt),
      enabled_tools = coalesce(${tools}, enabled_tools),
      ai_provider = coalesce(${aiProvider}, ai_provider),
      ai_model = coalesce(${aiModel}, ai_model),
      approval = coalesce(${approval}, approval),
      version = version + 1,
      updated_at = ${now}`);
};

/** Number of versions that are kept per page. */
const MAX_VERSIONS = 50;

/** Keeps the settings as they are after `saveSettings` in the same batch, and removes the oldest version. */
export const keepVersion = (
  pageId: string,
  by: { readonly userId: string; readonly tokenId: string | null },
  now: Instant,
): readonly Write<number>[] => [
  write(sql`insert into ${agentConfigVersions} (page_id, version, settings, user_id, token_id, at)
    select page_id, version,
      json_object('systemPrompt', system_prompt, 'enabledTools', json(enabled_tools), 'aiProvider', ai_provider,
        'aiModel', ai_model, 'approval', approval),
      ${by.userId}, ${by.tokenId}, ${now}
    from ${agentConfigs}
    where page_id = ${pageId}`),
  write(sql`delete from ${agentConfigVersions}
    where page_id = ${pageId}
      and version <= (select version from ${agentConfigs} where page_id = ${pageId}) - ${whole(MAX_VERSIONS)}`),
];

const v = alias(agentConfigVersions, "v");
const u = alias(users, "u");
const t = alias(mcpTokens, "t");

const kept = {
  version: v.version,
  at: v.at,
  settings: v.settings,
  author: orNull(u.name),
  agent: sql<string | null>`${agentName(sql`${t}`)}`,
};

/** Newest first. */
export const listVersions = (pageId: string): Query<AgentConfigVersion[]> =>
  many(
    rowsOf(
      kept,
      (columns) => sql`select ${columns}
        from ${agentConfigVersions} v
        left join ${users} u on ${u.id} = ${v.userId} and ${u.deletedAt} is null
        left join ${mcpTokens} t on ${t.id} = ${v.tokenId}
        where ${v.pageId} = ${pageId}
        order by ${v.version} desc
        limit ${whole(MAX_VERSIONS)}`,
    ),
    ({ at, settings: json, ...row }) => ({
      ...row,
      at: toIso(at),
      settings: JSON.parse(json) as AgentSettings, // written by `keepVersion`
    }),
  );
