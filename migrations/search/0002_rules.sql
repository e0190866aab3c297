-- By which rules a page was indexed (src/features/search/word-rules.ts): the sweep has those of older ones indexed anew.
alter table docs add column rules integer not null default 1;
create index docs_by_rules on docs (rules, id);

-- Where folding makes a text longer or shorter: of every 32nd character of the folded body, which one of the page's own it
-- is, as a list in JSON; empty where all stand at their own places.
alter table docs add column places text not null default '';
