-- The last call with a token, so that whoever connects a program sees whether it came through. Noted every half a minute at most.
alter table mcp_tokens add column last_call text;
alter table mcp_tokens add column last_call_at integer;
-- The code of what it was refused with; null when it was not.
alter table mcp_tokens add column last_call_error text;
