/** Copies of an object's SQLite tables, for backups. */

/** Where a copy continues: after the row with this key; null starts the table. */
export type CopyCursor = { readonly table: string; readonly after: readonly (string | number)[] | null };

/**
 * `text`: lines of JSON. A line `{"table": name, "columns": [name…]}` precedes the rows of a table, which are arrays of
 * their values; a blob is `{"b": base64}`. `next` is null at the end. `state` changes with every write, so pieces with the
 * same one belong together.
 */
export type StorageCopy = { readonly text: string; readonly next: CopyCursor | null; readonly state: string };

/** A piece of a restore. The first one removes everything else in the object, the last one puts it into service. */
export type StoragePiece = { readonly text: string; readonly isFirst: boolean; readonly isLast: boolean };
