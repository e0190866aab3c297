-- By which rules a word was made: the sweep makes words of older rules anew.
alter table person_words add column rules integer not null default 0;
create index person_words_by_rules on person_words (rules, user_id);
