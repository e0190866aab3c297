/** Finds the possible targets of links in an archive's texts. */
import { holdsMarkdown } from "../../kernel/page-type.ts";
import { replaceDeclaredLinks } from "../../formats/transfer/declared-links.ts";
import { replaceForeignLinks } from "../../formats/transfer/foreign-links.ts";
import { isReadable } from "../../formats/transfer/readable.ts";
import { readFrontMatter } from "../../formats/transfer/front-matter.ts";
import { replaceLinks, type Link } from "../../formats/transfer/links.ts";
import { baseName, readAddress, resolvePath, stemOf } from "../../formats/transfer/paths.ts";
import type { PageNode } from "./import-tree.ts";

/** Skips front matter, whose values are not text. */
export function markdownStart(text: string): number {
  const front = readFrontMatter(text);
  return front === null || front.isBroken ? 0 : front.end;
}

/** Possible targets of an address: relative to the file's folder, or to the top of the archive or its only folder. */
export function placeOf(from: string, written: string) {
  const target = written.replaceAll("\\", "/");
  const isRooted = /^\/(?!\/)/.test(target);
  const address = readAddress(isRooted ? target.slice(1) : target);
  if (address === null) return null;
  const hash = address.rest.indexOf("#");
  const fragment = hash === -1 || hash === address.rest.length - 1 ? "" : address.rest.slice(hash);
  const tops = isRooted ? ["", from.slice(0, from.indexOf("/") + 1)] : [from];
  const paths = tops.map((top) => resolvePath(top, address.path)).filter((path) => path !== null);
  return { paths: [...new Set(paths)], fragment, isRooted };
}

/** What to look up to resolve a text's links: files by path, and by the last segment of the path. */
export function namesLinkedIn({ type, path, text }: PageNode): { readonly paths: string[]; readonly names: string[] } {
  const paths = new Set<string>();
  const names = new Set<string>();
  const note = (name: string): void => {
    const last = baseName(name).toLowerCase();
    if (last !== "") names.add(last).add(stemOf(last));
  };
  const look = ({ kind, target, label }: Pick<Link, "kind" | "target" | "label">): null => {
    if (kind === "wiki" || kind === "embed") note((target.split(/[#^]+/)[0] ?? "").trim().normalize("NFC"));
    else {
      for (const to of placeOf(path, target)?.paths ?? []) {
        note(to);
        paths.add(to).add(`${to}/`).add(`${to}.md`);
      }
    }
    // The label contains an image, which is itself a link.
    if (kind === "link" && label?.includes("](")) replaceLinks("DOCUMENT", label, look);
    return null;
  };
  if (holdsMarkdown(type) && isReadable(text)) {
    replaceForeignLinks(text, markdownStart(text), { destination: look, wiki: look });
    replaceDeclaredLinks(text, look);
  } else replaceLinks(type, text, look);
  return { paths: [...paths], names: [...names] };
}
