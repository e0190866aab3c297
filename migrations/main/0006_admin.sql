-- What administrators are written and shown. Times are milliseconds since 1970.

create table contact_messages (
  id text primary key not null,
  user_id text not null,
  name text not null,
  -- Where the answer is to go, as the sender says it; proves nothing.
  email text not null,
  subject text not null,
  message text not null,
  -- The administrators have it in their mail.
  mailed_at integer,
  created_at integer not null
) strict, without rowid;

create index users_admins on users (id) where role = 'admin';

create index ai_calls_by_user on ai_calls (user_id, id);
