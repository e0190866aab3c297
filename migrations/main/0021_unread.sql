-- Pages with messages, so that a drive's unread ones are found without looking at its other pages.
create index pages_with_messages on pages (drive_id, id) where type in ('AI_CHAT', 'CHANNEL');
