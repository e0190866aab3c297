/** The value of a property as readers see it: in the panel above a text, in tables and on cards. */
import type { Color, Property } from "../../../formats/properties/schema.ts";
import { findOption } from "../../../formats/properties/schema.ts";
import { readDate, type Reference, type TypedValue } from "../../../formats/properties/values.ts";
import { words } from "../../../words/properties.ts";
import { Avatar, hueOf } from "../avatar.tsx";
import { bareAddress, linkAttributes } from "../document/address.ts";
import type { IconName } from "../icon-names.ts";
import { Icon } from "../icons.tsx";
import { formatDate, formatNumber } from "./format.ts";

export type ShownValue = Pick<TypedValue, "value" | "text" | "references" | "fits">;

export const TYPE_ICONS: Readonly<Record<Property["type"], IconName>> = {
  text: "type",
  number: "hash",
  choice: "circle-dot",
  choices: "tags",
  people: "users",
  date: "calendar",
  page: "file-text",
  checkbox: "square-check",
  address: "link",
  file: "paperclip",
  formula: "sigma",
  rollup: "sigma",
};

const HUES: Readonly<Record<Color, string>> = {
  gray: "stone",
  brown: "clay",
  red: "clay",
  orange: "amber",
  amber: "amber",
  green: "moss",
  teal: "moss",
  blue: "blue",
  purple: "plum",
  pink: "rose",
};

type ChipProps = { readonly property: Property; readonly label: string };

/** A choice has a dot, so that a status differs from a label by more than colour. */
export const Chip = ({ property, label }: ChipProps) => {
  const option = findOption(property.options, label);
  const hue = option?.color ? HUES[option.color] : property.type === "choices" ? hueOf(label) : "stone";
  return (
    <span class={`prop-chip${property.type === "choice" ? " is-choice" : ""}`} data-hue={hue}>
      <bdi>{option?.label ?? label}</bdi>
    </span>
  );
};

export const Person = ({ person: { id, label } }: { readonly person: Reference }) => (
  <span class="prop-person">
    <Avatar of={{ id, name: label, image: null }} />
    <bdi>{label}</bdi>
  </span>
);

const addressOf = ({ kind, id }: Reference): string => (kind === "file" ? `/api/files/${id}/view` : `/pages/${id}`);

/** True if the value is drawn with links, which a button cannot contain. */
export const hasLinks = ({ type }: Property, { value, fits }: ShownValue): boolean =>
  fits && value !== null && (type === "page" || type === "file" || type === "address");

const listOf = ({ value, text }: ShownValue): readonly string[] =>
  Array.isArray(value) ? value : text === "" ? [] : [text];

type Props = { readonly property: Property; readonly shown: ShownValue };

/** Nothing for a missing value. */
export function ValueView({ property, shown }: Props) {
  const { value, text, references, fits } = shown;
  if (text === "" && value === null) return null;
  if (!fits)
    return (
      <span class="prop-misfit" title={words.misfit(words.types[property.type])}>
        <Icon name="triangle-alert" />
        <bdi>{text}</bdi>
        <span class="hidden">{words.misfit(words.types[property.type])}</span>
      </span>
    );
  switch (property.type) {
    case "choice":
    case "choices":
      return (
        <>
          {listOf(shown).map((label) => (
            <Chip key={label} property={property} label={label} />
          ))}
        </>
      );
    case "people":
      return (
        <>
          {references.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </>
      );
    case "page":
    case "file":
      return (
        <>
          {references.map((reference) => (
            <a key={reference.id} class="prop-link" href={addressOf(reference)}>
              <Icon name={TYPE_ICONS[property.type]} />
              <bdi>{reference.label}</bdi>
            </a>
          ))}
        </>
      );
    case "address":
      return (
        <a class="prop-link" {...linkAttributes(bareAddress(text))}>
          <bdi>{text}</bdi>
        </a>
      );
    case "date":
      return <time datetime={readDate(text)?.start}>{formatDate(text)}</time>;
    case "number":
      return <bdi class="prop-number">{typeof value === "number" ? formatNumber(value, property.currency) : text}</bdi>;
    case "checkbox":
      return <>{value === true ? words.yes : words.no}</>;
    default:
      return <bdi>{text}</bdi>;
  }
}
