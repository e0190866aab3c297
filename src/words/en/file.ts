/** English: a file and what is known of it. */
export const download = "Download";
export const makeDocument = "Make a document";
export const newVersion = "New version";
export const readAgain = "Read again";
export const unreadable = "This file could not be read.";
export const none = "There is no file on this page.";
export const upload = "Upload a file";
export const fit = "Fit";
export const picture = "Picture";
export const lookClosely = "Look closely";
export const openOriginal = "Open the original";
export const textInFile = "Text in this file";
export const truncated = "The file has more text than fits on a page. This is the beginning.";
export const isDifferent = "What is different from the file";
export const noText = "This file contains no text.";
export const isReadAgain = "The file is read again.";
export const notShown = "The page could not be shown anew. Load it again.";
/** How far it has been read. */
export const reading = {
  pending: "Waiting to be read",
  processing: "Being read…",
  completed: "Ready",
  failed: "Could not be read",
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
  "image/jpeg": "JPEG picture",
  "image/svg+xml": "SVG drawing",
  "audio/mpeg": "MP3 sound",
};
export const families = {
  image: (kind: string) => `${kind} picture`,
  audio: (kind: string) => `${kind} sound`,
  video: (kind: string) => `${kind} film`,
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
export const useVersion = "Use again";
export const useVersionOf = (name: string) => `Use ${name} again`;
export const versionUsed = (name: string) => `${name} is the current version again.`;
