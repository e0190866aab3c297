/** SQL of the row that stores the usage, the room and the sizes of the instance. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import type { InstanceLimits, Store } from "../../kernel/instance.ts";
import { drives } from "../../db/schema/drives.ts";
import { UNLIMITED, instanceSizes, instanceUsage, mailDays } from "../../db/schema/instance.ts";
import { storageUsage, users } from "../../db/schema/users.ts";
import {
  all,
  first,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { dayOf, type SizeOnDay } from "./rules.ts";

const i = alias(instanceUsage, "i");

const usage = {
  measuredAt: i.measuredAt,
  sizedAt: i.sizedAt,
  text: i.textBytes,
  pages: i.pages,
  files: i.fileBytes,
  users: i.users,
  main: i.mainBytes,
  search: i.searchBytes,
  audit: i.auditBytes,
  reported: i.reported,
};
export type UsageRow = RowOf<typeof usage>;

export const findUsage = (): Query<UsageRow | null> =>
  first(rowsOf(usage, (columns) => sql`select ${columns} from ${instanceUsage} i where ${i.id} = 1`));

/** Counts in bytes, pages and accounts. Each reads a column of every row of its table. */
const COUNTED = {
  text: sql`(select coalesce(sum(text_bytes), 0) from ${drives} where id >= '')`,
  pages: sql`(select coalesce(sum(total_pages), 0) from ${drives} where id >= '')`,
  files: sql`(select coalesce(sum(bytes), 0) from ${storageUsage} where user_id >= '')`,
  users: sql`(select count(*) from ${users} where id >= '' and deleted_at is null)`,
};

export type Sizes = Readonly<Record<Store, number | null>>;

type Measurement = {
  readonly now: Instant;
  readonly limits: InstanceLimits;
  /** The main database is too full for new content. */
  readonly isFull: boolean;
  readonly isSearchFull: boolean;
  /** Null if only the usage is measured this time. */
  readonly sizes: Sizes | null;
};

/** Counts everything and computes the room in one statement, so that an account created beside it is counted once. */
export function measure({ now, limits, isFull, isSearchFull, sizes }: Measurement): Write<number> {
  const room = (limit: number | null, counted: SQL): SQL =>
    isFull ? sql`0` : limit === null ? whole(UNLIMITED) : sql`max(0, ${limit} - ${counted})`;
  const sized =
    sizes === null
      ? sql``
      : sql`, sized_at = ${now}, main_bytes = ${sizes.main}, search_bytes = ${sizes.search},
        audit_bytes = ${sizes.audit}, search_full = ${isSearchFull ? 1 : 0}`;
  return write(sql`update ${instanceUsage} set
      measured_at = ${now},
      text_bytes = ${COUNTED.text}, pages = ${COUNTED.pages}, file_bytes = ${COUNTED.files}, users = ${COUNTED.users},
      text_room = ${room(limits.text, COUNTED.text)}, page_room = ${room(limits.pages, COUNTED.pages)},
      file_room = ${room(limits.files, COUNTED.files)}, user_room = ${room(limits.users, COUNTED.users)}${sized}
    where id = 1`);
}

/** Days of sizes that are kept. */
const KEPT_DAYS = 90;

/** The last sizes of a day replace earlier ones. */
export const recordSizes = (now: Instant, { main, search, audit }: Sizes): Write<number>[] => [
  write(sql`insert into ${instanceSizes} (day, main_bytes, search_bytes, audit_bytes)
    values (${dayOf(now)}, ${main}, ${search}, ${audit})
    on conflict (day) do update set
      main_bytes = coalesce(excluded.main_bytes, main_bytes),
      search_bytes = coalesce(excluded.search_bytes, search_bytes),
      audit_bytes = coalesce(excluded.audit_bytes, audit_bytes)`),
  write(sql`delete from ${instanceSizes} where day < ${dayOf(now) - KEPT_DAYS}`),
];

/** 1 for the run that reports a change; 0 if another run has reported it. */
export const setReported = (before: string, after: string): Write<number> =>
  write(sql`update ${instanceUsage} set reported = ${after} where id = 1 and reported = ${before}`);

/** Oldest first. */
export const listSizes = (store: Store): Query<SizeOnDay[]> => {
  const bytes = { main: instanceSizes.mainBytes, search: instanceSizes.searchBytes, audit: instanceSizes.auditBytes }[
    store
  ];
  return many(
    rowsOf(
      { day: instanceSizes.day, bytes: sql<number>`${bytes}` },
      (columns) => sql`select ${columns} from ${instanceSizes}
        where day >= 0
          and ${bytes} is not null
        order by day
        limit ${whole(KEPT_DAYS + 1)}`,
    ),
  );
};

export const countMails = (now: Instant): Query<number> =>
  all(
    rowsOf({ sent: mailDays.sent }, (columns) => sql`select ${columns} from ${mailDays} where day = ${dayOf(now)}`),
    ([row]) => row?.sent ?? 0,
  );

/** Counts one more mail of today unless `most` were sent; 0 if they were. */
export const countMail = (now: Instant, most: number): Write<number> =>
  write(sql`insert into ${mailDays} (day, sent)
    select ${dayOf(now)}, 1
    where ${most} > 0
    on conflict (day) do update set sent = sent + 1
    where sent < ${most}`);

export const deleteOldMailCounts = (now: Instant): Write<number> =>
  write(sql`delete from ${mailDays} where day < ${dayOf(now) - KEPT_DAYS}`);
