/** Writes the copied rows of a table. */
import { MAX_ROWS } from "../../src/features/operator/contract.ts";
import type { BackedUpTable } from "../../src/features/operator/table-rules.ts";
import { rowsIn, type Values } from "./backup-rows.ts";
import type { Restoring } from "./restore.ts";

/** Characters of one request; a single row may be longer. */
const LENGTH = 2_000_000;

export async function restoreTable(restoring: Restoring, table: BackedUpTable): Promise<void> {
  const { client, folder, manifest, count, step } = restoring;
  for (const part of manifest.parts) {
    if (part.kind !== "rows" || part.name !== table) continue;
    await step(part.path, async () => {
      let rows: Values[] = [];
      let length = 0;
      let names: readonly string[] = [];
      let inserted = 0;
      const send = async (): Promise<void> => {
        if (rows.length === 0) return;
        const command = { step: "rows", table, columns: names, rows };
        inserted += (await client.json<{ inserted: number }>("/api/operator/restore", command)).inserted;
        rows = [];
        length = 0;
      };
      for await (const { columns, values } of rowsIn(folder.read(part.path))) {
        names = columns;
        rows.push(values);
        length += JSON.stringify(values).length;
        if (rows.length === MAX_ROWS || length >= LENGTH) await send();
      }
      await send();
      count("rows", inserted);
      if (inserted < part.records)
        count("rows that were there already, or refer to a row deleted during the backup", part.records - inserted);
    });
  }
}
