/** Folder uploads: the files in them with their folders, and the pages that are created for the folders. */
import type { FileTarget } from "../../../features/files/contract.ts";
import type { PageSummary } from "../../../features/pages/contract.ts";
import { call } from "../api/api.ts";

/** `folders`: the names of the file's folders, outermost first. */
export type Located = { readonly file: File; readonly folders: readonly string[] };

/** Files that operating systems create in folders for themselves. */
const LEFT_BY_SYSTEMS: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** A chosen folder arrives as its files, whose paths start with the folder's name. */
export const located = (files: Iterable<File>): Located[] =>
  [...files]
    .map((file) => ({ file, folders: file.webkitRelativePath.split("/").slice(0, -1) }))
    .filter(({ file, folders }) => folders.length === 0 || !LEFT_BY_SYSTEMS.has(file.name));

/** Call this synchronously in the drop handler: the data transfer is empty afterwards. */
export async function dropped(transfer: DataTransfer): Promise<Located[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = located(transfer.files);
  if (!entries.some(({ isDirectory }) => isDirectory)) return files;
  return (await Promise.all(entries.map((entry) => within(entry, [])))).flat();
}

async function within(entry: FileSystemEntry, folders: readonly string[]): Promise<Located[]> {
  if (entry instanceof FileSystemFileEntry) {
    if (folders.length > 0 && LEFT_BY_SYSTEMS.has(entry.name)) return [];
    return [{ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), folders }];
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return [];
  const inner = [...folders, entry.name];
  return (await Promise.all((await entriesOf(entry)).map((each) => within(each, inner)))).flat();
}

/** A reader returns a hundred entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a reader is sequential
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Returns the target for the files of each folder: its page is created once, when the first file is sent. */
export function folderPages(
  into: FileTarget,
  made: (page: PageSummary) => void,
): (folders: readonly string[]) => Promise<FileTarget> {
  const pages = new Map<string, Promise<PageSummary>>();

  async function make(folders: readonly string[]): Promise<PageSummary> {
    const { driveId, parentId = null } = await targetOf(folders.slice(0, -1));
    const page = await call<PageSummary>("POST", "/api/pages", {
      driveId,
      parentId,
      type: "FOLDER",
      title: folders.at(-1),
    });
    made(page);
    return page;
  }
  async function targetOf(folders: readonly string[]): Promise<FileTarget> {
    if (folders.length === 0) return into;
    const key = folders.join("/");
    const page = pages.get(key) ?? make(folders);
    pages.set(key, page);
    // A failed request is retried with the next file.
    page.catch(() => pages.delete(key));
    return { driveId: into.driveId, parentId: (await page).id };
  }
  return targetOf;
}
