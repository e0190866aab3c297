/**
 * The media types that are treated specially. To add one, add it here, and its name to `types` in `src/words/en/file.ts`
 * unless its family describes it. Which files contain text is decided by their content (`queues/parser/text/sniff.ts`).
 */

type MediaType = {
  /** Its bytes only show a ZIP archive or a text, so the extension selects the type; other types are detected from the bytes. */
  readonly within?: "zip" | "text";
  /** The first is appended to a downloaded file whose extension belongs to another type. */
  readonly extensions: readonly [string, ...string[]];
  /**
   * `media` is displayed natively by browsers and cannot run scripts; `text` is displayed as plain text. All others are
   * downloaded.
   */
  readonly inline?: "media" | "text";
  /** Smaller pictures are generated. */
  readonly isResized?: true;
};

export const MEDIA_TYPES: Readonly<Record<string, MediaType>> = {
  "image/png": { extensions: ["png", "apng"], inline: "media", isResized: true },
  "image/jpeg": { extensions: ["jpg", "jpeg", "jpe", "jfif"], inline: "media", isResized: true },
  "image/gif": { extensions: ["gif"], inline: "media", isResized: true },
  "image/webp": { extensions: ["webp"], inline: "media", isResized: true },
  "image/avif": { extensions: ["avif"], inline: "media", isResized: true },
  "image/heic": { extensions: ["heic", "heif"], isResized: true },
  "image/heif": { extensions: ["heif", "heic"], isResized: true },
  "image/bmp": { extensions: ["bmp", "dib"], inline: "media" },
  "image/tiff": { extensions: ["tif", "tiff"] },
  "audio/mpeg": { extensions: ["mp3", "mp2"], inline: "media" },
  "audio/ogg": { extensions: ["ogg", "oga", "opus"], inline: "media" },
  "audio/wav": { extensions: ["wav"], inline: "media" },
  "video/mp4": { extensions: ["mp4", "m4v", "m4a", "mov"], inline: "media" },
  "video/webm": { extensions: ["webm", "mkv"], inline: "media" },
  "application/pdf": { extensions: ["pdf"] },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": { within: "zip", extensions: ["docx"] },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": { within: "zip", extensions: ["xlsx"] },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": { within: "zip", extensions: ["pptx"] },
  "application/vnd.oasis.opendocument.text": { within: "zip", extensions: ["odt"] },
  "application/vnd.oasis.opendocument.spreadsheet": { within: "zip", extensions: ["ods"] },
  "application/vnd.oasis.opendocument.presentation": { within: "zip", extensions: ["odp"] },
  "application/epub+zip": { within: "zip", extensions: ["epub"] },
  "text/plain": { within: "text", extensions: ["txt", "log"], inline: "text" },
  "text/markdown": { within: "text", extensions: ["md", "markdown"], inline: "text" },
  "text/csv": { within: "text", extensions: ["csv"], inline: "text" },
  "text/tab-separated-values": { within: "text", extensions: ["tsv"], inline: "text" },
  "application/json": { within: "text", extensions: ["json"], inline: "text" },
  "application/yaml": { within: "text", extensions: ["yaml", "yml"], inline: "text" },
  "text/html": { within: "text", extensions: ["html", "htm"] },
  "application/xhtml+xml": { within: "text", extensions: ["xhtml"] },
  "application/xml": { within: "text", extensions: ["xml"] },
  "image/svg+xml": { within: "text", extensions: ["svg"] },
  "text/css": { within: "text", extensions: ["css"] },
  "text/javascript": { within: "text", extensions: ["js", "mjs"] },
  "application/rtf": { within: "text", extensions: ["rtf"] },
};

/** Undefined for a type that is not treated specially. Parameters such as `codecs=opus` are ignored. */
export function mediaType(mimeType: string): MediaType | undefined {
  const [type = ""] = mimeType.split(";", 1);
  return Object.hasOwn(MEDIA_TYPES, type) ? MEDIA_TYPES[type] : undefined;
}
