/** Writes the copied histories of pages. */
import { MAX_ROOMS } from "../../src/features/operator/contract.ts";
import type { RoomRestored } from "../../src/rpc/page-room.ts";
import type { BackupFolder, Part } from "./backup-folder.ts";
import { isHeader, pagesIn, type CopiedPage } from "./backup-rows.ts";
import { linesOf, type OperatorClient } from "./operator-client.ts";
import { choose } from "./prompt.ts";
import type { Restoring } from "./restore.ts";

export type NewerText = "keep" | "replace" | "ask";

const RESTORE = "/api/operator/restore";

/** Characters of one piece of a room; a single row may be longer. */
const PIECE_LENGTH = 6_000_000;

type CopiedRoom = { readonly room: string; readonly revision: number | null };

/** Rooms were copied in the order of their pages. Pages without a copy matter only where rooms may be left from before. */
export async function restoreRooms(restoring: Restoring): Promise<void> {
  const { folder, manifest, progress, step } = restoring;
  const pages = pagesIn(folder, manifest.parts);
  /** The pages up to this one; rooms whose page is not in the backup are left out. */
  let page = await pages.next();
  const advance = async (id: string, isDone: boolean): Promise<CopiedPage | null> => {
    for (; !page.done && page.value.id < id; page = await pages.next())
      if (progress().isOver && !isDone) await restoreEmptyRoom(restoring, page.value);
    return page.done || page.value.id !== id ? null : page.value;
  };
  for (const part of manifest.parts) {
    if (part.kind !== "rooms") continue;
    const isDone = progress().done.includes(part.path);
    const lines = folder.read(part.path);
    let next = await lines.next();
    while (!next.done) {
      const room = JSON.parse(next.value) as CopiedRoom; // as the instance wrote it
      const its = await advance(room.room, isDone);
      next = await restoreRoom(restoring, isDone ? null : its, room, piecesOf(lines));
      if (its !== null) page = await pages.next();
    }
    await step(part.path, () => Promise.resolve());
  }
  if (progress().isOver)
    await step("pages without a copied room", async () => void (await advance("\u{10ffff}", false)));
}

const isRoom = (line: string): boolean => line.startsWith('{"room":');

type Rest = AsyncGenerator<{ text: string; isLast: boolean }, IteratorResult<string>>;

/** The lines of one room in pieces, each of which begins with the line that names its table. Returns the line after them. */
async function* piecesOf(lines: AsyncGenerator<string>): Rest {
  let text = "";
  let header = "";
  for (;;) {
    const next = await lines.next();
    if (next.done || isRoom(next.value)) {
      yield { text, isLast: true };
      return next;
    }
    if (text.length >= PIECE_LENGTH) {
      yield { text, isLast: false };
      text = isHeader(next.value) ? "" : `${header}\n`;
    }
    if (isHeader(next.value)) header = next.value;
    text += `${next.value}\n`;
  }
}

/** Without a page, reads its lines only. */
async function restoreRoom(
  restoring: Restoring,
  page: CopiedPage | null,
  room: CopiedRoom,
  pieces: Rest,
): Promise<IteratorResult<string>> {
  let isFirst = true;
  let isKept = false;
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return value;
    if (page !== null && !isKept) isKept = (await sendPiece(restoring, page, room, { ...value, isFirst })) === "kept";
    isFirst = false;
  }
}

const restoreEmptyRoom = (restoring: Restoring, page: CopiedPage): Promise<RoomRestored> =>
  sendPiece(restoring, page, { room: page.id, revision: null }, { text: "", isFirst: true, isLast: true });

async function sendPiece(
  restoring: Restoring,
  page: CopiedPage,
  { revision }: CopiedRoom,
  piece: { readonly text: string; readonly isFirst: boolean; readonly isLast: boolean },
): Promise<RoomRestored> {
  const { client, count, progress } = restoring;
  const { id: pageId, type, revision: stored } = page;
  const command = { step: "room", pageId, type, piece, revision, stored };
  const send = async (ifNewer: "keep" | "replace" | "report"): Promise<RoomRestored> =>
    (await client.json<{ outcome: RoomRestored }>(RESTORE, { ...command, ifNewer })).outcome;
  const { newerText } = progress();
  // Later pieces belong to a room that has been replaced already.
  let outcome = await send(!piece.isFirst ? "replace" : newerText === "ask" ? "report" : newerText);
  if (typeof outcome === "object") {
    const when = new Date(outcome.newer.at).toISOString();
    const question = `“${page.title}” (${pageId}) has text from ${when}. Keep it, or replace it?`;
    outcome = await send(await choose(question, ["keep", "replace"]));
  }
  if (outcome === "kept") count("pages whose newer text was kept", 1);
  if (outcome === "restored") count("page histories", 1);
  return outcome;
}

/** Pages of the instance that the backup does not have: a restore removes their rows. */
export async function findPagesOnlyThere(
  client: OperatorClient,
  folder: BackupFolder,
  parts: readonly Part[],
): Promise<string[]> {
  const pages = pagesIn(folder, parts);
  let ours = await pages.next();
  const only: string[] = [];
  let after: unknown = null;
  do {
    const ids: string[] = [];
    after = await client.send("/api/operator/backup", { read: "rows", table: "pages", after }, async (response) => {
      ids.length = 0;
      let next: unknown = null;
      const end = (line: string): void => void ({ next } = JSON.parse(line) as { next: unknown });
      // The id is the first column of the table.
      for await (const line of linesOf(response, (text) => text.startsWith('{"next":'), end))
        if (!isHeader(line)) ids.push(String((JSON.parse(line) as unknown[])[0]));
      return next;
    });
    for (const id of ids) {
      while (!ours.done && ours.value.id < id) ours = await pages.next();
      if (ours.done || ours.value.id !== id) only.push(id);
    }
  } while (after !== null);
  return only;
}

export async function purgeRoomsOf({ client, progress }: Restoring): Promise<void> {
  const { pagesOnlyThere, newerText } = progress();
  if (newerText === "keep" || pagesOnlyThere.length === 0) return;
  const question = `Pages of the instance that the backup does not have: ${pagesOnlyThere.length}. Delete their histories?`;
  if (newerText === "ask" && (await choose(question, ["yes", "no"])) === "no") return;
  for (let at = 0; at < pagesOnlyThere.length; at += MAX_ROOMS)
    await client.json(RESTORE, { step: "purge", pageIds: pagesOnlyThere.slice(at, at + MAX_ROOMS) });
}
