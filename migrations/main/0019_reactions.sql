-- Emoji that people put on messages: each person each emoji once.
create table message_reactions (
  message_id text not null references messages (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  emoji text not null,
  created_at integer not null,
  primary key (message_id, user_id, emoji)
) strict, without rowid;
create index message_reactions_by_user on message_reactions (user_id, message_id);
