/** The form for the name, and for a new property the type, in a layer at its button. */
import { render } from "preact";
import { useState } from "preact/hooks";
import { PROPERTY_TYPES, type Property, type PropertyType } from "../../../formats/properties/schema.ts";
import { words } from "../../../words/properties.ts";
import { Icon } from "../../shared/icons.tsx";
import { TYPE_ICONS } from "../../shared/properties/value-view.tsx";
import { fieldOf } from "../ui/dom.ts";
import { openLayer } from "../ui/layer.ts";

export type NewProperty = {
  readonly name: string;
  readonly type: PropertyType;
  /** Declared for all pages of the folder. */
  readonly isShared: boolean;
};

type Asked = {
  readonly anchor: Element;
  readonly name: string;
  /** Declared properties that the page lacks. */
  readonly offered?: readonly Property[];
  /** The folder in which the property would be declared; null if that is not possible. */
  readonly folderTitle?: string | null;
  readonly withType?: boolean;
  readonly isTaken: (name: string) => boolean;
  readonly submit: (property: NewProperty) => void;
  readonly closed: () => void;
};

const MAX_NAME = 100;

export function openPropertyForm(asked: Asked): void {
  const layer = openLayer("prop-layer", asked.anchor, "bottom-start");
  const outside = new AbortController();
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    outside.abort();
    render(null, layer.element);
    layer.close();
  };
  const leave = (): void => {
    close();
    asked.closed();
  };
  const submit = (property: NewProperty): void => {
    close();
    asked.submit(property);
  };
  render(<PropertyForm asked={asked} submit={submit} />, layer.element);
  layer.element.querySelector<HTMLElement>("input[type=text]")?.focus();
  layer.element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    leave();
  });
  document.addEventListener(
    "pointerdown",
    ({ target }) => target instanceof Node && !layer.element.contains(target) && close(),
    { signal: outside.signal, capture: true },
  );
}

/** Types that are computed need more than a name. */
const OFFERED_TYPES = PROPERTY_TYPES.filter((type) => type !== "formula" && type !== "rollup");

type Props = { readonly asked: Asked; readonly submit: (property: NewProperty) => void };

function PropertyForm({ asked, submit }: Props) {
  const { name, offered = [], folderTitle = null, withType = false, isTaken } = asked;
  const [type, setType] = useState<PropertyType>("text");
  return (
    <form
      class="prop-form stack"
      aria-label={name === "" ? words.addProperty : words.rename}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const isShared = folderTitle !== null && new FormData(form).has("shared");
        submit({ name: fieldOf(form, "name"), type, isShared });
      }}
    >
      {offered.length > 0 && (
        <div class="row wrap prop-offered">
          {offered.map((property) => (
            <button
              key={property.name}
              type="button"
              class="quiet"
              onClick={() => submit({ name: property.name, type: property.type, isShared: false })}
            >
              <Icon name={TYPE_ICONS[property.type]} />
              <bdi>{property.name}</bdi>
            </button>
          ))}
        </div>
      )}
      <input
        type="text"
        name="name"
        dir="auto"
        aria-label={words.name}
        placeholder={words.name}
        defaultValue={name}
        maxLength={MAX_NAME}
        autocomplete="off"
        required
        onInput={({ currentTarget }) =>
          currentTarget.setCustomValidity(isTaken(currentTarget.value.trim()) ? words.nameTaken : "")
        }
      />
      {withType && (
        <select
          aria-label={words.type}
          value={type}
          onChange={({ currentTarget }) =>
            setType(OFFERED_TYPES.find((each) => each === currentTarget.value) ?? "text")
          }
        >
          {OFFERED_TYPES.map((each) => (
            <option key={each} value={each}>
              {words.types[each]}
            </option>
          ))}
        </select>
      )}
      {withType && folderTitle !== null && (
        <label class="row small">
          <input type="checkbox" name="shared" defaultChecked />
          {words.declaredIn(folderTitle)}
        </label>
      )}
      <div class="actions">
        <button type="submit">{name === "" ? words.add : words.save}</button>
      </div>
    </form>
  );
}
