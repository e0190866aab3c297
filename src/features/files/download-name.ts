/** Names that files are saved under: as they are called, unless that would have a system open them as something else. */
import { cleanFilename } from "./rules.ts";
import { bareExtensionOf, IN_ARCHIVES, TEXTS } from "./types.ts";

/**
 * Kinds that are told from their bytes for certain and run nowhere, with what names of theirs end in; the first is added
 * to a name that lies. A program that is called a picture stays called that: nobody is to run it by a double click.
 */
const EXTENSIONS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "image/png": ["png", "apng"],
  "image/jpeg": ["jpg", "jpeg", "jpe", "jfif"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "image/avif": ["avif"],
  "image/heic": ["heic", "heif"],
  "image/heif": ["heif", "heic"],
  "image/bmp": ["bmp", "dib"],
  "image/tiff": ["tif", "tiff"],
  "audio/mpeg": ["mp3", "mp2"],
  "audio/ogg": ["ogg", "oga", "opus"],
  "audio/wav": ["wav"],
  "video/mp4": ["mp4", "m4v", "m4a", "mov"],
  "video/webm": ["webm", "mkv"],
  "application/pdf": ["pdf"],
};

/** Of programs, or what a system runs like one. */
const RUNNABLE = "exe com scr bat cmd msi ps1 vbs wsf hta lnk jar app apk dmg sh py pl php svgz mht mhtml url swf";

/** What names of known kinds end in. Others, like `bak` or `ai`, may be of any. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(EXTENSIONS).flat(),
  ...Object.keys(TEXTS),
  ...Object.keys(IN_ARCHIVES),
  ...RUNNABLE.split(" "),
]);

/** `name`, with the extension of its type added where its own belongs to another: `p.html.png`. */
export function safeDownloadName(name: string, mimeType: string): string {
  const [type = ""] = mimeType.split(";", 1);
  const own = Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined;
  const extension = bareExtensionOf(name);
  if (!own || own.includes(extension) || !KNOWN.has(extension)) return name;
  return cleanFilename(`${name}.${own[0]}`);
}
