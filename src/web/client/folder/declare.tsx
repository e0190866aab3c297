/** Changes of a folder's declarations, from its views. */
import {
  declareProperty,
  findProperty,
  newProperty,
  type Property,
  type PropertyType,
  readSchema,
  removeDeclaration,
} from "../../../formats/properties/schema.ts";
import { writeNames, writeSort } from "../../../formats/properties/view-blocks.ts";
import { words as propertyWords } from "../../../words/properties.ts";
import { words } from "../../../words/views.ts";
import { TYPE_ICONS } from "../../shared/properties/value-view.tsx";
import { openPropertyForm } from "../properties/property-form.tsx";
import { announce } from "../ui/notice.ts";
import { type MenuItem, openMenu } from "../ui/menu.tsx";
import type { FolderText } from "./folder-text.ts";
import type { ViewEdits } from "./tools.tsx";

export function addOption(text: FolderText, name: string, label: string): void {
  const option = { label, color: null, limit: null, isDone: false, was: null };
  text.edit((now) => {
    const property = findProperty(readSchema(now), name);
    return property && declareProperty(now, { ...property, options: [...property.options, option] });
  });
}

export function openNewProperty(text: FolderText, anchor: Element): void {
  openPropertyForm({
    anchor,
    name: "",
    withType: true,
    isTaken: (name) => findProperty(readSchema(text.text), name) !== null,
    closed: () => anchor instanceof HTMLElement && anchor.focus(),
    submit: ({ name, type }) => text.edit((now) => declareProperty(now, newProperty(name, type))),
  });
}

const TYPES: readonly PropertyType[] = [
  "text",
  "number",
  "choice",
  "choices",
  "people",
  "date",
  "page",
  "checkbox",
  "address",
  "file",
];

/** A change of type rewrites no value: what does not fit is marked. */
export function openPropertyMenu(
  text: FolderText,
  property: Property,
  anchor: HTMLElement,
  edits: ViewEdits,
  columns: readonly Property[],
): void {
  const { name } = property;
  const declared = findProperty(readSchema(text.text), name);
  const others = columns.filter((each) => each.name !== name).map((each) => each.name);
  const sort = (isDescending: boolean): void => edits.set("sort", writeSort([{ name, isDescending }]));
  const items: MenuItem[] = [
    { title: words.ascending(name), icon: "arrow-up", run: () => sort(false) },
    { title: words.descending(name), icon: "arrow-down", run: () => sort(true) },
    { title: words.hideColumn, icon: "minus", run: () => edits.set("columns", writeNames(["Title", ...others])) },
    ...TYPES.map((type): MenuItem => ({
      title: propertyWords.types[type],
      icon: TYPE_ICONS[type],
      section: propertyWords.changeType,
      isOn: type === property.type,
      run: () => {
        text.edit((now) =>
          declareProperty(now, { ...(declared ?? newProperty(name, type)), type, isUnderstood: true }),
        );
      },
    })),
    ...(declared
      ? [
          {
            title: words.removeProperty,
            icon: "trash",
            part: "last",
            run: () => {
              if (text.edit((now) => removeDeclaration(now, name))) announce(words.valuesStay);
            },
          } as const,
        ]
      : []),
  ];
  openMenu(propertyWords.menuOf(name), anchor, items, () => anchor.focus());
}
