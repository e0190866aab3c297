/** Creates archives to import, written to a file incrementally, and reads the directory of exported ones. */
import { open, type FileHandle } from "node:fs/promises";
import { END_64_LENGTH, TAIL_LENGTH, readEnd, readEnd64, readRecord } from "../../../src/formats/zip/directory.ts";
import { ZipWriter } from "../../../src/formats/zip/writer.ts";
import { noise } from "../../smoke/files/extremes.ts";

const PER_SECTION = 100;
const PER_AREA = 5_000;
/** Sizes (bytes) of large files, and of the pieces they are written in. */
const FILE_SIZES = [50_000_000, 60_000_000, 70_000_000, 80_000_000, 90_000_000] as const;
const PIECE = 1_000_000;
const GATHERED = 1_000_000;

/** Folders count as pages, too. */
type Contents = { readonly texts: number; readonly folders: number; readonly files: number };

const sectionOf = (n: number): string =>
  `Area ${Math.floor(n / PER_AREA)}/Section ${Math.floor((n % PER_AREA) / PER_SECTION)}`;
const titleOf = (n: number): string => `Page ${n}`;
const pathOf = (n: number): string => `${sectionOf(n)}/${titleOf(n)}.md`;

const linkTo = (n: number): string => `[${titleOf(n)}](../../${encodeURI(pathOf(n))})`;

/** About five hundred bytes, with links to the previous page, to a distant one and, by name, to a third. */
function textOf(n: number, total: number): string {
  const words = Array.from({ length: 40 }, (_, i) => `word${(n * 31 + i * 7) % 997}`).join(" ");
  return `It comes after ${linkTo((n + total - 1) % total)} and leads to ${linkTo((n * 7_919) % total)}.\n\nSee [[${titleOf((n * 31) % total)}]].\n\n${words}\n`;
}

/** The number of texts such that they and their folders add up to `pages`. */
function countTexts(pages: number): number {
  let texts = pages;
  while (texts + countFolders(texts) > pages) texts -= 1;
  return texts;
}

const countFolders = (texts: number): number => Math.ceil(texts / PER_SECTION) + Math.ceil(texts / PER_AREA);

/** Texts in nested folders, followed by incompressible files until the archive has `bytes` of them. */
export async function writeArchive(path: string, pages: number, bytes: number): Promise<Contents> {
  const file = await open(path, "w");
  const zip = new ZipWriter();
  const flush = async (atLeast: number): Promise<void> => {
    if (zip.waiting < atLeast) return;
    const written = zip.take();
    if (written) await file.write(written);
  };
  try {
    const texts = countTexts(pages);
    for (let n = 0; n < texts; n += 1) {
      zip.add(pathOf(n), textOf(n, texts));
      await flush(GATHERED);
    }
    let files = 0;
    for (let left = bytes; left > 0; files += 1) {
      const size = Math.min(left, FILE_SIZES[files % FILE_SIZES.length] ?? PIECE);
      const entry = zip.open(`Files/File ${files}.bin`, false);
      for (let at = 0; at < size; at += PIECE) {
        // All pieces differ, since identical content would be stored once.
        entry.push(noise(Math.min(PIECE, size - at), files * 1_000 + at / PIECE));
        await flush(GATHERED);
      }
      entry.end();
      left -= size;
    }
    zip.end();
    await flush(0);
    return { texts, folders: countFolders(texts) + (files > 0 ? 1 : 0), files };
  } finally {
    await file.close();
  }
}

/** The contents of an archive according to its directory: size and checksum by path. */
export async function readArchive(path: string): Promise<Map<string, string>> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const tail = await readAt(file, Math.max(0, size - TAIL_LENGTH), Math.min(size, TAIL_LENGTH));
    const end = readEnd(tail);
    if (!end) throw new Error("The export is not an archive.");
    const larger = end.at64 === null ? null : readEnd64(await readAt(file, end.at64, END_64_LENGTH));
    const { offset, count } = larger ?? end;
    const directory = await readAt(file, offset, size - offset);
    const entries = new Map<string, string>();
    for (let n = 0, at = 0; n < count; n += 1) {
      const record = readRecord(directory, at);
      if (!record) throw new Error(`The directory ends after ${n} of ${count} entries.`);
      entries.set(record.name, `${record.size} ${record.crc}`);
      at += record.length;
    }
    return entries;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, from);
  return bytes;
}
