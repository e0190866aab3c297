/** What a file is called where people read. */
import { sizeOf } from "../client/size.ts";
import type { PageFile } from "../../features/files/file-page.ts";

const NAMES: Readonly<Record<string, string>> = {
  "application/pdf": "PDF document",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel workbook",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint presentation",
  "application/vnd.oasis.opendocument.text": "OpenDocument text",
  "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument spreadsheet",
  "application/vnd.oasis.opendocument.presentation": "OpenDocument presentation",
  "application/epub+zip": "EPUB book",
  "application/rtf": "Rich text",
  "application/json": "JSON",
  "application/xml": "XML",
  "application/yaml": "YAML",
  "application/zip": "ZIP archive",
  "text/plain": "Text",
  "text/markdown": "Markdown text",
  "text/csv": "Table (CSV)",
  "text/tab-separated-values": "Table (TSV)",
  "text/html": "Web page",
  "image/jpeg": "JPEG picture",
  "image/svg+xml": "SVG drawing",
  "audio/mpeg": "MP3 sound",
};

const FAMILIES: Readonly<Record<string, string>> = {
  image: "picture",
  audio: "sound",
  video: "film",
  font: "font",
  text: "text",
};

/** `PNG picture`, `PDF document`; a type nobody has named here is called by its family, or a file. */
export function typeName(mimeType: string): string {
  const [family = "", kind = ""] = mimeType.split("/");
  const known = NAMES[mimeType];
  if (known !== undefined) return known;
  const word = FAMILIES[family];
  return word === undefined ? "File" : `${kind.replace(/^x-|[+.].*$/g, "").toUpperCase()} ${word}`;
}

/** The letters on the sheet that stands for a file: its extension if that is short. */
export const badgeOf = (filename: string): string =>
  (/\.([\p{L}\p{N}]{1,4})$/u.exec(filename)?.[1] ?? "file").toUpperCase();

const counted = (amount: unknown, one: string, many: string): string[] =>
  typeof amount === "number" ? [`${amount.toLocaleString("en")} ${amount === 1 ? one : many}`] : [];

/** Type, size, and what was counted when it was read. */
export function factsOf({ mimeType, size, metadata }: PageFile): string[] {
  const { width, height } = metadata;
  return [
    typeName(mimeType),
    sizeOf(size),
    ...(typeof width === "number" && typeof height === "number" ? [`${width} × ${height} pixels`] : []),
    ...counted(metadata["pageCount"], "page", "pages"),
    ...counted(metadata["slideCount"], "slide", "slides"),
    ...counted(metadata["sheetCount"], "sheet", "sheets"),
    ...counted(metadata["chapterCount"], "chapter", "chapters"),
    ...counted(metadata["characters"], "character", "characters"),
  ];
}
