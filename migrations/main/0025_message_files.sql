-- Pictures and other files that a message shows: they are deleted with the last message that refers to them.
create table message_files (
  message_id text not null references messages (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  primary key (message_id, file_id)
) strict, without rowid;
create index message_files_by_file on message_files (file_id, message_id);
