/** Writes the copied audit log: its files, up to the checkpoint that the copy knows, and its entries. */
import { readNote } from "../../src/audit-log/checkpoint.ts";
import { chainFolder } from "../../src/audit-log/segment.ts";
import type { BackupFolder, FileLine, Part } from "./backup-folder.ts";
import { isHeader, rowsIn, valueOf } from "./backup-rows.ts";
import type { Restoring } from "./restore.ts";
import { sendBytes, sendFile } from "./restore-files.ts";

const RESTORE = "/api/operator/restore";
const PIECE_LENGTH = 6_000_000;

/** `head` is that after the last entry, `checkpoint` the signed text of the last one that the copy knows. */
export type CopiedChain = {
  readonly entries: number;
  readonly head: string;
  readonly checkpoint: { readonly note: string; readonly size: number } | null;
};

export async function readCopiedChain(folder: BackupFolder, parts: readonly Part[]): Promise<CopiedChain> {
  let chain: CopiedChain = { entries: 0, head: "", checkpoint: null };
  for (const part of parts) {
    if (part.kind !== "chain") continue;
    for await (const row of rowsIn(folder.read(part.path))) {
      const text = (column: string): string => String(valueOf(row, column));
      if (row.table === "memory" && text("key") === "checkpoint") {
        const note = text("value");
        chain = { ...chain, checkpoint: { note, size: readNote(note).checkpoint.size } };
      }
      if (row.table === "segment") chain = { ...chain, entries: Number(text("last")) + 1, head: text("head") };
      if (row.table === "entry") chain = { ...chain, entries: Number(text("seq")) + 1, head: text("head") };
    }
  }
  return chain;
}

export async function restoreChain(restoring: Restoring, chain: CopiedChain): Promise<void> {
  const { client, folder, manifest } = restoring;
  // The object accepts no entries from the first piece on, so nothing is added to the files of the other chain.
  await client.json(RESTORE, { step: "chain", piece: { text: "", isFirst: true, isLast: false } });
  while ((await client.json<{ more: boolean }>(RESTORE, { step: "chain files" })).more);
  for (const part of manifest.parts) {
    if (part.kind !== "files") continue;
    for await (const line of folder.read(part.path)) {
      const file = JSON.parse(line) as FileLine; // as the backup wrote it
      if (isBelow(file.key, chain)) await sendFile(restoring, file);
    }
  }
  if (chain.checkpoint !== null)
    await sendBytes(client, `${chainFolder(0)}/latest`, Buffer.from(chain.checkpoint.note));
  let header = "";
  let text = "";
  const send = async (isLast: boolean): Promise<void> => {
    await client.json(RESTORE, { step: "chain", piece: { text, isFirst: false, isLast } });
    text = "";
  };
  for (const part of manifest.parts) {
    if (part.kind !== "chain") continue;
    for await (const line of folder.read(part.path)) {
      if (text.length >= PIECE_LENGTH) await send(false);
      if (isHeader(line)) header = line;
      else if (text === "") text = `${header}\n`;
      text += `${line}\n`;
    }
  }
  await send(true);
}

/** Files were copied after the entries, and may be newer. */
function isBelow(key: string, { entries, checkpoint }: CopiedChain): boolean {
  const folder = `${chainFolder(0)}/`;
  if (!key.startsWith(folder) || key === `${folder}latest`) return false;
  const number = Number(/(\d+)(?:\.[a-z.]+)?$/.exec(key)?.[1] ?? Number.NaN);
  return key.startsWith(`${folder}checkpoints/`) ? number <= (checkpoint?.size ?? 0) : number < entries;
}
