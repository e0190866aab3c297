/**
 * Cells of Notion exports that refer to other entries: relations (`Plan (Projects%20db/Plan%200f….md), …`, or addresses
 * of pages outside the export), and files. Pure.
 */

export type RelatedPage = { readonly title: string; readonly target: string };

/** The end of a page's or table's file name or address: Notion's id of 32 hexadecimal digits. */
const TARGET = /([0-9a-f]{32})(?:(?:_all)?\.(?:md|csv)|\?[^\s]*)?$/;
const ADDRESS = /^https:\/\/(?:[\w-]+\.)?notion\.(?:so|com|site)\/\S*$/;
/** Pages of one relation, and the brackets that titles may contain. */
const MAX_ITEMS = 500;

/** The id in a page's file name or address. */
export const notionIdOf = (target: string): string | null => TARGET.exec(target)?.[1] ?? null;

/** Null unless the whole cell is a list of pages with their targets. */
export function readRelation(cell: string): readonly RelatedPage[] | null {
  const pages: RelatedPage[] = [];
  for (let at = 0; at < cell.length;) {
    const found = nextPage(cell, at);
    if (found === null || pages.length >= MAX_ITEMS) return null;
    pages.push(found.page);
    at = found.end;
  }
  return pages.length === 0 ? null : pages;
}

function nextPage(cell: string, from: number): { readonly page: RelatedPage; readonly end: number } | null {
  if (cell.startsWith("https://", from)) return nextAddress(cell, from);
  let close = from;
  for (let tries = 0; tries < 20; tries++) {
    close = cell.indexOf(")", close + 1);
    if (close === -1) return null;
    if (close + 1 < cell.length && !cell.startsWith(", ", close + 1)) continue;
    const open = cell.lastIndexOf(" (", close);
    const target = cell.slice(open + 2, close);
    // A title may itself contain brackets and commas.
    if (open <= from || /\s/.test(target) || notionIdOf(target) === null) continue;
    return { page: { title: cell.slice(from, open).trim(), target }, end: close + 3 };
  }
  return null;
}

/** Older exports contain the addresses alone; the title is the address's words. */
function nextAddress(cell: string, from: number): { readonly page: RelatedPage; readonly end: number } | null {
  const comma = cell.indexOf(", ", from);
  const target = cell.slice(from, comma === -1 ? cell.length : comma);
  if (!ADDRESS.test(target) || notionIdOf(target) === null) return null;
  const slug = /\/([^/?]*?)-?[0-9a-f]{32}(?:\?|$)/.exec(target)?.[1] ?? "";
  return {
    page: { title: slug.replaceAll("-", " ") || "Untitled", target },
    end: comma === -1 ? cell.length : comma + 2,
  };
}

/** Null unless the whole cell is a list of relative paths to files. */
export function readFilePaths(cell: string): readonly string[] | null {
  if (cell.length > 10_000) return null;
  const paths = cell.split(", ");
  const isPath = (path: string): boolean =>
    /^[^\s:]+\.[A-Za-z0-9]{1,8}$/.test(path) && /\/|%[0-9A-F]{2}/i.test(path) && !/\.(?:md|csv)$/.test(path);
  return paths.every(isPath) ? paths : null;
}
