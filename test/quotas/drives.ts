/** Quota helpers: stored and actual usage of drives, and drives that are nearly full. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { freshId } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

/** The defaults of TEXT_QUOTA_BYTES and PAGE_QUOTA. */
export const TEXT = 1_000_000_000;
export const PAGES = 200_000;

export type UsageRow = { text: number; pages: number };

export const heldBy = async (driveId: string): Promise<UsageRow | null> =>
  d1`select text_bytes as text, total_pages as pages from drives where id = ${driveId}`.first<UsageRow>();

const COUNTED = `select d.id, d.text_bytes, d.total_pages,
  (select count(*) from pages where drive_id = d.id) as pages,
  (select coalesce(sum(octet_length(c.content)), 0) from pages p join page_contents c on c.page_id = p.id where p.drive_id = d.id)
  + (select coalesce(sum(octet_length(m.content)), 0) from pages p join messages m on m.page_id = p.id where p.drive_id = d.id)
  + (select coalesce(sum(octet_length(a.content)), 0) from pages p join attachment_texts a on a.page_id = p.id where p.drive_id = d.id)
  + (select coalesce(sum(octet_length(g.system_prompt)), 0) from pages p join agent_configs g on g.page_id = p.id where p.drive_id = d.id)
  + (select coalesce(sum(octet_length(t.quote) + octet_length(coalesce(t.replacement, ''))), 0) from pages p join comment_threads t on t.page_id = p.id where p.drive_id = d.id)
  + (select coalesce(sum(octet_length(c.content)), 0) from pages p join comments c on c.page_id = p.id where p.drive_id = d.id) as text
  from drives d where d.slug <> 'filler' and d.name <> 'Filler'`;

/** Checks that every counter matches the actual usage. */
export async function expectRightCounts(): Promise<void> {
  const { results } = await env.DB.prepare(COUNTED).all<Record<string, number | string>>();
  const wrong = results.filter((row) => row["text_bytes"] !== row["text"] || row["total_pages"] !== row["pages"]);
  expect(wrong).toEqual([]);
}

/** Creates a drive whose counters claim this usage, to reduce what the owner has left. */
export async function fill(ownerId: string, { text = 0, pages = 0 }: Partial<UsageRow>): Promise<string> {
  const id = freshId("filler");
  await d1`insert into drives (id, owner_id, name, slug, total_pages, text_bytes, created_at, updated_at) values (${id}, ${ownerId}, 'Filler', ${id}, ${pages}, ${text}, 1, 1)`.run();
  return id;
}

/** Leaves the owner the given bytes and pages beyond the current usage of their drives. */
export async function leave(ownerId: string, { text, pages }: Partial<UsageRow>): Promise<void> {
  const held =
    await d1`select sum(text_bytes) as text, sum(total_pages) as pages from drives where owner_id = ${ownerId} and name <> 'Filler'`.first<UsageRow>();
  await d1`delete from drives where owner_id = ${ownerId} and name = 'Filler'`.run();
  await fill(ownerId, {
    text: text === undefined ? 0 : TEXT - text - (held?.text ?? 0),
    pages: pages === undefined ? 0 : PAGES - pages - (held?.pages ?? 0),
  });
}
