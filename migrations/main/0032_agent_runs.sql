-- Answers of agents. Each has a credential of its own, so that what it wrote can be told apart and undone.
alter table mcp_tokens add column agent_run_id text;
create index mcp_tokens_listed on mcp_tokens (user_id, id) where agent_run_id is null and revoked_at is null;
alter table messages add column run_id text;

-- Which calls of tools wait for the asker: 'risky' or 'writes'.
alter table agent_configs add column approval text not null default 'risky';
alter table agent_configs add column version integer not null default 0;
-- Which drives the agent may read in: 'drive' or 'workspace', that is, all that the asker can see.
alter table agent_configs add column scope text not null default 'drive';

create table agent_config_versions (
  page_id text not null references pages (id) on delete cascade,
  version integer not null,
  settings text not null,
  user_id text not null,
  token_id text,
  at integer not null,
  primary key (page_id, version)
) without rowid;

create index agent_config_versions_by_user on agent_config_versions (user_id);

create table agent_runs (
  id text primary key,
  page_id text not null references pages (id) on delete cascade,
  agent_page_id text not null,
  drive_id text not null,
  user_id text not null references users (id) on delete cascade,
  question_id text not null,
  token_id text not null,
  state text not null,
  provider text not null,
  model text not null,
  reserved integer not null default 0,
  reserved_tokens integer not null default 0,
  input_tokens integer not null default 0,
  cached_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost integer,
  steps text not null default '[]',
  error text,
  created_at integer not null,
  ended_at integer,
  undone_at integer
) without rowid;
create index agent_runs_by_page on agent_runs (page_id, id);
create index agent_runs_by_user on agent_runs (user_id, id);
create index agent_runs_open on agent_runs (created_at) where ended_at is null;
create unique index agent_runs_by_question on agent_runs (question_id);

-- How to undo what an answer did besides editing texts.
create table agent_effects (
  run_id text not null references agent_runs (id) on delete cascade,
  seq integer not null,
  inverse text not null,
  primary key (run_id, seq)
) without rowid;

-- What models cost a person, a drive and the whole deployment on a day.
create table ai_budgets (
  day integer not null,
  scope text not null,
  spent integer not null default 0,
  reserved integer not null default 0,
  tokens integer not null default 0,
  reserved_tokens integer not null default 0,
  questions integer not null default 0,
  primary key (day, scope)
) without rowid;

alter table ai_calls add column drive_id text not null default '';
alter table ai_calls add column page_id text not null default '';
alter table ai_calls add column run_id text not null default '';
alter table ai_calls add column cached_tokens integer not null default 0;
-- 0 if the price of the model was unknown; the cost is then 0.
alter table ai_calls add column is_priced integer not null default 1;
