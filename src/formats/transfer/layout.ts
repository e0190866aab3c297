/**
 * Paths of a tree's pages in an archive: `Title.md`, next to a folder `Title/` with its child pages and a folder
 * `Title files/` with its attachments. A page that is a file has that file's own name.
 */
import { hasFile, hasMessages, type PageType } from "../../kernel/page-type.ts";
import { isCodeName } from "../code-names.ts";
import { formatOf } from "../formats.ts";
import { FolderNames, maxNameBytes, safeName } from "./names.ts";
import { THREADS_SUFFIX, threadsPath } from "./thread-file.ts";

/** The file that describes the others. */
export const MANIFEST = "octavo.json";

export type LayoutPage = {
  readonly id: string;
  /** Null for pages at the top of the archive. */
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  /** True for a page without text. An empty FOLDER becomes a folder without a file. */
  readonly isEmpty: boolean;
  /** The file of a FILE page; null if it has none, and for pages of other types. */
  readonly content: NamedFile | null;
  /** Attachments of the page. */
  readonly attachments: readonly NamedFile[];
  /** The archive gets a file with its comment threads. */
  readonly hasThreads: boolean;
};

type NamedFile = { readonly id: string; readonly filename: string };

export type Placed<P extends LayoutPage> = P & {
  /** The path of its file, or of its folder with a trailing slash. */
  readonly path: string;
  /** The path of the file with its messages, for a page that can have them. */
  readonly messages: string | null;
  /** The path of the file with its comment threads. */
  readonly threads: string | null;
  /** Paths of its attachments, by id. */
  readonly attached: ReadonlyMap<string, string>;
  /** The folder of its child pages. */
  readonly below: string;
};

/** Splits a title into the name and extension of its file; "" for a file recognized by its whole name. */
function fileNameOf(type: PageType, title: string): { readonly base: string; readonly extension: string } {
  const extension = extensionFor(type, title);
  const ends = title.toLowerCase().endsWith(extension.toLowerCase());
  return { base: ends && extension !== "" ? title.slice(0, -extension.length) : title, extension };
}

function extensionFor(type: PageType, title: string): string {
  if (hasFile(type)) return /\.md$/i.test(title) ? ".md" : ".txt";
  return formatOf(type).extension ?? codeExtension(title);
}

/** Splits a file's original name before its extension. */
function partsOf(filename: string): { readonly base: string; readonly extension: string } {
  const extension = /[^.](\.[\p{L}\p{N}]{1,16})$/u.exec(filename)?.[1] ?? "";
  return { base: extension === "" ? filename : filename.slice(0, -extension.length), extension };
}

function codeExtension(title: string): string {
  if (!isCodeName(title)) return ".txt";
  const last = /\.[a-z0-9]{1,16}$/i.exec(title)?.[0] ?? "";
  return last !== "" && isCodeName(`x${last}`) ? last : "";
}

/** The file name for downloading a single page. */
export function downloadName(type: PageType, title: string): string {
  const { base, extension } = fileNameOf(type, title);
  return safeName(base) + extension;
}

/** A folder of an archive while names are assigned in it. */
export type ArchiveFolder = { readonly path: string; readonly names: FolderNames };

/** "" is the top folder. */
export const openFolder = (path: string): ArchiveFolder => ({
  path,
  names: new FolderNames(maxNameBytes(path), path === "" ? [MANIFEST] : []),
});

/** `pages` must have parents before children and siblings in order; a page whose parent is missing is placed at the top. */
export function layOut<P extends LayoutPage>(pages: readonly P[]): Placed<P>[] {
  const parents = new Set(pages.map(({ parentId }) => parentId));
  const folders = new Map<string, ArchiveFolder>();
  const top = openFolder("");
  return pages.map((page) => {
    const isParent = parents.has(page.id);
    const placed = placeIn(folders.get(page.parentId ?? "") ?? top, page, isParent);
    if (isParent) folders.set(page.id, openFolder(placed.below));
    return placed;
  });
}

/** Call it for siblings in their order. */
export function placeIn<P extends LayoutPage>(
  { path: folder, names }: ArchiveFolder,
  page: P,
  isParent: boolean,
): Placed<P> {
  const { base, extension: usual } =
    page.content === null ? fileNameOf(page.type, page.title) : partsOf(page.content.filename);
  // A file and a folder cannot have the same name.
  const extension = usual === "" && isParent ? (page.content === null ? ".txt" : ".bin") : usual;
  const isFolder = page.type === "FOLDER" && page.isEmpty;
  const endings = [
    extension,
    ...(isParent || page.type === "FOLDER" ? [""] : []),
    ...(hasMessages(page.type) ? [".messages.md"] : []),
    ...(page.attachments.length > 0 ? [ATTACHED] : []),
    ...(page.hasThreads ? [(isFolder ? "" : extension) + THREADS_SUFFIX] : []),
  ];
  const stem = folder + names.claim({ name: safeName(base, maxNameBytes(folder)), endings });
  const path = isFolder ? `${stem}/` : stem + extension;
  return {
    ...page,
    path,
    messages: hasMessages(page.type) ? `${stem}.messages.md` : null,
    threads: page.hasThreads ? threadsPath(path) : null,
    attached: attach(`${stem}${ATTACHED}/`, page.attachments),
    below: `${stem}/`,
  };
}

/** Suffix of the attachment folder, after the page's name. */
const ATTACHED = " files";

function attach(folder: string, files: readonly NamedFile[]): ReadonlyMap<string, string> {
  const room = maxNameBytes(folder);
  const names = new FolderNames(room);
  return new Map(
    files.map(({ id, filename }) => {
      const { base, extension } = partsOf(filename);
      return [id, folder + names.claim({ name: safeName(base, room), endings: [extension] }) + extension];
    }),
  );
}
