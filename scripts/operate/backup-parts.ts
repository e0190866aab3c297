/** Copies the parts of an instance, each from where the last one ended. */
import { Readable } from "node:stream";
import { MAX_ROOMS } from "../../src/features/operator/contract.ts";
import type { BackedUpTable } from "../../src/features/operator/table-rules.ts";
import type { CopyCursor, StorageCopy } from "../../src/rpc/storage-copy.ts";
import type { Copying } from "./backup.ts";
import type { FileLine, Part } from "./backup-folder.ts";
import { pagesIn, rowsIn } from "./backup-rows.ts";
import { linesOf } from "./operator-client.ts";
import { OperatorError } from "./operator-error.ts";

const BACKUP = "/api/operator/backup";

/** Archives of exports expire after a week, and their owners can make them again. */
const IS_LEFT_OUT = /^exports\//;
const DOWNLOADS_AT_ONCE = 2;
/** Copies of one page, or of the audit log, that are given up because somebody writes all the time. */
const ATTEMPTS = 5;

const pathOf = (folder: string, number: number): string => `${folder}/${String(number + 1).padStart(6, "0")}.ndjson`;

const partsOf = ({ parts }: Copying, kind: Part["kind"], name = ""): readonly Part[] =>
  parts().filter((part) => part.kind === kind && part.name === name);

/** Lines as bytes, in chunks of some size. */
async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = "";
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    yield Buffer.from(text);
    text = "";
  }
  yield Buffer.from(text);
}

export async function copyTable(copying: Copying, table: BackedUpTable): Promise<void> {
  const { client, folder, add } = copying;
  for (;;) {
    const own = partsOf(copying, "rows", table);
    const after = own.length === 0 ? null : own.at(-1)?.next;
    if (own.length > 0 && after === null) return;
    const path = pathOf(`main/${table}`, own.length);
    const part = await client.send(BACKUP, { read: "rows", table, after }, async (response) => {
      let next: unknown = null;
      let records = -1; // without the line that names the columns
      const lines = linesOf(
        response,
        (line) => line.startsWith('{"next":'),
        (line) => ({ next } = JSON.parse(line) as { next: unknown }),
      );
      const counted = async function* (): AsyncGenerator<string> {
        for await (const line of lines) {
          records += 1;
          yield line;
        }
      };
      const written = await folder.write(path, bytesOf(counted()));
      return { kind: "rows" as const, name: table, path, records, next, ...written };
    });
    await add(part);
  }
}

export async function copyRooms(copying: Copying): Promise<void> {
  const { folder, parts, add } = copying;
  const own = partsOf(copying, "rooms");
  const after = own.at(-1)?.next;
  if (own.length > 0 && after === null) return;
  let waiting: string[] = [];
  for await (const { id, hasRoom } of pagesIn(folder, parts()))
    if (hasRoom && (typeof after !== "string" || id > after)) waiting.push(id);
  do {
    const ids = waiting.slice(0, MAX_ROOMS);
    const { done, ...part } = await copySomeRooms(copying, ids);
    waiting = waiting.slice(done);
    await add({ ...part, next: waiting.length === 0 ? null : (ids[done - 1] ?? null) });
  } while (waiting.length > 0);
}

async function copySomeRooms(copying: Copying, ids: readonly string[]): Promise<Part & { readonly done: number }> {
  const { client, folder } = copying;
  const path = pathOf("rooms", partsOf(copying, "rooms").length);
  const about = { kind: "rooms" as const, name: "", path, next: null };
  if (ids.length === 0) return { ...about, ...(await folder.write(path, bytesOf(none()))), records: 0, done: 0 };
  for (let attempt = 1; ; attempt += 1) {
    let changed = "";
    let done = 0;
    const written = await client.send(BACKUP, { read: "rooms", pageIds: ids }, async (response) => {
      changed = "";
      const lines = linesOf(
        response,
        (line) => line.startsWith('{"done":'),
        (line) => ({ done } = JSON.parse(line) as { done: number }),
      );
      const watched = async function* (): AsyncGenerator<string> {
        for await (const line of lines) {
          if (line.startsWith('{"changed":')) ({ changed } = JSON.parse(line) as { changed: string });
          yield line;
        }
      };
      return folder.write(path, bytesOf(watched()));
    });
    if (changed === "") return { ...about, ...written, records: done, done };
    if (attempt === ATTEMPTS)
      throw new OperatorError(`Somebody keeps editing the page ${changed}. Run the same command again to continue.`);
  }
}

// oxlint-disable-next-line require-yield
async function* none(): AsyncGenerator<string> {}

/** Entries only leave the audit log's object from its beginning, so what was copied before they left has no gap. */
export async function copyChain(copying: Copying): Promise<void> {
  const { client, folder, add, drop } = copying;
  for (let attempt = 1; ;) {
    const own = partsOf(copying, "chain");
    // The parts wrote it.
    const cursor = (own.at(-1)?.next ?? null) as { at: CopyCursor; state: string } | null;
    if (own.length > 0 && cursor === null) return;
    const piece = await client.json<StorageCopy>(BACKUP, { read: "chain", cursor: cursor?.at ?? null });
    const copied = cursor?.at.table === "entry" ? Number(cursor.at.after?.[0] ?? -1) + 1 : 0;
    if (cursor !== null && piece.state !== cursor.state && Number(piece.state) > copied) {
      if (attempt === ATTEMPTS)
        throw new OperatorError("The audit log keeps changing. Run the same command again to continue.");
      attempt += 1;
      await drop("chain");
      continue;
    }
    const path = pathOf("chain", own.length);
    const written = await folder.write(path, Readable.from([Buffer.from(piece.text)]));
    let records = 0;
    for await (const { table } of rowsIn(folder.read(path))) if (table === "entry") records += 1;
    const next = piece.next && { at: piece.next, state: cursor?.state ?? piece.state };
    await add({ kind: "chain", name: "", path, records, next, ...written });
  }
}

type Listed = { readonly key: string; readonly size: number; readonly etag: string };

export async function copyFiles(copying: Copying): Promise<void> {
  const { client, folder, add } = copying;
  const known = await previousFiles(copying);
  for (;;) {
    const own = partsOf(copying, "files");
    const after = own.length === 0 ? null : own.at(-1)?.next;
    if (own.length > 0 && after === null) return;
    const { files, next } = await client.json<{ files: Listed[]; next: string | null }>(BACKUP, {
      read: "files",
      after,
    });
    const lines: (string | null)[] = [];
    const wanted = files.filter(({ key }) => !IS_LEFT_OUT.test(key)).entries();
    const download = async (): Promise<void> => {
      for (const [index, file] of wanted) {
        const sha256 = (await findStored(copying, file, known)) ?? (await copyFile(copying, file));
        lines[index] = sha256 && JSON.stringify({ ...file, sha256 } satisfies FileLine);
      }
    };
    await Promise.all(Array.from({ length: DOWNLOADS_AT_ONCE }, download));
    const there = lines.filter((line) => line !== null);
    const path = pathOf("files", own.length);
    const written = await folder.write(path, bytesOf(Readable.from(there)));
    await add({ kind: "files", name: "", path, records: there.length, next, ...written });
  }
}

const hashIn = (key: string): string | null => /^sha256\/([0-9a-f]{64})\//.exec(key)?.[1] ?? null;

/** Files of the previous backup whose key does not contain the hash of their content. */
async function previousFiles({ previous, previousParts }: Copying): Promise<ReadonlyMap<string, FileLine>> {
  const known = new Map<string, FileLine>();
  if (previous === null) return known;
  for (const part of previousParts) {
    if (part.kind !== "files") continue;
    for await (const line of previous.read(part.path)) {
      const file = JSON.parse(line) as FileLine; // as `copyFiles` wrote it
      if (hashIn(file.key) === null) known.set(file.key, file);
    }
  }
  return known;
}

async function findStored(
  { folder }: Copying,
  file: Listed,
  known: ReadonlyMap<string, FileLine>,
): Promise<string | null> {
  const before = known.get(file.key);
  const same = before?.etag === file.etag && before.size === file.size ? before.sha256 : null;
  const sha256 = hashIn(file.key) ?? same;
  return sha256 !== null && (await folder.hasObject(sha256)) ? sha256 : null;
}

/** Null if the file was deleted since it was listed. */
async function copyFile({ client, folder }: Copying, { key }: Listed): Promise<string | null> {
  const sha256 = await client.send(BACKUP, { read: "file", key }, async ({ status, body }) =>
    status === 204 || body === null ? null : folder.writeObject(Readable.fromWeb(body)),
  );
  if (![null, sha256].includes(hashIn(key))) console.warn(`The content of ${key} is not what its name says.`);
  return sha256;
}
