/** Tables of the audit log's object. */

/**
 * `chain` has the head separately from the rows, so that rows missing at the end are detected. `memory` has what was
 * already published and reported, so that it is not repeated. `erased` has the ids of people whose personal data is no
 * longer stored: later entries about them are chained without it. The indexes serve the admin list (by time, kind and
 * user), idempotent appends (id) and erasure (uid; email for entries without a signed-in user).
 *
 * `segment` has the segments whose entries were removed from `entry`: the beginning of the chain, without a gap. `head`
 * is the head after the last entry of each. `segment_user` lists the entries about a user in such a segment, as JSON of their sequence
 * numbers. `address` has when users signed in with an address, according to removed entries.
 */
export const SCHEMA = `
  create table if not exists chain (
    shard integer primary key, origin text not null, entries integer not null, head text not null
  ) strict;
  create table if not exists entry (
    seq integer primary key, id text not null unique, ts integer not null, kind text not null,
    entry text not null, head text not null, ip text, ua text, uid text, email text, salt text
  ) strict;
  create table if not exists memory (key text primary key, value text not null) strict;
  create table if not exists erased (uid text primary key) strict, without rowid;
  create index if not exists entry_by_ts on entry (ts);
  create index if not exists entry_by_kind on entry (kind, ts);
  create index if not exists entry_by_uid on entry (uid, ts) where uid is not null;
  create index if not exists entry_by_email on entry (email) where email is not null and uid is null;
  create table if not exists segment (
    first integer primary key, last integer not null, since integer not null, until integer not null,
    head text not null, sha256 text not null
  ) strict;
  create table if not exists segment_user (
    uid text not null, first integer not null, seqs text not null, primary key (uid, first)
  ) strict, without rowid;
  create index if not exists segment_user_by_first on segment_user (first);
  create table if not exists address (
    uid text not null, email text not null, since integer not null, until integer not null, primary key (uid, email)
  ) strict, without rowid;
`;
