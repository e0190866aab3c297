/** Files: acknowledged ones have a record and their bytes, deleted ones are gone, and nothing else is kept for ever. */
import type { Play } from "../client.ts";
import { MINUTE } from "../world.ts";

type FileRow = { readonly id: string; readonly page_id: string; readonly sha256: string; readonly generation: string };

const DAY = 24 * 60 * MINUTE;
const SEARCH_MINUTE = 17;

export async function checkFiles({ world, ledger }: Play): Promise<void> {
  // Bytes that nothing refers to are kept for some days. The bucket itself is searched once an hour, in this minute.
  for (let round = 0; round < 3; round += 1) {
    const hour = 60 * MINUTE;
    await world.engine.pass(3 * DAY - (world.engine.now % hour) + SEARCH_MINUTE * MINUTE);
    await world.cron();
    await world.engine.pass(MINUTE);
    await world.cron();
  }
  const rows = world.rows<FileRow>(
    "select f.id, f.page_id, f.generation, b.sha256 from files f join blobs b on b.generation = f.generation",
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { id, page, state, deleted } of ledger.uploads) {
    if (id === null || !ledger.model.pages.has(page)) continue;
    if (state === "yes" && deleted === "no" && !known.has(id))
      ledger.fail(`file ${id} was acknowledged, and is missing`);
    if (deleted === "yes" && known.has(id)) ledger.fail(`file ${id} was deleted, and is stored`);
  }
  for (const { filename, state } of ledger.partUploads) {
    const count = world.rows("select id from files where filename = ?", filename).length;
    if (count > 1 || (state === "no" && count > 0)) ledger.fail(`${filename}, uploaded in parts (${state}), became ${count} files`); // oxfmt-ignore
  }
  // R2 itself ends uploads in parts whose identifier got lost.
  if (world.rows("select id from uploads").length > 0) ledger.fail("an upload in parts has not expired");
  const kept = [...world.files.objects.keys()];
  for (const { id, generation } of rows)
    if (!kept.some((key) => key.includes(generation))) ledger.fail(`file ${id}: its bytes are missing`);
  const isNamed = (key: string): boolean => rows.some(({ generation }) => key.includes(generation));
  const left = kept.filter((key) => !key.startsWith("audit") && !isNamed(key));
  // The records of files that were uploaded before a restoration are gone.
  if (left.length > 0 && !ledger.isRestored)
    ledger.fail(`the bucket keeps ${left.slice(0, 3).join(", ")}, which no file refers to`);
  const blobs = world.rows("select generation from blobs where generation not in (select generation from files)");
  if (blobs.length > 0) ledger.fail(`${blobs.length} blobs are recorded that no file refers to`);
}
