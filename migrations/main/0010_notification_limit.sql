-- A person's newest 10,000 notifications are kept: whoever shares pages with somebody again and again fills no database,
-- and passing over any number of them reads no more rows than that. This runs before the new one is counted.
create trigger notification_limit after insert on notifications
  when (select total from notification_counts where user_id = new.user_id) >= 10000 begin
  delete from notifications where id = (select id from notifications where user_id = new.user_id order by id limit 1);
end;
