-- The session that made a credential which outlives it. It moves on to the session of the next sign-in in the same browser, so
-- that ending that one still ends what was made before.
alter table devices add column origin_session text;
alter table passkeys add column origin_session text;
alter table mcp_tokens add column origin_session text;
-- The session in which a person allowed the app; the token that comes of it takes it over.
alter table oauth_requests add column origin_session text;
