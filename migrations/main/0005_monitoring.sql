-- What the service measures of itself, added up by the minute, then by the hour and the day. Times are milliseconds since
-- 1970, at the start of what they name.

create table metrics (
  -- Minutes that a row spans.
  grain integer not null check (grain in (1, 60, 1440)),
  kind text not null,
  at integer not null,
  -- Of requests the route's template, of queries their verb and tables, of calls to models "provider/model".
  name text not null,
  count integer not null default 0,
  failed integer not null default 0,
  hits integer not null default 0,
  -- Rows read, tokens put in.
  inward integer not null default 0,
  -- Rows written, tokens got out.
  outward integer not null default 0,
  -- US dollars.
  cost real not null default 0,
  -- Answers by class.
  s2 integer not null default 0, s3 integer not null default 0, s4 integer not null default 0, s5 integer not null default 0,
  -- Durations; src/features/monitoring/histogram-rules.ts says where each bucket ends.
  b0 integer not null default 0, b1 integer not null default 0, b2 integer not null default 0, b3 integer not null default 0,
  b4 integer not null default 0, b5 integer not null default 0, b6 integer not null default 0, b7 integer not null default 0,
  b8 integer not null default 0, b9 integer not null default 0, b10 integer not null default 0, b11 integer not null default 0,
  b12 integer not null default 0, b13 integer not null default 0, b14 integer not null default 0, b15 integer not null default 0,
  b16 integer not null default 0, b17 integer not null default 0, b18 integer not null default 0, b19 integer not null default 0,
  b20 integer not null default 0, b21 integer not null default 0, b22 integer not null default 0, b23 integer not null default 0,
  b24 integer not null default 0, b25 integer not null default 0, b26 integer not null default 0, b27 integer not null default 0,
  b28 integer not null default 0, b29 integer not null default 0, b30 integer not null default 0, b31 integer not null default 0,
  primary key (grain, kind, at, name)
) strict, without rowid;

-- Hours and days that begin before `until` have been made from what is finer.
create table metrics_rolled (
  grain integer primary key not null,
  until integer not null
) strict, without rowid;

-- Which credentials were used; one row a credential and ten minutes, hour or day. Goes after a month.
create table activity (
  grain integer not null check (grain in (10, 60, 1440)),
  at integer not null,
  credential_id text not null,
  kind text not null check (kind in ('session', 'mcp')),
  user_id text not null,
  primary key (grain, at, credential_id)
) strict, without rowid;

-- Failures of the service's own; what they say was scrubbed before it came here. Ids sort by time.
create table error_log (
  id text primary key not null,
  at integer not null,
  route text not null,
  message text not null,
  stack text not null,
  request_id text not null,
  -- As many like it in one isolate since it had last sent any.
  count integer not null
) strict, without rowid;

-- Examples of what browsers report. Ids sort by time.
create table analytics_events (
  id text primary key not null,
  at integer not null,
  event text not null,
  -- JSON object.
  properties text not null,
  -- Of a session that was good when this came from one of our own pages.
  user_id text,
  -- Events that this one stands for.
  weight real not null
) strict, without rowid;

-- Calls to models. Ids sort by time.
create table ai_calls (
  id text primary key not null,
  at integer not null,
  user_id text not null,
  provider text not null,
  model text not null,
  input_tokens integer not null,
  output_tokens integer not null,
  -- US dollars.
  cost real not null
) strict, without rowid;
