/** Pure rules for bulk operations: renaming by a pattern, and planning a structure. */
import { invalid } from "../../../kernel/errors.ts";
import type { PageAppearance } from "../../../kernel/page.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { MAX_NODES, type RenamePattern, type StructureNode } from "./contract.ts";

const MAX_TITLE_LENGTH = 255;

/**
 * Applies the pattern and normalizes the title like any other. `index` counts the pages of the call from 1. Throws
 * `invalid_request` if the result is empty or too long.
 */
export function renameTitle(title: string, pattern: RenamePattern, index: number): string {
  const next = applyPattern(title, pattern, index)
    .normalize("NFC")
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
  if (next === "") throw invalid("pattern", `“${title}” would have no title left.`);
  if (next.length > MAX_TITLE_LENGTH)
    throw invalid("pattern", `“${title}” would have more than ${MAX_TITLE_LENGTH} characters.`);
  return next;
}

function applyPattern(title: string, pattern: RenamePattern, index: number): string {
  switch (pattern.type) {
    case "prefix":
      return pattern.text + title;
    case "suffix":
      return title + pattern.text;
    case "template":
      // One pass from the left, so that inserted text is never read as a placeholder.
      return pattern.template.replace(/\{title\}|\{index\}/g, (name) => (name === "{title}" ? title : String(index)));
    case "find_replace":
      return pattern.caseSensitive
        ? title.replaceAll(pattern.find, () => pattern.replace)
        : replaceFolded(title, pattern.find, pattern.replace);
  }
}

/** Folds case character by character, because folding a whole string can change its length ("İ"). */
function replaceFolded(title: string, find: string, replace: string): string {
  const fold = (text: string): string[] => Array.from(text, (char) => char.toLowerCase());
  const [chars, folded, wanted] = [Array.from(title), fold(title), fold(find)];
  let result = "";
  for (let at = 0; at < chars.length;) {
    if (wanted.every((char, i) => folded[at + i] === char)) {
      result += replace;
      at += wanted.length;
    } else {
      result += chars[at] ?? "";
      at += 1;
    }
  }
  return result;
}

export type PlannedPage = PageAppearance & {
  readonly id: string;
  /** Null for pages at the top of the structure. */
  readonly parentId: string | null;
  readonly title: string;
  readonly type: PageType;
  readonly content: string;
  /** Position among its siblings, from 1. */
  readonly place: number;
  /** Titles from the top of the structure, joined by slashes. */
  readonly path: string;
  /** Levels from the top of the structure, from 1. */
  readonly depth: number;
};

/** The pages of a structure, parents before children. Throws `invalid_request` if there are more than `MAX_NODES`. */
export function planStructure(structure: readonly StructureNode[], newId: () => string): PlannedPage[] {
  const planned: PlannedPage[] = [];
  let level: { node: StructureNode; parent: PlannedPage | null; place: number }[] = structure.map((node, i) => ({
    node,
    parent: null,
    place: i + 1,
  }));
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { node, parent, place } of level) {
      const page: PlannedPage = {
        id: newId(),
        parentId: parent?.id ?? null,
        title: node.title,
        icon: node.icon,
        type: node.type,
        content: node.content ?? "",
        place,
        path: parent ? `${parent.path}/${node.title}` : node.title,
        depth: (parent?.depth ?? 0) + 1,
      };
      planned.push(page);
      if (planned.length > MAX_NODES) throw invalid("structure", `A structure can contain at most ${MAX_NODES} pages.`);
      for (const [i, child] of (node.children ?? []).entries()) next.push({ node: child, parent: page, place: i + 1 });
    }
    level = next;
  }
  return planned;
}

/** The quota these pages need when created under `parentId`; text in bytes of UTF-8. */
export const quotaClaimOf = (pages: readonly PlannedPage[], parentId: string | null) => ({
  pages: pages.length,
  text: pages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
  place: { parentId, more: pages.filter((page) => page.parentId === null).length },
});
