/** Download names: the file's own name, unless the operating system would open it as another type. */
import { cleanFilename } from "./rules.ts";
import { bareExtensionOf, IN_ARCHIVES, TEXTS } from "./types.ts";

/**
 * Types that are detected reliably from the bytes and never executed, with their extensions; the first is appended to a
 * name with a misleading one. A program named like an image keeps its name, so a double click does not run it.
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

/** Extensions of programs, and of files that a system runs like one. */
const RUNNABLE = "exe com scr bat cmd msi ps1 vbs wsf hta lnk jar app apk dmg sh py pl php svgz mht mhtml url swf";

/** Extensions with a known meaning. Others, such as `bak` or `ai`, may belong to any type. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(EXTENSIONS).flat(),
  ...Object.keys(TEXTS),
  ...Object.keys(IN_ARCHIVES),
  ...RUNNABLE.split(" "),
]);

/** Returns `name`, with the extension of its type appended if its own belongs to another type: `p.html.png`. */
export function safeDownloadName(name: string, mimeType: string): string {
  const [type = ""] = mimeType.split(";", 1);
  const own = Object.hasOwn(EXTENSIONS, type) ? EXTENSIONS[type] : undefined;
  const extension = bareExtensionOf(name);
  if (!own || own.includes(extension) || !KNOWN.has(extension)) return name;
  return cleanFilename(`${name}.${own[0]}`);
}
