/** Where each page of a tree stands in an archive: `Title.md` beside a folder `Title/` with what lies under it. */
import type { PageType } from "../../kernel/page-type.ts";
import { languageOfTitle } from "../languages.ts";
import { FolderNames, roomIn, safeName } from "./names.ts";

/** The file that says what the others are. */
export const MANIFEST = "octavo.json";

export type TreePage = {
  readonly id: string;
  /** Null for those at the top of the archive. */
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  /** A FOLDER without a text is a folder and no file. */
  readonly isEmpty: boolean;
};

export type Placed<P extends TreePage> = P & {
  /** Of its file, or of its folder with a slash at the end. */
  readonly path: string;
  /** Of the file with its messages, for a page that may have them. */
  readonly messages: string | null;
};

export const hasMessages = (type: PageType): boolean => type === "CHANNEL" || type === "AI_CHAT";

/** The title parted into a name and the extension of its file, "" for a file that is known by its whole name. */
export function fileNameOf(type: PageType, title: string): { readonly base: string; readonly extension: string } {
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

function codeExtension(title: string): string {
  if (languageOfTitle(title) === null) return ".txt";
  const last = /\.[a-z0-9]{1,16}$/i.exec(title)?.[0] ?? "";
  return last !== "" && languageOfTitle(`x${last}`) !== null ? last : "";
}

/** The name of the one file of a page, as for a download. */
export function downloadName(type: PageType, title: string): string {
  const { base, extension } = fileNameOf(type, title);
  return safeName(base) + extension;
}

/** `pages` have parents before children and siblings in their order; whoever's parent is not among them stands at the top. */
export function layOut<P extends TreePage>(pages: readonly P[]): Placed<P>[] {
  const parents = new Set(pages.map(({ parentId }) => parentId));
  const folders = new Map<string, { readonly path: string; readonly names: FolderNames }>();
  const top = { path: "", names: new FolderNames(roomIn(""), [MANIFEST]) };
  return pages.map((page) => {
    const { path: folder, names } = folders.get(page.parentId ?? "") ?? top;
    const isParent = parents.has(page.id);
    const { base, extension: usual } = fileNameOf(page.type, page.title);
    // A file and a folder cannot have the same name.
    const extension = usual === "" && isParent ? ".txt" : usual;
    const endings = [
      extension,
      ...(isParent || page.type === "FOLDER" ? [""] : []),
      ...(hasMessages(page.type) ? [".messages.md"] : []),
    ];
    const stem = folder + names.claim({ name: safeName(base, roomIn(folder)), endings });
    if (isParent) folders.set(page.id, { path: `${stem}/`, names: new FolderNames(roomIn(`${stem}/`)) });
    return {
      ...page,
      path: page.type === "FOLDER" && page.isEmpty ? `${stem}/` : stem + extension,
      messages: hasMessages(page.type) ? `${stem}.messages.md` : null,
    };
  });
}
