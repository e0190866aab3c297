-- What the program that uses a token calls itself; null until one says.
alter table mcp_tokens add column client_name text;

-- Calls of tools that their client may repeat by the key it gave them, for a day.
create table tool_calls (
  token_id text not null,
  key text not null,
  -- Of the tool and its arguments: a key stands for one call.
  call_hash text not null,
  started_at integer not null,
  -- As JSON; null while it runs, and where nobody knows what became of it.
  answer text,
  primary key (token_id, key)
) strict, without rowid;
create index tool_calls_by_start on tool_calls (started_at);
