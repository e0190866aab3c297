-- The tool token that a message was posted with; null for what people wrote themselves.
alter table messages add column token_id text;
-- The hash that an app's token had before its last renewal, and until when it still counts: calls under way go on with it.
alter table mcp_tokens add column replaced_hash text;
alter table mcp_tokens add column replaced_until integer;
create unique index mcp_tokens_by_replaced on mcp_tokens (replaced_hash) where replaced_hash is not null;
