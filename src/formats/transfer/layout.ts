/**
 * Where each page of a tree stands in an archive: `Title.md` beside a folder `Title/` with what lies under it, and beside
 * `Title files/` with what is attached to it. A page that is a file has that file's own name.
 */
import { hasMessages, type PageType } from "../../kernel/page-type.ts";
import { isCodeName } from "../code-names.ts";
import { FolderNames, maxNameBytes, safeName } from "./names.ts";

/** The file that says what the others are. */
export const MANIFEST = "octavo.json";

export type LayoutPage = {
  readonly id: string;
  /** Null for those at the top of the archive. */
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  /** A FOLDER without a text is a folder and no file. */
  readonly isEmpty: boolean;
  /** The file that a FILE page is; null for one that has none, and for pages of other types. */
  readonly content: NamedFile | null;
  /** Files beside its text. */
  readonly attachments: readonly NamedFile[];
};

type NamedFile = { readonly id: string; readonly filename: string };

export type Placed<P extends LayoutPage> = P & {
  /** Of its file, or of its folder with a slash at the end. */
  readonly path: string;
  /** Of the file with its messages, for a page that may have them. */
  readonly messages: string | null;
  /** Paths of its attachments by their ids. */
  readonly attached: ReadonlyMap<string, string>;
  /** The folder of what lies under it. */
  readonly below: string;
};

/** The title parted into a name and the extension of its file, "" for a file that is known by its whole name. */
function fileNameOf(type: PageType, title: string): { readonly base: string; readonly extension: string } {
  const extension = extensionFor(type, title);
  const ends = title.toLowerCase().endsWith(extension.toLowerCase());
  return { base: ends && extension !== "" ? title.slice(0, -extension.length) : title, extension };
}

function extensionFor(type: PageType, title: string): string {
  switch (type) {
    case "CANVAS":
      return ".html";
    case "SHEET":
      return ".csv";
    case "CODE":
      return codeExtension(title);
    case "FILE":
      return /\.md$/i.test(title) ? ".md" : ".txt";
    case "DOCUMENT":
    case "TASK_LIST":
    case "FOLDER":
    case "CHANNEL":
    case "AI_CHAT":
      return ".md";
  }
}

/** The name of a file as it was given, parted before its extension. */
function partsOf(filename: string): { readonly base: string; readonly extension: string } {
  const extension = /[^.](\.[\p{L}\p{N}]{1,16})$/u.exec(filename)?.[1] ?? "";
  return { base: extension === "" ? filename : filename.slice(0, -extension.length), extension };
}

function codeExtension(title: string): string {
  if (!isCodeName(title)) return ".txt";
  const last = /\.[a-z0-9]{1,16}$/i.exec(title)?.[0] ?? "";
  return last !== "" && isCodeName(`x${last}`) ? last : "";
}

/** The name of the one file of a page, as for a download. */
export function downloadName(type: PageType, title: string): string {
  const { base, extension } = fileNameOf(type, title);
  return safeName(base) + extension;
}

/** A folder of an archive, while what lies in it is given names. */
export type ArchiveFolder = { readonly path: string; readonly names: FolderNames };

/** "" is the top. */
export const openFolder = (path: string): ArchiveFolder => ({
  path,
  names: new FolderNames(maxNameBytes(path), path === "" ? [MANIFEST] : []),
});

/** `pages` have parents before children and siblings in their order; whose parent is not among them stands at the top. */
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

/** Siblings have to come in their order. */
export function placeIn<P extends LayoutPage>(
  { path: folder, names }: ArchiveFolder,
  page: P,
  isParent: boolean,
): Placed<P> {
  const { base, extension: usual } =
    page.content === null ? fileNameOf(page.type, page.title) : partsOf(page.content.filename);
  // A file and a folder cannot have the same name.
  const extension = usual === "" && isParent ? (page.content === null ? ".txt" : ".bin") : usual;
  const endings = [
    extension,
    ...(isParent || page.type === "FOLDER" ? [""] : []),
    ...(hasMessages(page.type) ? [".messages.md"] : []),
    ...(page.attachments.length > 0 ? [ATTACHED] : []),
  ];
  const stem = folder + names.claim({ name: safeName(base, maxNameBytes(folder)), endings });
  return {
    ...page,
    path: page.type === "FOLDER" && page.isEmpty ? `${stem}/` : stem + extension,
    messages: hasMessages(page.type) ? `${stem}.messages.md` : null,
    attached: attach(`${stem}${ATTACHED}/`, page.attachments),
    below: `${stem}/`,
  };
}

/** Behind the name of a page, the folder of its attachments. */
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
