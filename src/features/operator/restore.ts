/**
 * Writes a backup into this instance, one bounded step at a time. Every step can be repeated: a client that lost an answer, or
 * was killed, sends it again. Nothing is accepted unless a restore has begun, and while one runs, nobody can sign in.
 */
import { createHash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import type { Client } from "../../kernel/caller.ts";
import { AppError, invalid } from "../../kernel/errors.ts";
import { emptyIndex, markAllPages, scheduleIndexing } from "../search/index.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";
import type { TableName } from "../../db/home.ts";
import type { FilePiece, RestoreCommand } from "./contract.ts";
import { insertRow, shapeOf } from "./table-rows.ts";
import { isRestoring } from "./maintenance.ts";
import { record } from "./require-operator.ts";
import { readRestoreState } from "./restore-state.ts";
import {
  clearSome,
  endRuns,
  listDrives,
  lockStatements,
  markReplaced,
  recountPages,
  runStatements,
  unlockStatements,
} from "./store.ts";
import { BACKED_UP, LEFT_OUT, requireTable } from "./table-rules.ts";

/** Rows removed by one step. */
const CLEARED_AT_ONCE = 1_000;
const DRIVES_AT_ONCE = 20;
const ENTRIES_VERIFIED = 50_000;

/** Waiting entries are facts about this instance, whatever else it is restored to. */
const KEPT: readonly TableName[] = ["audit_outbox"];

/** Dependent tables first, so that few rows go by cascade. */
const CLEARED = [...(Object.keys(LEFT_OUT) as (keyof typeof LEFT_OUT)[]), ...BACKED_UP.toReversed()].filter(
  (table) => !KEPT.includes(table),
);

export async function restoreStep(deps: Deps, client: Client, command: RestoreCommand): Promise<object> {
  if (command.step === "begin") {
    await writeExempt(deps.db, exempt.operator, [...lockStatements(deps.now), ...runStatements(command.run)]);
    await record(deps, client, "operator.restore", { state: "begun", backup: command.backup });
    return {};
  }
  if (command.step === "verify") return verify(deps, command.from);
  await requireBegun(deps);
  const { files, objects } = deps;
  switch (command.step) {
    case "clear":
      return clear(deps);
    case "rows":
      return insertRows(deps, command);
    case "recount":
      return recount(deps, command.after);
    case "room": {
      const { step: _step, ...room } = command;
      return { outcome: await objects.room(command.pageId).restoreStorage(room) };
    }
    case "purge":
      for (const pageId of command.pageIds) await objects.room(pageId).purge();
      return {};
    case "chain files":
      return { more: await objects.auditLog().setFilesAside() };
    case "chain":
      if (command.piece.isFirst) await writeExempt(deps.db, exempt.operator, [markReplaced("auditLog")]);
      await objects.auditLog().restoreStorage(command.piece);
      return {};
    case "begin file":
      return { uploadId: (await files.writeParts(command.key)).uploadId };
    case "end file":
      await files.resumeParts(command.key, command.uploadId).complete(command.parts);
      return {};
    case "end":
      return end(deps, client, { state: "ended", ...command.summary });
    case "abandon":
      return abandon(deps, client, command.incomplete);
  }
}

/** Writes a file in one piece, or a part of one. */
export async function restoreFile(
  deps: Deps,
  { key, sha256, uploadId, part }: FilePiece,
  body: Uint8Array,
): Promise<object> {
  await requireBegun(deps);
  if (createHash("sha256").update(body).digest("hex") !== sha256)
    throw invalid("sha256", "The body has another SHA-256.");
  if (uploadId !== undefined && part !== undefined) return deps.files.resumeParts(key, uploadId).write(part, body);
  await deps.files.putChecked(key, body, sha256);
  return {};
}

/** Writes outside of a restore could replace what users wrote. */
async function requireBegun(deps: Deps): Promise<void> {
  if (!(await isRestoring(deps))) throw new AppError("conflict", "No restore has begun, or it has ended.");
}

async function clear({ db }: Deps): Promise<{ more: boolean }> {
  await writeExempt(db, exempt.operator, [markReplaced("rows")]);
  for (const table of CLEARED) {
    const [key] = (await shapeOf({ db }, table)).key;
    if (key === undefined) throw new Error(`${table} has no key`);
    const [removed] = await writeExempt(db, exempt.operator, [clearSome(table, key, CLEARED_AT_ONCE)]);
    if (removed > 0) return { more: true };
  }
  return { more: false };
}

async function insertRows(
  deps: Deps,
  { table: name, columns, rows }: Extract<RestoreCommand, { step: "rows" }>,
): Promise<{ inserted: number }> {
  const table = requireTable(name);
  const shape = await shapeOf(deps, table);
  const unknown = columns.filter((column) => !shape.columns.includes(column));
  if (unknown.length > 0)
    throw new AppError("conflict", `This version does not know ${table}.${unknown.join(", ")}: upgrade it first.`);
  if (rows.length === 0) return { inserted: 0 };
  const written = await writeExempt(
    deps.db,
    exempt.operator,
    rows.map((row) => insertRow(table, shape, columns, row)),
  );
  return { inserted: written.reduce((sum, one) => sum + one, 0) };
}

/** The counters that no trigger maintains, for some drives. */
async function recount({ db }: Deps, after: string | null): Promise<{ after: string | null }> {
  const ids = await db.one(listDrives(after ?? "", DRIVES_AT_ONCE));
  const last = ids.at(-1) ?? null;
  if (last === null) return { after: null };
  await writeExempt(db, exempt.operator, [recountPages(ids)]);
  return { after: last };
}

/** Users can sign in from here on. Answers of agents that were being written have ended: their tokens have. */
async function end(
  deps: Deps,
  client: Client,
  detail: Extract<RestoreCommand, { step: "end" }>["summary"],
): Promise<object> {
  await writeExempt(deps.searchDb, exempt.operator, emptyIndex());
  await record(deps, client, "operator.restore", detail);
  await writeExempt(deps.db, exempt.operator, [markAllPages(), endRuns(deps.now), ...unlockStatements()]);
  scheduleIndexing(deps);
  return {};
}

/**
 * Lets users in without a complete restore. Throws `conflict` if the restore has begun to replace something, and the operator
 * does not accept an `incomplete` instance.
 */
async function abandon(deps: Deps, client: Client, incomplete: boolean): Promise<object> {
  const { replaced } = await readRestoreState(deps);
  if ((replaced.rows || replaced.auditLog) && !incomplete)
    throw new AppError("conflict", "The restore has begun to replace this instance: it would be incomplete.");
  const detail = { state: "abandoned", rowsReplaced: replaced.rows, auditLogReplaced: replaced.auditLog };
  if (replaced.rows) return end(deps, client, detail);
  await record(deps, client, "operator.restore", detail);
  await writeExempt(deps.db, exempt.operator, [endRuns(deps.now), ...unlockStatements()]);
  return {};
}

/** Signs a checkpoint over the restored chain, and verifies some of its entries. */
async function verify({ objects }: Deps, from: number): Promise<object> {
  const log = objects.auditLog();
  const { checkpoint, key, isSound, halt } = await log.publish();
  return { ...(await log.verify({ from, limit: ENTRIES_VERIFIED })), checkpoint, key, isSound, halt };
}
