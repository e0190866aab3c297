/** Download names: the file's own name, unless the operating system would open it as another type. */
import { MEDIA_TYPES, mediaType } from "../../kernel/media-types.ts";
import { cleanFilename } from "./rules.ts";
import { bareExtensionOf } from "./types.ts";

/** Extensions of programs, and of files that a system runs like one. */
const RUNNABLE = "exe com scr bat cmd msi ps1 vbs wsf hta lnk jar app apk dmg sh py pl php svgz mht mhtml url swf";

/** Extensions with a known meaning. Others, such as `bak` or `ai`, may belong to any type. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.values(MEDIA_TYPES).flatMap(({ extensions }) => extensions),
  ...RUNNABLE.split(" "),
]);

/**
 * Returns `name`, with the extension of its type appended if its own belongs to another type: `p.html.png`. Only types that
 * are detected reliably from the bytes and never executed count: a program named like an image keeps its name, so a double
 * click does not run it.
 */
export function safeDownloadName(name: string, mimeType: string): string {
  const type = mediaType(mimeType);
  const extension = bareExtensionOf(name);
  if (!type || type.within || type.extensions.includes(extension) || !KNOWN.has(extension)) return name;
  return cleanFilename(`${name}.${type.extensions[0]}`);
}
