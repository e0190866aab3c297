/** English: a file and what is known of it. */
export const download = "Download";
export const makeDocument = "Convert to document";
export const newVersion = "New version";
export const readAgain = "Reprocess";
export const unreadable = "This file couldn't be processed.";
export const none = "This page has no file.";
export const upload = "Upload a file";
export const fit = "Fit";
export const picture = "Image";
export const lookClosely = "View image";
export const commentArea = "Comment on an area";
export const openOriginal = "Open the original";
export const textInFile = "Text in this file";
export const truncated = "The file has more text than fits on a page. Only the beginning is shown.";
export const isDifferent = "Differences from the file";
export const noText = "This file contains no text.";
export const isReadAgain = "Reprocessing the file.";
export const notShown = "Couldn't update the page. Reload it.";
/** How far it has been read. */
export const reading = {
  pending: "Waiting to be processed",
  processing: "Processing…",
  completed: "Ready",
  failed: "Processing failed",
};
export const file = "File";
export const types = {
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
  "image/svg+xml": "SVG image",
  "audio/mpeg": "MP3 audio",
};
export const families = {
  image: (kind: string) => `${kind} image`,
  audio: (kind: string) => `${kind} audio`,
  video: (kind: string) => `${kind} video`,
  font: (kind: string) => `${kind} font`,
  text: (kind: string) => `${kind} text`,
};
export const facts = (all: readonly string[]) => all.join(", ");
export const pixels = (width: number, height: number) => `${width} × ${height} pixels`;
export const pages = { one: "# page", other: "# pages" };
export const slides = { one: "# slide", other: "# slides" };
export const sheets = { one: "# sheet", other: "# sheets" };
export const chapters = { one: "# chapter", other: "# chapters" };
export const characters = { one: "# character", other: "# characters" };
export const useVersion = "Restore";
export const useVersionOf = (name: string) => `Restore ${name}`;
export const versionUsed = (name: string) => `${name} is the current version again.`;
