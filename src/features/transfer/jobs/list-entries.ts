/** The first phase of an import: reads the directories of all archives in chunks. */
import { withoutControls } from "../../../kernel/text.ts";
import type { Deps } from "../../../deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { titleOfName, typeOfFile } from "../../../formats/transfer/other-tools.ts";
import { MANIFEST } from "../../../formats/transfer/layout.ts";
import { entryPath, extensionOf, folderOf, baseName, isSystemFile, stemOf } from "../../../formats/transfer/paths.ts";
import { readRecord, type ZipRecord } from "../../../formats/zip/directory.ts";
import { NotAnArchive } from "../../../formats/zip/reader.ts";
import { MAX_FILE_BYTES } from "../../files/contract.ts";
import { IMPORT_JOB, requireEntries } from "../archive-bounds.ts";
import { describesPages } from "../databases.ts";
import { ArchiveReader, type ArchivePlace, type FoundArchive } from "./archive-reader.ts";
import type { TransferNote } from "./contract.ts";
import { insertEntries, listTaken, type NewEntry } from "./entry-store.ts";
import { importWhole, isOwnExport, isWhole, TOO_LARGE_FOR } from "./whole-import.ts";
import { MAX_ARCHIVES, openNestedArchive } from "./nested-archives.ts";
import { skipped } from "./notes.ts";
import { allowImport, finishStep, type ImportCursor } from "./step.ts";
import type { TransferRow } from "./store.ts";

/** Entries recorded per step, and bytes of the directory read per step. */
const BATCH = 4_000;
const CHUNK_BYTES = 2_000_000;
/** Maximum nesting of archives: Notion wraps its parts in one archive, and they may contain others. */
const MAX_LEVEL = 3;

export async function listArchives(deps: Deps, transfer: TransferRow, cursor: ImportCursor): Promise<void> {
  const [first, ...others] = cursor.found;
  if (first) return openNestedArchive(deps, transfer, cursor, [first, ...others]);
  const archive = cursor.archives[cursor.archive];
  if (!archive && isWhole(cursor)) return importWhole(deps, transfer, cursor, TOO_LARGE_FOR.databases(transfer.name));
  const place = await allowImport(deps, transfer);
  if (!archive) return finishStep(deps, transfer, place, { phase: "arrange", cursor, done: 0, total: 0 }, [], []);
  const read = await readDirectoryChunk(deps, archive, cursor).catch((error: unknown) => {
    if (error instanceof NotAnArchive) return null;
    throw error;
  });
  if (read === null) return leaveArchive(deps, transfer, place, cursor, archive);
  requireEntries(read.total, IMPORT_JOB);
  if (isOwnExport(transfer, cursor, read.records)) return importWhole(deps, transfer, cursor, TOO_LARGE_FOR.ownExport);
  const { files, folders, archives, notes } = classifyRecords(deps, read.records, archive, cursor.archive);
  const paths = files.map(({ path }) => path);
  const taken = new Set(await deps.db.one(listTaken(transfer.id, paths)));
  const isAlone = cursor.at === null && read.left === 0 && archives.length === 1 && files.length === 0;
  const next: ImportCursor = {
    ...cursor,
    found: archives.map((each) => ({ ...each, isAlone })),
    listed: read.total,
    describes: cursor.describes === true || read.records.some(({ name }) => describesPages(name)),
    ...(read.left > 0 ? { at: read.at, left: read.left } : { archive: cursor.archive + 1, at: null, left: 0 }),
  };
  return finishStep(
    deps,
    transfer,
    place,
    { cursor: next, done: read.total - read.left, total: read.total },
    insertEntries(transfer.id, [...folders, ...files]),
    [...notes, ...paths.filter((path) => taken.has(path)).map((path) => skipped(path, SAME_NAME))],
  );
}

/** Reports an invalid nested archive in a note; an invalid uploaded file is an error. */
function leaveArchive(
  deps: Deps,
  transfer: TransferRow,
  place: Awaited<ReturnType<typeof allowImport>>,
  cursor: ImportCursor,
  { folder }: ArchivePlace,
): Promise<void> {
  if (cursor.archive === 0)
    throw new AppError("invalid_content", "The file is not a zip archive, or its end is missing.");
  const next = { ...cursor, archive: cursor.archive + 1, at: null, left: 0 };
  const note = skipped(folder, "A nested archive is not a zip archive, or its end is missing.");
  return finishStep(deps, transfer, place, { cursor: next }, [], [note]);
}

type DirectoryChunk = {
  readonly records: readonly ZipRecord[];
  readonly at: number;
  /** Records still to be read in this archive, and records found in all archives so far. */
  readonly left: number;
  readonly total: number;
};

async function readDirectoryChunk(
  deps: Pick<Deps, "files">,
  archive: ArchivePlace,
  cursor: ImportCursor,
): Promise<DirectoryChunk> {
  const reader = new ArchiveReader(deps.files, archive);
  const directory = cursor.at === null ? await reader.directory() : { offset: cursor.at, count: cursor.left };
  const total = cursor.at === null ? cursor.listed + directory.count : cursor.listed;
  const bytes = await reader.read(directory.offset, CHUNK_BYTES);
  const records: ZipRecord[] = [];
  let at = 0;
  while (records.length < Math.min(BATCH, directory.count)) {
    const record = readRecord(bytes, at);
    if (record === null) {
      // The record is cut off at the end of the chunk; if nothing could be read, the directory is invalid.
      if (records.length === 0) throw new NotAnArchive();
      break;
    }
    records.push(record);
    at += record.length;
  }
  return { records, at: directory.offset + at, left: directory.count - records.length, total };
}

const SAME_NAME = "The archive contains another file with the same name.";

type ClassifiedRecords = {
  readonly files: NewEntry[];
  readonly folders: NewEntry[];
  readonly archives: Omit<FoundArchive, "isAlone">[];
  readonly notes: TransferNote[];
};

function classifyRecords(
  deps: Pick<Deps, "newId">,
  records: readonly ZipRecord[],
  { folder, level }: ArchivePlace,
  archive: number,
): ClassifiedRecords {
  const sorted: ClassifiedRecords = { files: [], folders: [], archives: [], notes: [] };
  const known = new Set<string>();
  for (const record of records) {
    const inside = entryPath(record.name);
    const path = folder + (inside ?? "");
    const reason =
      inside === null ? "Its path leads out of the archive." : reasonAgainst(record, inside, known.has(path));
    if (reason === "") continue;
    if (reason !== null) sorted.notes.push(skipped(folder + (inside ?? record.name), reason));
    else if (extensionOf(path) === ".zip") {
      if (level < MAX_LEVEL && sorted.archives.length < MAX_ARCHIVES)
        sorted.archives.push({ record, path, from: archive });
      else
        sorted.notes.push(
          skipped(
            path,
            `Nested archives are opened up to ${MAX_LEVEL} levels deep, and at most ${MAX_ARCHIVES} of them.`,
          ),
        );
    } else {
      known.add(path);
      sorted.files.push(fileOf(deps, record, path, archive));
      for (let above = folderOf(path); above !== "" && !known.has(above); above = folderOf(above)) {
        known.add(above);
        sorted.folders.push(folderEntry(deps, above));
      }
    }
  }
  return sorted;
}

/** Returns why an entry is skipped, or null. Empty for system files and folders, which are skipped without a note. */
function reasonAgainst(record: ZipRecord, path: string, isKnown: boolean): string | null {
  if (path === "" || path.endsWith("/") || isSystemFile(path)) return "";
  if (isKnown) return SAME_NAME;
  if (path.length > 1_000) return "Its path is too long.";
  if (path.split("/").some((name) => name.startsWith("."))) return "Hidden files are not imported.";
  if (record.fault !== null) return record.fault;
  if (record.size === 0 && typeOfFile(path) === "FILE") return "It is empty.";
  if (record.size > MAX_FILE_BYTES && extensionOf(path) !== ".zip")
    return `It is too large: a file can be at most ${MAX_FILE_BYTES / 1_000_000} MB.`;
  return baseName(path) === MANIFEST ? "It does not describe this archive." : null;
}

/** Files that are converted to documents by the Worker that reads files, and kept as attachments. */
const isConverted = (path: string): boolean => [".docx", ".html", ".htm", ".xhtml"].includes(extensionOf(path));

/** Notion exports a table twice: as displayed, and with all its rows and columns under such a name. */
const WHOLE_TABLE = /([0-9a-f]{32})_all\.csv$/;

function fileOf(deps: Pick<Deps, "newId">, record: ZipRecord, path: string, archive: number): NewEntry {
  const converts = isConverted(path);
  const type = converts ? "FILE" : typeOfFile(path);
  const stem = type === "FILE" && !converts ? path : stemOf(path.replace(WHOLE_TABLE, "$1.csv"));
  return {
    ...namesOf(path, stem),
    archive,
    type,
    title: titleOfName(withoutControls(baseName(type === "CODE" ? path : stem))),
    at: record.offset,
    packed: record.packed,
    size: record.size,
    crc: record.crc,
    isStored: record.isStored ? 1 : 0,
    converts: converts ? 1 : 0,
    pageId: deps.newId(),
    fileId: deps.newId(),
    state: "listed",
  };
}

const folderEntry = (deps: Pick<Deps, "newId">, path: string): NewEntry => ({
  ...namesOf(path, path.slice(0, -1)),
  archive: 0,
  type: "FOLDER",
  title: titleOfName(withoutControls(baseName(path))),
  at: 0,
  packed: 0,
  size: 0,
  crc: 0,
  isStored: 0,
  converts: 0,
  pageId: deps.newId(),
  fileId: "",
  state: "folder",
});

const namesOf = (path: string, stem: string) => ({
  path,
  stem,
  folder: folderOf(path),
  nameKey: baseName(stem).toLowerCase(),
  // "Page 9" sorts before "Page 10".
  sortKey: baseName(path)
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(12, "0")),
  depth: path.slice(0, -1).split("/").length,
});
