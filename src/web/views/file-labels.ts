/** User-visible descriptions of files. */
import { sizeOf } from "../shared/size.ts";
import type { PageFile } from "../../features/files/index.ts";
import { words } from "../../words/file.ts";
import { plural } from "../../words/plural.ts";

/** `PNG picture`, `PDF document`; an unlisted type is described by its family, or as a file. */
function typeName(mimeType: string): string {
  const [family = "", kind = ""] = mimeType.split("/");
  const types: Readonly<Record<string, string>> = words.types;
  const families: Readonly<Record<string, (kind: string) => string>> = words.families;
  return types[mimeType] ?? families[family]?.(kind.replace(/^x-|[+.].*$/g, "").toUpperCase()) ?? words.file;
}

/** The label on a file's icon: its extension, if that is short. */
export const badgeOf = (filename: string): string =>
  (/\.([\p{L}\p{N}]{1,4})$/u.exec(filename)?.[1] ?? words.file).toUpperCase();

const counted = (amount: unknown, forms: typeof words.pages): string[] =>
  typeof amount === "number" ? [plural(amount, forms)] : [];

/** Type, size, and counts determined during processing. */
export function factsOf({ mimeType, size, metadata }: PageFile): string[] {
  const { width, height } = metadata;
  return [
    typeName(mimeType),
    sizeOf(size),
    ...(typeof width === "number" && typeof height === "number" ? [words.pixels(width, height)] : []),
    ...counted(metadata["pageCount"], words.pages),
    ...counted(metadata["slideCount"], words.slides),
    ...counted(metadata["sheetCount"], words.sheets),
    ...counted(metadata["chapterCount"], words.chapters),
    ...counted(metadata["characters"], words.characters),
  ];
}
