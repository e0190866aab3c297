/** The sweep's step that reminds people of their tasks: a notification on the day, in UTC, on which a reminder begins. */
import { toIso } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import { titleOf } from "../../formats/tasks/facts.ts";
import { addDays } from "../../formats/tasks/recurrence.ts";
import { commit } from "../../commit/commit.ts";
import { exempt } from "../../permissions/exempt.ts";
import { listReminders, sendReminders } from "./reminders-store.ts";

/** Reminders per batch, and batches per run. */
const BATCH = 100;
const BATCHES = 5;

/**
 * Days after which a reminder is out of date. One, because the day begins later west of Greenwich. Older ones appear when a
 * task with a past date is written, and when a restored backup is indexed.
 */
const LATE_DAYS = 1;

const MAX_TITLE = 200;

/** Reads one row if no reminder is due. Two concurrent runs send each reminder once. */
export async function remindPeople(deps: Deps): Promise<void> {
  const today = toIso(deps.now).slice(0, 10);
  const from = addDays(today, -LATE_DAYS);
  for (let n = 0; n < BATCHES; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a batch removes what it has sent from the index that the next one reads
    const found = await deps.db.one(listReminders(from, today, BATCH));
    if (found.length === 0) return;
    const notices = found.map((each) => ({
      ...each,
      id: deps.newId(),
      title: titleOf(each.source).slice(0, MAX_TITLE),
    }));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await commit(deps, exempt.job, { queries: sendReminders(notices, deps.now) });
    if (found.length < BATCH) return;
  }
}
