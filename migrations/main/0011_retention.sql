-- What the sweep finds old rows by.
create index notifications_by_reading on notifications (read_at) where read_at is not null;
create index devices_by_end on devices (expires_at);
create index devices_by_revocation on devices (revoked_at) where revoked_at is not null;
