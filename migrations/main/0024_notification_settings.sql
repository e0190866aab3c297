-- The kinds of notification that a user has turned off, as a JSON list of types. Beside the user, whom every notification reads.
alter table users add column notifications_off text not null default '[]';
