/** The places of comment threads in a room's storage. */
import type { Anchor } from "../../src/anchors/anchor.ts";
import type { CellRange } from "../../src/kernel/comment.ts";
import type { PinnedRange, TextRange } from "../../src/realtime/pinned-ranges.ts";
import type { NewAnchor } from "../../src/rpc/page-threads.ts";
import { ensureTable, hasTable, readMeta, writeMeta } from "./schema.ts";
import { toBlob } from "./part-store.ts";

/** `anchor` has offsets in the text at the revision to which all anchors refer, and `pin` the same range as Yjs positions. */
export type Place = {
  readonly anchor: Anchor;
  readonly kind: NewAnchor["kind"];
  isClosed: boolean;
  /** Closed because its suggestion is part of the text, whether or not D1 knows that already. */
  isAccepted: boolean;
  /** When it was placed (ms), until its thread is known to be stored. */
  pendingSince: number | null;
  cells: CellRange | null;
  pin: PinnedRange;
};

/** The offsets follow from `pin`. */
type StoredPlace = Omit<Place, "anchor"> & { readonly anchor: Omit<Anchor, "from" | "to"> };

type Located = { readonly anchor: Pick<Anchor, "quote" | "state">; readonly cells: CellRange | null };

/** Where an anchor with this pinned range is: an empty place, and the gap of lost words, are where their start is. */
export const rangeOf = ({ anchor: { quote, state }, cells }: Located, { from, to }: TextRange): TextRange => ({
  from,
  to: state === "detached" || (quote === "" && cells === null) ? from : to,
});

/** Number of former places of an anchor that are kept: the first and the latest ones. */
const KEPT_HOMES = 6;

/** The revision to which stored anchors refer; null if the page has none. */
export const anchoredRevision = (sql: SqlStorage): number | null => readMeta(sql, "anchored");

export const writeAnchoredRevision = (sql: SqlStorage, revision: number | null): void =>
  writeMeta(sql, "anchored", revision);

type Row = {
  id: string;
  kind: NewAnchor["kind"];
  state: Anchor["state"];
  closed: number;
  pending: number | null;
  quote: string;
  before: string;
  after: string;
  now: string | null;
  lost: string | null;
  cells: string | null;
  range_start: ArrayBuffer;
  range_end: ArrayBuffer;
};

/** Values of `closed`. */
const [OPEN, CLOSED, ACCEPTED] = [0, 1, 2] as const;

const COLUMNS = "id, kind, state, closed, pending, quote, before, after, now, lost, cells, range_start, range_end";

export function readPlaces(sql: SqlStorage): StoredPlace[] {
  if (!hasTable(sql, "anchors")) return [];
  return sql.exec<Row>(`SELECT ${COLUMNS} FROM anchors`).toArray().map(toPlace);
}

function toPlace({ id, state, quote, before, after, now, lost, ...row }: Row): StoredPlace {
  return {
    // JSON written by `writePlace`.
    anchor: { id, state, quote, before, after, now, lost: JSON.parse(lost ?? "null") as Anchor["lost"] },
    kind: row.kind,
    isClosed: row.closed !== OPEN,
    isAccepted: row.closed === ACCEPTED,
    pendingSince: row.pending,
    cells: JSON.parse(row.cells ?? "null") as CellRange | null, // as above
    pin: { start: new Uint8Array(row.range_start), end: new Uint8Array(row.range_end) },
  };
}

/** Adds a place, or replaces that of the same anchor. */
export function writePlace(sql: SqlStorage, { anchor, kind, pendingSince, cells, pin, ...place }: StoredPlace): void {
  ensureTable(sql, "anchors");
  sql.exec(
    `INSERT OR REPLACE INTO anchors (${COLUMNS})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    anchor.id,
    kind,
    anchor.state,
    place.isAccepted ? ACCEPTED : place.isClosed ? CLOSED : OPEN,
    pendingSince,
    anchor.quote,
    anchor.before,
    anchor.after,
    anchor.now,
    anchor.lost && JSON.stringify(anchor.lost),
    cells && JSON.stringify(cells),
    toBlob(pin.start),
    toBlob(pin.end),
  );
}

/** Records that an anchor had exactly its words there. */
export function addHome(sql: SqlStorage, id: string, { start, end }: PinnedRange): void {
  ensureTable(sql, "anchor_homes");
  sql.exec(
    `INSERT INTO anchor_homes (id, n, range_start, range_end)
     SELECT ?1, coalesce(max(n) + 1, 0), ?2, ?3
     FROM anchor_homes
     WHERE id = ?1`,
    id,
    toBlob(start),
    toBlob(end),
  );
  sql.exec(
    `DELETE FROM anchor_homes
     WHERE id = ?1
       AND n > 0
       AND n <= (SELECT max(n) FROM anchor_homes WHERE id = ?1) - ${KEPT_HOMES - 1}`,
    id,
  );
}

/** The former places of all anchors by id, latest first. */
export function readHomes(sql: SqlStorage): Map<string, PinnedRange[]> {
  const homes = new Map<string, PinnedRange[]>();
  if (!hasTable(sql, "anchor_homes")) return homes;
  for (const { id, start, end } of sql.exec<{ id: string; start: ArrayBuffer; end: ArrayBuffer }>(
    `SELECT id, range_start AS start, range_end AS "end"
     FROM anchor_homes
     ORDER BY id, n DESC`,
  )) {
    const ofAnchor = homes.get(id) ?? [];
    ofAnchor.push({ start: new Uint8Array(start), end: new Uint8Array(end) });
    homes.set(id, ofAnchor);
  }
  return homes;
}

export function deleteHomes(sql: SqlStorage): void {
  if (hasTable(sql, "anchor_homes")) sql.exec("DELETE FROM anchor_homes");
}

export function deletePlaces(sql: SqlStorage, ids: readonly string[]): void {
  const list = JSON.stringify(ids);
  sql.exec("DELETE FROM anchors WHERE id IN (SELECT value FROM json_each(?))", list);
  if (hasTable(sql, "anchor_homes"))
    sql.exec("DELETE FROM anchor_homes WHERE id IN (SELECT value FROM json_each(?))", list);
}

/** Accepted ones stay accepted when they are closed. */
export const closePlaces = (sql: SqlStorage, ids: readonly string[], isClosed: boolean): void =>
  void sql.exec(
    "UPDATE anchors SET closed = ?1 WHERE id IN (SELECT value FROM json_each(?2)) AND (closed = 0) = ?1",
    isClosed ? CLOSED : OPEN,
    JSON.stringify(ids),
  );

export const acceptPlaces = (sql: SqlStorage, ids: readonly string[]): void =>
  void sql.exec(
    "UPDATE anchors SET closed = ?1 WHERE id IN (SELECT value FROM json_each(?2))",
    ACCEPTED,
    JSON.stringify(ids),
  );

export const confirmPlaces = (sql: SqlStorage, ids: readonly string[]): void =>
  void sql.exec(
    "UPDATE anchors SET pending = NULL WHERE id IN (SELECT value FROM json_each(?)) AND pending IS NOT NULL",
    JSON.stringify(ids),
  );
