/** Imports: each publishes all of its pages once, or none of them. */
import { atTheEnd, LAST, send, sessionOf, type Play } from "../client.ts";
import type { Import } from "../ledger.ts";
import { IMPORTS, USERS } from "../people.ts";
import { MINUTE, type World } from "../world.ts";

type Page = { readonly title: string; readonly content: string };

/** The pages that users can see in the drive for imports. */
export const importedPages = (world: World): Page[] =>
  world.rows<Page>(`
    with recursive live (id, title) as (
      select id, title from pages where drive_id = '${IMPORTS}' and parent_id is null and trashed_at is null
      union all
      select p.id, p.title from pages p join live on p.parent_id = live.id where p.trashed_at is null)
    select live.title, coalesce(c.content, '') as content from live left join page_contents c on c.page_id = live.id`);

/** Whether the pages of an import are there; fails if only some are, or some twice. */
export function isPublished({ world, ledger }: Pick<Play, "world" | "ledger">, { name, titles }: Import): boolean {
  const pages = importedPages(world);
  const counts = titles.map((title) => pages.filter((page) => page.title === title && page.content.includes(name)).length); // oxfmt-ignore
  const isAll = counts.every((count) => count === 1);
  if (!isAll && counts.some((count) => count > 0)) ledger.fail(`import ${name}: its pages are there ${counts.join(", ")} times`); // oxfmt-ignore
  return isAll;
}

export async function checkImports(play: Play): Promise<void> {
  const { world, ledger } = play;
  const token = sessionOf(play, USERS[0]);
  const stateOf = async (id: string): Promise<string> =>
    String((await atTheEnd(play, () => send(play, LAST, token, ["GET", `/api/transfers/${id}`]))).body["state"]);
  for (const each of ledger.imports) {
    if (each.id === null) continue;
    if ((await stateOf(each.id)) !== "paused") continue;
    await atTheEnd(play, () => send(play, LAST, token, ["POST", `/api/transfers/${each.id}/resume`]));
    await world.pass(30 * MINUTE);
  }
  for (const each of ledger.imports) {
    const isThere = isPublished(play, each);
    if (each.id === null) continue;
    const state = await stateOf(each.id);
    // Nothing was wrong with the archive.
    if (state !== "done" || !isThere) ledger.fail(`import ${each.name} is ${state}, and its pages are ${isThere ? "there" : "missing"}`); // oxfmt-ignore
  }
}
