/** Reads everything a backup contains. Responses are streams of lines; the last one says that the response is complete. */
import { version } from "../../../package.json";
import { checkpointOrigin, createSigner } from "../../audit-log/checkpoint.ts";
import type { Deps } from "../../deps.ts";
import type { Client } from "../../kernel/caller.ts";
import type { CopyCursor } from "../../rpc/storage-copy.ts";
import type { Overview } from "./overview.ts";
import type { BackupCommand } from "./contract.ts";
import { readRows, type RowCursor } from "./table-rows.ts";
import { record } from "./require-operator.ts";
import { readRestoreState } from "./restore-state.ts";
import { countPages, countUsers, isLocked, listMigrations } from "./store.ts";
import { requireTable, type BackedUpTable } from "./table-rules.ts";

/** A response ends after about this many characters, and says where the next continues. */
const RESPONSE_LENGTH = 16_000_000;
const FILES_PER_LIST = 1_000;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

export async function readForBackup(deps: Deps, client: Client, command: BackupCommand): Promise<Response> {
  switch (command.read) {
    case "overview":
      return Response.json(await overview(deps, command.chainAt));
    case "rows":
      return streamed(rows(deps, requireTable(command.table), command.after));
    case "rooms":
      return streamed(rooms(deps, command.pageIds));
    case "chain":
      return Response.json(await deps.objects.auditLog().copyStorage(command.cursor));
    case "files": {
      const { files, isLast } = await deps.files.list("", FILES_PER_LIST, command.after ?? undefined);
      return Response.json({ files, next: isLast ? null : files.at(-1)?.key });
    }
    case "file": {
      const file = await deps.files.get(command.key);
      // Not 404, which the client takes for a rejected signature.
      if (file === null) return new Response(null, { status: 204 });
      return new Response(file.body, { headers: { "Content-Length": String(file.size) } });
    }
    case "done":
      await record(deps, client, "operator.backup", command.summary);
      return Response.json({ success: true });
  }
}

async function overview(deps: Deps, chainAt: number | null): Promise<Overview> {
  const { keys, config, db, objects } = deps;
  const [migrations, users, pages, restoring] = await db.batch([listMigrations, countUsers, countPages, isLocked]);
  // Entries that wait in the outbox belong to the chain.
  await objects.auditLog().drain();
  const chain = await objects.auditLog().tip(chainAt);
  const { key } = await createSigner(
    checkpointOrigin({ origin: chain.origin, shard: 0 }),
    keys.raw("audit-checkpoint"),
  );
  const fingerprint = keys.sign("backup", "fingerprint").slice(0, 16);
  const { origin } = config;
  const state = await readRestoreState(deps);
  return { version, origin, migrations, users, pages, restoring, ...state, fingerprint, auditKey: key, chain };
}

/** The first line names the columns, then one line a row; the last has the cursor for the next request. */
async function* rows(deps: Deps, table: BackedUpTable, start: RowCursor | null): AsyncGenerator<string> {
  let after = start;
  for (let length = 0, isFirst = true; length < RESPONSE_LENGTH; isFirst = false) {
    const read = await readRows(deps, table, after);
    if (isFirst) yield line({ table, columns: read.columns });
    if (read.next === null) return yield line({ next: null });
    after = read.next;
    const text = read.rows.map(line).join("");
    length += text.length;
    yield text;
  }
  yield line({ next: after });
}

/** A line `{"room": id, "revision": revision}` and the lines of its tables for each; rooms that were never used have none. */
async function* rooms(deps: Deps, pageIds: readonly string[]): AsyncGenerator<string> {
  let done = 0;
  for (let length = 0; done < pageIds.length && length < RESPONSE_LENGTH; done += 1) {
    const pageId = pageIds[done] ?? "";
    const room = deps.objects.room(pageId);
    let cursor: CopyCursor | null = null;
    let first: string | null = null;
    do {
      const piece = await room.copyStorage(pageId, cursor);
      if (first === null) yield line({ room: pageId, revision: piece.revision });
      first ??= piece.state;
      yield piece.text;
      length += piece.text.length;
      // Somebody edited the page between two pieces: the client leaves out this copy and requests it again.
      if (piece.state !== first) {
        yield line({ changed: pageId });
        break;
      }
      cursor = piece.next;
    } while (cursor !== null);
  }
  yield line({ done });
}

/** Cut off if reading fails, so that the client misses the last line. */
function streamed(lines: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let next = await lines.next();
      while (next.value === "") next = await lines.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: () => void lines.return(undefined),
  });
  return new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
}
