-- Where the objects of the drive's pages are created, as one of Cloudflare's location hints; null: near whoever is first.
alter table drives add column location text;
