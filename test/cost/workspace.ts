/** Workspaces of a known shape and any size, made by SQL alone: the same pages, grants and texts on every run. */
import { termsOf } from "../../src/features/search/word-rules.ts";
import { hashToken } from "../../src/platform/tokens.ts";

export type Size = {
  /** Drives of 1,000 pages, each a tree with ten children a page. */
  readonly drives: number;
  /** Pages of the one big drive, in trees of the same shape. */
  readonly bigDrive: number;
  readonly textBytes: number;
};

export const SIZES = {
  S: { drives: 1, bigDrive: 1, textBytes: 5_000 },
  M: { drives: 90, bigDrive: 10_000, textBytes: 1_000 },
  L: { drives: 900, bigDrive: 100_000, textBytes: 300 },
} as const satisfies Record<string, Size>;

export type SizeName = keyof typeof SIZES;

/** Levels of the deep drive's only branch, and siblings in the flat one. */
export const DEEP = 64;
export const FLAT = 1_000;

/** Of 50 users the first owns every drive, the second administers them, and the third may do all but share in them. */
export const OWNER = "user-0";
export const ADMIN = "user-1";
export const MEMBER = "user-2";

const token = (prefix: "ses_" | "mcp_", user: string): string => prefix + user.padEnd(43, "A").slice(0, 43);
export const sessionOf = (user: string): string => token("ses_", user);
export const mcpTokenOf = (user: string): string => token("mcp_", user);

/** SQL and what it binds. */
export type Seeding = readonly [text: string, ...params: (string | number)[]];

const sequence = (name: string, last: number | string): string =>
  `with recursive ${name} (i) as (select 1 union all select i + 1 from ${name} where i < ${last})`;

type Plan = {
  readonly drive: string;
  readonly pages: number;
  /** SQL for the number of the page that page `i` hangs under, null for none. */
  readonly parent: string;
  readonly textBytes: number;
  readonly owner: string;
  /** An admin and eight members: the nine users after this one. */
  readonly membersAfter: number;
  readonly now: number;
};

function* seedDrive({ drive, pages, parent, textBytes, owner, membersAfter, now }: Plan): Generator<Seeding> {
  yield [
    "insert into drives (id, owner_id, name, slug, page_count, created_at, updated_at) values (?1, ?2, ?1, ?1, ?3, ?4, ?4)",
    drive,
    owner,
    pages,
    now,
  ];
  yield [
    `${sequence("n", "?2")}
     insert into pages (id, drive_id, parent_id, title, type, position, created_by, created_at, updated_at)
     select ?1 || '-' || i, ?1, ?1 || '-' || (${parent}), 'Page ' || i, 'DOCUMENT', i, ?3, ?4, ?4 from n`,
    drive,
    pages,
    owner,
    now,
  ];
  // Lines of fifty bytes.
  yield [
    `insert into page_contents (page_id, content)
     select id, replace(hex(zeroblob(?2)), '00', printf('%-49s', 'A line of ' || id) || char(10)) from pages where drive_id = ?1`,
    drive,
    Math.ceil(textBytes / 50),
  ];
  yield [
    `${sequence("n", 9)} insert into drive_members (drive_id, user_id, role, rights, granted_by, created_at)
     select ?1, 'user-' || (i + cast(?2 as integer)), case when i = 1 then 'admin' else 'member' end, 11, ?3, ?4 from n`,
    drive,
    membersAfter,
    owner,
    now,
  ];
  // Every twentieth page has a grant of its own, so that the nearest one must be looked for.
  yield [
    `insert into page_grants (page_id, user_id, rights, granted_by, created_at)
     select id, 'user-' || (2 + cast(?2 as integer) + cast(position as integer) / 20 % 8), 11, ?3, ?4 from pages
     where drive_id = ?1 and cast(position as integer) % 20 = 0`,
    drive,
    membersAfter,
    owner,
    now,
  ];
}

/**
 * A tree for every thousand pages: the first is at the drive's root, 2 to 11 are its children, 12 to 21 those of page 2,
 * and so on down. What lies under page 5, say, is the same in a big drive as in a small one.
 */
const TREE = "case when i % 1000 = 1 then null else (i - 1) / 1000 * 1000 + ((i - 1) % 1000 - 1) / 10 + 1 end";

function* seedPeople(now: number): Generator<Seeding> {
  yield [
    `${sequence("n", 50)} insert into users (id, name, email, login_email, created_at, updated_at)
     select 'user-' || (i - 1), 'User ' || i, 'user-' || i || '@example.com', 'user-' || i || '@example.com', ?1, ?1 from n`,
    now,
  ];
  yield [
    `insert into drives (id, owner_id, name, slug, created_at, updated_at)
     select 'personal-' || id, id, 'Personal', 'personal', ?1, ?1 from users where true`,
    now,
  ];
  for (const user of [OWNER, ADMIN, MEMBER]) {
    yield [
      `insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
       values (?, 'session-' || ?2, ?2, 0, ?3, ?3 + 86400000, ?3 + 1, ?3, 'test', '', '')`,
      hashToken("session", sessionOf(user)),
      user,
      now,
    ];
    yield [
      `insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, created_at, last_used_at)
       values (?, 'token-' || ?2, ?2, 'test', 'AAAA', 'all', ?3, ?3)`,
      hashToken("mcp", mcpTokenOf(user)),
      user,
      now,
    ];
  }
}

/**
 * Drives `d-1`, `big`, `deep` (one branch, page `deep-64` at its end) and `flat` (all under `flat-1`) are OWNER's, with
 * MEMBER in them; `d-2`, `d-3` … are other people's. Everybody has an empty drive
 * besides.
 */
export function* seeding({ drives, bigDrive, textBytes }: Size, now: number): Generator<Seeding> {
  yield* seedPeople(now);
  const ours = { textBytes, owner: OWNER, membersAfter: 0, now };
  yield* seedDrive({ ...ours, drive: "d-1", pages: 1_000, parent: TREE });
  yield* seedDrive({ ...ours, drive: "big", pages: bigDrive, parent: TREE });
  yield* seedDrive({ ...ours, drive: "deep", pages: DEEP, parent: "nullif(i - 1, 0)" });
  yield* seedDrive({ ...ours, drive: "flat", pages: FLAT + 1, parent: "case when i > 1 then 1 end" });
  for (let i = 2; i <= drives; i += 1) {
    const theirs = { textBytes, owner: `user-${41 + (i % 9)}`, membersAfter: 10 + 10 * (i % 3), now };
    yield* seedDrive({ ...theirs, drive: `d-${i}`, pages: 1_000, parent: TREE });
  }
}

/** The search index of that workspace, for its own database. Of a page's own words it has the numbers. */
export function* seedingIndex({ drives, bigDrive, textBytes }: Size, now: number): Generator<Seeding> {
  const pages: readonly (readonly [drive: string, pages: number])[] = [
    ["d-1", 1_000],
    ["big", bigDrive],
    ["deep", DEEP],
    ["flat", FLAT + 1],
    ...Array.from({ length: Math.max(0, drives - 1) }, (_, i) => [`d-${i + 2}`, 1_000] as const),
  ];
  for (const [drive, count] of pages) {
    const content = `A line of ${drive}\n`.repeat(3);
    const terms = termsOf({ title: "Page", content, type: "DOCUMENT", driveId: drive });
    yield [
      `${sequence("n", "?2")}
       insert into docs (page_id, drive_id, revision, changed_at, title, body)
       select ?1 || '-' || i, ?1, 1, ?3, ' page ' || i,
         replace(hex(zeroblob(?4)), '00', printf('%-49s', ' a line of ' || replace(?1, '-', ' ') || ' ' || i) || ' ') from n`,
      drive,
      count,
      now,
      Math.ceil(textBytes / 50),
    ];
    yield [
      `insert into terms (rowid, tokens) select id, ?2 || ' epage_' || n || ' t' || n || ' w' || n || ' f' || n
       from (select id, substr(title, 7) as n from docs where drive_id = ?1)`,
      drive,
      terms,
    ];
  }
}
