/** The index of properties and assigned tasks equals the texts, however they were written, moved, removed and restored. */
import { indexedPage } from "../../../src/features/properties/rules.ts";
import type { PageType } from "../../../src/kernel/page-type.ts";
import type { Play } from "../client.ts";

type Stored = { readonly id: string; readonly type: PageType; readonly parent: string; readonly content: string };

export function checkProperties({ world, ledger }: Play): void {
  const pages = world.rows<Stored>(
    "select p.id, p.type, coalesce(p.parent_id, '') as parent, coalesce(c.content, '') as content from pages p left join page_contents c on c.page_id = p.id",
  );
  for (const { id, type, parent, content } of pages) {
    const { values, people } = indexedPage(type, content);
    const stored = world
      .rows("select key, n, value, shown, parent_id from page_values where page_id = ? order by key, n", id)
      .map((row) => JSON.stringify(Object.values(row)));
    const expected = values.map(({ key, n, value, shown }) => JSON.stringify([key, n, value, shown, parent]));
    if (stored.toSorted().join() !== expected.toSorted().join())
      ledger.fail(`properties: ${id} has ${stored.join()} instead of ${expected.join()}`);
    const assigned = world
      .rows("select user_id, is_done, due, key, remind_on from task_people where page_id = ?", id)
      .map((row) => JSON.stringify(Object.values(row)));
    const tasks = people.map(({ userId, isDone, due, key, remindOn }) => JSON.stringify([userId, Number(isDone), due, key, remindOn])); // oxfmt-ignore
    if (assigned.toSorted().join() !== tasks.toSorted().join())
      ledger.fail(`properties: ${id} has the assigned tasks ${assigned.join()} instead of ${tasks.join()}`);
  }
}
