/** Changes of single items of a list. Pure. */
import { setProperty } from "../../../formats/properties/front-matter-edits.ts";
import {
  type Entry,
  findEntry,
  foldKey,
  type PropertyValue,
  readFrontMatter,
  type Scalar,
} from "../../../formats/properties/front-matter.ts";
import { findOption, type Property } from "../../../formats/properties/schema.ts";
import { readReference, textOf } from "../../../formats/properties/values.ts";
import type { Edit } from "../../../formats/tasks/edits.ts";

/** `item`: a label, or a reference as written. */
export type ListChange = { readonly item: string; readonly isOn: boolean };

/** The list of `entry` with the item added or removed. Its other items stay as written. */
function withChange(property: Property, entry: Entry | null, { item, isOn }: ListChange): readonly Scalar[] {
  const keyOf = (source: string): string =>
    readReference(source)?.id ?? foldKey(findOption(property.options, source)?.label ?? source);
  const items = entry?.items ?? [];
  const others = items.filter((each) => keyOf(textOf(each)) !== keyOf(item));
  if (isOn && others.length < items.length) return items.map(({ value }) => value);
  return [...others.map(({ value }) => value), ...(isOn ? [item] : [])];
}

/** Sets the value; of a list only the changed item, so that items which others added meanwhile stay. */
export function setOrChange(
  text: string,
  property: Property,
  value: PropertyValue,
  change: ListChange | null,
): Edit[] | null {
  const entry = findEntry(readFrontMatter(text)?.entries ?? [], property.name);
  return setProperty(text, property.name, change ? withChange(property, entry, change) : value);
}
