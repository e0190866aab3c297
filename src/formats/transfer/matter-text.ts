/** Writes new front matter, and the text of a folder that declares properties. Pure. */
import { applyEdits } from "../properties/front-matter-edits.ts";
import type { PropertyValue, Scalar } from "../properties/front-matter.ts";
import type { Edit } from "../tasks/edits.ts";
import { writeScalar } from "../properties/scalars.ts";
import { declareProperty, type Property } from "../properties/schema.ts";
import { addView, readViews, setViewOption, setWhere, writeNames, type View } from "../properties/view-blocks.ts";

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

type ViewOptions = {
  readonly columns?: readonly string[];
  readonly sort?: string;
  /** The folder, as a link. */
  readonly from?: string;
  readonly where?: readonly string[];
};

/** Adds a view at the end of the text. */
export function withView(text: string, view: Parameters<typeof addView>[1], options: ViewOptions): string {
  const { columns = [], sort = "", from = "", where = [] } = options;
  const lines = { columns: writeNames(columns), sort, from } as const;
  const change = (next: string, edit: (text: string, last: View) => Edit[]): string => {
    const last = readViews(next).at(-1);
    return last ? applyEdits(next, edit(next, last)) : next;
  };
  const keys = (["from", "sort", "columns"] as const).filter((key) => lines[key] !== "");
  const added = applyEdits(text, addView(text, view));
  const named = keys.reduce(
    (next, key) => change(next, (own, last) => setViewOption(own, last, key, lines[key])),
    added,
  );
  return change(named, (own, last) => setWhere(own, last, where));
}
