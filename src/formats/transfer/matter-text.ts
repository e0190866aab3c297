/** Writes new front matter, and the text of a folder that declares properties. Pure. */
import { applyEdits } from "../properties/front-matter-edits.ts";
import type { PropertyValue, Scalar } from "../properties/front-matter.ts";
import { writeScalar } from "../properties/scalars.ts";
import { declareProperty, type Property } from "../properties/schema.ts";
import { addView, readViews, setViewOption, writeNames } from "../properties/view-blocks.ts";

const isList = (value: PropertyValue): value is readonly Scalar[] => Array.isArray(value);

/** One line, or null for a property without a value. */
export function matterLine(name: string, value: PropertyValue): string | null {
  if (value === null || (isList(value) && value.length === 0)) return null;
  const written = isList(value) ? `[${value.map((item) => writeScalar(item, true)).join(", ")}]` : writeScalar(value);
  return `${writeScalar(name)}: ${written}`;
}

/** Puts lines of properties before a text without front matter. */
export const withMatter = (lines: readonly string[], text: string): string =>
  lines.length === 0 ? text : `---\n${lines.join("\n")}\n---\n${text}`;

/** The front matter of a folder, which declares `properties` in their order. */
export const declarations = (properties: readonly Property[]): string =>
  properties.reduce((text, property) => applyEdits(text, declareProperty(text, property) ?? []), "");

/** Adds a view with options, of which null ones are left out. */
export function withView(
  text: string,
  view: Parameters<typeof addView>[1],
  options: { readonly columns?: readonly string[]; readonly sort?: string; readonly from?: string; readonly where?: readonly string[] }, // oxfmt-ignore
): string {
  const added = applyEdits(text, addView(text, view));
  const set = (next: string, key: "columns" | "sort" | "from", value: string | undefined): string => {
    const last = readViews(next).at(-1);
    return last && value ? applyEdits(next, setViewOption(next, last, key, value)) : next;
  };
  const named = set(added, "columns", options.columns && writeNames(options.columns));
  return set(set(named, "sort", options.sort), "from", options.from);
}
