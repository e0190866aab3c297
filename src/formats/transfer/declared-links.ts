/**
 * Links that are a whole value of front matter (`"[[Plan]]"`, `"[Plan](Plan.md)"`), and the folders of views
 * (`from: [Talks](Talks/)`). Links among other words stay text. Pure.
 */
import { applyEdits } from "../properties/front-matter-edits.ts";
import { readFrontMatter, type Span } from "../properties/front-matter.ts";
import { writeScalar } from "../properties/scalars.ts";
import { textOf, writeReference, type Reference } from "../properties/values.ts";
import { readViews } from "../properties/view-blocks.ts";
import type { Edit } from "../tasks/edits.ts";
import type { ForeignTarget } from "./foreign-links.ts";

const WIKI = /^(!?)\[\[([^[\]\n|]+)(?:\|([^[\]\n]*))?\]\]$/;
const MARKDOWN = /^(!?)\[((?:\\.|[^[\]\\])*)\]\(([^()\s]+)\)$/;
const OURS = /^(?:user|page|file):/;

/** `property` is the name of the property, or null for the folder of a view. */
type Resolve = (link: ForeignTarget, property: string | null) => Reference | null;

function readLink(source: string): ForeignTarget | null {
  const [wiki, , name = "", shown] = WIKI.exec(source) ?? [];
  if (wiki !== undefined) return { kind: "wiki", target: name, label: shown ?? null };
  const [, , label = "", target = ""] = MARKDOWN.exec(source) ?? [];
  if (target === "" || OURS.test(target)) return null;
  return { kind: "link", target, label: label.replaceAll(/\\(.)/g, "$1") };
}

/** `resolve` returns null to keep a link as it is. */
export function replaceDeclaredLinks(text: string, resolve: Resolve): string {
  const matter = readFrontMatter(text);
  const edits: Edit[] = [];
  const replace = (
    property: string | null,
    source: string,
    { from, to }: Span,
    write: (link: string) => string,
  ): void => {
    const link = readLink(source.trim());
    const found = link && resolve(link, property);
    if (found) edits.push({ from, to, insert: write(writeReference(found)) });
  };
  for (const { key, items, form } of matter?.isTooLarge ? [] : (matter?.entries ?? [])) {
    for (const item of items) replace(key, textOf(item), item, (link) => writeScalar(link, form === "brackets"));
  }
  for (const { lines } of text.includes("view") ? readViews(text) : []) {
    for (const { key, value, valueAt } of lines) if (key === "from") replace(null, value, valueAt, (link) => link);
  }
  return edits.length === 0 ? text : applyEdits(text, edits);
}
