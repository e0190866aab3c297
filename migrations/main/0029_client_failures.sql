-- Until when the document of an app counts as unreadable: it is not fetched again before.
alter table oauth_clients add column failed_until integer;
